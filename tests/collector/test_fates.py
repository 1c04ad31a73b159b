"""What `check` says of an object, in words that can be understood."""

from __future__ import annotations

from pathlib import Path

import pytest

from ownerlint.collector import Consequence, Fates, Surroundings, Verdict
from ownerlint.entry import is_impossible_uid
from ownerlint.graph import Confidence, WorldMode
from ownerlint.index import ObjectIndex
from ownerlint.kinds import KindTable
from ownerlint.model import KubeObject, OwnerReference
from ownerlint.registry import Registry, built_in_rules
from ownerlint.resolve import build_graph
from ownerlint.rule import Severity
from ownerlint.run import Request, check
from tests.builders import make, reference, uid

DEPLOYMENT = reference("Deployment", "web", uid(9), api_version="v1")
"""A kind that the core group does not have."""


def fates_of(*objects: KubeObject, mode: WorldMode = WorldMode.CLOSED, table: KindTable | None = None) -> Fates:
    known = table or KindTable.build("1.36", objects)
    index = ObjectIndex(objects, known)
    graph = build_graph(objects, index, known, mode)
    return Fates(graph, Surroundings(objects, index, graph, known, mode=mode, impossible=is_impossible_uid))


def effect(*objects: KubeObject, mode: WorldMode = WorldMode.CLOSED) -> str:
    """Return the consequence and the effect for the last object."""
    outlook = fates_of(*objects, mode=mode).outlook(objects[-1])
    return f"{outlook.consequence.value}: {outlook.effect}"


def config_map(number: int, *references: OwnerReference, finalizers: tuple[str, ...] = ()) -> KubeObject:
    return make("ConfigMap", f"n{number}", *references, uid=uid(number), finalizers=finalizers)


def to(number: int, *, name: str = "", block: bool = False) -> OwnerReference:
    return reference("ConfigMap", name or f"n{number}", uid(number), block=block)


def test_an_absent_owner_is_the_end_of_its_dependent() -> None:
    assert effect(config_map(1, to(9))) == "deleted: deletes ConfigMap/n1"


def test_an_authored_object_goes_right_after_it_is_applied() -> None:
    authored = make("ConfigMap", "new", to(9))
    assert effect(authored) == "deleted: deletes ConfigMap/new right after it is applied"


def test_one_sound_owner_keeps_the_object() -> None:
    said = "stripped: removes this entry; ConfigMap/n2 stays with its other owners"
    assert effect(config_map(1), config_map(2, to(1), to(9))) == said


def test_the_other_owner_may_go_too() -> None:
    said = "deleted: deletes ConfigMap/n2, as its other owners go too"
    assert effect(config_map(1, to(8)), config_map(2, to(1), to(9))) == said


def test_an_unresolvable_entry_freezes_the_object_whatever_its_other_owners_do() -> None:
    said = "never-collected: never collects ConfigMap/n1, whatever becomes of its other owner"
    assert effect(config_map(1, to(9), DEPLOYMENT)) == said


def test_what_is_being_deleted_is_left_alone() -> None:
    leaving = make("ConfigMap", "n1", to(9), uid=uid(1), finalizers=("example.com/hold",), deleting=True)
    assert effect(leaving) == "ignored: leaves ConfigMap/n1 alone, as it is being deleted already"


def test_several_entries_may_go_at_once() -> None:
    said = "stripped: removes 2 of its 3 entries; ConfigMap/n2 stays with its other owners"
    assert effect(config_map(1), config_map(2, to(1), to(8), to(9))) == said


def test_twins_go_together() -> None:
    said = "stripped: removes every entry with this uid; ConfigMap/n2 stays without any owner"
    assert effect(config_map(1), config_map(2, to(1), to(1, name="other"))) == said


def test_a_leading_slash_with_an_absent_owner_is_never_examined() -> None:
    slashed = reference("ConfigMap", "gone", uid(9), api_version="/v1")
    assert effect(config_map(1, slashed)) == "never-collected: never collects ConfigMap/n1"


def test_finalizers_hold_what_is_deleted_and_its_dependents_with_it() -> None:
    held = config_map(1, to(9), finalizers=("example.com/backup",))
    said = (
        "deleted: deletes ConfigMap/n1, which stays Terminating, held by example.com/backup, until its controller removes "
        "that finalizer"
    )
    assert effect(config_map(2, to(1)), held) == said


