"""An object with all that hangs together with it, as the simulated collector takes it.

Where the files are not the whole cluster, the graph says more than a cluster would: that an owner of which nothing is known
may exist, that an unknown kind is served. Here this is put in the simulator's terms, so that each reference is worth at the
beginning what its resolution says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from ownerlint.collector.identities import Identities
from ownerlint.collector.mapper import Mapped, Mapper
from ownerlint.collector.state import Identity, Key, Stored
from ownerlint.graph import Reason, Resolution, WorldMode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ownerlint.graph import Edge, OwnerGraph
    from ownerlint.index import ObjectIndex
    from ownerlint.kinds import KindTable
    from ownerlint.model import KubeObject, OwnerReference


_UNMAPPED = "\0"
"""Put before a kind, it makes one that nothing serves."""

_FOUND = (Resolution.SOLID, Resolution.WAITING)


class Scene(Struct, frozen=True):
    """What the simulator is given.

    Args:
        uids: the uid of each member; one that is made up for an authored object, which no reference can name, and for a
            further snapshot of an object.
        stored: what is in the cluster at the beginning.
        mapper: which kinds are served.
    """

    uids: tuple[str, ...]
    stored: tuple[Stored, ...]
    mapper: Mapper


class Surroundings:
    """Finds what hangs together and sets the scene. Costs nothing until it is asked.

    Args:
        objects: every object.
        index: of the same objects.
        graph: their references, resolved.
        kinds: which kinds exist.
        mode: whether other objects may exist outside the files.
        impossible: tells the uids that no object can have.
    """

    __slots__ = ("_graph", "_impossible", "_index", "_kinds", "_mapper", "_mode", "_naming", "_objects")

    def __init__(
        self,
        objects: Sequence[KubeObject],
        index: ObjectIndex,
        graph: OwnerGraph,
        kinds: KindTable,
        *,
        mode: WorldMode,
        impossible: Callable[[str], bool],
    ) -> None:
        self._objects = objects
        self._index = index
        self._graph = graph
        self._kinds = kinds
        self._mode = mode
        self._impossible = impossible
        self._mapper: _LenientMapper | None = None
        self._naming: dict[str, list[KubeObject]] | None = None

    def members(self, obj: KubeObject) -> tuple[KubeObject, ...]:
        """Return the objects that hang together with this one by uids, itself among them, in the order of the files."""
        found = {id(obj): obj}
        seen: set[str] = set()
        new = [obj]
        while new:
            one = new.pop()
            for uid in (one.uid, *(reference.uid for reference in one.owner_references)):
                if uid and uid not in seen:
                    seen.add(uid)
                    for other in (*self._index.with_uid(uid), *self._who_names(uid)):
                        if id(other) not in found:
                            found[id(other)] = other
                            new.append(other)
        return tuple(sorted(found.values(), key=lambda member: member.sort_key()))

    def scene(self, members: Sequence[KubeObject], *, presume: bool) -> Scene:
        """Return what the simulator is given of these objects.

        Args:
            members: all that hang together.
            presume: whether the owners of which nothing is known exist.
        """
        edges = [self._graph.references(member) for member in members]
        mapper = self._mapper_for(edge for each in edges for edge in each)
        identities = Identities(self._kinds, mapper)
        builder = _Builder({}, {}, {})
        uids = []
        for number, (member, its_edges) in enumerate(zip(members, edges, strict=True)):
            references = tuple(_as_taken(edge, mapper) for edge in its_edges)
            identity = identities.of(member, member.uid or f"\0{number}")
            uids.append(builder.add(member, identity, references, f"\0{number}"))
            for edge in its_edges:
                place = mapper.place(edge.reference, identity.namespace)
                if place is not None and self._exists(edge, presume=presume):
                    builder.let_find(edge.reference, place)
        return Scene(tuple(uids), builder.stored(), mapper)

    def _mapper_for(self, edges: Iterable[Edge]) -> _LenientMapper:
        if self._mapper is None:
            self._mapper = _LenientMapper(self._kinds, self._objects)
        for edge in edges:
            if self._is_served(edge):
                self._mapper.assume(edge.reference, edge.owner)
        return self._mapper

    def _who_names(self, uid: str) -> Sequence[KubeObject]:
        if self._naming is None:
            naming: dict[str, list[KubeObject]] = {}
            for obj in self._objects:
                for reference in obj.owner_references:
                    naming.setdefault(reference.uid, []).append(obj)
            self._naming = naming
        return self._naming.get(uid, ())

    def _is_served(self, edge: Edge) -> bool:
        """Return whether the resolution of a reference implies that its kind is served."""
        if edge.resolution is Resolution.DANGLING or edge.reason is Reason.KIND_UNSURE:
            # Where nothing exists outside the files, the kinds that are not defined in them do not exist either.
            return self._mode is not WorldMode.CLOSED
        return edge.resolution is not Resolution.UNRESOLVABLE

    def _exists(self, edge: Edge, *, presume: bool) -> bool:
        if edge.resolution is Resolution.UNKNOWN:
            if edge.reason is Reason.KIND_UNSURE and self._mode is WorldMode.CLOSED:
                return False
            # What is filled in later will be right; a placeholder that no template engine knows stays what it is.
            templated = edge.reason is Reason.TEMPLATED
            return presume and (templated or not self._impossible(edge.reference.uid))
        return edge.resolution in _FOUND


class _Builder(Struct):
    """Collects what is stored, and where it is found.

    Args:
        objects: the objects by uid.
        places: for each uid, where a GET finds its object.
        claims: for each uid, the first reference that names it.
    """

    objects: dict[str, Stored]
    places: dict[str, dict[Key, None]]
    claims: dict[str, OwnerReference]

    def add(self, obj: KubeObject, identity: Identity, references: tuple[OwnerReference, ...], spare: str) -> str:
        """Enter an object and return its uid.

        It is the spare one for what shares a uid with another, but is in fact judged by itself: a snapshot with other
        references, a copy under another name.
        """
        if obj.live:
            place = (identity.resource, identity.namespace, identity.name)
            self.places.setdefault(obj.uid, {}).setdefault(place)
        known = self.objects.get(identity.uid)
        if known is not None and known.references == references:
            its = known.identity
            if not references or its.is_found_at(identity.resource, identity.namespace, identity.name):
                return known.uid
        if known is not None:
            identity = replace(identity, uid=spare)
        self.objects[identity.uid] = Stored(identity, references, obj.finalizers, obj.terminating)
        return identity.uid

    def let_find(self, reference: OwnerReference, place: Key) -> None:
        """Let the owner that a reference names be found, whether or not it is among the objects."""
        self.claims.setdefault(reference.uid, reference)
        self.places.setdefault(reference.uid, {}).setdefault(place)

    def stored(self) -> tuple[Stored, ...]:
        """Return what is in the cluster."""
        for uid, places in self.places.items():
            known = self.objects.get(uid) or _outsider(self.claims[uid], next(iter(places)))
            self.objects[uid] = _found_at(known, tuple(places))
        return tuple(self.objects.values())


class _LenientMapper(Mapper):
    """Also maps what is assumed to be served."""

    __slots__ = ()

    def assume(self, reference: OwnerReference, owner: KubeObject | None) -> None:
        """Take it that the kind of a reference is served, in the scope of the owner if nothing else tells."""
        api_version, kind = reference.api_version, reference.kind
        if self.map(api_version, kind) is None:
            scope = self._kinds.resolve(api_version, kind).namespaced
            namespaced = (owner is None or bool(owner.namespace)) if scope is None else scope
            self._mapped[(api_version, kind)] = Mapped(namespaced, self.resource(api_version, kind))

    def place(self, reference: OwnerReference, namespace: str) -> Key | None:
        """Return where a GET looks for an owner from this namespace; None where it never finds anything."""
        mapped = self.map(reference.api_version, reference.kind)
        if mapped is None or mapped.resource is None:
            return None
        return (mapped.resource, namespace if mapped.namespaced else "", reference.name)


def _as_taken(edge: Edge, mapper: Mapper) -> OwnerReference:
    """Return a reference that the simulator cannot resolve where the graph says that it cannot be resolved."""
    reference = edge.reference
    if (
        edge.resolution is Resolution.UNRESOLVABLE
        and edge.reason is not Reason.NAMESPACED_OWNER_OF_CLUSTER_SCOPED
        and mapper.map(reference.api_version, reference.kind) is not None
    ):
        return replace(reference, kind=_UNMAPPED + reference.kind)
    return reference


def _outsider(claim: OwnerReference, place: Key) -> Stored:
    """Return an owner outside the files, as a reference describes it."""
    resource, namespace, name = place
    return Stored(Identity(claim.uid, claim.api_version, claim.kind, namespace, name, resource))


def _found_at(stored: Stored, places: tuple[Key, ...]) -> Stored:
    """Return an object so that a GET finds it at all these places."""
    identity = stored.identity
    aliases = frozenset(place for place in places if not identity.is_found_at(*place))
    return replace(stored, identity=replace(identity, aliases=aliases)) if aliases else stored
