"""Which nodes stand in a circle: the strongly connected parts of a picture, found without recursion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ownerlint.draw.picture import Arrow


def circling(arrows: Sequence[Arrow]) -> frozenset[int]:
    """Return the numbers of the nodes that own themselves, over others or at once.

    Kosaraju's algorithm: nodes in the order in which a search along the arrows leaves them, then, the last one first,
    what reaches each against the arrows is a part of its own.
    """
    owners: dict[int, list[int]] = {}
    dependents: dict[int, list[int]] = {}
    for arrow in arrows:
        owners.setdefault(arrow.dependent, []).append(arrow.owner)
        dependents.setdefault(arrow.owner, []).append(arrow.dependent)
    found = {arrow.owner for arrow in arrows if arrow.owner == arrow.dependent}
    placed: set[int] = set()
    for root in reversed(list(_left(owners))):
        part = []
        stack = [root] if root not in placed else []
        placed.add(root)
        while stack:
            number = stack.pop()
            part.append(number)
            fresh = {other for other in dependents.get(number, ()) if other not in placed}
            placed |= fresh
            stack += fresh
        if len(part) > 1:
            found.update(part)
    return frozenset(found)


def _left(owners: dict[int, list[int]]) -> Iterator[int]:
    """Yield each node when the depth-first search has seen all owners above it."""
    entered: set[int] = set()
    for root, above in owners.items():
        if root in entered:
            continue
        entered.add(root)
        stack = [(root, iter(above))]
        while stack:
            number, rest = stack[-1]
            for owner in rest:
                if owner not in entered:
                    entered.add(owner)
                    stack.append((owner, iter(owners.get(owner, ()))))
                    break
            else:
                stack.pop()
                yield number
