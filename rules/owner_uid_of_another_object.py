"""An owner uid that belongs to another object.

## What it does

Reports an owner reference whose uid is that of an object in the files which has another kind or another name. Where
several different objects share that uid, the files come from several places, and it is reported in a closed world only.

## Why this is bad

A uid belongs to one object only, so kind, name and uid contradict each other. The garbage collector looks the owner up
by kind and name: it finds nothing, or an object with another uid, and takes the owner for gone. It deletes the
dependent, or removes the entry where another owner exists, although an object with that uid is alive. The API server
compares nothing. Recorded with Kubernetes 1.36; reliably so since 1.20, before which a uid that was known to the
collector could pass for a right one.

## How to fix

Make the entry name one object: correct kind and name if the uid is right, or the uid if they are right.

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
    KubeObject,
    Meta,
    Pointer,
    Problem,
    Reason,
    Severity,
    World,
    related_owner,
)

META: Final = Meta(
    code="OWN312",
    name="owner-uid-of-another-object",
    severity=Severity.ERROR,
    consequence=Consequence.DELETED,
    since="0.1.0",
    tags=("identity",),
)

VALID: Final = (
    Example(
        "kind, name and uid of one object",
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
        "the uid of an object with another name",
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
    name: shop
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11 # <- owner-uid-of-another-object
""",
    ),
    Example(
        "the uid of an object of another kind, in an authored manifest",
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
  ownerReferences:
  - apiVersion: apps/v1
    kind: StatefulSet
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11 # <- owner-uid-of-another-object
""",
    ),
    Example(
        "beside a sound owner",
        """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
---
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
    kind: Deployment
    name: shop
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11 # <- owner-uid-of-another-object
  - apiVersion: v1
    kind: Service
    name: web
    uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
""",
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each reference whose uid is that of another object."""
    for edge in world.graph.because(Reason.UID_OF_OTHER):
        if edge.owner is not None and world.fates.acts_on(edge.dependent):
            yield _problem(world, edge, edge.owner)


def _problem(world: World, edge: Edge, owner: KubeObject) -> Problem:
    dependent, reference = edge.dependent, edge.reference
    outlook = world.fates.outlook(dependent)
    return Problem(
        Pointer(dependent, f"{reference.path}.uid"),
        f"{dependent.full_title} names {reference.title} as owner, but the uid is that of {owner.full_title}. The garbage "
        f"collector looks for {reference.title}, finds none with this uid, and {outlook.effect}. Correct the "
        f"uid, or name {owner.title} if that is the owner.",
        related=related_owner(edge, "metadata.uid", "this object has the uid"),
        consequence=outlook.consequence,
        confidence=edge.confidence,
    )
