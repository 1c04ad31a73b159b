"""What the rules on exports, copies and adoption say beyond their examples, and where they are silent."""

from __future__ import annotations

from pathlib import Path

import pytest

from ownerlint.finding import Finding
from ownerlint.registry import Registry, built_in_rules
from ownerlint.rule import Confidence, Consequence, Severity, WorldMode
from ownerlint.run import Request, check

OWNER_UID = "2b7e1516-28ae-4d2a-abf7-158809cf4f3c"


def manifest(  # a keyword for each thing that a test varies
    kind: str = "ConfigMap",
    name: str = "web",
    namespace: str = "shop",
    *,
    api: str = "v1",
    uid: str = "",
    version: str = "",
    owner: tuple[str, str, str] | None = None,
    more: str = "",
) -> str:
    """Return one manifest; the owner is apiVersion, kind and name."""
    lines = [f"apiVersion: {api}", f"kind: {kind}", "metadata:", f"  name: {name}", f"  namespace: {namespace}"]
    lines += [f"  uid: {uid}"] * bool(uid) + [f'  resourceVersion: "{version}"'] * bool(version)
    if owner:
        lines += ["  ownerReferences:", f"  - apiVersion: {owner[0]}", f"    kind: {owner[1]}", f"    name: {owner[2]}"]
        lines += [f"    uid: {OWNER_UID}"]
    return "\n".join(lines) + "\n" + more + "---\n"


def findings(folder: Path, *select: str, mode: WorldMode = WorldMode.AUTO) -> list[Finding]:
    request = Request(
        paths=(str(folder),),
        registry=Registry(built_in_rules(), {}, ()),
        mode=mode,
        sets=("strict",),
        select=select or None,
        min_confidence=Confidence.LOW,
    )
    report = check(request)
    assert report.errors == ()
    return list(report.findings)


def write(path: Path, *texts: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(texts))


def uid(number: int) -> str:
    return f"0a1b2c3d-4e5f-4a6b-8c7d-1234567890{number:02x}"


DEPLOYMENT = ("apps/v1", "Deployment", "web")
CERTIFICATE = ("cert-manager.io/v1", "Certificate", "tls")


def test_a_dump_is_no_export_that_is_applied(tmp_path: Path) -> None:
    write(tmp_path / "dump.yaml", manifest(uid=uid(1), version="7"), manifest(name="other"))
    assert findings(tmp_path, "OWN703") == []


@pytest.mark.parametrize("version", ["", "null", "~"])
def test_a_resource_version_that_says_nothing_is_none(tmp_path: Path, version: str) -> None:
    text = manifest(version="7").replace('"7"', version or f'"{version}"')
    write(tmp_path / "a.yaml", text)
    assert findings(tmp_path, "OWN703") == []


def test_an_unquoted_resource_version_counts(tmp_path: Path) -> None:
    write(tmp_path / "a.yaml", manifest(version="7").replace('"7"', "7"))
    assert [found.meta.name for found in findings(tmp_path, "OWN703")] == ["exported-fields"]


@pytest.mark.parametrize(
    ("folder", "listed", "expected"),
    [
        ("base", "web.yaml", 1),
        ("base", "./web.yaml", 1),
        ("base", "../base/web.yaml", 1),
        ("base", "other.yaml", 0),
        ("base", "https://example.com/web.yaml", 0),
        ("base", "../overlay", 0),
    ],
)
def test_what_a_kustomization_lists_is_applied(tmp_path: Path, folder: str, listed: str, expected: int) -> None:
    write(tmp_path / folder / "kustomization.yaml", f"resources:\n- {listed}\n")
    write(tmp_path / folder / "web.yaml", manifest(uid=uid(1)))
    assert len(findings(tmp_path, "OWN703")) == expected


def test_exported_owners_are_the_worse_fault(tmp_path: Path) -> None:
    write(tmp_path / "kustomization.yaml", "resources: [web.yaml]\n")
    write(tmp_path / "web.yaml", manifest(uid=uid(1), version="7", owner=DEPLOYMENT))
    (found,) = findings(tmp_path)
    assert (found.meta.name, found.consequence, found.severity) == (
        "exported-fields",
        Consequence.DELETED,
        Severity.WARNING,
    )
    assert "where its owner has another uid, the garbage collector deletes ConfigMap/web" in found.message


