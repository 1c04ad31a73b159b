"""Every object by uid and by identity: built once, asked by the graph and by rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import TypeAlias, TypeVar

from ownerlint.kinds import KindTable
from ownerlint.model import KubeObject, group_of

Identity = tuple[str, str, str, str]
"""Group family (`KindTable.family`), kind, namespace (empty for cluster-scoped and for unknown), name."""

Held: TypeAlias = "KubeObject | list[KubeObject] | tuple[KubeObject, ...]"
"""One object by itself, as nearly all are, which saves a tuple for each; several in a list until somebody asks."""


class Alike:
    """Objects that share an identity or a uid; what is asked of them takes one pass over them, however often it is asked.

    Args:
        objects: in the order of the files; at least one.
        identity: tells the identity of an object.
    """

    __slots__ = ("_by_collection", "_by_folder", "_by_uid", "_identities", "_identity", "_named", "objects")

    def __init__(self, objects: tuple[KubeObject, ...], identity: Callable[[KubeObject], Identity]) -> None:
        self.objects = objects
        self._identity = identity
        self._by_uid: dict[str, KubeObject] | None = None
        self._by_collection: dict[str, Alike] | None = None
        self._named: dict[tuple[str, str], KubeObject] | None = None
        self._by_folder: dict[str, KubeObject] | None = None
        self._identities: frozenset[Identity] | None = None

    @property
    def by_uid(self) -> dict[str, KubeObject]:
        """The first object of each uid; with the empty one for authored objects."""
        if self._by_uid is None:
            self._by_uid = _first(self.objects, lambda obj: obj.uid)
        return self._by_uid

    @property
    def identities(self) -> frozenset[Identity]:
        """The identities of the objects."""
        if self._identities is None:
            self._identities = frozenset(map(self._identity, self.objects))
        return self._identities

    def called(self, kind: str, name: str) -> KubeObject | None:
        """Return the first object of this kind and name."""
        if self._named is None:
            self._named = _first(self.objects, lambda obj: (obj.kind, obj.name))
        return self._named.get((kind, name))

    def within(self, collection: str) -> Alike | None:
        """Return those of one collection; None where there is none."""
        if self._by_collection is None:
            found: dict[str, list[KubeObject]] = {}
            for obj in self.objects:
                found.setdefault(obj.place.collection, []).append(obj)
            self._by_collection = {key: Alike(tuple(some), self._identity) for key, some in found.items()}
        return self._by_collection.get(collection)

    def beside(self, folder: str) -> KubeObject | None:
        """Return the first object that stands in a folder."""
        if self._by_folder is None:
            self._by_folder = _first(self.objects, lambda obj: obj.place.folder)
        return self._by_folder.get(folder)


class ObjectIndex:
    """Objects by uid and by identity.

    Several objects may share a uid (one object served by two groups, several snapshots of it) or an identity (overlays,
    several clusters' dumps in one tree), so every look-up answers with a tuple, in the order of the files.
    """

    __slots__ = ("_alike", "_by_identity", "_by_name", "_by_uid", "_kinds", "_with_body")

    def __init__(self, objects: Iterable[KubeObject], kinds: KindTable) -> None:
        self._kinds = kinds
        self._by_uid: dict[str, Held] = {}
        self._by_identity: dict[Identity, Held] = {}
        self._by_name: dict[tuple[str, str, str], tuple[KubeObject, ...]] | None = None
        self._alike: dict[int, Alike] = {}
        with_body: dict[tuple[str, str], list[KubeObject]] = {}
        by_uid, by_identity = self._by_uid, self._by_identity
        # What an identity begins with is the same for all objects of one kind, or of one kind and namespace.
        starts: dict[tuple[str, str], tuple[str, bool]] = {}
        for obj in objects:
            if obj.body is not None:
                with_body.setdefault((obj.group, obj.kind), []).append(obj)
            if obj.uid:
                _hold(by_uid, obj.uid, obj)
            kind = (obj.api_version, obj.kind)
            start = starts.get(kind)
            if start is None:
                cluster_scoped = kinds.namespaced(*kind) is False
                start = starts[kind] = (kinds.family(obj.group, obj.kind), cluster_scoped)
            _hold(by_identity, (start[0], obj.kind, "" if start[1] else obj.namespace, obj.name), obj)
        self._with_body = {kind: tuple(found) for kind, found in with_body.items()}

    def identity(self, obj: KubeObject) -> Identity:
        """Return the identity of an object; a cluster-scoped object has no namespace, whatever its manifest says."""
        group = obj.group
        namespace = "" if self._kinds.namespaced(obj.api_version, obj.kind) is False else obj.namespace
        return (self._kinds.family(group, obj.kind), obj.kind, namespace, obj.name)

    def with_uid(self, uid: str) -> tuple[KubeObject, ...]:
        """Return the live objects with this uid (compared exactly, as the collector does)."""
        return _get(self._by_uid, uid)

    def with_body(self, group: str, kind: str) -> tuple[KubeObject, ...]:
        """Return the objects of a kind whose body was kept (`load.project.BODY_KINDS`), in the order of the files."""
        return self._with_body.get((group, kind), ())

    def named(self, group: str, kind: str, namespace: str, name: str) -> tuple[KubeObject, ...]:
        """Return the objects of this identity; `namespace` is empty for cluster-scoped kinds."""
        return _get(self._by_identity, (self._kinds.family(group, kind), kind, namespace, name))

    def at(self, identity: Identity) -> tuple[KubeObject, ...]:
        """Return the objects of this identity, for a caller who keeps the group families of kinds at hand."""
        return _get(self._by_identity, identity)

    def alike(self, objects: tuple[KubeObject, ...]) -> Alike:
        """Return one of this index's own answers, at least one object, in a form that answers further questions fast."""
        if len(objects) == 1:
            return Alike(objects, self.identity)
        found = self._alike.get(id(objects))
        if found is None or found.objects is not objects:
            found = self._alike[id(objects)] = Alike(objects, self.identity)  # which keeps them, so the id stays theirs
        return found

    def count_live(self, objects: Iterable[KubeObject]) -> Counter[tuple[str, str, str, str]]:
        """Return the number of live objects by collection, family, kind and namespace (empty for cluster-scoped)."""
        written = Counter((o.place.collection, o.api_version, o.kind, o.namespace) for o in objects if o.uid)
        counted: Counter[tuple[str, str, str, str]] = Counter()
        for (collection, api_version, kind, namespace), count in written.items():
            inside = "" if self._kinds.namespaced(api_version, kind) is False else namespace
            counted[collection, self._kinds.family(group_of(api_version), kind), kind, inside] += count
        return counted

    def named_anywhere(self, group: str, kind: str, name: str) -> tuple[KubeObject, ...]:
        """Return the objects of this kind and name in any namespace."""
        if self._by_name is None:
            by_name: dict[tuple[str, str, str], list[KubeObject]] = {}
            for identity in self._by_identity:
                family, its_kind, _, its_name = identity
                by_name.setdefault((family, its_kind, its_name), []).extend(_get(self._by_identity, identity))
            self._by_name = {key: tuple(found) for key, found in by_name.items()}
        return self._by_name.get((self._kinds.family(group, kind), kind, name), ())


_Key = TypeVar("_Key", bound=Hashable)


def _first(objects: Iterable[KubeObject], key: Callable[[KubeObject], _Key]) -> dict[_Key, KubeObject]:
    """Return the first object of each key."""
    found: dict[_Key, KubeObject] = {}
    for obj in objects:
        found.setdefault(key(obj), obj)
    return found


def _hold(held: dict[_Key, Held], key: _Key, obj: KubeObject) -> None:
    before = held.setdefault(key, obj)
    if isinstance(before, list):
        before.append(obj)
    elif before is not obj:
        held[key] = [*((before,) if isinstance(before, KubeObject) else before), obj]


def _get(held: dict[_Key, Held], key: _Key) -> tuple[KubeObject, ...]:
    found = held.get(key)
    if found is None:
        return ()
    if isinstance(found, KubeObject):
        return (found,)
    if isinstance(found, list):  # turned into a tuple once, however often it is asked for
        found = held[key] = tuple(found)
    return found
