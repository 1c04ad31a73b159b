"""An owner kind in the wrong letter case.

## What it does

Reports an owner reference whose kind is right but for its letter case: `Configmap`, `DEPLOYMENT`, and, as a warning,
`deployment`.

## Why this is bad

Kinds are spelled in CamelCase and compared exactly. The garbage collector's mapper also knows each kind in all lower
case, but no other spelling: an owner `Configmap` cannot be resolved, so the object is never collected, its other
references are not looked at either, and a blocking entry makes foreground deletion of its owner hang for ever.

An owner `configmap` works for the garbage collector. But controllers compare `kind` exactly (Kubernetes' own in
`resolveControllerRef`, read in the source of 1.36), so to them such an owner does not exist: they do not recognise the
object.

What the garbage collector does with either was recorded with Kubernetes 1.36; older releases were not looked at.

## How to fix

Spell the kind as the owner's own manifest does.

## References

- <https://github.com/kubernetes/kubernetes/issues/98471>
- <https://kubernetes.io/docs/reference/using-api/api-concepts/>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Confidence,
    Consequence,
    Edge,
    Example,
    Meta,
    Pointer,
    Problem,
    Reason,
    Resolution,
    Severity,
    World,
    related_owner,
)

META: Final = Meta(
    code="OWN304",
    name="owner-kind-case",
    severity=Severity.ERROR,
    consequence=Consequence.NEVER_COLLECTED,
    since="0.1.0",
    tags=("identity",),
)

VALID: Final = (
    Example(
        "kind in CamelCase",
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
        "wrong case",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: v1
    kind: Configmap # <- owner-kind-case
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
    Example(
        "wrong case, blocking, beside a sound owner",
        """\
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
  uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
---
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
  - apiVersion: v1
    kind: SERVICE # <- owner-kind-case
    name: web
    uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
    blockOwnerDeletion: true
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
    Example(
        "all lower case",
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
    kind: deployment # <- owner-kind-case
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each reference that misspells the case of its kind."""
    for edge in world.graph.because(Reason.WRONG_CASE):
        if world.fates.acts_on(edge.dependent):
            yield _unresolvable(world, edge)
    for obj in world.irregular:
        for edge in world.graph.references(obj):
            if edge.reference.kind.islower() and edge.resolution in (Resolution.SOLID, Resolution.UNKNOWN):
                canonical = world.kinds.resolve(edge.reference.api_version, edge.reference.kind).canonical
                if canonical not in ("", edge.reference.kind):
                    yield _lower_case(edge, canonical)


def _unresolvable(world: World, edge: Edge) -> Problem:
    dependent, reference = edge.dependent, edge.reference
    meant = world.kinds.resolve(reference.api_version, reference.kind).suggestion
    outlook = world.fates.outlook(dependent)
    return Problem(
        Pointer(dependent, f"{reference.path}.kind"),
        f"{dependent.full_title} names {reference.title} as owner, but the kind is spelled {meant.rpartition(' ')[2]}. The "
        f"garbage collector cannot resolve another spelling, so it {outlook.effect}. Write {meant}.",
        related=related_owner(edge, "metadata.uid", "the object with this uid is here"),
        severity=Severity.ERROR if edge.confidence is Confidence.HIGH else Severity.WARNING,
        consequence=outlook.consequence,
        confidence=edge.confidence,
    )


def _lower_case(edge: Edge, canonical: str) -> Problem:
    dependent, reference = edge.dependent, edge.reference
    return Problem(
        Pointer(dependent, f"{reference.path}.kind"),
        f"{dependent.full_title} names {reference.title} as owner, but the kind is spelled {canonical}. The garbage "
        f"collector accepts all lower case, but controllers compare kinds exactly and will not see this owner. Write "
        f"kind: {canonical}.",
        related=related_owner(edge, "kind", "the owner is here"),
        severity=Severity.WARNING,
        consequence=Consequence.RISK,
        confidence=Confidence.HIGH,
    )
