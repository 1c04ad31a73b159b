"""An owner that lives in another namespace.

## What it does

Reports an owner reference from a namespaced object to a namespaced owner that exists only in another namespace. The
owner is recognised by its uid; by kind and name alone only in a closed world.

## Why this is bad

An owner reference has no namespace field: the garbage collector looks for the owner in the namespace of the
*dependent*. There it finds nothing, judges the owner absent, and deletes the dependent within moments of its creation
(since Kubernetes 1.20; before, it depended on luck). The API server accepts such a reference without a word. At most a
Warning event `OwnerRefInvalidNamespace` tells of it, in the dependent's namespace.

## How to fix

Move the dependent into the owner's namespace, or remove the reference and let a finalizer or a label on the owner's
side do the cleaning up. A Secret or ConfigMap that was copied to another namespace must leave its `ownerReferences`
behind. A cluster-scoped owner may own objects in every namespace.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
- <https://github.com/kubernetes/kubernetes/issues/65200>
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
    Related,
    Severity,
    World,
)

META: Final = Meta(
    code="OWN201",
    name="cross-namespace-owner",
    severity=Severity.ERROR,
    consequence=Consequence.DELETED,
    since="0.1.0",
    tags=("scope",),
)

_OWNER = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: {namespace}
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: web{mark}
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
"""

VALID: Final = (Example("owner in the same namespace", _OWNER.format(namespace="shop", mark="")),)

INVALID: Final = (
    Example("owner in another namespace", _OWNER.format(namespace="billing", mark=" # <- cross-namespace-owner")),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each reference whose owner stands in another namespace only."""
    for edge in world.graph.because(Reason.OTHER_NAMESPACE):
        yield _problem(world, edge)


def _problem(world: World, edge: Edge) -> Problem:
    dependent, reference, owner = edge.dependent, edge.reference, edge.owner
    assert owner is not None, "the graph names the object in the other namespace"
    return Problem(
        Pointer(dependent, f"{reference.path}.name"),
        f"{dependent.title} in namespace {dependent.namespace} names {owner.title} as owner, which is in namespace "
        f"{owner.namespace}. The garbage collector looks for the owner in {dependent.namespace}, does not find it, and "
        f"{world.fates.effect(dependent)}. Remove the reference, or move {dependent.title} to namespace {owner.namespace}.",
        related=(Related(Pointer(owner, "metadata.namespace"), "the owner is here"),),
        consequence=world.fates.consequence(dependent),
        confidence=edge.confidence,
    )