def test_test_data_is_a_hint_only(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path / "testdata" / "a.yaml", manifest(version="7"))
    assert [found.confidence for found in findings(tmp_path, "OWN703")] == [Confidence.LOW]


def test_a_copy_is_told_once_with_its_namesake(tmp_path: Path) -> None:
    first = manifest("Secret", "tls", "ingress", uid=uid(1), owner=CERTIFICATE)
    second = manifest("Secret", "tls", "shop", uid=uid(2), owner=CERTIFICATE)
    write(tmp_path / "a.yaml", first, second)
    (found,) = findings(tmp_path)
    assert (found.meta.name, found.confidence) == ("copied-object", Confidence.MEDIUM)
    assert [related.location.span.line for related in found.related if related.location.span] == [11]


@pytest.mark.parametrize(
    "second",
    [
        manifest("Secret", "tls", "ingress", uid=uid(2), owner=CERTIFICATE),
        manifest("Secret", "other", "shop", uid=uid(2), owner=CERTIFICATE),
        manifest("ConfigMap", "tls", "shop", uid=uid(2), owner=CERTIFICATE),
        manifest("Secret", "tls", "shop", uid=uid(2), owner=("unheard.example.org/v1", "Gadget", "tls")),
    ],
    ids=["same namespace", "other name", "other kind", "owner of a kind whose scope is unknown"],
)
def test_what_proves_no_copy_is_silent(tmp_path: Path, second: str) -> None:
    first = manifest("Secret", "tls", "ingress", uid=uid(1), owner=CERTIFICATE)
    write(tmp_path / "a.yaml", first.replace("Certificate", "Gadget") if "Gadget" in second else first, second)
    assert findings(tmp_path, "OWN704") == []


def test_the_copy_beside_its_owner_is_told_by_the_namespace(tmp_path: Path) -> None:
    owner = manifest("Certificate", "tls", "ingress", api="cert-manager.io/v1", uid=OWNER_UID)
    objects = [manifest("Secret", "tls", where, uid=uid(1), owner=CERTIFICATE) for where in ("ingress", "shop")]
    write(tmp_path / "a.yaml", owner, *objects)
    assert [found.meta.name for found in findings(tmp_path)] == ["cross-namespace-owner"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (manifest("ReplicaSet", "web-5d4f", api="apps/v1", owner=DEPLOYMENT), "Remove the whole manifest"),
        (
            manifest("EndpointSlice", "web-x1", api="discovery.k8s.io/v1", owner=("v1", "Service", "web")),
            "Remove the whole",
        ),
        (manifest(owner=DEPLOYMENT), "Remove ownerReferences from the manifest"),
        (manifest("Pod", "web", owner=("example.com/v1", "Job", "web")), "Remove ownerReferences from the manifest"),
    ],
)
def test_what_kubernetes_makes_itself_does_not_belong_into_git(tmp_path: Path, text: str, told: str) -> None:
    write(tmp_path / "a.yaml", text)
    (found,) = findings(tmp_path, "hard-coded-owner-uid")
    assert told in found.message


SELECTOR = "spec:\n  selector:\n    matchLabels: {app: web}\n"
LABELS = "  labels: {app: web, tier: front}\n"


def pod(name: str = "web-debug", namespace: str = "shop", **how: str) -> str:
    text = manifest("Pod", name, namespace, uid=how.get("uid", ""))
    return text.replace("---\n", LABELS + "---\n")


@pytest.mark.parametrize(
    ("kind", "selector", "adopted"),
    [
        ("ReplicaSet", SELECTOR, True),
        ("DaemonSet", SELECTOR, True),
        ("Deployment", SELECTOR, False),
        ("ReplicaSet", SELECTOR.replace("web", "shop"), False),
        ("ReplicaSet", SELECTOR + "    matchExpressions: [{key: tier, operator: In, values: [front]}]\n", True),
        ("ReplicaSet", SELECTOR + "    matchExpressions: [{key: tier, operator: In, values: [back]}]\n", False),
        ("ReplicaSet", SELECTOR + "    matchExpressions: [{key: tier, operator: Exists}]\n", True),
        ("ReplicaSet", SELECTOR + "    matchExpressions: [{key: tier, operator: DoesNotExist}]\n", False),
        ("ReplicaSet", SELECTOR + "    matchExpressions: [{key: tier, operator: Odd}]\n", False),
        ("ReplicaSet", SELECTOR + "    matchExpressions: [broken]\n", False),
        ("ReplicaSet", "spec:\n  selector: broken\n", False),
        ("ReplicaSet", "spec:\n  selector: {}\n", False),
        ("ReplicaSet", "spec: []\n", False),
    ],
)
def test_adoption_follows_the_whole_selector(tmp_path: Path, kind: str, selector: str, adopted: bool) -> None:
    write(tmp_path / "a.yaml", manifest(kind, api="apps/v1", more=selector), pod())
    assert [found.meta.name for found in findings(tmp_path, "OWN731")] == ["would-be-adopted"] * adopted


