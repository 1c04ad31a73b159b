"""An owner reference that writes the core group into the apiVersion.

## What it does

Reports the apiVersion `core/v1` (error) and `/v1` (info) of an entry. The core group's name is empty, and its apiVersion
is `v1` alone.

## Why this is bad

There is no group named `core`. The API server accepts `core/v1` without a warning, but the garbage collector cannot
resolve it: the dependent is never collected, and with `blockOwnerDeletion: true` a foreground deletion of its owner
waits for ever. The kubelet itself wrote it into references until Kubernetes 1.36.

`/v1` is resolved like `v1` and mostly works. But a dependent whose owner is gone before the garbage collector sees it
is not collected, unless another of its references makes the collector look again: it notes the missing owner as `v1`,
which is not equal to `/v1`. Tools that compare apiVersions as text do not recognise it either.

Both spellings were recorded with Kubernetes 1.36; a group named `core` is in no supported release.

## How to fix

Write `v1`.

## References

- <https://kubernetes.io/docs/reference/using-api/#api-groups>
- <https://github.com/kubernetes/kubernetes/pull/137008>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Consequence,
    Example,
    KubeObject,
    Meta,
    OwnerReference,
    Pointer,
    Problem,
    Resolution,
    Severity,
    World,
    claimed_owner,
    distinct_references,
    edges_by_entry,
    frozen_outlook,
    is_event_owner,
    is_templated,
    shorten,
)

META: Final = Meta(
    code="OWN106",
    name="core-group-prefix",
    severity=Severity.ERROR,
    consequence=Consequence.NEVER_COLLECTED,
    since="0.1.0",
    tags=("form",),
)

_DEPENDENT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: {api_version}
    kind: Pod
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
"""

VALID: Final = (Example("core group", _DEPENDENT.format(api_version="v1")),)

INVALID: Final = (
    Example("group called core", _DEPENDENT.format(api_version="core/v1 # <- core-group-prefix")),
    Example("leading slash", _DEPENDENT.format(api_version="/v1 # <- core-group-prefix")),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each entry that spells out the core group."""
    for obj in world.irregular:
        for reference in distinct_references(obj):
            group, slash, version = reference.api_version.partition("/")
            if not slash or not version or "/" in version or is_templated(version):
                continue
            if group == "core":
                yield _no_such_group(world, obj, reference)
            elif (
                not group and version == "v1" and not is_event_owner(reference) and not _is_lost(world, obj, reference)
            ):
                yield _leading_slash(obj, reference)


def _is_lost(world: World, obj: KubeObject, reference: OwnerReference) -> bool:
    """Return whether the entry is worse than its spelling, which other rules tell."""
    edge = edges_by_entry(world.graph, obj).get(reference.index)
    return edge is not None and edge.resolution in (Resolution.DANGLING, Resolution.UNRESOLVABLE)


def _no_such_group(world: World, obj: KubeObject, reference: OwnerReference) -> Problem:
    outlook = frozen_outlook(world.fates, obj, reference)
    version = reference.api_version.removeprefix("core/")
    return Problem(
        Pointer(obj, f"{reference.path}.apiVersion"),
        f"{obj.full_title} has an owner reference to {claimed_owner(reference)} with the apiVersion "
        f"{shorten(reference.api_version)}, but there is no group named core. The API server accepts it, and the garbage "
        f"collector {outlook.effect}. Write {shorten(version)}.",
        consequence=outlook.consequence,
    )


def _leading_slash(obj: KubeObject, reference: OwnerReference) -> Problem:
    return Problem(
        Pointer(obj, f"{reference.path}.apiVersion"),
        f"{obj.full_title} has an owner reference to {claimed_owner(reference)} with the apiVersion /v1. It works like v1 while the "
        f"owner exists, but if the owner is gone before {obj.title} is created, the garbage collector never collects "
        f"{obj.title}. Write v1.",
        severity=Severity.INFO,
        consequence=Consequence.RISK,
    )
