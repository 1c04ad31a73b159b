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


_EVENT_GROUPS = ("", "events.k8s.io")
_MAYBE_ELSEWHERE = (Resolution.UNRESOLVABLE, Resolution.UNKNOWN)
"""Resolutions whose owner may well exist, though no object in the files is it."""


class Fates:
    """The collector's verdict on each object of a graph, and the words for it."""

    __slots__ = ("_graph",)

    def __init__(self, graph: OwnerGraph) -> None:
        self._graph = graph

    def verdict(self, obj: KubeObject) -> Verdict:
        """Return what the collector does with this object as the graph stands."""
        return judge(self._graph.references(obj))

    def consequence(self, obj: KubeObject) -> Consequence:
        """Return the consequence for an object that carries a faulty reference."""
        verdict = self.verdict(obj)
        if verdict is Verdict.FROZEN:
            return Consequence.DELETION_HANGS if self.blocked_owner(obj) else Consequence.NEVER_COLLECTED
        return Consequence.DELETED if verdict is Verdict.DELETED else Consequence.STRIPPED

    def blocked_owner(self, obj: KubeObject) -> KubeObject | None:
        """Return an owner in the files whose foreground deletion waits for ever for this frozen object.

        Blocking dependents are counted by uid alone (`graph_builder.go`), so it does not matter that the reference is
        unresolvable: any blocking entry with the uid of an observed object holds that object (recorded).
        """
        edges = self._graph.references(obj)
        if judge(edges) is not Verdict.FROZEN:
            return None
        for edge in edges:
            if edge.reference.block_owner_deletion and edge.owner is not None and edge.owner.uid == edge.reference.uid:
                return edge.owner
        return None

    def effect(self, obj: KubeObject) -> str:
        """Return what the collector does with an object that has a faulty reference, as a clause for a message.

        The subject, the garbage collector, is left to the message: "deletes ConfigMap/web right after it is applied".
        """
        verdict = self.verdict(obj)
        if verdict is Verdict.FROZEN:
            return f"never collects {obj.title}{self._unheeded(obj)}{self._hang(obj)}"
        if verdict is Verdict.DELETED:
            return f"deletes {obj.title}" + ("" if obj.live else " right after it is applied")
        if verdict is Verdict.STRIPPED:
            return f"removes this entry; {obj.title} stays with its other owners"
        return f"removes this entry, or deletes {obj.title} if none of its other owners exists"

    def acts_on(self, obj: KubeObject) -> bool:
        """Return whether the collector ever acts on this object because of its owners.

        It leaves an object alone that is being deleted already, and never watches events (semantics 2, 2c).
        """
        return not obj.terminating and not (obj.kind == "Event" and obj.group in _EVENT_GROUPS)

    def _unheeded(self, obj: KubeObject) -> str:
        others = len(self._graph.references(obj)) - 1
        if others < 1:
            return ""
        return ", whatever becomes of its " + ("other owner" if others == 1 else f"{others} other owners")

    def _hang(self, obj: KubeObject) -> str:
        owner = self.blocked_owner(obj)
        if owner is not None:
            return f", and foreground deletion of {owner.title} hangs for ever"
        for edge in self._graph.references(obj):
            if edge.reference.block_owner_deletion and edge.resolution in _MAYBE_ELSEWHERE:
                return f", and foreground deletion of {edge.reference.title} would hang for ever"
        return ""


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
