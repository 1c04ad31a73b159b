"""The part of a picture around some objects: their owners and dependents, to a depth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ownerlint.draw.picture import Picture


def around(picture: Picture, focus: Iterable[int], depth: int) -> Picture:
    """Return the objects in focus, the owners above them and the dependents below them.

    A dependent that means an object but misses it, such as by another uid, counts as below it. Each object that is
    shown keeps its references to owners that are not in the files; other owners that its dependents have are left out.

    Args:
        picture: the whole.
        focus: numbers of objects.
        depth: how many references away owners and dependents may be; 0 for the objects alone.
    """
    centre = frozenset(focus)
    numbers = {id(node.object): number for number, node in enumerate(picture.nodes) if node.object is not None}
    owners: dict[int, list[int]] = {}
    dependents: dict[int, list[int]] = {}
    for arrow in picture.arrows:
        if arrow.claim.owner is not None:
            owners.setdefault(arrow.dependent, []).append(arrow.owner)
        meant = arrow.claim.owner or arrow.claim.decided_by
        if meant is not None:
            dependents.setdefault(numbers[id(meant)], []).append(arrow.dependent)
    return picture.part(_reached(centre, owners, depth) | _reached(centre, dependents, depth), centre)


def _reached(start: frozenset[int], next_to: Mapping[int, list[int]], depth: int) -> set[int]:
    """Return what is at most so many steps away, by breadth-first search."""
    reached = set(start)
    edge = sorted(start)
    while edge and depth > 0:
        found = []
        for number in edge:
            for other in next_to.get(number, ()):
                if other not in reached:
                    reached.add(other)
                    found.append(other)
        edge, depth = found, depth - 1
    return reached
