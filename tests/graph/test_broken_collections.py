"""A collection of which something could not be read does not prove that an owner is absent."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from ownerlint.discover import DiscoverOptions
from ownerlint.graph import Reason, WorldMode
from ownerlint.load import LoadedFile, LoadOptions, load
from ownerlint.model import Source
from ownerlint.registry import Registry, built_in_rules
from ownerlint.run import Reading, Request, build_world, read
from tests.builders import uid

LIVE = """\
apiVersion: apps/v1
kind: ReplicaSet
metadata: {{name: {name}, namespace: shop, uid: {uid}}}
---
"""
DEPENDENT = f"""\
apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: shop
  uid: {uid(1)}
  ownerReferences:
  - {{apiVersion: apps/v1, kind: ReplicaSet, name: gone, uid: {uid(2)}}}
---
"""
UNFINISHED = "apiVersion: v1\nkind: {\n"
OTHER = LIVE.format(name="other", uid=uid(3))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, data: str | bytes) -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_bytes(data.encode() if isinstance(data, str) else data)


def taken(collections: tuple[str, ...] = ("/dump",), size: int = 10_000) -> Reading:
    return read(
        Request(
            (".",),
            Registry(built_in_rules(), {}, ()),
            discovery=DiscoverOptions(collections=collections),
            loading=LoadOptions(max_yaml_bytes=size, max_json_bytes=size),
        )
    )


def reason(reading: Reading, mode: WorldMode = WorldMode.AUTO) -> Reason:
    """Return what is said of the only reference."""
    world = build_world(reading, Request((), Registry((), {}, ()), mode=mode))
    ((edge,),) = [edges for edges in map(world.graph.references, world.objects) if edges]
    return edge.reason


BROKEN = {
    "syntax": UNFINISHED,
    "oversized": f"# {'x' * 10_000}\n",
    "undecodable": b"apiVersion: v1\nkind: ConfigMap\nname: \xff\n",
    "aliases": "a: &a [x, x]\n" + "".join(f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in pairwise("abcdefghi")),
}  # fmt: skip


def test_a_whole_collection_proves_that_an_owner_is_absent() -> None:
    write("dump/pods.yaml", DEPENDENT)
    write("dump/replicasets.yaml", OTHER)
    write("dump/more.yaml", "a: b\n")
    assert reason(taken()) is Reason.ABSENT


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN)
def test_a_file_that_cannot_be_read_takes_the_proof_away(data: str | bytes) -> None:
    write("dump/pods.yaml", DEPENDENT)
    write("dump/replicasets.yaml", OTHER)
    write("dump/more.yaml", data)
    reading = taken()
    assert len(reading.faults) == 1
    assert reason(reading) is Reason.NOT_IN_FILES
    assert reason(reading, WorldMode.CLOSED) is Reason.ABSENT


@pytest.mark.parametrize("collection", ["/dump", "/"])
def test_so_does_a_link_that_leads_nowhere(collection: str) -> None:
    write("dump/pods.yaml", DEPENDENT)
    write("dump/replicasets.yaml", OTHER)
    Path("dump/more.yaml").symlink_to("nowhere.yaml")
    reading = taken((collection,))
    assert [fault.rule for fault in reading.faults] == ["unreadable-file"]
    assert reason(reading) is Reason.NOT_IN_FILES


def test_so_does_broken_test_data() -> None:
    write("testdata/dump/pods.yaml", DEPENDENT)
    write("testdata/dump/replicasets.yaml", OTHER)
    write("testdata/dump/more.yaml", UNFINISHED)
    reading = taken(("/testdata/dump",))
    assert reading.faults == ()
    assert reason(reading) is Reason.NOT_IN_FILES


def test_so_does_a_document_of_the_same_file() -> None:
    write("all.yaml", f"{DEPENDENT}{OTHER}{UNFINISHED}")
    assert reason(taken()) is Reason.NOT_IN_FILES
    write("all.yaml", f"{DEPENDENT}{OTHER}")
    assert reason(taken()) is Reason.ABSENT


def test_so_does_a_file_that_the_reader_failed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    write("dump/pods.yaml", DEPENDENT)
    write("dump/replicasets.yaml", OTHER)
    write("dump/more.yaml", "a: b\n")

    def fail(source: Source, options: LoadOptions) -> LoadedFile:
        if source.file == "dump/more.yaml":
            raise ValueError("no idea")
        return load(source, options)

    monkeypatch.setattr("ownerlint.reading.one.load", fail)
    reading = taken()
    assert [failure.file for failure in reading.failures] == ["dump/more.yaml"]
    assert reason(reading) is Reason.NOT_IN_FILES


def test_what_is_broken_elsewhere_does_not_matter() -> None:
    write("dump/pods.yaml", DEPENDENT)
    write("dump/replicasets.yaml", OTHER)
    write("other.yaml", UNFINISHED)
    write("dumps/other.yaml", UNFINISHED)
    assert reason(taken()) is Reason.ABSENT
