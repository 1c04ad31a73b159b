"""An owner that does not exist.

## What it does

Reports an owner reference to an object that is not there. In a closed world (`--world closed`: the files are all there
is) that is every owner that no object in the files answers to. By default it is reported only where the dependent's own
collection proves it: a dump that holds other objects of the owner's kind in the namespace where the owner would be, but
not this one. In an open world an owner outside the files is never reported.

## Why this is bad

The garbage collector looks the owner up, finds nothing, and deletes the dependent, within milliseconds and without an
event, whatever its kind; a Namespace or a CustomResourceDefinition, too. Where another owner exists, it removes the
entry. The API server never checks that an owner exists. Recorded with Kubernetes 1.36; the source has judged a missing
owner so since 1.8 at least (`isDangling`).

## How to fix

Remove the entry if the object is to stay. If the owner is merely missing from the files, add it, or do not call the
world closed.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
- <https://kubernetes.io/docs/concepts/architecture/garbage-collection/>
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
    WorldMode,
)

META: Final = Meta(
    code="OWN321",
    name="dangling-owner",
    severity=Severity.ERROR,
    consequence=Consequence.DELETED,
    since="0.1.0",
    tags=("identity",),
)

VALID: Final = (
    Example(
        "owner that may exist elsewhere",
        """\
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
        "owner in the files",
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
        world=WorldMode.CLOSED,
    ),
    Example(
        "the dependent is being deleted already",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  deletionTimestamp: "2026-01-01T00:00:00Z"
  finalizers: [example.com/hold]
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
        world=WorldMode.CLOSED,
    ),
)

INVALID: Final = (
    Example(
        "owner that is nowhere in a closed world",
        """\
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
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11 # <- dangling-owner
""",
        world=WorldMode.CLOSED,
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
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11 # <- dangling-owner
""",
        world=WorldMode.CLOSED,
    ),
    Example(
        "beside an owner that exists",
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
  - apiVersion: v1
    kind: Service
    name: web
    uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015 # <- dangling-owner
""",
        world=WorldMode.CLOSED,
    ),
    Example(
        "dump that holds other ReplicaSets of the namespace",
        """\
apiVersion: v1
kind: List
items:
- apiVersion: apps/v1
  kind: ReplicaSet
  metadata:
    name: web-6d4cf56db6
    namespace: shop
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
- apiVersion: v1
  kind: Pod
  metadata:
    name: web-7f9c-x2x4z
    namespace: shop
    uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
    ownerReferences:
    - apiVersion: apps/v1
      kind: ReplicaSet
      name: web-7f9c
      uid: 1f0e3dad-9990-4345-b743-9f8ffabdffc4 # <- dangling-owner
      controller: true
      blockOwnerDeletion: true
""",
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each reference to an owner that is proved absent."""
    for edge in world.graph.because(Reason.ABSENT):
        if world.fates.acts_on(edge.dependent):
            yield _problem(world, edge)


def _problem(world: World, edge: Edge) -> Problem:
    dependent, reference = edge.dependent, edge.reference
    namespaced = world.kinds.resolve(reference.api_version, reference.kind).namespaced
    inside = f" in namespace {dependent.namespace}" if namespaced and dependent.namespace else ""
    if world.mode is WorldMode.CLOSED:
        proof = f"the files have no such {reference.kind}{inside}"
    else:
        others = f"holds other objects of kind {reference.kind}{inside}"
        proof = f"{dependent.place.collection}, which {others}, does not have this one"
    outlook = world.fates.outlook(dependent)
    return Problem(
        Pointer(dependent, f"{reference.path}.uid"),
        f"{dependent.full_title} names {reference.title} as owner, but {proof}. The garbage collector does not find the "
        f"owner and {outlook.effect}. Remove the entry if {dependent.title} is to stay, or add the owner to "
        f"the files.",
        consequence=outlook.consequence,
        confidence=edge.confidence,
    )
