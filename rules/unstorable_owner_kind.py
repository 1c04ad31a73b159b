"""An owner of a kind that is never stored, such as TokenReview.

## What it does

Reports an owner reference to a kind that the API server only answers and never stores: the review kinds
(`TokenReview`, `SubjectAccessReview`), `Binding`, and `ComponentStatus`.

## Why this is bad

The kind exists, so the reference resolves. But no object of it can be looked up: the owner counts as absent, and the
garbage collector deletes the dependent, or removes the entry where another owner exists. The API server accepts the
reference. Recorded with Kubernetes 1.36, for TokenReview, Binding and ComponentStatus; older releases were not looked
at.

## How to fix

Name an owner that is stored, or remove the entry.

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
)

META: Final = Meta(
    code="OWN306",
    name="unstorable-owner-kind",
    severity=Severity.ERROR,
    consequence=Consequence.DELETED,
    since="0.1.0",
    tags=("identity",),
)

VALID: Final = (
    Example(
        "kind that is stored",
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
        "review as owner",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: authentication.k8s.io/v1
    kind: TokenReview # <- unstorable-owner-kind
    name: check
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
    Example(
        "authored object, beside a sound owner",
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
  ownerReferences:
  - apiVersion: v1
    kind: Binding # <- unstorable-owner-kind
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
    """Yield a problem for each reference to a kind without stored objects."""
    for edge in world.graph.because(Reason.UNSTORABLE_KIND):
        if world.fates.acts_on(edge.dependent):
            yield _problem(world, edge)


def _problem(world: World, edge: Edge) -> Problem:
    dependent, reference = edge.dependent, edge.reference
    outlook = world.fates.outlook(dependent)
    return Problem(
        Pointer(dependent, f"{reference.path}.kind"),
        f"{dependent.full_title} names {reference.title} as owner, but the API server never stores a {reference.kind}. The "
        f"garbage collector does not find it and {outlook.effect}. Name an owner that is stored, or remove "
        f"the entry.",
        consequence=outlook.consequence,
        confidence=edge.confidence,
    )
