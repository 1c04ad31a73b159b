"""An object that names itself as owner.

## What it does

Reports an owner reference whose owner is the dependent itself.

## Why this is bad

The object keeps itself: its own reference is sound for as long as it exists, so the garbage collector never collects
it, whatever becomes of its other owners. With `blockOwnerDeletion: true` the object waits for itself: its foreground
deletion (`kubectl delete --cascade=foreground`) never ends, not even after a restart of the garbage collector. The API
server accepts such a reference without a word. Recorded with Kubernetes 1.36; older releases were not looked at.

A manifest that is to be applied cannot name itself at all, as it gets a new uid then: see `uid-of-authored-owner`.

## How to fix

Remove the entry. A controller that sets owner references should compare the owner's uid with the object's own.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
- <https://kubernetes.io/docs/concepts/architecture/garbage-collection/#foreground-deletion>
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
    Resolution,
    Severity,
    World,
)

META: Final = Meta(
    code="OWN401",
    name="self-reference",
    severity=Severity.WARNING,
    consequence=Consequence.NEVER_COLLECTED,
    since="0.1.0",
    tags=("deletion",),
)

VALID: Final = (
    Example(
        "an owner of the same kind",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: v1
    kind: ConfigMap
    name: base-config
    uid: 5c9e6679-7425-40de-944b-e07fc1f90ae7
""",
    ),
)

INVALID: Final = (
    Example(
        "blocking itself",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: v1 # <- self-reference
    kind: ConfigMap
    name: web-config
    uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
    blockOwnerDeletion: true
""",
    ),
    Example(
        "keeping itself",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: v1 # <- self-reference
    kind: ConfigMap
    name: web-config
    uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
""",
    ),
    Example(
        "in foreground deletion that never ends",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  deletionTimestamp: "2026-01-01T00:00:00Z"
  finalizers: [foregroundDeletion]
  ownerReferences:
  - apiVersion: v1 # <- self-reference
    kind: ConfigMap
    name: web-config
    uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
    blockOwnerDeletion: true
""",
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each reference of an object to itself."""
    for resolution in (Resolution.SOLID, Resolution.WAITING):
        for edge in world.graph.edges(resolution):
            # A uid belongs to one object, so a snapshot of the dependent is the dependent, too.
            if edge.reference.uid == edge.dependent.uid:
                problem = _blocking(edge) if edge.reference.block_owner_deletion else _keeping(edge)
                if problem:
                    yield problem


def _blocking(edge: Edge) -> Problem:
    dependent = edge.dependent
    waits = (
        "Its foreground deletion, which has begun, waits for the object itself and never ends"
        if edge.resolution is Resolution.WAITING
        else "The garbage collector never collects it, and its foreground deletion waits for the object itself, for ever"
    )
    return Problem(
        Pointer(dependent, edge.reference.path),
        f"{dependent.full_title} names itself as owner and blocks that owner's deletion. {waits}. Remove the entry.",
        severity=Severity.ERROR,
        consequence=Consequence.DELETION_HANGS,
    )


def _keeping(edge: Edge) -> Problem | None:
    dependent = edge.dependent
    if dependent.terminating:
        return None
    return Problem(
        Pointer(dependent, edge.reference.path),
        f"{dependent.full_title} names itself as owner. So the garbage collector always finds an owner that exists, and "
        f"never collects {dependent.title}, even when all its other owners are gone. Remove the entry.",
    )
