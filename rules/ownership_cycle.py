"""Objects that own each other in a circle.

## What it does

Reports objects whose owner references lead back to where they began: A owned by B, B owned by A, or a longer circle.
Each group of objects that own each other is reported once, at the first of them in the order of the files. An object
that owns itself is `self-reference`.

## Why this is bad

Each of them is kept by the next, so the garbage collector collects none of them, even when every owner outside the
circle is gone. They live until somebody deletes one of them; then all the others go with it, which may surprise as
well. Tools that follow owner references may never come back. The API server checks nothing of the kind. Recorded with
Kubernetes 1.36, for circles of two and three; the collector has judged each reference by itself since 1.8 at least
(`classifyReferences`).

## How to fix

Decide which of the objects owns the others, and remove its references to them.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Consequence,
    Cycle,
    Example,
    Meta,
    Pointer,
    Problem,
    Related,
    Severity,
    World,
)

META: Final = Meta(
    code="OWN402",
    name="ownership-cycle",
    severity=Severity.WARNING,
    consequence=Consequence.NEVER_COLLECTED,
    since="0.1.0",
    tags=("deletion",),
)

VALID: Final = (
    Example(
        "a chain",
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
        "two objects",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  namespace: shop
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
  ownerReferences:
  - apiVersion: v1 # <- ownership-cycle
    kind: ConfigMap
    name: b
    uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: b
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: v1
    kind: ConfigMap
    name: a
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
    Example(
        "three objects in two files",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  namespace: shop
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
  ownerReferences:
  - apiVersion: v1 # <- ownership-cycle
    kind: ConfigMap
    name: b
    uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: b
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: v1
    kind: ConfigMap
    name: c
    uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
# file: third.yaml
apiVersion: v1
kind: ConfigMap
metadata:
  name: c
  namespace: shop
  uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
  ownerReferences:
  - apiVersion: v1
    kind: ConfigMap
    name: a
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
    Example(
        "circle with an owner outside of it",
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
  name: a
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: v1 # <- ownership-cycle
    kind: ConfigMap
    name: b
    uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: b
  namespace: shop
  uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
  ownerReferences:
  - apiVersion: v1
    kind: ConfigMap
    name: a
    uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
""",
    ),
)


_SHOWN = 5
"""Longest circle that a message lists whole."""

_RELATED = 10
"""Largest number of further members whose places are shown."""


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each circle of owners that nothing is about to break."""
    for cycle in world.graph.cycles:
        if not any(edge.dependent.terminating for edge in cycle.edges):
            yield _problem(cycle)


def _problem(cycle: Cycle) -> Problem:
    first = cycle.edges[0]
    members = [edge.dependent for edge in cycle.edges]
    names = [member.title for member in members]
    if len(names) > _SHOWN:
        names = [*names[: _SHOWN - 1], f"{len(names) - _SHOWN + 1} more"]
    circle = ", which is owned by ".join([*names[1:], first.dependent.title])
    return Problem(
        Pointer(first.dependent, first.reference.path),
        f"{first.dependent.full_title} is owned by {circle} again. Each keeps the next, so the garbage collector never "
        f"collects any of them, until somebody deletes one and all of them go. Remove the reference from the object that "
        f"is to own the others.",
        related=tuple(
            Related(
                Pointer(edge.dependent, edge.reference.path),
                f"{edge.dependent.title} is owned by {edge.reference.title}",
            )
            for edge in cycle.edges[1 : _RELATED + 1]
        ),
    )
