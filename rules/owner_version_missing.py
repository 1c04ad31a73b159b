"""An owner reference whose apiVersion is a group without a version.

## What it does

Reports an `apiVersion` without a slash that is no version of the core group either: `apps`, `batch`, `example.com`, or
`V1` with a capital letter.

## Why this is bad

An apiVersion without a slash is a version of the core group. So the API server reads `apps` as core version "apps",
finds a version, and accepts the object without a warning. The garbage collector then finds no such version: the owner
cannot be resolved, and the dependent is never collected, whatever becomes of this owner and of all its others. If the
entry has `blockOwnerDeletion: true`, a foreground deletion of the owner waits for it for ever. Recorded with Kubernetes
1.36, with a version that the core group does not have; apiVersions have been read so since 1.8 at least
(`validateOwnerReference`).

## How to fix

Write group and version as in the owner's own manifest: `apps/v1` for a Deployment, `batch/v1` for a Job.

## References

- <https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents>
- <https://pkg.go.dev/k8s.io/apimachinery/pkg/runtime/schema#ParseGroupVersion>
"""

from __future__ import annotations

import re
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
    Severity,
    World,
    claimed_owner,
    distinct_references,
    frozen_outlook,
    is_templated,
    shorten,
)

META: Final = Meta(
    code="OWN105",
    name="owner-version-missing",
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
    kind: {kind}
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
"""

VALID: Final = (
    Example("group and version", _DEPENDENT.format(api_version="apps/v1", kind="Deployment")),
    Example("version of the core group", _DEPENDENT.format(api_version="v1", kind="Pod")),
)

INVALID: Final = (
    Example("group alone", _DEPENDENT.format(api_version="apps # <- owner-version-missing", kind="Deployment")),
    Example("capital letter", _DEPENDENT.format(api_version="V1 # <- owner-version-missing", kind="Pod")),
)

_CORE_VERSION = re.compile(r"v[0-9]")


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each apiVersion that is read as an impossible version of the core group."""
    for obj in world.irregular:
        for reference in distinct_references(obj):
            group, _, version = reference.api_version.rpartition("/")
            if version and not group and not _CORE_VERSION.match(version) and not is_templated(version):
                yield _problem(world, obj, reference)


def _problem(world: World, obj: KubeObject, reference: OwnerReference) -> Problem:
    written = reference.api_version
    outlook = frozen_outlook(world.fates, obj, reference)
    if written.lower().startswith("v") and written.lower() != written:
        advice = f"Write {shorten(written.lower())}"
    else:
        meant = world.kinds.resolve(written, reference.kind).suggestion.partition(" ")[0]
        advice = f"Write {meant}" if meant else f"Write group and version, such as {shorten(written.strip('/'))}/v1"
    return Problem(
        Pointer(obj, f"{reference.path}.apiVersion"),
        f"{obj.full_title} has an owner reference to {claimed_owner(reference)} with the apiVersion '{shorten(written)}', which "
        f"stands for a version of the core group that does not exist. The API server accepts it, but the garbage collector "
        f"{outlook.effect}. {advice}.",
        consequence=outlook.consequence,
    )
