"""The kinds of custom groups: declared by CRDs or configuration, seen on live objects, or known from public projects."""

from __future__ import annotations

from collections.abc import Iterable

from ownerlint.kinds.crds import CustomKind
from ownerlint.kinds.data import WellKnownKind, join, version_rank, well_known
from ownerlint.kinds.mapping import Kind, Mapping, as_registered, differs_in_case, nearest
from ownerlint.model import group_of, version_of

Seen = tuple[str, str, bool]
"""apiVersion and kind of a live object, and whether it has a namespace."""


class CustomKinds:
    """What is known of custom kinds, best evidence first.

    Args:
        defined: from CRDs in the files.
        configured: from the user's configuration.
        seen: of the live objects in the files.
    """

    def __init__(self, defined: Iterable[CustomKind], configured: Iterable[CustomKind], seen: Iterable[Seen]) -> None:
        self._declared: dict[str, dict[str, tuple[CustomKind, ...]]] = {}
        self._scopes: tuple[dict[tuple[str, str], bool | None], ...] = (_scopes(defined), _scopes(configured))
        for custom in (*defined, *configured):
            kinds = self._declared.setdefault(custom.group, {})
            kinds[custom.kind] = (*kinds.get(custom.kind, ()), custom)
        self._pairs: set[tuple[str, str]] = set()
        self._seen: dict[str, dict[str, set[bool]]] = {}
        for api_version, kind, in_namespace in seen:
            self._pairs.add((api_version, kind))
            self._seen.setdefault(group_of(api_version), {}).setdefault(kind, set()).add(in_namespace)

    def declares(self, group: str, kind: str) -> bool:
        """Return whether a CRD or the configuration declares this kind (exact or all-lower-case)."""
        return bool(as_registered(kind, self._declared.get(group, {})))

    def has_seen(self, api_version: str, kind: str) -> bool:
        """Return whether a live object of exactly this apiVersion and kind is in the files."""
        return (api_version, kind) in self._pairs

    def resolve(self, group: str, version: str, kind: str) -> Kind:
        """Return what the REST mapper makes of a kind in a custom group."""
        found = self._known(group, version, kind)
        if found or (found := self._list_kind(group, version, kind)):
            return found
        kinds, plurals = self._words(group)
        if kind in plurals:
            return Kind(Mapping.NO_SUCH_KIND, None, self._suggest(group, version, plurals[kind]), certain=False)
        spelled = differs_in_case(kind, kinds)
        if spelled:
            certain = spelled in self._declared.get(group, {}) or spelled in self._seen.get(group, {})
            suggestion = self._suggest(group, version, spelled)
            return Kind(Mapping.WRONG_CASE, self.namespaced(group, spelled), suggestion, certain)
        # The group may well have more kinds than the files, so even a near spelling proves nothing.
        near = nearest(kind, (*kinds, *plurals))
        suggestion = self._suggest(group, version, plurals.get(near, near)) if near else ""
        return Kind(Mapping.UNSURE, None, suggestion, certain=False)

    def namespaced(self, group: str, kind: str) -> bool | None:
        """Return the scope of a kind: CRD, then configuration, then live objects, then the well-known table.

        A live object with a namespace proves its kind namespaced. One without proves less, as people strip namespaces
        from what they export: where the well-known table says otherwise, the scope is unknown.
        """
        for scopes in self._scopes:
            scope = scopes.get((group, kind))
            if scope is not None:
                return scope
        known = _well_known(group).get(kind)
        listed = known.namespaced if known else None
        seen = self._seen.get(group, {}).get(kind, set())
        if len(seen) != 1:
            return listed
        if True in seen:
            return True
        return None if listed else False

    def place(self, kind: str) -> str:
        """Return where the files or the configuration have a kind of this name, as `example.com/v1 Widget`, or empty."""
        for group, kinds in sorted(self._declared.items()):
            if kind in kinds:
                return self._suggest(group, "", kind)
        return next((f"{api} {name}" for api, name in sorted(self._pairs) if name == kind and "." in group_of(api)), "")

    def _known(self, group: str, version: str, kind: str) -> Kind | None:
        declared = self._declared.get(group, {})
        spelled = as_registered(kind, declared)
        if spelled:
            return self._in_version(group, version, spelled, declared[spelled])
        spelled = as_registered(kind, self._seen.get(group, {}))
        if spelled:
            return Kind(Mapping.SERVED, self.namespaced(group, spelled), canonical=spelled)
        # Clusters run other versions of a project than the table knows, so its versions rule nothing out.
        spelled = as_registered(kind, _well_known(group))
        if spelled:
            return Kind(Mapping.SERVED, self.namespaced(group, spelled), certain=False, canonical=spelled)
        return None

    def _in_version(self, group: str, version: str, kind: str, declared: tuple[CustomKind, ...]) -> Kind:
        """Judge the version of a declared kind. Several CRDs of one kind (overlays, old copies) all count."""
        scope = self.namespaced(group, kind)
        any_version = any(custom.served and not custom.versions for custom in declared)
        if any_version or self.has_seen(join(group, version), kind) or version in _versions(declared):
            return Kind(Mapping.SERVED, scope, canonical=kind)
        known = _well_known(group).get(kind)
        if known and version in known.versions:
            # The CRD at hand may be a copy of another release than the one installed.
            return Kind(Mapping.SERVED, scope, certain=False, canonical=kind)
        return Kind(Mapping.NO_SUCH_VERSION, scope, self._suggest(group, "", kind), canonical=kind)

    def _list_kind(self, group: str, version: str, kind: str) -> Kind | None:
        """Judge `WidgetList` and `List`: the mapper registers both beside every kind, and neither can be got."""
        if kind == "List":
            return self._bare_list(group, version)
        item = kind.removesuffix("List")
        found = self._known(group, version, item) if item and item != kind else None
        if found is None or item != found.canonical:
            return None
        if found.mapping is not Mapping.SERVED:
            return found
        suggestion = f"{join(group, version)} {item}"
        return Kind(Mapping.LIST_KIND, found.namespaced, suggestion, found.certain, kind)

    def _bare_list(self, group: str, version: str) -> Kind | None:
        api_version = join(group, version)
        declared = (custom for kinds in self._declared.get(group, {}).values() for custom in kinds)
        if any(seen == api_version for seen, _ in self._pairs) or any(
            version in custom.versions for custom in declared
        ):
            return Kind(Mapping.LIST_KIND, False, canonical="List")
        if any(version in known.versions for known in _well_known(group).values()):
            return Kind(Mapping.LIST_KIND, False, certain=False, canonical="List")
        return None

    def _words(self, group: str) -> tuple[tuple[str, ...], dict[str, str]]:
        """Return all kinds known of a group, and their plurals, each with its kind."""
        known = _well_known(group)
        kinds = dict.fromkeys((*self._declared.get(group, {}), *self._seen.get(group, {}), *known))
        plurals = {known[kind].plural if kind in known else f"{kind.lower()}s": kind for kind in kinds}
        return tuple(kinds), {plural: kind for plural, kind in plurals.items() if plural not in kinds}

    def _suggest(self, group: str, version: str, kind: str) -> str:
        """Return apiVersion and kind to write instead: this version if it may be served, else the best known one."""
        served = _versions(self._declared.get(group, {}).get(kind, ()))
        if not served:
            served = tuple(version_of(api) for api, name in self._pairs if name == kind and group_of(api) == group)
        known = _well_known(group).get(kind)
        if not served and known:
            served = known.versions
        best = version if version in served or not served else max(served, key=lambda name: (version_rank(name), name))
        return f"{join(group, best)} {kind}" if best else ""


def _scopes(kinds: Iterable[CustomKind]) -> dict[tuple[str, str], bool | None]:
    """Return the declared scopes; None where two declarations contradict each other."""
    scopes: dict[tuple[str, str], bool | None] = {}
    for custom in kinds:
        if custom.namespaced is not None:
            key = (custom.group, custom.kind)
            scopes[key] = custom.namespaced if scopes.get(key, custom.namespaced) is custom.namespaced else None
    return scopes


def _versions(declared: Iterable[CustomKind]) -> tuple[str, ...]:
    return tuple(version for custom in declared for version in custom.versions)


def _well_known(group: str) -> dict[str, WellKnownKind]:
    # A group without a dot has no CRDs, so the table need not be read for it.
    return {known.kind: known for known in well_known().get(group, ())} if "." in group else {}
