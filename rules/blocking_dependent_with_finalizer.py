"""A blocking dependent that a finalizer holds.

## What it does

Reports an object with `blockOwnerDeletion: true` that also carries a finalizer of some controller (any but `orphan` and
`foregroundDeletion`). How much it says depends on what the files show:

- the owner is in foreground deletion and the dependent, being deleted itself, is held by its finalizer: the wait is
  there (warning, medium confidence);
- the dependent is being deleted and held, the owner is not: foreground deletion of the owner would wait now (info, medium
  confidence), unless the finalizer is one of Kubernetes' own, whose controllers always run;
- else nothing waits (info, low confidence: not shown by default). Many operators set both on purpose.

## Why this is bad

Foreground deletion of the owner (`kubectl delete --cascade=foreground`) waits until all blocking dependents are gone,
and this one is gone only after somebody removes its finalizer. If the finalizer's controller is not running, or waits
for the owner itself, the owner stays `Terminating` for ever. Background deletion, kubectl's default, does not wait.
Recorded with Kubernetes 1.36, with owners that wait and owners that do not; foreground deletion has worked so since 1.8
at least (`processDeletingDependentsItem`).

## How to fix

Make sure that the controller of the finalizer outlives the object. If the owner need not wait, drop
`blockOwnerDeletion`. An owner that is stuck already is freed by deleting it again with `--cascade=background`.

## References

- <https://kubernetes.io/docs/concepts/architecture/garbage-collection/#foreground-deletion>
- <https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/>
- <https://github.com/kubernetes/kubernetes/issues/86509>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Confidence,
    Consequence,
    Edge,
    Example,
    KubeObject,
    Meta,
    Pointer,
    Problem,
    Resolution,
    Severity,
    World,
    related_owner,
)

META: Final = Meta(
    code="OWN403",
    name="blocking-dependent-with-finalizer",
    severity=Severity.INFO,
    consequence=Consequence.RISK,
    since="0.1.0",
    tags=("deletion",),
)

VALID: Final = (
    Example(
        "finalizer and blocking entry, and nothing is being deleted",
        """\
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web
  namespace: shop
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data-0
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  finalizers:
  - backup.example.com/snapshot
  ownerReferences:
  - apiVersion: apps/v1
    kind: StatefulSet
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
    blockOwnerDeletion: true
""",
    ),
    Example(
        "held, but not blocking",
        """\
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web
  namespace: shop
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data-0
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  deletionTimestamp: "2026-01-01T00:00:00Z"
  finalizers:
  - backup.example.com/snapshot
  ownerReferences:
  - apiVersion: apps/v1
    kind: StatefulSet
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
    blockOwnerDeletion: false
""",
    ),
    Example(
        "held by a finalizer of Kubernetes' own",
        """\
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web
  namespace: shop
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data-0
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  deletionTimestamp: "2026-01-01T00:00:00Z"
  finalizers:
  - kubernetes.io/pvc-protection
  ownerReferences:
  - apiVersion: apps/v1
    kind: StatefulSet
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
    blockOwnerDeletion: true
""",
    ),
)

INVALID: Final = (
    Example(
        "the owner waits",
        """\
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web
  namespace: shop
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
  deletionTimestamp: "2026-01-01T00:00:00Z"
  finalizers: [foregroundDeletion]
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data-0
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  deletionTimestamp: "2026-01-01T00:00:00Z"
  finalizers:
  - backup.example.com/snapshot
  ownerReferences:
  - apiVersion: apps/v1
    kind: StatefulSet
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
    blockOwnerDeletion: true # <- blocking-dependent-with-finalizer
""",
    ),
    Example(
        "the dependent is held",
        """\
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web
  namespace: shop
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data-0
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  deletionTimestamp: "2026-01-01T00:00:00Z"
  finalizers:
  - backup.example.com/snapshot
  ownerReferences:
  - apiVersion: apps/v1
    kind: StatefulSet
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
    blockOwnerDeletion: true # <- blocking-dependent-with-finalizer
""",
    ),
)


_COLLECTORS = frozenset({"orphan", "foregroundDeletion"})
"""Finalizers that the garbage collector itself removes."""

_BUILT_IN_DOMAINS = ("kubernetes.io", "k8s.io")


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each blocking reference of an object with a finalizer of some controller."""
    for resolution in (Resolution.SOLID, Resolution.WAITING):
        for edge in world.graph.edges(resolution):
            if edge.reference.block_owner_deletion and edge.dependent.finalizers:
                foreign = [name for name in edge.dependent.finalizers if name not in _COLLECTORS]
                if foreign and edge.owner is not None and edge.reference.uid != edge.dependent.uid:
                    yield _problem(edge, edge.owner, foreign)


def _problem(edge: Edge, owner: KubeObject, foreign: list[str]) -> Problem:
    dependent = edge.dependent
    holders = f"finalizer{'s' if len(foreign) > 1 else ''} {', '.join(foreign)}"
    severity, consequence, confidence = Severity.INFO, Consequence.RISK, Confidence.LOW
    if dependent.terminating and edge.resolution is Resolution.WAITING:
        severity, consequence, confidence = Severity.WARNING, Consequence.DELETION_HANGS, Confidence.MEDIUM
        what = (
            f"Foreground deletion of {owner.full_title} waits for {dependent.title}, which is being deleted but held by its "
            f"{holders}. The owner stays Terminating until the controller of the finalizer removes it."
        )
    elif dependent.terminating:
        if not all(map(_is_built_in, foreign)):
            confidence = Confidence.MEDIUM
        what = (
            f"{dependent.full_title} is being deleted but held by its {holders}, and it blocks {owner.title}. Foreground "
            f"deletion of {owner.title} would wait until the controller of the finalizer removes it."
        )
    else:
        what = (
            f"{dependent.full_title} blocks {owner.title} and carries the {holders}. Foreground deletion of {owner.title} "
            f"will wait until the controller of the finalizer removes it."
        )
    return Problem(
        Pointer(dependent, f"{edge.reference.path}.blockOwnerDeletion"),
        f"{what} Make sure that this controller runs, or drop blockOwnerDeletion.",
        related=related_owner(edge, "metadata.name", "the owner is here"),
        severity=severity,
        consequence=consequence,
        confidence=confidence,
    )


def _is_built_in(finalizer: str) -> bool:
    """Return whether this is a finalizer of Kubernetes itself, such as `batch.kubernetes.io/job-tracking`."""
    domain, slash, _ = finalizer.partition("/")
    return bool(slash) and (domain in _BUILT_IN_DOMAINS or domain.endswith(_SUBDOMAINS))


_SUBDOMAINS = tuple(f".{domain}" for domain in _BUILT_IN_DOMAINS)
