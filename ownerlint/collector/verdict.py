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

_LEVELS = 50
"""How far up the owners of owners are followed. Real chains have five levels at most (CronJob, Job, Pod, claim)."""


class Fates:
    """The collector's verdict on each object of a graph, and the words for it."""

    __slots__ = ("_going", "_graph")

    def __init__(self, graph: OwnerGraph) -> None:
        self._graph = graph
        self._going: dict[int, bool] = {}

    def verdict(self, obj: KubeObject) -> Verdict:
        """Return what the collector does with this object as the graph stands."""
        return judge(self._graph.references(obj))

    def consequence(self, obj: KubeObject) -> Consequence:
        """Return the consequence for an object that carries a faulty reference."""
        verdict = self.verdict(obj)
        if verdict is Verdict.FROZEN:
            return Consequence.DELETION_HANGS if self.blocked_owner(obj) else Consequence.NEVER_COLLECTED
        if verdict is Verdict.UNKNOWN or self._is_kept(obj):
            return Consequence.STRIPPED
        return Consequence.DELETED

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
        if verdict is not Verdict.UNKNOWN or self._is_kept(obj):
            return self.if_owner_is_gone(obj)[1]
        return f"removes this entry, or deletes {obj.title} if none of its other owners exists"

    def if_owner_is_gone(self, obj: KubeObject) -> tuple[Consequence, str]:
        """Return consequence and effect for an object if the owners about which nothing is known turn out absent."""
        if self.verdict(obj) is Verdict.FROZEN:
            return self.consequence(obj), self.effect(obj)
        if self._is_kept(obj):
            return Consequence.STRIPPED, f"removes this entry; {obj.title} stays with its other owners"
        others = any(edge.resolution is Resolution.SOLID for edge in self._graph.references(obj))
        too = ", as its other owners go too" if others else ""
        return Consequence.DELETED, f"deletes {obj.title}{'' if obj.live else ' right after it is applied'}{too}"

    def acts_on(self, obj: KubeObject) -> bool:
        """Return whether the collector ever acts on this object because of its owners.

        It leaves an object alone that is being deleted already, and never watches events (semantics 2, 2c).
        """
        return not obj.terminating and not (obj.kind == "Event" and obj.group in _EVENT_GROUPS)

    def _is_kept(self, obj: KubeObject) -> bool:
        """Return whether some owner holds the object: it is there, and does not go itself."""
        return any(
            edge.resolution is Resolution.SOLID and edge.owner is not None and not self._goes(edge.owner, _LEVELS)
            for edge in self._graph.references(obj)
        )

    def _goes(self, obj: KubeObject, levels: int) -> bool:
        """Return whether the collector deletes this object, because all of its owners are absent or go themselves.

        A finalizer may hold an object, or orphan its dependents, so that it does not take them along.
        """
        known = self._going.get(id(obj))
        if known is not None:
            return known
        self._going[id(obj)] = False  # objects that own each other in a circle keep each other
        edges = self._graph.references(obj)
        goes = (
            bool(edges and levels)
            and self.acts_on(obj)
            and all(name == "foregroundDeletion" for name in obj.finalizers)
            and all(
                edge.resolution in (Resolution.DANGLING, Resolution.WAITING)
                or (
                    edge.resolution is Resolution.SOLID
                    and edge.owner is not None
                    and self._goes(edge.owner, levels - 1)
                )
                for edge in edges
            )
        )
        self._going[id(obj)] = goes
        return goes

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
