"""What the API server stores of one object, as far as the collector cares."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from ownerlint.model import OwnerReference

ORPHAN_FINALIZER = "orphan"
"""On an object being deleted: the collector takes it out of its dependents first (meta/v1 `FinalizerOrphanDependents`)."""

FOREGROUND_FINALIZER = "foregroundDeletion"
"""On an object being deleted: it waits for its blocking dependents (meta/v1 `FinalizerDeleteDependents`)."""

GC_FINALIZERS = frozenset({ORPHAN_FINALIZER, FOREGROUND_FINALIZER})
"""The finalizers that the collector itself removes. Every other one is a *foreign* finalizer."""


UNSTATED_NAMESPACE = "(unstated)"
"""Namespace of namespaced objects whose manifest names none: they all go to the same one, which is not known."""


class PropagationPolicy(str, Enum):
    """What a delete request does with the dependents (meta/v1 `DeletionPropagation`)."""

    BACKGROUND = "Background"
    FOREGROUND = "Foreground"
    ORPHAN = "Orphan"


Resource = tuple[str, str]
"""A kind independent of its version: group family (`KindTable.family`) and the kind in its proper spelling."""

Key = tuple[Resource, str, str]
"""Where a GET finds an object: resource, namespace (empty for a cluster-scoped one), name."""


class Identity(Struct, frozen=True, gc=False):
    """What of an object never changes.

    Args:
        uid: unique among the objects of one run.
        api_version: as written.
        kind: as written.
        namespace: empty for a cluster-scoped object, and only for one.
        name: as written.
        resource: under which it is stored.
        aliases: further places where a GET finds it, if the files show one uid under several identities.
        monitored: whether the collector watches its kind (all but events; `graph_builder.go` ignoredResources).
        custom: whether it is a custom resource, which takes JSON merge patches in place of strategic ones.
        orphans_by_default: whether a delete request without policy orphans its dependents (semantics 3a).
        held: whether something besides metadata.finalizers holds it (a Namespace's `spec.finalizers`).
    """

    uid: str
    api_version: str
    kind: str
    namespace: str
    name: str
    resource: Resource
    aliases: frozenset[Key] = frozenset()
    monitored: bool = True
    custom: bool = False
    orphans_by_default: bool = False
    held: bool = False

    def is_found_at(self, resource: Resource, namespace: str, name: str) -> bool:
        """Return whether a GET of this resource, namespace and name finds the object."""
        if self.name == name and self.namespace == namespace and self.resource == resource:
            return True
        return bool(self.aliases) and (resource, namespace, name) in self.aliases


class Stored(Struct, frozen=True, gc=False):
    """An object as it is stored at one moment.

    Args:
        identity: what never changes.
        references: `metadata.ownerReferences`, in order.
        finalizers: `metadata.finalizers`, in order.
        deleting: whether `metadata.deletionTimestamp` is set.
    """

    identity: Identity
    references: tuple[OwnerReference, ...] = ()
    finalizers: tuple[str, ...] = ()
    deleting: bool = False

    @property
    def uid(self) -> str:
        """The object's uid."""
        return self.identity.uid

    @property
    def in_foreground_deletion(self) -> bool:
        """Whether the object waits for its blocking dependents."""
        return self.deleting and FOREGROUND_FINALIZER in self.finalizers

    @property
    def names_a_uid_twice(self) -> bool:
        """Whether two of its references carry the same uid."""
        references = self.references
        return len(references) > 1 and len({reference.uid for reference in references}) < len(references)
