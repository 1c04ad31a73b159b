"""The collector's graph, keyed by uid: who depends on whom, and which owners it has only heard of (semantics 2a).

Upstream keeps one node for each uid. Here a node is an entry of `dependents`; it is *virtual* if it is also an entry
of `virtual`, else the observed object of that uid stands behind it.
"""

from __future__ import annotations

from msgspec import Struct

from ownerlint.model import OwnerReference


class Claim(Struct, frozen=True, gc=False):
    """The identity that a virtual node is taken to have: what one of its dependents says of it."""

    api_version: str
    kind: str
    namespace: str
    name: str

    def matches(self, reference: OwnerReference) -> bool:
        """Return whether a reference to the same uid claims the same coordinates."""
        return (reference.api_version, reference.kind, reference.name) == (self.api_version, self.kind, self.name)


class Graph:
    """What the graph builder knows beside the objects.

    Attributes:
        dependents: for the uid of each node, the uids of the objects that name it, in the order they were seen.
        virtual: for the uid of each virtual node, the identity it is taken to have.
        verified: for the uid of each virtual node, the identities found to be absent.
        deleting_dependents: uids of objects whose foreground deletion was seen to begin; never taken back.
    """

    __slots__ = ("deleting_dependents", "dependents", "verified", "virtual")

    def __init__(self) -> None:
        self.dependents: dict[str, dict[str, None]] = {}
        self.virtual: dict[str, Claim] = {}
        self.verified: dict[str, frozenset[Claim]] = {}
        self.deleting_dependents: set[str] = set()

    def copy(self) -> Graph:
        """Return an independent copy."""
        other = Graph()
        other.dependents = {uid: dict(dependents) for uid, dependents in self.dependents.items()}
        other.virtual = dict(self.virtual)
        other.verified = dict(self.verified)
        other.deleting_dependents = set(self.deleting_dependents)
        return other

    def forget(self, uid: str) -> dict[str, None]:
        """Remove a node and return its dependents."""
        self.virtual.pop(uid, None)
        self.verified.pop(uid, None)
        self.deleting_dependents.discard(uid)
        return self.dependents.pop(uid, {})

    def unlink(self, dependent: str, references: tuple[OwnerReference, ...]) -> None:
        """Take a dependent out of its owners' lists (upstream `removeDependentFromOwners`)."""
        for reference in references:
            dependents = self.dependents.get(reference.uid)
            if dependents is not None:
                dependents.pop(dependent, None)


class Difference(Struct, frozen=True, gc=False):
    """How one list of references differs from another (upstream `referencesDiffs`).

    Args:
        added: entries whose uid was not there before.
        removed: entries whose uid is no longer there.
        unblocked: uids whose entry was blocking and no longer is.
    """

    added: tuple[OwnerReference, ...]
    removed: tuple[OwnerReference, ...]
    unblocked: tuple[str, ...]


def difference(old: tuple[OwnerReference, ...], new: tuple[OwnerReference, ...]) -> Difference:
    """Compare two lists by uid. Of entries that share a uid upstream sees only the last old one; so does this."""
    before = {reference.uid: reference for reference in old}
    remaining = dict(before)
    added, unblocked = [], []
    for reference in new:
        if reference.uid not in remaining:
            added.append(reference)
            continue
        was = remaining.pop(reference.uid)
        if was.block_owner_deletion and not reference.block_owner_deletion:
            unblocked.append(reference.uid)
    return Difference(tuple(added), tuple(remaining.values()), tuple(unblocked))
