"""The kinds of Kubernetes itself at one release, asked as the collector's REST mapper would be."""

from __future__ import annotations

from ownerlint.kinds.data import BuiltInKind, built_in, join, version_rank
from ownerlint.kinds.mapping import Kind, Mapping, as_registered, differs_in_case, nearest


class BuiltInKinds:
    """The built-in table as one release sees it.

    Args:
        release: such as `1.36`.
    """

    def __init__(self, release: str) -> None:
        table = built_in()
        self.release = release
        self._families = {(group, kind): canonical for group, kind, canonical in table.families}
        self._groups: dict[str, dict[str, dict[str, BuiltInKind]]] = {}
        for row in table.kinds:
            self._groups.setdefault(row.group, {}).setdefault(row.kind, {})[row.version] = row

    def __contains__(self, group: str) -> bool:
        """Whether a group cannot be a custom one: it is Kubernetes' own, or has no dot, which every CRD's group has.

        Source: apiextensions `validation.go`, `validateCustomResourceDefinitionSpec` (a domain with a dot).
        """
        return group in self._groups or "." not in group

    def is_own(self, group: str) -> bool:
        """Return whether a group is Kubernetes' own."""
        return group in self._groups

    def family(self, group: str, kind: str) -> str:
        """Return the group that stands for all built-in groups that serve these same objects."""
        return self._families.get((group, kind), group)

    def namespaced(self, group: str, kind: str) -> bool | None:
        """Return the scope of a kind (exact or all-lower-case); None where this group has no such kind."""
        versions = self._versions(group, kind)[1]
        return next(iter(versions.values())).namespaced if versions else None

    def resolve(self, group: str, version: str, kind: str) -> Kind:
        """Return what the REST mapper makes of a kind in a group that is Kubernetes' own."""
        canonical, versions = self._versions(group, kind)
        if versions:
            return self._in_version(canonical, versions, version)
        listed = self._list_kind(group, version, kind)
        return listed or self._unknown(group, version, kind)

    def place(self, kind: str) -> str:
        """Return where a kind (any letter case) is served, as `apps/v1 Deployment`; empty where nowhere."""
        found = []
        for group, kinds in self._groups.items():
            spelled = kind if kind in kinds else differs_in_case(kind, kinds)
            if spelled:
                found.append((group != self.family(group, spelled), self._best(group, spelled)))
        return next((place for _, place in sorted(found) if place), "")

    def _versions(self, group: str, kind: str) -> tuple[str, dict[str, BuiltInKind]]:
        """Return a kind's proper spelling and its rows by version; the mapper also knows the all-lower-case spelling."""
        kinds = self._groups.get(group, {})
        spelled = as_registered(kind, kinds)
        return spelled, kinds.get(spelled, {})

    def _in_version(self, canonical: str, versions: dict[str, BuiltInKind], version: str) -> Kind:
        row = versions.get(version)
        some = row or next(iter(versions.values()))
        best = self._best(some.group, canonical)
        if row is None:
            # A kind of which no version is served any more is simply unknown; else it is the version that is wrong.
            mapping = Mapping.NO_SUCH_VERSION if best else Mapping.NO_SUCH_KIND
            return Kind(mapping, some.namespaced, best, canonical=canonical)
        if not row.served_in(self.release):
            mapping = Mapping.NO_SUCH_VERSION
        else:
            mapping = Mapping.SERVED if row.storable else Mapping.UNSTORABLE
            best = ""
        return Kind(
            mapping,
            row.namespaced,
            best,
            canonical=canonical,
            introduced=row.introduced,
            removed=row.removed,
            default_on=row.default_on,
            built_in=row,
        )

    def _list_kind(self, group: str, version: str, kind: str) -> Kind | None:
        """Judge `ConfigMapList` and `List`: the mapper registers both (only so spelled), and neither can be got."""
        if not kind.endswith("List"):
            return None
        if kind == "List":
            if any(row.served_in(self.release) for row in self._rows(group, version)):
                return Kind(Mapping.LIST_KIND, False, canonical=kind)
            return Kind(Mapping.NO_SUCH_VERSION, False) if group in self._groups else None
        item = kind.removesuffix("List")
        versions = self._groups.get(group, {}).get(item)
        if not versions:
            return None
        found = self._in_version(item, versions, version)
        if found.mapping in (Mapping.SERVED, Mapping.UNSTORABLE):
            suggestion = f"{join(group, version)} {item}" if found.mapping is Mapping.SERVED else ""
            return Kind(Mapping.LIST_KIND, found.namespaced, suggestion, canonical=kind)
        return found

    def _unknown(self, group: str, version: str, kind: str) -> Kind:
        """Judge a kind that its group does not have, nearest explanation first."""
        if not group and version in self._groups:
            # A bare `apps` is read as version "apps" of the core group.
            meant = self._best(version, self._versions(version, kind)[0] or kind)
            if meant:
                return Kind(Mapping.NO_SUCH_VERSION, None, meant)
        kinds = self._groups.get(group, {})
        spelled = differs_in_case(kind, kinds)
        if spelled:
            found = self._in_version(spelled, kinds[spelled], version)
            suggestion = found.suggestion or f"{join(group, version)} {spelled}"
            return Kind(Mapping.WRONG_CASE, found.namespaced, suggestion)
        elsewhere = self.place(kind)
        if elsewhere and group != "core":
            return Kind(Mapping.WRONG_GROUP, None, elsewhere)
        return Kind(Mapping.NO_SUCH_KIND, None, elsewhere or self._near(group, kind))

    def _near(self, group: str, kind: str) -> str:
        """Return what a plural or a misspelled kind stands for: in its own group first, then in any."""
        for groups in ([group], list(self._groups)):
            words: dict[str, tuple[str, str]] = {}
            for name in groups:
                for spelled, versions in self._groups.get(name, {}).items():
                    if self._best(name, spelled):
                        place = (self.family(name, spelled), spelled)
                        words[spelled.lower()] = words[next(iter(versions.values())).plural] = place
            word = nearest(kind, words)
            if word:
                return self._best(*words[word])
        return ""

    def _best(self, group: str, kind: str) -> str:
        """Return the best served version of a kind, in its own group or in the one that took it over; else empty."""
        for name in (group, self.family(group, kind)):
            rows = self._groups.get(name, {}).get(kind, {}).values()
            served = [row for row in rows if row.served_in(self.release)]
            if served:
                return f"{max(served, key=lambda row: version_rank(row.version)).api_version} {kind}"
        return ""

    def _rows(self, group: str, version: str) -> list[BuiltInKind]:
        kinds = self._groups.get(group, {}).values()
        return [versions[version] for versions in kinds if version in versions]
