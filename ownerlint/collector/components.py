"""Which objects hang together: those that a uid links, directly or through others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ownerlint.collector.state import Stored


def components(objects: Iterable[Stored]) -> list[list[Stored]]:
    """Return the connected components, each in the order given, in the order of their first objects.

    Two objects hang together if one names the uid of the other, or if both name the same uid, be it of an object or
    not. Nothing that happens in one component can be felt in another.
    """
    leaders: dict[str, str] = {}

    def leader(uid: str) -> str:
        top = leaders.setdefault(uid, uid)
        while top != leaders[top]:
            top = leaders[top]
        while uid != top:
            leaders[uid], uid = top, leaders[uid]
        return top

    listed = list(objects)
    for stored in listed:
        for reference in stored.references:
            leaders[leader(reference.uid)] = leader(stored.identity.uid)
    found: dict[str, list[Stored]] = {}
    for stored in listed:
        found.setdefault(leader(stored.identity.uid), []).append(stored)
    return list(found.values())
