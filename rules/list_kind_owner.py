"""An owner of a list kind, such as ConfigMapList.

## What it does

Reports an owner reference whose kind is that of a list: `ConfigMapList`, or a bare `List`.

## Why this is bad

The garbage collector's mapper knows `ConfigMapList` beside `ConfigMap`, so the reference resolves. But a list is an
answer, not an object: no look-up ever finds one. The owner counts as absent, even with the right uid, and the garbage
collector deletes the dependent, or removes the entry where another owner exists. Recorded with Kubernetes 1.36; the
mapper has known list kinds since 1.8 at least (`NewDiscoveryRESTMapper`).

## How to fix

Write the kind of the owner itself, without `List`.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
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
    code="OWN305",
    name="list-kind-owner",
    severity=Severity.ERROR,
    consequence=Consequence.DELETED,
    since="0.1.0",
    tags=("identity",),
)

VALID: Final = (
    Example(
        "kind of the object itself",
        """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
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
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
)

INVALID: Final = (
    Example(
        "list kind with the right uid",
        """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
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
    kind: DeploymentList # <- list-kind-owner
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
    Example(
        "authored object",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  ownerReferences:
  - apiVersion: v1
    kind: List # <- list-kind-owner
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
    Example(
        "beside a sound owner",
        """\
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
  uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: apps/v1
    kind: DeploymentList # <- list-kind-owner
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
  - apiVersion: v1
    kind: Service
    name: web
    uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
""",
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each reference to a list."""
    for edge in world.graph.because(Reason.LIST_KIND):
        if world.fates.acts_on(edge.dependent):
            yield _problem(world, edge)


def _problem(world: World, edge: Edge) -> Problem:
    dependent, reference = edge.dependent, edge.reference
    meant = world.kinds.resolve(reference.api_version, reference.kind).suggestion
    outlook = world.fates.outlook(dependent)
    return Problem(
        Pointer(dependent, f"{reference.path}.kind"),
        f"{dependent.full_title} names {reference.title} as owner, but {reference.kind} is the kind of a list, which never "
        f"exists as an object. The garbage collector does not find it and {outlook.effect}. "
        f"{f'Write {meant}' if meant else 'Write the kind of the owner itself'}, or remove the entry.",
        related=related_owner(edge, "metadata.uid", "the object with this uid is here"),
        consequence=outlook.consequence,
        confidence=edge.confidence,
    )
