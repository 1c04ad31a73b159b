"""An owner whose kind exists in another API group.

## What it does

Reports an owner reference whose apiVersion names a group that does not have the kind, while another group has it:
`v1` Deployment, `apps/v1` Job, `core/v1` Service. The kinds are those of Kubernetes itself, of the
CustomResourceDefinitions in the files, and of the configuration.

## Why this is bad

The API server accepts the reference without a word. The garbage collector cannot resolve it, so it never touches the
object again: it does not collect it when its owners are gone, and does not even look at the object's other references.
If an entry of the object has `blockOwnerDeletion: true`, foreground deletion of the owner it names never ends. Recorded
with Kubernetes 1.36; the source has failed on such owners, rather than taken them for absent, since 1.8 at least
(`restMappingError`).

The usual cause in Go is an object that was read with a typed client: its `TypeMeta` is empty or has lost the group.

## How to fix

Write the owner's apiVersion with its group. In Go, take the group and version from the scheme
(`controllerutil.SetOwnerReference`, `metav1.NewControllerRef`), never from the object's `TypeMeta`.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
- <https://github.com/kubernetes/kubernetes/issues/100751>
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
    Severity,
    World,
    related_owner,
)

META: Final = Meta(
    code="OWN303",
    name="owner-group-mismatch",
    severity=Severity.ERROR,
    consequence=Consequence.NEVER_COLLECTED,
    since="0.1.0",
    tags=("identity",),
)

VALID: Final = (
    Example(
        "Deployment in its group",
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
)

INVALID: Final = (
    Example(
        "Deployment without its group",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: v1 # <- owner-group-mismatch
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
    Example(
        "blocking, so that foreground deletion of the owner hangs",
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
  - apiVersion: v1 # <- owner-group-mismatch
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
    blockOwnerDeletion: true
""",
    ),
    Example(
        "kind of another group, beside a sound owner",
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
  - apiVersion: apps/v1 # <- owner-group-mismatch
    kind: Job
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
    """Yield a problem for each reference whose kind stands in another group."""
    for edge in world.graph.because(Reason.WRONG_GROUP):
        if world.fates.acts_on(edge.dependent):
            yield _problem(world, edge)


def _problem(world: World, edge: Edge) -> Problem:
    dependent, reference = edge.dependent, edge.reference
    meant = world.kinds.resolve(reference.api_version, reference.kind).suggestion
    outlook = world.fates.outlook(dependent)
    return Problem(
        Pointer(dependent, f"{reference.path}.apiVersion"),
        f"{dependent.full_title} names {reference.title} of {reference.api_version} as owner, but that kind is in another "
        f"group: {meant}. The garbage collector cannot resolve such an owner, so it {outlook.effect}. Write "
        f"apiVersion: {meant.partition(' ')[0]}.",
        related=related_owner(edge, "metadata.uid", "the object with this uid is here"),
        severity=Severity.ERROR if edge.confidence is Confidence.HIGH else Severity.WARNING,
        consequence=outlook.consequence,
        confidence=edge.confidence,
    )
