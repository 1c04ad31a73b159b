"""One edge per owner reference, each resolved once, exactly as the collector resolves it, plus one word: unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from msgspec import Struct

from ownerlint.model import KubeObject, OwnerReference


class WorldMode(str, Enum):
    """Whether other objects may exist outside the files.

    OPEN: they may, so an absent owner is unknown. CLOSED: the files are all there is. AUTO: an owner is absent only
    where its own collection proves that the owner's kind was collected for that namespace.
    """

    AUTO = "auto"
    OPEN = "open"
    CLOSED = "closed"


class Confidence(str, Enum):
    """How sure a verdict is. HIGH: proved by the files. MEDIUM: likely. LOW: a hint."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Resolution(str, Enum):
    """What the collector makes of one reference (`classifyReferences`); UNKNOWN where the files cannot tell."""

    SOLID = "solid"
    DANGLING = "dangling"
    WAITING = "waiting"
    UNRESOLVABLE = "unresolvable"
    UNKNOWN = "unknown"


class Reason(str, Enum):
    """Why a reference has its resolution."""

    FOUND = "found"
    # dangling
    ABSENT = "absent"
    UID_MISMATCH = "uid-mismatch"
    OTHER_NAMESPACE = "other-namespace"
    UID_OF_OTHER = "uid-of-other"
    LIST_KIND = "list-kind"
    UNSTORABLE_KIND = "unstorable-kind"
    # waiting
    FOREGROUND_DELETION = "foreground-deletion"
    # unresolvable
    NO_SUCH_KIND = "no-such-kind"
    NO_SUCH_VERSION = "no-such-version"
    WRONG_GROUP = "wrong-group"
    WRONG_CASE = "wrong-case"
    NAMESPACED_OWNER_OF_CLUSTER_SCOPED = "namespaced-owner-of-cluster-scoped"
    # unknown
    NOT_IN_FILES = "not-in-files"
    AUTHORED_OWNER = "authored-owner"
    STITCHED = "stitched"
    NAMESPACE_UNKNOWN = "namespace-unknown"
    KIND_UNSURE = "kind-unsure"
    TEMPLATED = "templated"


class Edge(Struct, frozen=True, gc=False):
    """One owner reference, resolved.

    Args:
        dependent: the object that carries the reference.
        reference: the entry.
        resolution: what the collector makes of it.
        reason: why.
        confidence: how sure.
        owner: the object in the files that decides: the owner itself where it was found, the object that contradicts
            where it was not (other uid, other namespace, other name); None where no object decides.
    """

    dependent: KubeObject
    reference: OwnerReference
    resolution: Resolution
    reason: Reason
    confidence: Confidence = Confidence.HIGH
    owner: KubeObject | None = None


class Cycle(Struct, frozen=True):
    """Objects that own each other in a circle; `edges` lead around it, the first from its first object in file order."""

    edges: tuple[Edge, ...]


class OwnerGraph:
    """All edges: by resolution, by dependent, and the cycles among the solid ones.

    Args:
        edges: one for each well-formed owner reference, in the order of the files.
    """

    __slots__ = ("_by_dependent", "_by_owner", "_by_resolution", "_cycles", "_edges")

    def __init__(self, edges: Iterable[Edge]) -> None:
        self._edges = tuple(edges)
        by_resolution: dict[Resolution, list[Edge]] = {resolution: [] for resolution in Resolution}
        sound = Resolution.SOLID
        # Nearly all edges are solid, and a member of an enumeration is slow to look up by.
        solid = by_resolution[sound] = [edge for edge in self._edges if edge.resolution is sound]
        if len(solid) < len(self._edges):
            for edge in self._edges:
                if edge.resolution is not sound:
                    by_resolution[edge.resolution].append(edge)
        self._by_resolution = {resolution: tuple(found) for resolution, found in by_resolution.items()}
        self._by_dependent: dict[int, list[Edge]] | None = None
        self._by_owner: dict[int, list[Edge]] | None = None
        self._cycles: tuple[Cycle, ...] | None = None

    def edges(self, resolution: Resolution) -> tuple[Edge, ...]:
        """Return the edges of this resolution, in the order of the files."""
        return self._by_resolution[resolution]

    def because(self, *reasons: Reason) -> Iterator[Edge]:
        """Yield the edges that have one of these reasons, in the order of the files; sound references cost nothing."""
        for resolution, edges in self._by_resolution.items():
            if resolution is not Resolution.SOLID:
                for edge in edges:
                    if edge.reason in reasons:
                        yield edge

    def references(self, dependent: KubeObject) -> tuple[Edge, ...]:
        """Return the edges of the references that this object carries, in their order."""
        if not dependent.owner_references:
            return ()
        if self._by_dependent is None:
            by_dependent: dict[int, list[Edge]] = {}
            for edge in self._edges:
                by_dependent.setdefault(id(edge.dependent), []).append(edge)
            self._by_dependent = by_dependent
        return tuple(self._by_dependent.get(id(dependent), ()))

    def dependents(self, owner: KubeObject) -> tuple[Edge, ...]:
        """Return the edges of the objects that this object solidly owns."""
        if self._by_owner is None:
            by_owner: dict[int, list[Edge]] = {}
            for edge in (*self._by_resolution[Resolution.SOLID], *self._by_resolution[Resolution.WAITING]):
                by_owner.setdefault(id(edge.owner), []).append(edge)
            self._by_owner = by_owner
        return tuple(self._by_owner.get(id(owner), ()))

    @property
    def cycles(self) -> tuple[Cycle, ...]:
        """The circles of two objects or more, one for each group of objects that reach each other."""
        if self._cycles is None:
            solid = self._by_resolution[Resolution.SOLID]
            if not solid:
                return ()
            from ownerlint.cycles import find_cycles  # noqa: PLC0415 - rarely needed, and it needs Edge and Cycle

            self._cycles = find_cycles(solid)
        return self._cycles
