"""Resolve each owner reference once, in the collector's own order (semantics 2b), and say *unknown* where files end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from typing import TypeAlias

from ownerlint.form import (
    any_templated,
    looks_made_by_server,
    may_be_templated,
    mistyped,
    parses_as_group_version,
    well_formed,
    whole_entry,
)
from ownerlint.graph import Confidence, Edge, OwnerGraph, Reason, Resolution, WorldMode
from ownerlint.index import Alike, ObjectIndex
from ownerlint.kinds import Kind, KindTable, Mapping
from ownerlint.model import KubeObject, OwnerReference, Setting, group_of

FOREGROUND_FINALIZER = "foregroundDeletion"
"""The finalizer that marks an object in foreground deletion (apimachinery meta/v1 `FinalizerDeleteDependents`)."""

_UNMAPPED = {
    Mapping.NO_SUCH_KIND: Reason.NO_SUCH_KIND,
    Mapping.NO_SUCH_VERSION: Reason.NO_SUCH_VERSION,
    Mapping.WRONG_GROUP: Reason.WRONG_GROUP,
    Mapping.WRONG_CASE: Reason.WRONG_CASE,
}
_NEVER_FOUND = {Mapping.LIST_KIND: Reason.LIST_KIND, Mapping.UNSTORABLE: Reason.UNSTORABLE_KIND}

_MOST_KEPT = 4096
_Names: TypeAlias = Container[str]
_Way: TypeAlias = tuple[str, str, Kind]
"""Family of the owner's group, its kind in the proper spelling, and all that is known of the kind."""


def build_graph(
    objects: Sequence[KubeObject], index: ObjectIndex, kinds: KindTable, mode: WorldMode, broken: _Names = ()
) -> OwnerGraph:
    """Return the graph of all well-formed owner references of these objects.

    Args:
        objects: in the order of the files.
        index: of the same objects.
        kinds: scope and versions of kinds.
        mode: whether other objects may exist outside the files.
        broken: collections of which something could not be read, so that they prove no absence.
    """
    resolver = Resolver(objects, index, kinds, mode, broken)
    edges: list[Edge] = []
    for obj in objects:
        if obj.owner_references:
            edge = resolver.at_once(obj)
            if edge is None:
                edges.extend(resolver.resolve(obj))
            else:
                edges.append(edge)
    return OwnerGraph(edges)


