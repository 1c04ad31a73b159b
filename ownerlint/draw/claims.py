"""Every entry of `metadata.ownerReferences` with what became of it, those included that the graph has no edge for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from ownerlint.form import whole_entry
from ownerlint.graph import Edge, OwnerGraph, Reason, Resolution
from ownerlint.model import FaultKind, KubeObject, OwnerReference

MALFORMED: Final = "malformed"
"""State of an entry that the API server rejects, so that the collector never sees it."""

MERGED: Final = "merged"
"""State of an entry that repeats an earlier one whole, which the API server merges with it."""

BROKEN: Final = frozenset({Resolution.DANGLING.value, Resolution.UNRESOLVABLE.value, MALFORMED})
"""States that are a fault; an unknown owner is none."""

_FOUND: Final = frozenset({Resolution.SOLID, Resolution.WAITING})
_WORDS: Final = {
    Reason.ABSENT: "does not exist",
    Reason.UID_MISMATCH: "exists with another uid",
    Reason.OTHER_NAMESPACE: "is in another namespace",
    Reason.UID_OF_OTHER: "its uid is that of another object",
    Reason.LIST_KIND: "a list kind, of which no object exists",
    Reason.UNSTORABLE_KIND: "a kind that is never stored",
    Reason.NO_SUCH_KIND: "its kind does not exist",
    Reason.NO_SUCH_VERSION: "its kind is not served in this version",
    Reason.WRONG_GROUP: "its kind is in another API group",
    Reason.WRONG_CASE: "its kind is in the wrong letter case",
    Reason.NAMESPACED_OWNER_OF_CLUSTER_SCOPED: "a namespaced owner of a cluster-scoped object",
    Reason.NOT_IN_FILES: "not in the files",
    Reason.AUTHORED_OWNER: "in the files without a uid",
    Reason.STITCHED: "the files contradict each other",
    Reason.NAMESPACE_UNKNOWN: "its namespace is not known",
    Reason.KIND_UNSURE: "not in the files, nor is its kind known",
    Reason.TEMPLATED: "a template fills it in",
}


class Claim(Struct, frozen=True):
    """One entry, and what became of it.

    Args:
        dependent: the object that carries it.
        reference: the entry.
        state: its resolution; `malformed` or `merged` where it has none.
        reason: why, as a stable word; the same as the state where it has no resolution.
        resolution: None where the entry is malformed or merged.
        owner: the owner, where it was found.
        decided_by: the object that decides where the owner was not found, such as the one with the other uid.
    """

    dependent: KubeObject
    reference: OwnerReference
    state: str
    reason: str
    resolution: Resolution | None = None
    owner: KubeObject | None = None
    decided_by: KubeObject | None = None

    @property
    def waiting(self) -> bool:
        """Whether the owner is in foreground deletion."""
        return self.resolution is Resolution.WAITING

    @property
    def words(self) -> str:
        """Why the owner was not found, in a few words for people, to stand after `state`; empty where it was."""
        if self.owner is not None:
            return ""
        if self.resolution is None:
            return "the API server would reject this entry"
        reason, other = Reason(self.reason), self.decided_by
        if reason is Reason.OTHER_NAMESPACE and other is not None and other.namespace:
            return f"is in namespace {other.namespace}"
        if reason is Reason.UID_OF_OTHER and other is not None:
            return f"its uid is that of {other.full_title}"
        return _WORDS[reason]


def claims_of(obj: KubeObject, graph: OwnerGraph) -> Iterator[Claim]:
    """Yield each entry of an object that is a mapping, in order."""
    if not obj.owner_references:
        return
    edges = {edge.reference.index: edge for edge in graph.references(obj)}
    refused = {fault.path.rpartition(".")[0] for fault in obj.faults if fault.kind is FaultKind.WRONG_TYPE}
    seen: set[tuple[object, ...]] = set()
    for reference in obj.owner_references:
        edge = edges.get(reference.index)
        if edge is not None:
            seen.add(whole_entry(reference))
            yield _resolved(edge)
        else:
            merged = reference.path not in refused and whole_entry(reference) in seen
            state = MERGED if merged else MALFORMED
            yield Claim(dependent=obj, reference=reference, state=state, reason=state)


def _resolved(edge: Edge) -> Claim:
    found = edge.resolution in _FOUND
    return Claim(
        dependent=edge.dependent,
        reference=edge.reference,
        state=edge.resolution.value,
        reason=edge.reason.value,
        resolution=edge.resolution,
        owner=edge.owner if found else None,
        decided_by=None if found else edge.owner,
    )
