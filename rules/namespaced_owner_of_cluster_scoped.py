"""A cluster-scoped object with a namespaced owner.

## What it does

Reports an owner reference from a cluster-scoped object (a ClusterRole, a PersistentVolume, a webhook configuration) to
an owner of a namespaced kind. Scopes are those of the built-in kinds, of the CustomResourceDefinitions in the files,
of the configuration, and of live objects. Where a scope is not known, nothing is reported.

## Why this is bad

The dependent has no namespace in which the owner could be looked up, so the garbage collector cannot resolve the
reference and leaves the object alone for ever: it is never collected, not even after all of its other owners are gone.
With `blockOwnerDeletion: true` it is worse: foreground deletion of the owner waits for this object, which never goes,
and so never ends. Before Kubernetes 1.20 the object could also be deleted at random. The API server accepts the
reference without a word. Recorded with Kubernetes 1.36.

## How to fix

Remove the reference and clean up with a finalizer on the owner, or make the owner cluster-scoped, or the dependent
namespaced (a Role instead of a ClusterRole).

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
- <https://github.com/kubernetes/kubernetes/pull/92743>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Consequence,
    Edge,
    Example,
    Meta,
    Pointer,
    Problem,
    Reason,
    Severity,
    World,
    related_owner,
)

META: Final = Meta(
    code="OWN202",
    name="namespaced-owner-of-cluster-scoped",
    severity=Severity.ERROR,
    consequence=Consequence.NEVER_COLLECTED,
    since="0.1.0",
    tags=("scope",),
)

_OWNER = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: operator
  namespace: system
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
---
"""

_DEPENDENT = """\
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: operator
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment # <- namespaced-owner-of-cluster-scoped
    name: operator
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
"""

_BLOCKING = _DEPENDENT + "    blockOwnerDeletion: true\n"

_CUSTOM = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: tenants.example.com
spec:
  group: example.com
  scope: {scope}
  names:
    kind: Tenant
    plural: tenants
  versions:
  - name: v1
    served: true
    storage: true
---
apiVersion: v1
kind: Namespace
metadata:
  name: blue
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: example.com/v1
    kind: Tenant{mark}
    name: blue
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
"""

VALID: Final = (
    Example("cluster-scoped owner of a cluster-scoped object", _CUSTOM.format(scope="Cluster", mark="")),
    Example(
        "owner of a custom kind whose scope is not known",
        """\
apiVersion: v1
kind: Namespace
metadata:
  name: blue
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: example.com/v1
    kind: Tenant
    name: blue
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
)

INVALID: Final = (
    Example("ClusterRole owned by a Deployment", _DEPENDENT),
    Example("blocking, so that foreground deletion of the owner hangs", _OWNER + _BLOCKING),
    Example("blocking, with an owner that is not in the files", _BLOCKING),
    Example(
        "owner of a custom kind whose CustomResourceDefinition says that it is namespaced",
        _CUSTOM.format(scope="Namespaced", mark=" # <- namespaced-owner-of-cluster-scoped"),
    ),
    Example(
        "beside a sound owner, which then no longer matters",
        """\
apiVersion: v1
kind: Node
metadata:
  name: node-1
  uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
---
"""
        + _DEPENDENT
        + """\
  - apiVersion: v1
    kind: Node
    name: node-1
    uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
""",
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each reference from a cluster-scoped object to a namespaced kind."""
    for edge in world.graph.because(Reason.NAMESPACED_OWNER_OF_CLUSTER_SCOPED):
        if world.fates.acts_on(edge.dependent):
            yield _problem(world, edge)


def _problem(world: World, edge: Edge) -> Problem:
    dependent, reference = edge.dependent, edge.reference
    outlook = world.fates.outlook(dependent)
    return Problem(
        Pointer(dependent, f"{reference.path}.kind"),
        f"{dependent.title} is cluster-scoped, but names {reference.title} as owner, which is of a namespaced kind. The "
        f"garbage collector has no namespace to look for it in, so it {outlook.effect}. Remove the entry; "
        f"if {dependent.title} must go with {reference.title}, let a finalizer on {reference.title} delete it.",
        related=related_owner(edge, "metadata.namespace", "the owner is here, in a namespace"),
        consequence=outlook.consequence,
        confidence=edge.confidence,
    )
