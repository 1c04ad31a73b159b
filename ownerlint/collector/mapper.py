"""The collector's REST mapper: from the apiVersion and kind of a reference to the place where a GET looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from ownerlint.kinds import Mapping
from ownerlint.model import group_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ownerlint.collector.state import Resource
    from ownerlint.kinds import Kind, KindTable
    from ownerlint.model import KubeObject


class Mapped(Struct, frozen=True, gc=False):
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
        objects: all objects. A version that is off by default is served if one of them is live and of that version.
    """

    __slots__ = ("_kinds", "_mapped", "_resources", "_seen")

    def __init__(self, kinds: KindTable, objects: Iterable[KubeObject] = ()) -> None:
        self._kinds = kinds
        self._seen = {obj.api_version for obj in objects if obj.uid}
        self._mapped: dict[tuple[str, str], Mapped | None] = {}
        self._resources: dict[tuple[str, str], Resource] = {}

    def map(self, api_version: str, kind: str) -> Mapped | None:
        """Return the mapping, or None where there is none, so that the reference is unresolvable."""
        key = (api_version, kind)
        if key not in self._mapped:
            self._mapped[key] = self._map(parsed(api_version), kind)
        return self._mapped[key]

    def resource(self, api_version: str, kind: str) -> Resource:
        """Return the resource under which objects of this kind are stored, whichever version is written."""
        key = (api_version, kind)
        found = self._resources.get(key)
        if found is None:
            canonical = self._kinds.resolve(api_version, kind).canonical or kind
            found = self._resources[key] = (self._kinds.family(group_of(api_version), canonical), canonical)
        return found

    def _map(self, api_version: str, kind: str) -> Mapped | None:
        found = self._kinds.resolve(api_version, kind)
        if found.mapping in (Mapping.LIST_KIND, Mapping.UNSTORABLE):
            return Mapped(found.namespaced is True, None)
        if self._served(api_version, found):
            return Mapped(found.namespaced is not False, self.resource(api_version, kind))
        return None

    def _served(self, api_version: str, found: Kind) -> bool:
        if found.mapping is not Mapping.SERVED or not found.certain:
            return False
        return found.default_on or api_version in self._seen


def parsed(api_version: str) -> str:
    """Return the apiVersion as the mapper parses it: `/v1` is `v1` (apimachinery `ParseGroupVersion`)."""
    return api_version.removeprefix("/")
