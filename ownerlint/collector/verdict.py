"""What the collector does with one object whose references have been classified (semantics 2c), nobody deleting."""

from __future__ import annotations

from enum import Enum

from ownerlint.graph import Edge, OwnerGraph, Resolution
from ownerlint.model import KubeObject


class Consequence(str, Enum):
    """What will happen because of a fault."""

    REJECTED = "rejected"
    DELETED = "deleted"
    STRIPPED = "stripped"
    NEVER_COLLECTED = "never-collected"
    DELETION_HANGS = "deletion-hangs"
    WARNED = "warned"
    IGNORED = "ignored"
    RISK = "risk"


class Verdict(str, Enum):
    """What `attemptToDeleteItem` does with an object.

    KEPT: every owner is solid, or there are no references. DELETED: every owner is absent. STRIPPED: some owner is
    solid, so the absent ones' entries are removed. FROZEN: some reference is unresolvable, so nothing is done, ever.
    UNKNOWN: whether some owner exists cannot be told from the files.
    """

    KEPT = "kept"
    DELETED = "deleted"
    STRIPPED = "stripped"
    FROZEN = "frozen"
    UNKNOWN = "unknown"


class Fates:
    """The collector's verdict on each object of a graph."""

    __slots__ = ("_graph",)

    def __init__(self, graph: OwnerGraph) -> None:
        self._graph = graph

    def verdict(self, obj: KubeObject) -> Verdict:
        """Return what the collector does with this object as the graph stands."""
        return judge(self._graph.references(obj))


def judge(edges: tuple[Edge, ...]) -> Verdict:
    """Return the verdict on an object from the edges of all its references, in the collector's order."""
    resolutions = {edge.resolution for edge in edges}
    if Resolution.UNRESOLVABLE in resolutions:
        return Verdict.FROZEN
    if Resolution.UNKNOWN in resolutions:
        return Verdict.UNKNOWN
    if resolutions <= {Resolution.SOLID}:
        return Verdict.KEPT
    return Verdict.STRIPPED if Resolution.SOLID in resolutions else Verdict.DELETED
