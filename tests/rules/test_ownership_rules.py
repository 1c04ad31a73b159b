"""What the rules on scope, identity, deletion and fixed uids say beyond their examples: how sure, and in which words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ownerlint.finding import Finding
from ownerlint.registry import Registry, built_in_rules
from ownerlint.rule import Confidence, Consequence, Severity, WorldMode
from ownerlint.run import Request, check

DELETING = 'deletionTimestamp: "2026-01-01T00:00:00Z"'


def uid(name: str) -> str:
    """Return a uid that looks real, the same for the same name."""
    return f"0a1b2c3d-4e5f-4a6b-8c7d-{int.from_bytes(name.encode()[-5:], 'big'):012x}"


def config_map(name: str, *owners: str, live: bool = True, more: Sequence[str] = (), each: Sequence[str] = ()) -> str:
    """Return a ConfigMap owned by other ConfigMaps, with more lines in its metadata and in each entry."""
    lines = ["apiVersion: v1", "kind: ConfigMap", "metadata:", f"  name: {name}", "  namespace: shop"]
    if live:
        lines.append(f"  uid: {uid(name)}")
    lines += [f"  {line}" for line in more]
    if owners:
        lines.append("  ownerReferences:")
    for owner in owners:
        lines += ["  - apiVersion: v1", "    kind: ConfigMap", f"    name: {owner}", f"    uid: {uid(owner)}"]
        lines += [f"    {line}" for line in each]
    return "\n".join(lines) + "\n---\n"


def findings(
    folder: Path,
    mode: WorldMode = WorldMode.AUTO,
    confidence: Confidence = Confidence.LOW,
    release: str | None = None,
) -> list[Finding]:
    """Return what the built-in rules find in a folder."""
    registry = Registry(built_in_rules(), {}, ())
    report = check(
        Request(paths=(str(folder),), registry=registry, mode=mode, min_confidence=confidence, release=release)
    )
    assert report.errors == ()
    return list(report.findings)


def names(found: Sequence[Finding]) -> list[str]:
    return [finding.meta.name for finding in found]


def write(folder: Path, *manifests: str, name: str = "all.yaml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("".join(manifests), encoding="utf-8")
    return folder


def test_a_cascade_is_told_where_the_other_owners_go_as_well(tmp_path: Path) -> None:
    write(tmp_path, config_map("a", "gone"), config_map("b", "a", "lost"))
    first, second = findings(tmp_path, WorldMode.CLOSED)
    assert (first.consequence, second.consequence) == (Consequence.DELETED, Consequence.DELETED)
    assert "deletes ConfigMap/b, as its other owners go too" in second.message


def test_an_owner_that_a_finalizer_holds_keeps_its_dependents(tmp_path: Path) -> None:
    write(tmp_path, config_map("a", "gone", more=["finalizers: [example.com/hold]"]), config_map("b", "a", "lost"))
    assert [finding.consequence for finding in findings(tmp_path, WorldMode.CLOSED)] == [
        Consequence.DELETED,
        Consequence.STRIPPED,
    ]


def test_owners_in_a_circle_keep_each_other(tmp_path: Path) -> None:
    write(tmp_path, config_map("a", "b"), config_map("b", "a"), config_map("c", "a", "gone"))
    found = findings(tmp_path, WorldMode.CLOSED)
    assert names(found) == ["ownership-cycle", "dangling-owner"]
    assert found[1].consequence is Consequence.STRIPPED


@pytest.mark.parametrize(
    "manifest",
    [
        config_map("a", "gone", more=[DELETING]),
        config_map("a", "gone").replace("kind: ConfigMap", "kind: Event", 1),
    ],
    ids=["being deleted", "event"],
)
def test_nothing_is_said_of_objects_that_the_collector_leaves_alone(tmp_path: Path, manifest: str) -> None:
    write(tmp_path, manifest)
    assert findings(tmp_path, WorldMode.CLOSED) == []


def test_a_deletion_timestamp_in_a_manifest_means_nothing(tmp_path: Path) -> None:
    write(tmp_path, config_map("a", "gone", live=False, more=[DELETING]))
    assert "hard-coded-owner-uid" in names(findings(tmp_path))


def test_a_long_circle_is_told_in_short(tmp_path: Path) -> None:
    ring = [f"m{number:02}" for number in range(30)]
    write(tmp_path, *(config_map(name, ring[(place + 1) % 30]) for place, name in enumerate(ring)))
    (found,) = findings(tmp_path)
    assert found.message.startswith(
        "ConfigMap/m00 in namespace shop is owned by ConfigMap/m01, which is owned by ConfigMap/m02, which is owned by "
        "ConfigMap/m03, which is owned by 26 more, which is owned by ConfigMap/m00 again."
    )
    assert len(found.related) == 10


def test_a_circle_that_is_being_deleted_is_no_circle_for_long(tmp_path: Path) -> None:
    write(tmp_path, config_map("a", "b"), config_map("b", "a", more=[DELETING, "finalizers: [example.com/hold]"]))
    assert names(findings(tmp_path)) == ["terminating-owner"]


def test_a_self_reference_counts_in_every_snapshot(tmp_path: Path) -> None:
    for day in ("monday", "tuesday"):
        write(tmp_path / day, config_map("a", "a"))
    assert names(findings(tmp_path)) == ["self-reference", "self-reference"]


def test_finalizer_and_blocking_entry_alone_are_a_hint(tmp_path: Path) -> None:
    held = config_map("b", "a", more=["finalizers: [example.com/hold]"], each=["blockOwnerDeletion: true"])
    write(tmp_path, config_map("a"), held)
    (found,) = findings(tmp_path)
    assert (found.meta.name, found.severity, found.confidence) == (
        "blocking-dependent-with-finalizer",
        Severity.INFO,
        Confidence.LOW,
    )


RELIC = config_map("a", "b").replace(
    "  - apiVersion: v1\n    kind: ConfigMap", "  - apiVersion: extensions/v1beta1\n    kind: ReplicaSet"
)


@pytest.mark.parametrize(
    ("folder", "release", "expected"),
    [
        ("dump", None, (Severity.WARNING, Confidence.MEDIUM)),
        ("testdata", None, (Severity.WARNING, Confidence.LOW)),
        ("testdata", "1.30", (Severity.ERROR, Confidence.HIGH)),
    ],
)
def test_a_live_object_may_come_from_a_cluster_that_served_the_version(
    tmp_path: Path, folder: str, release: str | None, expected: tuple[Severity, Confidence]
) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path / folder, RELIC)
    (found,) = findings(tmp_path, release=release)
    assert found.meta.name == "unserved-owner-version"
    assert (found.severity, found.confidence) == expected


def test_fixed_uids_are_a_hint_in_test_data_unless_the_world_is_closed(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path / "testdata", config_map("a", live=False), config_map("b", "a", live=False))
    for mode, confidence in ((WorldMode.AUTO, Confidence.LOW), (WorldMode.CLOSED, Confidence.HIGH)):
        (found,) = findings(tmp_path, mode)
        assert (found.meta.name, found.confidence) == ("uid-of-authored-owner", confidence)


def test_a_manifest_of_the_owner_in_another_folder_may_be_another_one(tmp_path: Path) -> None:
    write(tmp_path / "one", config_map("a", live=False))
    write(tmp_path / "two", config_map("b", "a", live=False))
    assert names(findings(tmp_path)) == ["hard-coded-owner-uid"]


def test_an_object_alone_in_its_file_does_not_prove_that_its_kind_was_collected(tmp_path: Path) -> None:
    write(tmp_path, config_map("a", "b"))
    assert findings(tmp_path) == []
    write(tmp_path, config_map("a", "b"), config_map("c"))
    assert names(findings(tmp_path)) == ["dangling-owner"]


def test_a_typed_uid_in_another_file_proves_nothing(tmp_path: Path) -> None:
    write(tmp_path, config_map("a").replace(uid("a"), "abc"), name="one.yaml")
    write(tmp_path, config_map("b", "c").replace(uid("c"), "abc"), name="two.yaml")
    assert "owner-uid-of-another-object" not in names(findings(tmp_path))
    write(tmp_path / "both", config_map("a").replace(uid("a"), "abc"), config_map("b", "c").replace(uid("c"), "abc"))
    assert names(findings(tmp_path / "both")) == ["owner-uid-of-another-object"]


@pytest.mark.parametrize(("folder", "expected"), [("dump", ["owner-uid-mismatch"]), ("testdata", [])])
def test_test_data_of_one_folder_need_not_be_of_one_cluster(tmp_path: Path, folder: str, expected: list[str]) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path / folder, config_map("a").replace(uid("a"), uid("other")), name="one.yaml")
    write(tmp_path / folder, config_map("b", "a"), name="two.yaml")
    assert names(findings(tmp_path, confidence=Confidence.MEDIUM)) == expected


def test_an_unknown_kind_hangs_the_object_whose_uid_it_has(tmp_path: Path) -> None:
    blocking = config_map("b", "a", each=["blockOwnerDeletion: true"])
    write(tmp_path, config_map("a"), blocking.replace("    kind: ConfigMap", "    kind: ConfigMop"))
    (found,) = findings(tmp_path)
    assert (found.meta.name, found.consequence) == ("unknown-owner-kind", Consequence.DELETION_HANGS)
    assert "foreground deletion of ConfigMap/a hangs for ever" in found.message


def test_a_deep_chain_of_owners_does_not_recurse_without_end(tmp_path: Path) -> None:
    chain = [config_map("m00000", "gone")]
    chain += [config_map(f"m{number:05}", f"m{number - 1:05}") for number in range(1, 2000)]
    write(tmp_path, *chain, config_map("last", "m01999", "lost"))
    assert names(findings(tmp_path, WorldMode.CLOSED)) == ["dangling-owner", "dangling-owner"]
