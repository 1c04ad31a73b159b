"""Many objects of one identity or one uid cost so much more, not so many times more: told by counting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from ownerlint.finding import fingerprint
from ownerlint.graph import WorldMode
from ownerlint.index import ObjectIndex
from ownerlint.kinds import KindTable
from ownerlint.model import KubeObject, OwnerReference
from ownerlint.registry import Registry, built_in_rules
from ownerlint.resolve import build_graph
from ownerlint.rule import Meta
from ownerlint.run import Reading, Request, build_world
from tests.builders import make, reference, uid


class Counter:
    """How often anybody looked."""

    looks = 0


class Word(str):
    """A text that counts how often it is compared, hashed or asked whether it is empty."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        Counter.looks += 1
        return str.__eq__(self, other)

    def __hash__(self) -> int:
        Counter.looks += 1
        return str.__hash__(self)

    def __len__(self) -> int:
        Counter.looks += 1
        return str.__len__(self)


class Number(int):
    """A number that counts how often it is written or compared."""

    def __format__(self, spec: str) -> str:
        Counter.looks += 1
        return int.__format__(self, spec)

    def __lt__(self, other: int) -> bool:
        Counter.looks += 1
        return int.__lt__(self, other)


class Flag:
    """A flag that is set and counts how often it is asked."""

    def __bool__(self) -> bool:
        Counter.looks += 1
        return True


def counted(work: Callable[[], object]) -> int:
    Counter.looks = 0
    work()
    return Counter.looks


def owner(number: int, name: str, its_uid: str, *, namespace: str = "shop", file: str = "all.yaml") -> KubeObject:
    obj = make("Deployment", name, api_version="apps/v1", uid=its_uid, namespace=namespace, file=file, document=number)
    return replace(obj, name=Word(name), uid=Word(its_uid))


def dependent(number: int) -> KubeObject:
    entry = reference("Deployment", "web", uid(1), api_version="apps/v1")
    return make("ConfigMap", f"n{number}", entry, uid=f"c{number}", document=number)


OWNERS: dict[str, Callable[[int], KubeObject]] = {
    "one object over and over": lambda number: owner(number, "web", uid(2)),
    "many copies, each with its uid": lambda number: owner(number, "web", f"d{number}"),
    "copies in many files": lambda number: owner(number, "web", uid(2), file=f"{number}/all.yaml"),
    "manifests": lambda number: owner(number, "web", ""),
    "one uid, many names": lambda number: owner(number, f"w{number}", uid(1)),
    "one uid, many namespaces": lambda number: owner(number, "web", uid(1), namespace=f"s{number}"),
}


@pytest.mark.parametrize("mode", WorldMode)
@pytest.mark.parametrize("owners", OWNERS.values(), ids=OWNERS)
def test_owners_of_one_identity_or_uid_are_looked_through_once(
    owners: Callable[[int], KubeObject], mode: WorldMode
) -> None:
    def looks(number: int) -> int:
        objects = [*map(owners, range(number)), *map(dependent, range(number))]
        kinds = KindTable.build("1.36", objects)
        return counted(lambda: build_graph(objects, ObjectIndex(objects, kinds), kinds, mode))

    assert looks(100) < looks(200) < 3 * looks(100)


def rule(name: str) -> Any:
    return next(rule for rule in built_in_rules() if rule.META.name == name)


def with_controllers(number: int) -> KubeObject:
    """Return an object with many controllers of one uid."""
    flag: Any = Flag()
    entries = [OwnerReference(index, "apps/v1", "Deployment", f"n{index}", uid(1), flag) for index in range(number)]
    return replace(make("ConfigMap", "web", uid=uid(2)), owner_references=tuple(entries))


def test_controllers_of_one_uid_are_not_compared_each_with_each() -> None:
    check = rule("repeated-owner-uid").check

    def looks(number: int) -> int:
        reading = Reading({}, (with_controllers(number),), 1, (), (), (), frozenset())
        world = build_world(reading, Request((), Registry(built_in_rules(), {}, ())))
        return counted(lambda: list(check(world)))

    assert looks(100) < looks(200) < 3 * looks(100)


def test_fingerprints_of_many_entries_find_theirs_at_once() -> None:
    meta: Meta = rule("repeated-owner-uid").META

    def looks(number: int) -> int:
        entries = [OwnerReference(Number(index), "v1", "Pod", f"n{index}", uid(1)) for index in range(number)]
        obj = replace(make("ConfigMap", "web"), owner_references=tuple(entries))
        paths = [f"metadata.ownerReferences[{index}].uid" for index in range(number)]
        return counted(lambda: [fingerprint(meta, obj, path, "a.yaml", "") for path in paths])

    assert looks(100) < looks(200) < 3 * looks(100)


@pytest.mark.parametrize("path", ["metadata.ownerReferences[1].uid", "metadata.ownerReferences[1]"])
def test_a_fingerprint_knows_the_owner_and_not_the_place_of_its_entry(path: str) -> None:
    meta: Meta = rule("repeated-owner-uid").META
    first, second = reference("Pod", "a", uid(1)), reference("Pod", "b", uid(2))
    moved = fingerprint(meta, make("ConfigMap", "web", second, first), path.replace("1", "0"), "a.yaml", "")
    assert fingerprint(meta, make("ConfigMap", "web", first, second), path, "a.yaml", "") == moved
    assert fingerprint(meta, make("ConfigMap", "web", second, first), path, "a.yaml", "") != moved