def test_dependents_that_go_along_are_named_and_counted() -> None:
    root = config_map(1, to(9))
    kept = config_map(7, to(1), to(8))
    along = [config_map(2, to(1)), config_map(3, to(2)), config_map(4, to(1)), config_map(5, to(4))]
    said = "deleted: deletes ConfigMap/n1, and with it 4 dependents (ConfigMap/n2, ConfigMap/n4, ConfigMap/n3, \u2026)"
    assert effect(*along, kept, config_map(8), root) == said
    said = "deleted: deletes ConfigMap/n1, and with it its dependent ConfigMap/n2"
    assert effect(along[0], root) == said


def test_a_dependent_that_was_orphaned_does_not_go_along() -> None:
    root = config_map(1, to(9), finalizers=("orphan",))
    assert effect(config_map(2, to(1)), root) == "deleted: deletes ConfigMap/n1"


@pytest.mark.parametrize(
    ("api_version", "kind", "lost"),
    [
        ("v1", "Namespace", "; everything in it is lost"),
        ("v1", "PersistentVolumeClaim", "; its data is lost"),
        ("v1", "PersistentVolume", "; its data is lost"),
        ("v1", "Secret", "; its data is lost"),
        ("apps/v1", "StatefulSet", "; its data is lost"),
        ("apiextensions.k8s.io/v1", "CustomResourceDefinition", "; all objects of its kind are lost"),
        ("v1", "Service", ""),
    ],
)
def test_what_is_lost_is_said(api_version: str, kind: str, lost: str) -> None:
    node = reference("Node", "gone", uid(9))
    obj = make(kind, "x", node, api_version=api_version, uid=uid(1))
    outlook = fates_of(obj).outlook(obj)
    assert outlook.effect == f"deletes {kind}/x{lost}"
    assert outlook.costs_data is bool(lost)


def test_data_is_lost_further_down_too() -> None:
    claim = make("PersistentVolumeClaim", "data-0", to(1), uid=uid(2))
    outlook = fates_of(claim, root := config_map(1, to(9))).outlook(root)
    assert outlook.effect.endswith(
        "its dependent PersistentVolumeClaim/data-0; the data of PersistentVolumeClaim/data-0 is lost"
    )
    assert outlook.costs_data


def test_foreground_deletion_of_what_a_frozen_object_blocks_hangs() -> None:
    owner, frozen = config_map(1), config_map(2, to(1, block=True), DEPLOYMENT)
    fates = fates_of(owner, frozen)
    assert fates.blocked_owner(frozen) is owner
    assert fates.outlook(frozen).consequence is Consequence.DELETION_HANGS
    assert fates.effect(frozen).endswith("and foreground deletion of ConfigMap/n1 hangs for ever")


def test_nothing_hangs_that_is_gone_before() -> None:
    owner, frozen = config_map(1, to(9)), config_map(2, to(1, block=True), DEPLOYMENT)
    fates = fates_of(owner, frozen)
    assert fates.blocked_owner(frozen) is None
    assert fates.consequence(frozen) is Consequence.NEVER_COLLECTED


def test_a_finalizer_alone_is_no_proof_of_hanging() -> None:
    owner = config_map(1, finalizers=("example.com/hold",))
    frozen = config_map(2, to(1), DEPLOYMENT)
    assert fates_of(owner, frozen).blocked_owner(frozen) is None


def test_where_it_depends_on_what_is_not_in_the_files_it_is_said() -> None:
    other = make("Pod", "web", uid=uid(1))
    owners = reference("Pod", "web", uid(5)), reference("ConfigMap", "elsewhere", uid(6))
    said = "stripped: removes this entry, or deletes ConfigMap/x if none of its other owners, which the files do not show, exists"
    obj = make("ConfigMap", "x", *owners, uid=uid(2))
    assert effect(other, obj, mode=WorldMode.OPEN) == said
    assert fates_of(other, obj, mode=WorldMode.OPEN).verdict(obj) is Verdict.UNKNOWN
    said = "deleted: deletes ConfigMap/x"
    assert effect(other, obj) == said


