"""The admission plugin OwnerReferencesPermissionEnforcement (semantics 4), which is off by default.

Source: `plugin/pkg/admission/gc/gc_admission.go`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ownerlint.collector.mapper import Mapper, parsed
from ownerlint.model import group_of

if TYPE_CHECKING:
    from ownerlint.collector.rbac import Permissions
    from ownerlint.kinds import KindTable
    from ownerlint.model import KubeObject, OwnerReference

_NO_DELETE = "cannot set an ownerRef on a resource you can't delete: , <nil>"
_NO_FINALIZERS = (
    "cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: , <nil>"
)

Plurals = Mapping[tuple[str, str], str]
"""Plural names of custom kinds, by group and kind."""


class Enforcement:
    """The plugin, for one subject.

    Args:
        kinds: which kinds exist.
        permissions: what the subject may do.
        plurals: of custom kinds, where they are not the regular ones.
    """

    __slots__ = ("_kinds", "_mapper", "_permissions", "_plurals")

    def __init__(self, kinds: KindTable, permissions: Permissions, plurals: Plurals | None = None) -> None:
        self._kinds = kinds
        self._mapper = Mapper(kinds)
        self._permissions = permissions
        self._plurals = plurals or {}

    def on_create(self, dependent: KubeObject) -> str | None:
        """Return why the subject may not create an object with these references (403), or None."""
        return self._check_blocking(dependent, dependent.owner_references)

    def on_update(self, dependent: KubeObject, before: Sequence[OwnerReference]) -> str | None:
        """Return why the subject may not give an object its references in place of others (403), or None.

        Args:
            dependent: the object as it is to be.
            before: its references so far.
        """
        after = dependent.owner_references
        if [_fields(reference) for reference in before] == [_fields(reference) for reference in after]:
            return None
        resource = self._resource(dependent.api_version, dependent.kind)
        place = {"namespace": dependent.namespace, "name": dependent.name}
        if not self._permissions.allow("delete", dependent.group, resource, **place):
            return self._forbidden(dependent, _NO_DELETE)
        blocked = {reference.uid for reference in before if reference.block_owner_deletion}
        return self._check_blocking(dependent, [reference for reference in after if reference.uid not in blocked])

    def _check_blocking(self, dependent: KubeObject, references: Sequence[OwnerReference]) -> str | None:
        """Check the entries that newly block their owner: that wants `update` on the owner's finalizers."""
        if self._permissions.allow("update", "*", "*/finalizers"):
            return None
        for reference in references:
            if not reference.block_owner_deletion:
                continue
            api_version, kind = reference.api_version, reference.kind
            mapped = self._mapper.map(api_version, kind)
            if mapped is None:
                return self._forbidden(
                    dependent,
                    "cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion"
                    f' {api_version} Kind {kind}: no matches for kind "{kind}" in version "{api_version}"',
                )
            resource = f"{self._resource(parsed(api_version), kind)}/finalizers"
            namespace = dependent.namespace if mapped.namespaced else ""
            group = group_of(parsed(api_version))
            if not self._permissions.allow("update", group, resource, namespace=namespace, name=reference.name):
                return self._forbidden(dependent, _NO_FINALIZERS)
        return None

    def _forbidden(self, dependent: KubeObject, why: str) -> str:
        resource = self._resource(dependent.api_version, dependent.kind)
        qualified = f"{resource}.{dependent.group}" if dependent.group else resource
        return f'{qualified} "{dependent.name}" is forbidden: {why}'

    def _resource(self, api_version: str, kind: str) -> str:
        """Return the plural of a kind; for a custom one without a known plural the regular one."""
        found = self._kinds.resolve(api_version, kind)
        if found.built_in is not None:
            return found.built_in.plural
        canonical = found.canonical or kind
        return self._plurals.get((group_of(api_version), canonical)) or _regular_plural(canonical)


def _fields(reference: OwnerReference) -> tuple[object, ...]:
    """Return what the API server compares of an entry: all but its place in the list."""
    flags = (reference.controller, reference.block_owner_deletion, reference.explicit_false)
    return (*reference.coordinates(), *flags)


def _regular_plural(kind: str) -> str:
    """Return the plural as `UnsafeGuessKindToResource` makes it (apimachinery `meta/restmapper.go`)."""
    singular = kind.lower()
    if singular.endswith("s"):
        return f"{singular}es"
    if singular.endswith("y"):
        return f"{singular[:-1]}ies"
    return f"{singular}s"
