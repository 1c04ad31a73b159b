"""Every object by uid and by identity: built once, asked by the graph and by rules."""

from __future__ import annotations

from collections.abc import Iterable

from ownerlint.kinds import KindTable
from ownerlint.model import KubeObject

Identity = tuple[str, str, str, str]
"""Group family (`KindTable.family`), kind, namespace (empty for cluster-scoped and for unknown), name."""


class ObjectIndex:
    """Objects by uid and by identity.

    Several objects may share a uid (one object served by two groups, several snapshots of it) or an identity (overlays,
    several clusters' dumps in one tree), so every look-up answers with a tuple, in the order of the files.
    """

    __slots__ = ("_by_identity", "_by_name", "_by_uid", "_kinds", "_with_body")

    def __init__(self, objects: Iterable[KubeObject], kinds: KindTable) -> None:
        self._kinds = kinds
        self._by_uid: dict[str, tuple[KubeObject, ...]] = {}
        self._by_identity: dict[Identity, tuple[KubeObject, ...]] = {}
        self._by_name: dict[tuple[str, str, str], tuple[KubeObject, ...]] | None = None
        with_body: dict[tuple[str, str], list[KubeObject]] = {}
        by_uid, by_identity = self._by_uid, self._by_identity
        for obj in objects:
            if obj.body is not None:
                with_body.setdefault((obj.group, obj.kind), []).append(obj)
            if obj.uid:
                by_uid[obj.uid] = (*by_uid.get(obj.uid, ()), obj)
            key = self.identity(obj)
            by_identity[key] = (*by_identity.get(key, ()), obj)
        self._with_body = {kind: tuple(found) for kind, found in with_body.items()}

    def identity(self, obj: KubeObject) -> Identity:
        """Return the identity of an object; a cluster-scoped object has no namespace, whatever its manifest says."""
        group = obj.group
        namespace = "" if self._kinds.namespaced(obj.api_version, obj.kind) is False else obj.namespace
        return (self._kinds.family(group, obj.kind), obj.kind, namespace, obj.name)

    def with_uid(self, uid: str) -> tuple[KubeObject, ...]:
        """Return the live objects with this uid (compared exactly, as the collector does)."""
        return self._by_uid.get(uid, ())

    def with_body(self, group: str, kind: str) -> tuple[KubeObject, ...]:
        """Return the objects of a kind whose body was kept (`load.project.BODY_KINDS`), in the order of the files."""
        return self._with_body.get((group, kind), ())

    def named(self, group: str, kind: str, namespace: str, name: str) -> tuple[KubeObject, ...]:
        """Return the objects of this identity; `namespace` is empty for cluster-scoped kinds."""
        return self._by_identity.get((self._kinds.family(group, kind), kind, namespace, name), ())

    def named_anywhere(self, group: str, kind: str, name: str) -> tuple[KubeObject, ...]:
        """Return the objects of this kind and name in any namespace."""
        if self._by_name is None:
            by_name: dict[tuple[str, str, str], tuple[KubeObject, ...]] = {}
            for (family, its_kind, _, its_name), objects in self._by_identity.items():
                key = (family, its_kind, its_name)
                by_name[key] = by_name.get(key, ()) + objects
            self._by_name = by_name
        return self._by_name.get((self._kinds.family(group, kind), kind, name), ())