def test_a_replication_controller_selects_by_labels_alone(tmp_path: Path) -> None:
    write(tmp_path / "a.yaml", manifest("ReplicationController", more="spec:\n  selector: {app: web}\n"), pod())
    assert len(findings(tmp_path, "OWN731")) == 1


def test_a_deployment_adopts_replica_sets(tmp_path: Path) -> None:
    bare = pod("web-old").replace("kind: Pod", "kind: ReplicaSet").replace("apiVersion: v1", "apiVersion: apps/v1")
    write(tmp_path / "a.yaml", manifest("Deployment", api="apps/v1", more=SELECTOR), bare)
    assert len(findings(tmp_path, "OWN731")) == 1


@pytest.mark.parametrize(
    "other",
    [pod(namespace="billing"), pod(uid=uid(3)), pod().replace("  labels", "  annotations")],
    ids=["another namespace", "live", "no labels"],
)
def test_what_would_not_be_adopted_is_silent(tmp_path: Path, other: str) -> None:
    write(tmp_path / "a.yaml", manifest("ReplicaSet", api="apps/v1", more=SELECTOR), other)
    assert findings(tmp_path, "OWN731") == []


def test_manifests_of_other_folders_need_not_meet(tmp_path: Path) -> None:
    write(tmp_path / "one" / "a.yaml", manifest("ReplicaSet", api="apps/v1", more=SELECTOR))
    write(tmp_path / "two" / "a.yaml", pod())
    assert findings(tmp_path, "OWN731") == []


@pytest.mark.parametrize(
    ("dependent", "owner", "expected"),
    [
        (("ConfigMap", "v1"), ("v1", "Secret", "x"), 1),
        (("Pod", "v1"), ("v1", "Node", "x"), 0),
        (("ResourceSlice", "resource.k8s.io/v1"), ("v1", "Node", "x"), 0),
        (("ConfigMap", "v1"), ("apps/v1", "Deployment", "x"), 0),
        (("ConfigMap", "v1"), ("example.com/v1", "Secret", "x"), 0),
    ],
)
def test_controllers_that_control_nothing(
    tmp_path: Path, dependent: tuple[str, str], owner: tuple[str, str, str], expected: int
) -> None:
    text = manifest(dependent[0], api=dependent[1], uid=uid(1), owner=owner)
    write(tmp_path / "a.yaml", text.replace(f"{OWNER_UID}\n", f"{OWNER_UID}\n    controller: true\n"))
    assert len(findings(tmp_path, "OWN733")) == expected


STAMP = '  deletionTimestamp: "2026-01-01T00:00:00Z"\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (manifest(), ["committed-deletion-timestamp"]),
        (manifest(version="7"), ["exported-fields"]),
        (manifest(uid=uid(1)), []),
        (manifest(uid=uid(1), version="7"), []),
    ],
    ids=["manifest", "export", "live", "dump"],
)
def test_a_deletion_timestamp_belongs_to_live_objects(tmp_path: Path, text: str, told: list[str]) -> None:
    write(tmp_path / "a.yaml", text.replace("---\n", STAMP))
    assert [found.meta.name for found in findings(tmp_path)] == told


@pytest.mark.parametrize("written", ["null", "~", '""'])
def test_a_deletion_timestamp_that_says_nothing_is_none(tmp_path: Path, written: str) -> None:
    write(tmp_path / "a.yaml", manifest().replace("---\n", f"  deletionTimestamp: {written}\n"))
    assert findings(tmp_path) == []
