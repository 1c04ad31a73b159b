"""What the rules on deletion order say beyond their examples."""

from __future__ import annotations

from pathlib import Path

import pytest

from ownerlint.finding import Finding
from ownerlint.registry import Registry, built_in_rules
from ownerlint.rule import Confidence, Consequence, Severity
from ownerlint.run import Request, check


def uid(name: str) -> str:
    """Return a uid that looks real, the same for the same name."""
    return f"0a1b2c3d-4e5f-4a6b-8c7d-{int.from_bytes(name.encode()[-5:], 'big'):012x}"


def obj(title: str, *owners: str, finalizers: str = "", uid_of: str = "") -> str:
    """Return a live object, `Kind/name`, owned by others; with finalizers it is being deleted."""
    kind, name = title.split("/")
    lines = [f"apiVersion: {api(kind)}", f"kind: {kind}", "metadata:", f"  name: {name}", f"  uid: {uid(name)}"]
    lines += ["  namespace: shop"] if kind not in {"Namespace", "PersistentVolume"} else []
    if finalizers:
        lines += ['  deletionTimestamp: "2026-01-01T00:00:00Z"', f"  finalizers: [{finalizers}]"]
    lines += ["  ownerReferences:"] if owners else []
    for owner in owners:
        its_kind, its_name = owner.split("/")
        lines += [f"  - apiVersion: {api(its_kind)}", f"    kind: {its_kind}", f"    name: {its_name}"]
        lines += [f"    uid: {uid_of or uid(its_name)}"]
    return "\n".join(lines) + "\n---\n"


def api(kind: str) -> str:
    return {"StatefulSet": "apps/v1", "Deployment": "apps/v1", "Database": "example.com/v1"}.get(kind, "v1")


def findings(tmp_path: Path, *objects: str) -> list[Finding]:
    (tmp_path / "all.yaml").write_text("".join(objects))
    registry = Registry(built_in_rules(), {}, ())
    report = check(Request(paths=(str(tmp_path),), registry=registry, sets=("strict",), min_confidence=Confidence.LOW))
    assert report.errors == ()
    return list(report.findings)


@pytest.mark.parametrize(
    ("finalizers", "consequence", "told"),
    [
        (
            "foregroundDeletion",
            Consequence.DELETED,
            "It is in foreground deletion, so the garbage collector now deletes ConfigMap/a, ConfigMap/b",
        ),
        (
            "example.com/one, example.com/two",
            Consequence.DELETED,
            "until its finalizers (example.com/one, example.com/two) are removed; then the garbage collector deletes ",
        ),
        ("orphan", Consequence.STRIPPED, "With the finalizer orphan, ConfigMap/a, ConfigMap/b will stay"),
    ],
)
def test_one_finding_tells_what_becomes_of_all_dependents(
    tmp_path: Path, finalizers: str, consequence: Consequence, told: str
) -> None:
    found = findings(
        tmp_path,
        obj("Deployment/web", finalizers=finalizers),
        obj("ConfigMap/a", "Deployment/web"),
        obj("ConfigMap/b", "Deployment/web"),
    )
    (terminating,) = [one for one in found if one.meta.name == "terminating-owner"]
    assert (terminating.severity, terminating.consequence) == (Severity.INFO, consequence)
    assert told in terminating.message
    assert terminating.message.startswith("Deployment/web in namespace shop is being deleted and owns 2 objects")
    assert len(terminating.related) == 2


def test_a_dependent_with_another_owner_only_loses_the_entry(tmp_path: Path) -> None:
    (found,) = findings(
        tmp_path,
        obj("Deployment/web", finalizers="example.com/hold"),
        obj("Deployment/other"),
        obj("ConfigMap/a", "Deployment/web", "Deployment/other"),
    )
    assert (found.meta.name, found.consequence) == ("terminating-owner", Consequence.STRIPPED)
    assert "removes the entry from ConfigMap/a" in found.message


def test_a_dependent_of_an_owner_that_may_be_elsewhere_is_left_open(tmp_path: Path) -> None:
    (found,) = findings(
        tmp_path,
        obj("Deployment/web", finalizers="example.com/hold"),
        obj("ConfigMap/a", "Deployment/web", "Database/elsewhere"),
    )
    assert (found.meta.name, found.consequence) == ("terminating-owner", Consequence.RISK)
    assert "decides on ConfigMap/a by their other owners" in found.message


def test_dependents_that_go_already_are_no_news(tmp_path: Path) -> None:
    held = "example.com/hold"
    owner, dependent = obj("Deployment/web", finalizers=held), obj("ConfigMap/a", "Deployment/web", finalizers=held)
    assert findings(tmp_path, owner, dependent) == []


def test_the_topmost_owner_is_told_with_the_whole_cascade(tmp_path: Path) -> None:
    (found,) = findings(
        tmp_path,
        obj("Database/top"),
        obj("Deployment/mid", "Database/top"),
        obj("PersistentVolumeClaim/data", "Deployment/mid"),
        obj("PersistentVolumeClaim/logs", "Deployment/mid"),
        obj("ConfigMap/a", "Database/top"),
    )
    assert found.meta.name == "wide-blast-radius"
    assert found.message.startswith(
        "Deleting Database/top in namespace shop takes 4 objects of these files, among them PersistentVolumeClaim/data, "
        "PersistentVolumeClaim/logs, along, unless they are orphaned."
    )


@pytest.mark.parametrize(
    "objects",
    [
        [obj("StatefulSet/db"), obj("PersistentVolumeClaim/data", "StatefulSet/db")],
        [obj("Pod/db"), obj("PersistentVolumeClaim/data", "Pod/db")],
        [
            obj("Database/one"),
            obj("Database/two"),
            obj("PersistentVolumeClaim/data", "Database/one", "Database/two"),
        ],
    ],
    ids=["StatefulSet", "ephemeral volume", "two owners"],
)
def test_ownership_that_is_meant_or_shared_is_silent(tmp_path: Path, objects: list[str]) -> None:
    assert findings(tmp_path, *objects) == []


def test_a_claim_of_a_recreated_stateful_set_is_told_so(tmp_path: Path) -> None:
    (found,) = findings(
        tmp_path, obj("StatefulSet/db"), obj("PersistentVolumeClaim/data", "StatefulSet/db", uid_of=uid("older"))
    )
    assert (found.meta.name, found.consequence) == ("owner-uid-mismatch", Consequence.DELETED)
    assert found.message.endswith("the StatefulSet controller leaves a claim with such a stale entry alone.")
