"""The collector's REST mapper: from the apiVersion and kind of a reference to the place where a GET looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from ownerlint.collector.state import Resource
from ownerlint.kinds import Mapping
from ownerlint.model import group_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ownerlint.kinds import KindTable
    from ownerlint.model import KubeObject


class Mapped(Struct, frozen=True):
    """A REST mapping.

    Args:
        namespaced: whether the GET goes to the dependent's namespace.
        resource: what is looked up; None where the look-up answers 404 whatever the name (list kinds, kinds that are
            never stored).
    """

    namespaced: bool
    resource: Resource | None


class Mapper:
    """Maps apiVersion and kind, remembering the answers.

    Args:
        kinds: which kinds exist.
        witnesses: live objects. A custom kind that the table is not sure of exists if one of them is of that kind.
    """

    __slots__ = ("_cache", "_kinds", "_witnesses")

    def __init__(self, kinds: KindTable, witnesses: Iterable[KubeObject] = ()) -> None:
        self._kinds = kinds
        self._witnesses: dict[tuple[str, str], bool] = {}
        for obj in witnesses:
            if obj.uid:
                kind = (obj.api_version, obj.kind)
                self._witnesses[kind] = self._witnesses.get(kind, False) or bool(obj.namespace)
        self._cache: dict[tuple[str, str], Mapped | None] = {}

    def map(self, api_version: str, kind: str) -> Mapped | None:
        """Return the mapping, or None where there is none, so that the reference is unresolvable."""
        key = (api_version, kind)
        if key not in self._cache:
            self._cache[key] = self._map(parsed(api_version), kind)
        return self._cache[key]

    def namespaced(self, obj: KubeObject) -> bool:
        """Return whether the object lives in a namespace; where the table does not know, whether it names one."""
        known = self._kinds.resolve(obj.api_version, obj.kind).namespaced
        return bool(obj.namespace) if known is None else known

    def resource(self, api_version: str, kind: str) -> Resource:
        """Return the resource under which objects of this kind are stored, in whichever version."""
        canonical = self._kinds.resolve(api_version, kind).canonical or kind
        return (self._kinds.family(group_of(api_version), canonical), canonical)

    def _map(self, api_version: str, kind: str) -> Mapped | None:
        found = self._kinds.resolve(api_version, kind)
        if found.mapping in (Mapping.LIST_KIND, Mapping.UNSTORABLE):
            return Mapped(found.namespaced is True, None)
        if found.mapping is Mapping.SERVED and found.certain:
            return Mapped(found.namespaced is not False, self.resource(api_version, kind))
        if found.mapping in (Mapping.SERVED, Mapping.UNSURE) and (api_version, kind) in self._witnesses:
            namespaced = found.namespaced
            if namespaced is None:
                namespaced = self._witnesses[api_version, kind]
            return Mapped(namespaced, self.resource(api_version, kind))
        return None


def parsed(api_version: str) -> str:
    """Return the apiVersion as the mapper parses it: `/v1` is `v1` (apimachinery `ParseGroupVersion`)."""
    return api_version[1:] if api_version.startswith("/") else api_version