def test_owners_above_may_be_outside_the_files() -> None:
    other = make("Pod", "web", uid=uid(1))
    above = config_map(3, to(7))
    obj = config_map(4, reference("Pod", "web", uid(5)), to(3))
    said = "stripped: removes this entry, or deletes ConfigMap/n4 if its other owners go for lack of owners outside the files"
    assert effect(other, above, obj, mode=WorldMode.OPEN) == said


def test_what_happens_if_an_owner_outside_the_files_is_gone() -> None:
    obj = config_map(1, to(9))
    fates = fates_of(obj, mode=WorldMode.OPEN)
    assert fates.verdict(obj) is Verdict.UNKNOWN
    assert fates.if_owner_is_gone(obj).effect == "deletes ConfigMap/n1"


def test_a_uid_that_nothing_can_have_is_absent_in_any_world() -> None:
    obj = make("ConfigMap", "x", reference("ConfigMap", "web", "123"), uid=uid(1))
    assert effect(obj, mode=WorldMode.OPEN) == "deleted: deletes ConfigMap/x"


def test_a_kind_without_definition_is_taken_to_exist_where_the_world_is_open() -> None:
    owner = make("Widget", "w", api_version="example.org/v1", uid=uid(1))
    widget = reference("Widget", "w", uid(1), api_version="example.org/v1")
    obj = make("ConfigMap", "x", widget, to(9), uid=uid(2))
    other = make("ConfigMap", "n9", uid=uid(8))
    said = "stripped: removes this entry; ConfigMap/x stays with its other owners"
    assert effect(owner, other, obj, mode=WorldMode.AUTO) == said


def test_snapshots_of_one_object_are_judged_each_by_its_own_references() -> None:
    sound, stale = config_map(1), config_map(1, to(9))
    fates = fates_of(sound, stale)
    assert (fates.verdict(sound), fates.verdict(stale)) == (Verdict.KEPT, Verdict.DELETED)


def test_copies_that_kept_the_uid_are_judged_each_by_its_own_scope() -> None:
    owner = reference("Pod", "gone", uid(9))
    node, copy = make("Node", "a", owner, namespace="", uid=uid(1)), make("ConfigMap", "a", owner, uid=uid(1))
    fates = fates_of(node, copy)
    assert (fates.verdict(node), fates.verdict(copy)) == (Verdict.FROZEN, Verdict.DELETED)


def test_racing_outcomes_are_told_the_worse_one_first() -> None:
    objects = (config_map(1, to(9)), config_map(2, to(1), to(1, name="other")))
    said = "deleted: deletes ConfigMap/n2, as its other owners go too (or keeps ConfigMap/n2 without this entry: that depends on timing)"
    assert effect(*objects) == said


def test_a_sound_world_is_never_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[KubeObject] = []
    monkeypatch.setattr(Surroundings, "members", lambda _, obj: asked.append(obj))
    objects = [config_map(0), *(config_map(number, to(0)) for number in range(1, 16))]
    fates_of(*objects)
    assert asked == []


def test_each_component_is_simulated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    members = Surroundings.members

    def counted(self: Surroundings, obj: KubeObject) -> tuple[KubeObject, ...]:
        found = members(self, obj)
        asked.append(len(found))
        return found

    monkeypatch.setattr(Surroundings, "members", counted)
    together = [config_map(number, to(9)) for number in range(1, 5)]
    alone = config_map(6, to(8))
    fates = fates_of(*together, alone)
    for obj in (*together, alone, *together):
        fates.outlook(obj)
    assert asked == [4, 1]


@pytest.mark.parametrize(("kind", "severity"), [("ConfigMap", Severity.WARNING), ("Secret", Severity.ERROR)])
def test_a_warning_becomes_an_error_where_data_is_lost(tmp_path: Path, kind: str, severity: Severity) -> None:
    (tmp_path / "a.yaml").write_text(
        f"""\
apiVersion: v1
kind: {kind}
metadata:
  name: x
  namespace: shop
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
        encoding="utf-8",
    )
    (finding,) = check(Request((str(tmp_path),), Registry(built_in_rules(), {}, ()))).findings
    assert (finding.meta.name, finding.severity, finding.confidence) == (
        "hard-coded-owner-uid",
        severity,
        Confidence.HIGH,
    )
    assert ("; its data is lost" in finding.message) is (severity is Severity.ERROR)
