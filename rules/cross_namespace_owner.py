"""An owner that lives in another namespace.

## What it does

Reports an owner reference from a namespaced object to a namespaced owner that exists only in another namespace. The
owner is recognised by its uid; by kind and name alone only in a closed world.

## Why this is bad

An owner reference has no namespace field: the garbage collector looks for the owner in the namespace of the
*dependent*. There it finds nothing, judges the owner absent, and deletes the dependent within moments of its creation
(since Kubernetes 1.20; before, it depended on luck). Where another owner of the object exists, it removes the entry
instead. The API server accepts such a reference without a word. At most a Warning event `OwnerRefInvalidNamespace`
tells of it, in the dependent's namespace.

The usual cause is a Secret or ConfigMap that was copied to another namespace together with its `ownerReferences`.

Recorded with Kubernetes 1.36; that the event and the second look at such references came with 1.20 was read in the
sources of 1.19 and 1.20 (`reportInvalidNamespaceOwnerRef`).

## How to fix

Remove the reference, or move the dependent into the owner's namespace. Whatever copies objects between namespaces must
leave `ownerReferences` behind. If the object must go when its owner goes, let a finalizer of the owner do that. A
cluster-scoped owner may own objects in every namespace.

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
    KubeObject,
    Meta,
    Pointer,
    Problem,
    Reason,
    Severity,
    World,
    WorldMode,
    related_owner,
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

_GOOD_OWNER_TOO = """\
  - apiVersion: v1
    kind: Service
    name: web
    uid: 5a1b2c3d-4e5f-4a6b-8c7d-9e8f7a6b5c4d
---
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
  uid: 5a1b2c3d-4e5f-4a6b-8c7d-9e8f7a6b5c4d
"""

_COPY = """\
apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  name: tls
  namespace: ingress
  uid: 2b7e1516-28ae-4d2a-abf7-158809cf4f3c
---
apiVersion: v1
kind: Secret
metadata:
  name: tls
  namespace: ingress
  uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
  ownerReferences:
  - apiVersion: cert-manager.io/v1
    kind: Certificate
    name: tls
    uid: 2b7e1516-28ae-4d2a-abf7-158809cf4f3c
---
apiVersion: v1
kind: Secret
metadata:
  name: tls
  namespace: shop
  ownerReferences:
  - apiVersion: cert-manager.io/v1
    kind: Certificate
    name: tls # <- cross-namespace-owner
    uid: 2b7e1516-28ae-4d2a-abf7-158809cf4f3c
"""

_BY_NAME = """\
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
    uid: 1f0e3dad-9990-4345-b743-9f8ffabdffc4
# file: billing.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: billing
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
"""

VALID: Final = (
    Example("owner in the same namespace", _OWNER.format(namespace="shop", mark="")),
    Example(
        "cluster-scoped owner",
        """\
apiVersion: v1
kind: Node
metadata:
  name: node-1
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
---
apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: node-1
  namespace: kube-node-lease
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: v1
    kind: Node
    name: node-1
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
    Example("another object of that name in another namespace proves nothing by itself", _BY_NAME.format(mark="")),
)

INVALID: Final = (
    Example("owner in another namespace", _OWNER.format(namespace="billing", mark=" # <- cross-namespace-owner")),
    Example("copied Secret", _COPY),
    Example(
        "beside an owner that exists",
        _OWNER.format(namespace="billing", mark=" # <- cross-namespace-owner") + _GOOD_OWNER_TOO,
    ),
    Example(
        "found by name in a closed world",
        _BY_NAME.format(mark=" # <- cross-namespace-owner"),
        world=WorldMode.CLOSED,
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each reference whose owner stands in another namespace only."""
    for edge in world.graph.because(Reason.OTHER_NAMESPACE):
        if edge.owner is not None and world.fates.acts_on(edge.dependent):
            yield _problem(world, edge, edge.owner)


def _problem(world: World, edge: Edge, owner: KubeObject) -> Problem:
    dependent = edge.dependent
    if _is_copy(world, edge, owner):
        remedy = (
            f"It looks like a copy of {dependent.title} in {owner.namespace}: a copy must leave ownerReferences behind."
        )
    else:
        remedy = f"Remove the entry, or move {dependent.title} to namespace {owner.namespace}."
    outlook = world.fates.outlook(dependent)
    return Problem(
        Pointer(dependent, f"{edge.reference.path}.name"),
        f"{dependent.full_title} names {owner.title} as owner, which is in namespace {owner.namespace}. The garbage "
        f"collector looks for it in {dependent.namespace}, does not find it, and {outlook.effect}. "
        f"{remedy}",
        related=related_owner(edge, "metadata.namespace", "the owner is here"),
        consequence=outlook.consequence,
        confidence=edge.confidence,
    )


def _is_copy(world: World, edge: Edge, owner: KubeObject) -> bool:
    """Return whether the owner's namespace holds the original: an object of the dependent's name with this owner."""
    dependent = edge.dependent
    originals = world.index.named(dependent.group, dependent.kind, owner.namespace, dependent.name)
    return any(reference.uid == edge.reference.uid for original in originals for reference in original.owner_references)
