"""An owner that exists with another uid.

## What it does

Reports an owner reference to an object that is in the files under this kind, name and namespace, but with another uid.
Usually the owner was deleted and made anew, or the dependent was copied, restored or exported. The owner must stand in
the dependent's own collection, or in its folder unless that holds test data, or anywhere in a closed world. Where the
files hold several incarnations of the owner, they are snapshots of different moments, and nothing is reported.

## Why this is bad

The garbage collector looks the owner up by name and then compares uids. An owner with another uid is another object:
the one that is meant is gone. So it deletes the dependent within moments, although an owner of that name is there, or
removes the entry where another owner exists. The API server compares nothing. Recorded with Kubernetes 1.36; the
collector has compared uids since 1.8 at least (`isDangling`).

The worst case is the claim of a StatefulSet that was deleted and made anew: where the set has a retention policy for
its claims, the controller leaves a claim alone whose entry has an old uid (read in the source of Kubernetes 1.36
(`hasStaleOwnerRef`)), and the collector deletes the claim, and with it the data.

## How to fix

Remove the entry, and let the owner's controller adopt the object again. Write the present uid only if the owner really
owns this object.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
- <https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#uids>
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
    code="OWN311",
    name="owner-uid-mismatch",
    severity=Severity.ERROR,
    consequence=Consequence.DELETED,
    since="0.1.0",
    tags=("identity",),
)

VALID: Final = (
    Example(
        "the uid of the owner",
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
    Example(
        "several incarnations of the owner: snapshots of different moments",
        """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  uid: 3c4b5a69-91d3-4f62-8a51-5f0f5f2f7c11
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
    uid: 1f0e3dad-9990-4345-b743-9f8ffabdffc4
""",
    ),
)

INVALID: Final = (
    Example(
        "recreated owner",
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
    uid: 1f0e3dad-9990-4345-b743-9f8ffabdffc4 # <- owner-uid-mismatch
""",
    ),
    Example(
        "authored object beside the live owner",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: 1f0e3dad-9990-4345-b743-9f8ffabdffc4 # <- owner-uid-mismatch
# file: web.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
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
    name: web
    uid: 1f0e3dad-9990-4345-b743-9f8ffabdffc4 # <- owner-uid-mismatch
  - apiVersion: v1
    kind: Service
    name: web
    uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
""",
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each reference to an owner whose uid is another."""
    for edge in world.graph.because(Reason.UID_MISMATCH):
        if edge.owner is not None and world.fates.acts_on(edge.dependent):
            yield _problem(world, edge, edge.owner)


def _problem(world: World, edge: Edge, owner: KubeObject) -> Problem:
    dependent, reference = edge.dependent, edge.reference
    remedy = f"Remove the entry, or write the present uid if {owner.title} is to own {dependent.title}."
    if (dependent.kind, owner.kind) == ("PersistentVolumeClaim", "StatefulSet"):
        remedy = "Remove the entry: the StatefulSet controller leaves a claim with such a stale entry alone."
    outlook = world.fates.outlook(dependent)
    return Problem(
        Pointer(dependent, f"{reference.path}.uid"),
        f"{dependent.full_title} names {reference.title} with uid {reference.uid} as owner, but {owner.title} has uid "
        f"{owner.uid}: it was made anew, or is another object of that name. The garbage collector takes the owner for gone "
        f"and {outlook.effect}. {remedy}",
        related=related_owner(edge, "metadata.uid", "the owner has this uid"),
        consequence=outlook.consequence,
        confidence=edge.confidence,
    )
