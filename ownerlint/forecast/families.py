"""Which affected object is told below which: dependents below an owner that shares their fate."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ownerlint.collector.outcome import Outcome

_DEEPEST = 24
"""Levels of one tree. What is deeper begins a tree of its own, so that the text grows with the objects only."""


@dataclass(slots=True)
class Branch:
    """An object, and those told below it.

    Args:
        outcome: what becomes of the object.
        number: its place among all outcomes.
        below: the dependents told below it, in the order of the files.
        continued: whether it stood below an owner, in a tree that has become too deep.
    """

    outcome: Outcome
    number: int
    below: list[Branch] = field(default_factory=list)
    continued: bool = False


def families(members: Iterable[tuple[int, Outcome]], *, nested: bool) -> list[Branch]:
    """Return the tops of the trees that these objects make, in the order of the files; every object is in one tree.

    Args:
        members: objects of one fate, each with its number.
        nested: whether dependents go below their owners at all.
    """
    branches = [Branch(outcome, number) for number, outcome in members]
    if not nested:
        return branches
    owners: dict[str, Branch] = {}
    for branch in branches:
        if branch.outcome.object.uid:
            owners.setdefault(branch.outcome.object.uid, branch)
    tops = []
    for branch in branches:
        owner = None if _begins(branch.outcome) else _owner(branch, owners)
        if owner is None:
            tops.append(branch)
        else:
            owner.below.append(branch)
    return _without_circles(branches, tops)


def _begins(outcome: Outcome) -> bool:
    """Return whether a tree begins here: nothing but a request deleted the object."""
    return outcome.consequence is None


def _owner(branch: Branch, owners: dict[str, Branch]) -> Branch | None:
    """Return the owner to stand below: the controller, else the first that shares the fate."""
    references = branch.outcome.object.owner_references
    for reference in sorted(references, key=lambda each: not each.controller):
        owner = owners.get(reference.uid)
        if owner is not None and owner is not branch:
            return owner
    return None


def _without_circles(branches: Sequence[Branch], tops: list[Branch]) -> list[Branch]:
    """Cut the trees where they are too deep or bite their own tail; return all tops."""
    seen: set[int] = set()
    found = []
    for branch in _each_top(branches, tops, seen):
        found.append(branch)
        _cut(branch, seen, found)
    return found


def _each_top(branches: Sequence[Branch], tops: Sequence[Branch], seen: set[int]) -> Iterator[Branch]:
    """Yield the tops, and one object of every circle that no top leads to."""
    yield from tops
    for branch in branches:
        if branch.number not in seen:
            branch.continued = True
            yield branch


def _cut(top: Branch, seen: set[int], found: list[Branch]) -> None:
    """Walk a tree, level by level; take out what was seen already, and what is too deep as a further top."""
    waiting = deque([(top, 1)])
    seen.add(top.number)
    while waiting:
        branch, level = waiting.popleft()
        branch.below = [each for each in branch.below if each.number not in seen]
        seen.update(each.number for each in branch.below)
        if level == _DEEPEST:
            for each in branch.below:
                each.continued = True
                found.append(each)
            waiting.extend((each, 1) for each in branch.below)
            branch.below = []
        else:
            waiting.extend((each, level + 1) for each in branch.below)
