"""An owner that is being deleted, with dependents.

## What it does

Reports a live object that is being deleted (`deletionTimestamp`), that a finalizer holds, and that owns objects in the
files. One finding for each owner, with what becomes of its dependents.

## Why this is bad

It is no fault by itself, but it decides what comes next. In foreground deletion (finalizer `foregroundDeletion`) the
garbage collector deletes the dependents that have no other owner right now, and the owner goes when the blocking ones
are gone. Held by any other finalizer, the owner counts as existing: nothing happens to its dependents until the
finalizer is removed, and then all of them go at once. With the finalizer `orphan` they stay and lose their entries. All
three were recorded with Kubernetes 1.36; the collector has told them apart since 1.8 at least (`classifyReferences`).

## How to fix

Nothing, if the deletion is meant. To keep a dependent, remove its entry before the owner is gone. If the owner is stuck, find
out who should remove the finalizer that holds it.

## References

- <https://kubernetes.io/docs/concepts/architecture/garbage-collection/#cascading-deletion>
- <https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Consequence,
    Example,
    KubeObject,
    Meta,
    Pointer,
    Problem,
    Related,
    Resolution,
    Severity,
    World,
)

META: Final = Meta(
    code="OWN411",
    name="terminating-owner",
    severity=Severity.INFO,
    consequence=Consequence.DELETED,
    since="0.1.0",
    tags=("deletion",),
)

_DEPENDENT = """\
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
"""

_OWNER = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
  deletionTimestamp: "2026-01-01T00:00:00Z"{mark}
  finalizers: [{finalizer}]
"""

_MARK = " # <- terminating-owner"

VALID: Final = (
    Example("nothing depends on it", _OWNER.format(mark="", finalizer="example.com/hold")),
    Example(
        "a deletionTimestamp in a manifest means nothing",
        """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  deletionTimestamp: "2026-01-01T00:00:00Z"
  finalizers: [example.com/hold]
"""
        + _DEPENDENT,
    ),
)

INVALID: Final = (
    Example("in foreground deletion", _OWNER.format(mark=_MARK, finalizer="foregroundDeletion") + _DEPENDENT),
    Example("held by a finalizer", _OWNER.format(mark=_MARK, finalizer="example.com/hold") + _DEPENDENT),
    Example("orphaning its dependents", _OWNER.format(mark=_MARK, finalizer="orphan") + _DEPENDENT),
)

_SHOWN: Final = 3
_ABSENT: Final = frozenset({Resolution.DANGLING, Resolution.WAITING})


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each object that is being deleted, held by a finalizer, and owns something."""
    for owner in world.finalized:
        if owner.terminating:
            dependents = tuple(
                edge.dependent for edge in world.graph.dependents(owner) if not edge.dependent.terminating
            )
            if dependents:
                yield _problem(world, owner, tuple(dict.fromkeys(dependents)))


def _problem(world: World, owner: KubeObject, dependents: tuple[KubeObject, ...]) -> Problem:
    going, consequence = _going(world, owner, dependents)
    remedy = "To keep a dependent, remove its entry before that"
    if "orphan" in owner.finalizers:
        consequence = Consequence.STRIPPED
        outcome = f"With the finalizer orphan, {_listed(dependents)} will stay and lose the entry"
        remedy = "Delete what should not stay"
    elif "foregroundDeletion" in owner.finalizers:
        outcome = f"It is in foreground deletion, so the garbage collector now {going}"
    else:
        held = ", ".join(owner.finalizers[:_SHOWN])
        outcome = f"It counts as existing until its finalizers ({held}) are removed; then the garbage collector {going}"
    related = tuple(Related(Pointer(one, "metadata.name"), "a dependent is here") for one in dependents[:_SHOWN])
    return Problem(
        Pointer(owner, "metadata.deletionTimestamp"),
        f"{owner.full_title} is being deleted and owns {_number(len(dependents))} in the files. {outcome}. {remedy}.",
        related=related,
        consequence=consequence,
    )


def _going(world: World, owner: KubeObject, dependents: tuple[KubeObject, ...]) -> tuple[str, Consequence]:
    """Return what the collector does with the dependents once the owner no longer holds them, and its consequence."""
    others = [
        {edge.resolution for edge in world.graph.references(one) if edge.owner is not owner} - _ABSENT
        for one in dependents
    ]
    only = tuple(one for one, left in zip(dependents, others, strict=True) if not left)
    if only:
        return f"deletes {_listed(only)}", Consequence.DELETED
    if all(left == {Resolution.SOLID} for left in others):
        return f"removes the entry from {_listed(dependents)}", Consequence.STRIPPED
    return f"decides on {_listed(dependents)} by their other owners", Consequence.RISK


def _listed(objects: tuple[KubeObject, ...]) -> str:
    titles = [obj.title for obj in objects[:_SHOWN]]
    more = len(objects) - len(titles)
    return ", ".join(titles) + (f" and {more} more" if more else "")


def _number(count: int) -> str:
    return "one object" if count == 1 else f"{count} objects"
