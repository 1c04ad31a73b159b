"""An owner in an alpha or beta version that the API server does not serve by default.

## What it does

Reports an owner reference to a built-in kind in a version that is off by default: every alpha version, and beta versions
that came with Kubernetes 1.24 or later. It stays silent where a live object in the files has that very apiVersion and kind,
as its cluster serves them. For a live dependent the confidence is low: whoever set the reference had the version at hand.

## Why this is bad

Where the version is not switched on (`--runtime-config`), the API server accepts the reference all the same, and the
garbage collector cannot resolve it: it never collects the object, and does not even look at its other references. That
an unserved version has this effect was recorded with Kubernetes 1.36; which versions are off was read from the same
release. The source has failed on such owners, rather than taken them for absent, since 1.8 at least.

## How to fix

Name the owner in a stable version of its kind, or make sure that every cluster that gets the manifest serves this one.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
- <https://kubernetes.io/blog/2022/05/03/kubernetes-1-24-release-announcement/>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Confidence,
    Consequence,
    Edge,
    Example,
    Mapping,
    Meta,
    Pointer,
    Problem,
    Resolution,
    Severity,
    World,
)

META: Final = Meta(
    code="OWN332",
    name="disabled-owner-version",
    severity=Severity.WARNING,
    consequence=Consequence.NEVER_COLLECTED,
    since="0.1.0",
    presumes_applied=True,
    tags=("identity", "releases"),
)

_DEPENDENT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: pool-config
  namespace: shop
  ownerReferences:
  - apiVersion: {version}{mark}
    kind: ResourceClaim
    name: gpu
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11{uid_mark}
"""

VALID: Final = (
    Example(
        "a live object in the files shows that its cluster serves the version",
        """\
apiVersion: resource.k8s.io/v1beta1
kind: ResourceClaim
metadata:
  name: gpu
  namespace: shop
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
---
"""
        + _DEPENDENT.format(version="resource.k8s.io/v1beta1", mark="", uid_mark=""),
    ),
)

INVALID: Final = (
    Example(
        "beta version that is off by default",
        _DEPENDENT.format(version="resource.k8s.io/v1beta1", mark=" # <- disabled-owner-version", uid_mark=""),
    ),
)

_UNSTABLE: Final = ("alpha", "beta")


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each reference to a built-in version that is off unless somebody switches it on."""
    for resolution in (Resolution.SOLID, Resolution.WAITING, Resolution.UNKNOWN, Resolution.DANGLING):
        for edge in world.graph.edges(resolution):
            version = edge.reference.api_version
            if any(stage in version for stage in _UNSTABLE) and _is_off(world, edge):
                yield _problem(world, edge)


def _is_off(world: World, edge: Edge) -> bool:
    reference = edge.reference
    kind = world.kinds.resolve(reference.api_version, reference.kind)
    if kind.mapping is not Mapping.SERVED or kind.built_in is None or kind.default_on:
        return False
    shown = world.kinds.shown(reference.api_version, kind.canonical)
    return not shown and world.fates.acts_on(edge.dependent)


def _problem(world: World, edge: Edge) -> Problem:
    dependent, reference = edge.dependent, edge.reference
    hang = f", and foreground deletion of {reference.title} hangs for ever" if reference.block_owner_deletion else ""
    return Problem(
        Pointer(dependent, f"{reference.path}.apiVersion"),
        f"{dependent.full_title} names {reference.title} as owner in {reference.api_version}, which Kubernetes "
        f"{world.kinds.release} does not serve unless it is switched on. Where it is off, the garbage collector never "
        f"collects {dependent.title}{hang}. Name a stable version of {reference.kind}, or remove the entry.",
        confidence=Confidence.LOW if dependent.live else Confidence.MEDIUM,
    )