class Resolver:
    """Resolves references against an index of objects."""

    def __init__(
        self, objects: Sequence[KubeObject], index: ObjectIndex, kinds: KindTable, mode: WorldMode, broken: _Names = ()
    ) -> None:
        self._objects, self._index, self._kinds = objects, index, kinds
        self._mode, self._broken = mode, broken
        self._collected: Counter[tuple[str, str, str, str]] | None = None
        self._ways: dict[tuple[str, str, str, str], _Way | None] = {}
        self._absences: dict[tuple[str | bool, ...], Edge] = {}

    def at_once(self, dependent: KubeObject) -> Edge | None:
        """Return the edge of an object with one sound reference to one object in the files, as nearly all have.

        None says nothing but that `resolve` has to look closely. Where both answer, they answer the same.
        """
        references = dependent.owner_references
        if len(references) != 1 or dependent.faults:
            return None
        (reference,) = references
        pair = (dependent.api_version, dependent.kind, reference.api_version, reference.kind)
        if pair in self._ways:
            way = self._ways[pair]
        else:
            way = self._ways[pair] = self._way(*pair)
        if way is None:
            return None
        family, spelled, kind = way
        name, uid = reference.name, reference.uid
        if not (name and uid) or may_be_templated(name + uid):
            return None
        named = self._index.at((family, spelled, dependent.namespace if kind.namespaced else "", name))
        if not named:
            return None if self._index.with_uid(uid) else self._absent_at_once(dependent, reference, kind)
        return _found(dependent, reference, named[0]) if len(named) == 1 and named[0].uid == uid else None

    def _absent_at_once(self, dependent: KubeObject, reference: OwnerReference, kind: Kind) -> Edge:
        """Judge an absent owner as others of its kind were, for dependents that stand in the same place."""
        if self._mode is WorldMode.CLOSED:
            return self._absent(dependent, reference, kind)
        pair = (dependent.api_version, dependent.kind, reference.api_version, reference.kind)
        case = (*pair, dependent.namespace, dependent.place.collection, dependent.live)
        before = self._absences.get(case)
        if before is not None:
            return Edge(dependent, reference, before.resolution, before.reason, before.confidence)
        if len(self._absences) == _MOST_KEPT:
            self._absences.clear()
        edge = self._absences[case] = self._absent(dependent, reference, kind)
        return edge

    def _way(self, api_version: str, kind: str, owner_version: str, owner_kind: str) -> _Way | None:
        """Return where to look for owners of one kind from dependents of one kind; None where more is to be weighed."""
        if not owner_kind or not parses_as_group_version(owner_version) or any_templated((owner_version, owner_kind)):
            return None
        found = self._kinds.resolve(owner_version, owner_kind)
        if owner_kind == "Event" or found.mapping in _UNMAPPED or found.mapping in _NEVER_FOUND:
            return None
        if found.namespaced is None or (found.namespaced and self._kinds.namespaced(api_version, kind) is False):
            return None
        spelled = found.canonical or owner_kind
        return self._kinds.family(group_of(owner_version), spelled), spelled, found

    def resolve(self, dependent: KubeObject) -> Iterator[Edge]:
        """Yield one edge for each well-formed entry; an entry that repeats an earlier one whole is merged with it (V7)."""
        references = dependent.owner_references
        refused = mistyped(dependent) if dependent.faults else ()
        seen: set[tuple[object, ...]] = set()
        for reference in references:
            if not well_formed(reference) or (refused and reference.path in refused):
                continue
            if len(references) > 1:
                whole = whole_entry(reference)
                if whole in seen:
                    continue
                seen.add(whole)
            yield self._edge(dependent, reference)

    def _edge(self, dependent: KubeObject, reference: OwnerReference) -> Edge:
        """Judge one reference: what maps, then scope, then the owner by name, then by uid."""
        if any_templated(reference.coordinates()):
            return Edge(dependent, reference, Resolution.UNKNOWN, Reason.TEMPLATED)
        kind = self._kinds.resolve(reference.api_version, reference.kind)
        if kind.mapping in _UNMAPPED:
            return self._unmapped(dependent, reference, kind)
        scope = self._scope(dependent)
        if scope is False and kind.namespaced is True:
            return self._namespaced_owner_of_cluster_scoped(dependent, reference, kind)
        if kind.mapping in _NEVER_FOUND:
            holders = self._index.with_uid(reference.uid)
            reason, owner = _NEVER_FOUND[kind.mapping], holders[0] if holders else None
            return Edge(dependent, reference, Resolution.DANGLING, reason, Confidence.HIGH, owner)
        return self._look_up(dependent, reference, kind)

    def _unmapped(self, dependent: KubeObject, reference: OwnerReference, kind: Kind) -> Edge:
        """Judge a reference whose kind does not map; its uid may still be that of an object, and block that object."""
        holders = self._index.with_uid(reference.uid)
        return Edge(
            dependent,
            reference,
            Resolution.UNRESOLVABLE,
            _UNMAPPED[kind.mapping],
            Confidence.HIGH if kind.certain else Confidence.MEDIUM,
            holders[0] if holders else None,
        )

    def _scope(self, dependent: KubeObject) -> bool | None:
        """Return whether the dependent is namespaced; None where its kind is unknown and its manifest does not say."""
        namespaced = self._kinds.namespaced(dependent.api_version, dependent.kind)
        if namespaced is None and dependent.namespace:
            return True
        return namespaced

    def _namespaced_owner_of_cluster_scoped(self, dependent: KubeObject, reference: OwnerReference, kind: Kind) -> Edge:
        holders = self._index.with_uid(reference.uid)
        its_kind = self._kinds.resolve(dependent.api_version, dependent.kind)
        confidence = Confidence.HIGH if kind.certain and its_kind.certain else Confidence.MEDIUM
        if dependent.live and dependent.namespace and its_kind.built_in is None:
            # No API server gives such an object a namespace: the CRD is not the cluster's, or the object is made up.
            confidence = Confidence.LOW
        return Edge(
            dependent,
            reference,
            Resolution.UNRESOLVABLE,
            Reason.NAMESPACED_OWNER_OF_CLUSTER_SCOPED,
            confidence,
            holders[0] if holders else None,
        )

    def _look_up(self, dependent: KubeObject, reference: OwnerReference, kind: Kind) -> Edge:
        """Find the owner where the collector would: by name, in the dependent's namespace if the kind has one."""
        named = self._named(dependent, reference, kind)
        if named:
            owners = self._index.alike(named)
            owner = owners.by_uid.get(reference.uid)
            return (
                self._other_uid(dependent, reference, owners) if owner is None else _found(dependent, reference, owner)
            )
        holders = self._telling(dependent, self._index.with_uid(reference.uid))
        if holders is not None:
            return self._elsewhere(dependent, reference, kind, holders)
        return self._absent(dependent, reference, kind)

    def _telling(self, dependent: KubeObject, holders: tuple[KubeObject, ...]) -> Alike | None:
        """Return the holders of a uid that say something: `1` or `abc` is given to many objects in unrelated files."""
        alike = self._index.alike(holders) if holders else None
        if alike is None or self._mode is WorldMode.CLOSED or looks_made_by_server(holders[0].uid):
            return alike
        return alike.within(dependent.place.collection)

    def _named(self, dependent: KubeObject, reference: OwnerReference, kind: Kind) -> tuple[KubeObject, ...]:
        group, name, spelled = group_of(reference.api_version), reference.name, kind.canonical or reference.kind
        if kind.namespaced is not None:
            return self._index.named(group, spelled, dependent.namespace if kind.namespaced else "", name)
        inside = self._index.named(group, spelled, dependent.namespace, name)
        return inside or self._index.named(group, spelled, "", name)

    def _other_uid(self, dependent: KubeObject, reference: OwnerReference, named: Alike) -> Edge:
        """Judge a reference whose owner is there by name, with another uid or none."""
        authored = named.by_uid.get("")
        if authored is not None:
            return Edge(dependent, reference, Resolution.UNKNOWN, Reason.AUTHORED_OWNER, Confidence.HIGH, authored)
        if len(named.by_uid) > 1:
            return Edge(dependent, reference, Resolution.UNKNOWN, Reason.STITCHED)
        together = named.within(dependent.place.collection)
        if together is not None or self._mode is WorldMode.CLOSED:
            owner, confidence = (together or named).objects[0], Confidence.HIGH
        else:
            # Test data in one folder is often of many clusters, or made up.
            beside = named.beside(dependent.place.folder)
            if beside is None or dependent.setting is Setting.TEST_DATA:
                return Edge(dependent, reference, Resolution.UNKNOWN, Reason.NOT_IN_FILES)
            owner, confidence = beside, Confidence.MEDIUM
        return Edge(dependent, reference, Resolution.DANGLING, Reason.UID_MISMATCH, confidence, owner)

    def _elsewhere(self, dependent: KubeObject, reference: OwnerReference, kind: Kind, holders: Alike) -> Edge:
        """Judge a reference whose uid belongs to objects that do not stand where the collector looks."""
        spelled = kind.canonical or reference.kind
        family = self._kinds.family(group_of(reference.api_version), spelled)
        fitting = holders.called(spelled, reference.name)
        owner = fitting or holders.objects[0]
        of_family = fitting is not None and self._kinds.family(owner.group, owner.kind) == family
        unsure = kind.mapping is Mapping.UNSURE
        if unsure and self._mode is WorldMode.CLOSED and not of_family:
            return Edge(dependent, reference, Resolution.UNRESOLVABLE, Reason.NO_SUCH_KIND, Confidence.MEDIUM, owner)
        if fitting is not None:
            if not of_family:
                return Edge(dependent, reference, Resolution.UNKNOWN, Reason.KIND_UNSURE, Confidence.HIGH, owner)
            if not (dependent.namespace and owner.namespace):
                return Edge(dependent, reference, Resolution.UNKNOWN, Reason.NAMESPACE_UNKNOWN, Confidence.HIGH, owner)
            return Edge(dependent, reference, Resolution.DANGLING, Reason.OTHER_NAMESPACE, Confidence.HIGH, owner)
        if len(holders.identities) > 1 and self._mode is not WorldMode.CLOSED:
            return Edge(dependent, reference, Resolution.UNKNOWN, Reason.STITCHED)
        confidence = Confidence.MEDIUM if unsure else Confidence.HIGH
        return Edge(dependent, reference, Resolution.DANGLING, Reason.UID_OF_OTHER, confidence, owner)

    def _absent(self, dependent: KubeObject, reference: OwnerReference, kind: Kind) -> Edge:
        """Judge a reference to something that no object in the files answers to."""
        closed = self._mode is WorldMode.CLOSED
        if kind.mapping is Mapping.UNSURE or not kind.certain:
            if closed:
                return Edge(dependent, reference, Resolution.UNRESOLVABLE, Reason.NO_SUCH_KIND, Confidence.MEDIUM)
            return Edge(dependent, reference, Resolution.UNKNOWN, Reason.KIND_UNSURE)
        if closed:
            spelled = kind.canonical or reference.kind
            others = self._index.named_anywhere(group_of(reference.api_version), spelled, reference.name)
            if others and kind.namespaced and dependent.namespace:
                return Edge(
                    dependent, reference, Resolution.DANGLING, Reason.OTHER_NAMESPACE, Confidence.HIGH, others[0]
                )
            return Edge(dependent, reference, Resolution.DANGLING, Reason.ABSENT)
        if self._mode is WorldMode.AUTO and dependent.live and self._was_collected(dependent, reference, kind):
            return Edge(dependent, reference, Resolution.DANGLING, Reason.ABSENT, Confidence.MEDIUM)
        return Edge(dependent, reference, Resolution.UNKNOWN, Reason.NOT_IN_FILES)

    def _was_collected(self, dependent: KubeObject, reference: OwnerReference, kind: Kind) -> bool:
        """Return whether the dependent's collection has live objects of the owner's kind where the owner would stand.

        The dependent itself proves nothing: alone in its file, it may be owned by another object of its own kind.
        """
        if dependent.place.collection in self._broken:
            return False
        if self._collected is None:
            self._collected = self._index.count_live(self._objects)
        spelled = kind.canonical or reference.kind
        family = self._kinds.family(group_of(reference.api_version), spelled)
        namespace = dependent.namespace if kind.namespaced else ""
        sought = (dependent.place.collection, family, spelled, namespace)
        its_own = (dependent.place.collection, *self._index.identity(dependent)[:3])
        return self._collected[sought] > (1 if its_own == sought else 0)


def _found(dependent: KubeObject, reference: OwnerReference, owner: KubeObject) -> Edge:
    if owner.deletion_timestamp and FOREGROUND_FINALIZER in owner.finalizers:
        return Edge(dependent, reference, Resolution.WAITING, Reason.FOREGROUND_DELETION, Confidence.HIGH, owner)
    return Edge(dependent, reference, Resolution.SOLID, Reason.FOUND, Confidence.HIGH, owner)
