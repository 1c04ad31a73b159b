"""The table of one run: everything that is known of kinds, asked by apiVersion and kind."""

from __future__ import annotations

from collections.abc import Iterable

from ownerlint.kinds.built_in import BuiltInKinds
from ownerlint.kinds.crds import CustomKind, custom_kinds_of, is_definition
from ownerlint.kinds.custom import CustomKinds, Seen
from ownerlint.kinds.data import parse_release, releases, version_rank
from ownerlint.kinds.mapping import Kind, Mapping
from ownerlint.model import KubeObject, group_of, version_of


class KindTable:
    """All that is known of kinds in one run. Make one with `build`.

    Args:
        release: Kubernetes release whose built-in kinds count, such as `1.36`.
        pinned: whether the user named that release, so that it counts more than what live objects show.
        custom: what is known of custom kinds.
        since: the release that an upgrade to this one starts from; None where no upgrade is judged.
    """

    __slots__ = ("_built_in", "_custom", "_resolved", "_scopes", "pinned", "release", "since")

    def __init__(self, release: str, custom: CustomKinds, *, pinned: bool, since: str | None = None) -> None:
        self.release = release
        self.pinned = pinned
        self.since = since
        self._custom = custom
        self._built_in = BuiltInKinds(release)
        self._resolved: dict[tuple[str, str], Kind] = {}
        self._scopes: dict[tuple[str, str], bool | None] = {}

    @classmethod
    def build(
        cls,
        release: str | None,
        objects: Iterable[KubeObject],
        configured: Iterable[CustomKind] = (),
        since: str | None = None,
    ) -> KindTable:
        """Make the table of a run, in one pass over its objects.

        Args:
            release: Kubernetes release, in any form that `parse_release` takes; None for the newest known.
            objects: all objects: CRDs among them define kinds, live objects show the scope of theirs.
            configured: kinds that the user's configuration declares.
            since: release that an upgrade to `release` starts from.

        Raises:
            ValueError: the release is not known.
        """
        chosen = parse_release(release) if release is not None else releases()[-1]
        seen: set[Seen] = set()
        definitions = []
        for obj in objects:
            if obj.uid:
                seen.add((obj.api_version, obj.kind, bool(obj.namespace)))
            if obj.kind == "CustomResourceDefinition" and is_definition(obj):
                definitions.append(obj)
        custom = CustomKinds(custom_kinds_of(definitions), tuple(configured), sorted(seen))
        start = parse_release(since) if since is not None else None
        return cls(chosen, custom, pinned=release is not None, since=start)

    def resolve(self, api_version: str, kind: str) -> Kind:
        """Return what the collector's REST mapper makes of an apiVersion and kind, as a reference spells them."""
        key = (api_version, kind)
        found = self._resolved.get(key)
        if found is None:
            found = self._resolved[key] = self._resolve(api_version, kind)
        return found

    def namespaced(self, api_version: str, kind: str) -> bool | None:
        """Return whether objects of this kind live in a namespace; None where that is not known.

        The version does not matter, as the scope of a kind is the same in all. For custom kinds a CRD in the files
        counts more than the configuration, that more than live objects, these more than the well-known table.
        """
        key = (api_version, kind)
        if key not in self._scopes:
            group = group_of(api_version)
            scope = self._built_in.namespaced(group, kind) if group in self._built_in else None
            self._scopes[key] = self._custom.namespaced(group, kind) if scope is None else scope
        return self._scopes[key]

    def shown(self, api_version: str, kind: str) -> bool:
        """Return whether a live object of exactly this apiVersion and kind proves that its cluster serves these."""
        return self._custom.has_seen(api_version, kind)

    def family(self, group: str, kind: str) -> str:
        """Return the group that stands for all groups that serve the same objects of this kind.

        `apps` for `extensions` Deployment, the core group for `events.k8s.io` Event; most groups stand for themselves.
        """
        return self._built_in.family(group, kind)

    def _resolve(self, api_version: str, kind: str) -> Kind:
        group, version = group_of(api_version), version_of(api_version)
        if group not in self._built_in or self._custom.declares(group, kind):
            return self._custom.resolve(group, version, kind)
        found = self._built_in.resolve(group, version, kind)
        if found.mapping in (Mapping.NO_SUCH_VERSION, Mapping.NO_SUCH_KIND):
            if self._is_shown(api_version, kind, found):
                scope = self.namespaced(api_version, kind)
                return Kind(Mapping.SERVED, scope, canonical=kind, introduced=found.introduced, removed=found.removed)
            elsewhere = self._custom.place(kind) if found.mapping is Mapping.NO_SUCH_KIND else ""
            if elsewhere:
                return Kind(Mapping.WRONG_GROUP, None, elsewhere)
            if not found.suggestion and not self._built_in.is_own(group):
                # Nothing of the name is known anywhere, so this is no slip of the pen; it may be an aggregated API's.
                return Kind(Mapping.UNSURE, None, certain=False)
        return found

    def _is_shown(self, api_version: str, kind: str, found: Kind) -> bool:
        """Return whether a live object proves that its cluster serves what this release does not: an older or newer one.

        A release that the user named stands, for what the table knows of it.
        """
        if found.built_in is not None and self.pinned:
            return False
        plausible = kind[:1].isupper() and version_rank(version_of(api_version))[0] >= 0
        return plausible and self._custom.has_seen(api_version, kind)
