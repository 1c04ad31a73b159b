"""Selectors that match what another controller makes: in dumps and manifests, and where they are silent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_OID, uuid5

import pytest

from ownerlint.finding import Finding
from ownerlint.registry import Registry, built_in_rules
from ownerlint.rule import Confidence, WorldMode
from ownerlint.run import Request, check

Labels = dict[str, str]
Manifest = dict[str, Any]

RULE = "selector-matches-foreign-controller"


def findings(folder: Path, *select: str, mode: WorldMode = WorldMode.AUTO) -> list[Finding]:
    registry = Registry(built_in_rules(), {}, ())
    report = check(
        Request(
            (str(folder),), registry, mode=mode, sets=("strict",), select=select or None, min_confidence=Confidence.LOW
        )
    )
    assert report.errors == ()
    return list(report.findings)


def uid(kind: str, name: str) -> str:
    return str(uuid5(NAMESPACE_OID, f"{kind}/{name}"))


def thing(
    kind: str,
    name: str,
    *,
    api: str = "apps/v1",
    labels: Labels | None = None,
    owner: tuple[str, str, str] | None = None,
    live: bool = True,
    namespace: str = "shop",
    **more: Any,
) -> Manifest:
    """Return one object; the owner, its controller, is apiVersion, kind and name."""
    metadata: Manifest = {"name": name, "namespace": namespace, "labels": labels or {}}
    if live:
        metadata["uid"] = uid(kind, name)
    if owner:
        entry = {"apiVersion": owner[0], "kind": owner[1], "name": owner[2], "uid": uid(owner[1], owner[2])}
        metadata["ownerReferences"] = [{**entry, "controller": True, "blockOwnerDeletion": True}]
    return {"apiVersion": api, "kind": kind, "metadata": metadata, **more}


def workload(kind: str, name: str, wanted: Labels, *expressions: Manifest, **how: Any) -> Manifest:
    selector = {"matchLabels": wanted, "matchExpressions": list(expressions)}
    return thing(kind, name, spec={"selector": selector}, **how)


def deployment(name: str, wanted: Labels, template: Labels | None = None, *, revisions: int = 2) -> list[Manifest]:
    """Return a live Deployment with its ReplicaSets, and two Pods of the newest, as a cluster has them."""
    labels = template or wanted
    found = [workload("Deployment", name, wanted)]
    for revision in range(revisions):
        # Two Deployments with one template have one hash.
        own = {**labels, "pod-template-hash": f"5d4f8c7b{revision}"}
        replica_set = f"{name}-5d4f8c7b{revision}"
        found.append(workload("ReplicaSet", replica_set, own, labels=own, owner=("apps/v1", "Deployment", name)))
    found += [pod(f"{replica_set}-{number}", own, ("apps/v1", "ReplicaSet", replica_set)) for number in range(2)]
    return found


def pod(name: str, labels: Labels, owner: tuple[str, str, str], **how: Any) -> Manifest:
    return thing("Pod", name, api="v1", labels=labels, owner=owner, **how)


def service(name: str, wanted: Labels, **how: Any) -> Manifest:
    return thing("Service", name, api="v1", spec={"selector": wanted}, **how)


def dump(path: Path, *objects: Manifest) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}))


def cluster() -> list[Manifest]:
    """Return what a namespace holds where all is well."""
    shop = {"app.kubernetes.io/instance": "shop"}
    front, back = ({**shop, "app.kubernetes.io/name": name} for name in ("front", "back"))
    agent, roll = {**shop, "app.kubernetes.io/name": "agent"}, {"app": "roll"}
    rolled = {**roll, "rollouts-pod-template-hash": "7f6d5c4b3"}
    job = {**agent, "batch.kubernetes.io/controller-uid": uid("Job", "check"), "controller-uid": uid("Job", "check")}
    return [
        *deployment("front", front, {**front, "version": "7"}, revisions=3),
        *deployment("back", back, {**back, "version": "7"}, revisions=3),
        # An Argo Rollout that took over from a Deployment, which stays with no Pods.
        workload("Deployment", "roll", roll),
        thing("Rollout", "roll", api="argoproj.io/v1alpha1"),
        workload("ReplicaSet", "roll-7f6", rolled, labels=rolled, owner=("argoproj.io/v1alpha1", "Rollout", "roll")),
        pod("roll-7f6-x", rolled, ("apps/v1", "ReplicaSet", "roll-7f6")),
        workload("DaemonSet", "agent", agent),
        pod("agent-x", {**agent, "controller-revision-hash": "1"}, ("apps/v1", "DaemonSet", "agent")),
        workload("Job", "check", {"batch.kubernetes.io/controller-uid": uid("Job", "check")}, api="batch/v1"),
        pod("check-x", job, ("batch/v1", "Job", "check")),
        workload("StatefulSet", "db", front),
        pod("db-0", {**front, "apps.kubernetes.io/pod-index": "0"}, ("apps/v1", "StatefulSet", "db")),
        pod("clone-0", front, ("apps.kruise.io/v1alpha1", "CloneSet", "clone")),
        service("front", front),
        service("all", shop),
    ]


def test_a_cluster_where_all_is_well_is_silent(tmp_path: Path) -> None:
    dump(tmp_path / "dump.json", *cluster())
    assert findings(tmp_path) == []


def test_two_deployments_with_one_selector_are_told_once(tmp_path: Path) -> None:
    shared = {"app.kubernetes.io/instance": "shop", "app.kubernetes.io/name": "front"}
    dump(tmp_path / "dump.json", *cluster(), *deployment("canary", shared, {**shared, "version": "8"}))
    (found,) = findings(tmp_path)
    assert (found.meta.name, found.confidence, found.object and found.object.title) == (
        RULE,
        Confidence.HIGH,
        "Deployment/front",
    )
    assert found.message == (
        "The selector of Deployment/front in namespace shop also matches ReplicaSet/canary-5d4f8c7b0, which "
        "Deployment/canary controls. Deployment/front leaves that alone and makes its own beside it, while Service/front "
        "and Service/all send traffic to the Pods of both. Give each workload a label of its own in selector and template."
    )
    assert [place.message for place in found.related] == [
        "the selector of Deployment/front matches this, too",
        "selects both",
    ]


@pytest.mark.parametrize("kind", ["DaemonSet", "ReplicaSet", "ReplicationController"])
def test_pods_of_a_deployment_are_told_by_its_name(tmp_path: Path, kind: str) -> None:
    if kind == "ReplicationController":
        selecting = thing(kind, "agent", api="v1", spec={"selector": {"app": "web"}})
    else:
        selecting = workload(kind, "agent", {"app": "web"})
    dump(tmp_path / "dump.json", selecting, *deployment("web", {"app": "web", "tier": "front"}))
    (found,) = findings(tmp_path)
    assert "matches Pod/web-5d4f8c7b1-0, which Deployment/web controls" in found.message
    assert found.object is not None
    assert found.object.title == f"{kind}/agent"


def test_a_pod_of_a_custom_controller_counts(tmp_path: Path) -> None:
    owner = ("example.com/v1", "Widget", "web")
    dump(tmp_path / "dump.json", workload("DaemonSet", "agent", {"app": "web"}), pod("web-0", {"app": "web"}, owner))
    (found,) = findings(tmp_path)
    assert "matches Pod/web-0, which Widget/web controls" in found.message


def test_many_are_told_in_one_sentence(tmp_path: Path) -> None:
    dump(tmp_path / "dump.json", *(workload("Deployment", f"web-{number}", {"app": "web"}) for number in range(7)))
    (found,) = findings(tmp_path)
    assert (
        "matches what Deployment/web-1 makes (and what Deployment/web-2, Deployment/web-3, Deployment/web-4 and others make)"
        in found.message
    )


def test_two_that_match_each_other_are_one_fault(tmp_path: Path) -> None:
    labels = {"app": "web", "tier": "front"}
    dump(
        tmp_path / "dump.json",
        *deployment("one", {"app": "web"}, labels),
        *deployment("two", {"tier": "front"}, labels),
    )
    assert len(findings(tmp_path)) == 1


@pytest.mark.parametrize(
    ("operator", "values", "told"),
    [
        ("In", ["back"], True),
        ("In", ["front", "side"], False),
        ("NotIn", ["front"], True),
        ("NotIn", ["back"], False),
        ("Exists", [], True),
        ("DoesNotExist", [], False),
    ],
)
def test_the_whole_selector_counts(tmp_path: Path, operator: str, values: list[str], told: bool) -> None:
    selecting = workload("Deployment", "web", {"app": "web"}, {"key": "tier", "operator": operator, "values": values})
    dump(tmp_path / "dump.json", selecting, *deployment("back", {"app": "web", "tier": "back"}))
    assert len(findings(tmp_path)) == told


def test_a_selector_of_expressions_alone_is_looked_at(tmp_path: Path) -> None:
    selecting = workload("Deployment", "web", {}, {"key": "tier", "operator": "In", "values": ["x", "back"]})
    dump(tmp_path / "dump.json", selecting, *deployment("back", {"tier": "back"}))
    assert len(findings(tmp_path)) == 1


def test_what_a_template_may_have_besides_is_not_guessed(tmp_path: Path) -> None:
    selecting = workload("Deployment", "web", {"app": "web"}, {"key": "tier", "operator": "DoesNotExist"})
    dump(tmp_path / "dump.json", selecting, workload("Deployment", "back", {"app": "web"}))
    (found,) = findings(tmp_path)
    assert found.object is not None
    assert found.object.title == "Deployment/back"


def _terminating(obj: Manifest) -> Manifest:
    return {**obj, "metadata": {**obj["metadata"], "deletionTimestamp": "2026-01-01T00:00:00Z"}}


@pytest.mark.parametrize(
    "other",
    [
        [workload("Deployment", "back", {"app": "web"}, namespace="billing")],
        [workload("Deployment", "back", {"app": "web"}, live=False)],
        [_terminating(workload("Deployment", "back", {"app": "web"}))],
        [workload("Deployment", "back", {"app": "back"})],
        [workload("DaemonSet", "back", {"app": "web", "tier": "back"})],
        [
            workload(
                "ReplicaSet", "web-1", {"app": "web"}, labels={"app": "web"}, owner=("apps/v1", "Deployment", "web")
            )
        ],
    ],
    ids=["another namespace", "only a manifest", "being deleted", "other labels", "Pods", "its own"],
)
def test_what_proves_no_overlap_is_silent(tmp_path: Path, other: list[Manifest]) -> None:
    dump(tmp_path / "dump.json", workload("Deployment", "web", {"app": "web"}), *other)
    assert findings(tmp_path, RULE) == []


def test_dumps_of_two_clusters_are_not_mixed(tmp_path: Path) -> None:
    for name in ("one", "two"):
        dump(tmp_path / name / "dump.json", workload("Deployment", name, {"app": "web"}))
    assert findings(tmp_path) == []
    assert len(findings(tmp_path, mode=WorldMode.CLOSED)) == 1


def test_what_an_operator_overlaps_is_a_hint_only(tmp_path: Path) -> None:
    owner = ("example.com/v1", "Widget", "web")
    dump(
        tmp_path / "dump.json",
        thing("Widget", "web", api="example.com/v1"),
        workload("Deployment", "web", {"app": "web"}),
        workload("Deployment", "back", {"app": "web"}, owner=owner),
    )
    (found,) = findings(tmp_path, RULE)
    assert found.confidence is Confidence.LOW


def manifests(path: Path, *objects: Manifest) -> None:
    path.write_text("---\n".join(json.dumps(one) + "\n" for one in objects))


def authored(kind: str, name: str, wanted: Labels, *expressions: Manifest) -> Manifest:
    return workload(kind, name, wanted, *expressions, live=False)


def test_manifests_of_one_file_meet(tmp_path: Path) -> None:
    web, back = (authored("Deployment", name, {"app": "web"}) for name in ("web", "back"))
    manifests(tmp_path / "a.yaml", web, back, service("web", {"app": "web"}, live=False))
    (found,) = findings(tmp_path)
    assert (found.confidence, found.location.file) == (Confidence.MEDIUM, str(tmp_path / "a.yaml"))
    assert "what Deployment/back makes" in found.message
    assert "Service/web sends traffic to the Pods of both" in found.message


def test_manifests_of_two_files_meet_in_a_kustomization(tmp_path: Path) -> None:
    for name in ("web", "back"):
        manifests(tmp_path / f"{name}.yaml", authored("Deployment", name, {"app": "web"}))
    assert findings(tmp_path) == []
    (tmp_path / "kustomization.yaml").write_text("resources: [web.yaml, back.yaml]\n")
    assert len(findings(tmp_path)) == 1


def test_variants_of_one_manifest_are_silent(tmp_path: Path) -> None:
    web = authored("Deployment", "web", {"app": "web"})
    manifests(tmp_path / "a.yaml", web, {**web, "metadata": {**web["metadata"], "labels": {"variant": "two"}}})
    assert findings(tmp_path) == []


def test_a_pod_manifest_with_a_controller_counts(tmp_path: Path) -> None:
    owner = ("example.com/v1", "Widget", "web")
    one = pod("web-0", {"app": "web"}, owner, live=False)
    manifests(tmp_path / "a.yaml", authored("DaemonSet", "agent", {"app": "web"}), one)
    (found,) = findings(tmp_path, RULE)
    assert "matches Pod/web-0, which Widget/web controls" in found.message


def test_other_rules_see_no_live_labels(tmp_path: Path) -> None:
    bare = thing("Pod", "web-0", api="v1", labels={"app": "web"})
    dump(tmp_path / "dump.json", workload("ReplicaSet", "web", {"app": "web"}), bare)
    assert findings(tmp_path) == []
