"""An owner reference whose apiVersion is missing or does not parse.

## What it does

Reports an entry of `ownerReferences` whose `apiVersion` is absent or empty, ends in a slash (`apps/`), or has several
slashes (`apps/v1/deployments`). Test assertions and patches, which are incomplete on purpose, are exempt.

## Why this is bad

The API server splits the apiVersion into group and version and rejects the object if there is no version: 422,
`metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty`. Without it, the garbage collector
could not tell which kind of object to look for. The rejection was recorded with Kubernetes 1.36; the check has been
there since 1.8 at least (`validateOwnerReference`).

## How to fix

Write the apiVersion of the owner's own manifest: `v1` for core kinds such as Pod, ConfigMap and Node, `group/version` for
all others, such as `apps/v1`. A subresource or plural never belongs here.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
- <https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go>
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
    Severity,
    World,
    claimed_owner,
    is_templated,
    parses_as_group_version,
    shorten,
    without,
)

META: Final = Meta(
    code="OWN104",
    name="malformed-owner-api-version",
    severity=Severity.ERROR,
    consequence=Consequence.REJECTED,
    since="0.1.0",
    presumes_applied=True,
    tags=("form",),
)

_DEPENDENT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  ownerReferences:
{entry}"""

VALID: Final = (
    Example(
        "whole entry whose uid is filled in later",
        _DEPENDENT.format(
            entry="""\
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: ${OWNER_UID}
"""
        ),
    ),
)

INVALID: Final = (
    Example(
        "no apiVersion",
        _DEPENDENT.format(
            entry="""\
  - kind: Deployment # <- malformed-owner-api-version
    name: web
    uid: ${OWNER_UID}
"""
        ),
    ),
    Example(
        "group without version",
        _DEPENDENT.format(
            entry="""\
  - apiVersion: apps/ # <- malformed-owner-api-version
    kind: Deployment
    name: web
    uid: ${OWNER_UID}
"""
        ),
    ),
    Example(
        "two slashes",
        _DEPENDENT.format(
            entry="""\
  - apiVersion: apps/v1/deployments # <- malformed-owner-api-version
    kind: Deployment
    name: web
    uid: ${OWNER_UID}
"""
        ),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each entry without an apiVersion that parses."""
    for obj in world.irregular:
        for reference in without(obj, "apiVersion"):
            yield _problem(obj, reference, "no apiVersion")
        for reference in obj.owner_references:
            written = reference.api_version
            if written and not parses_as_group_version(written) and not is_templated(written):
                what = f"the apiVersion '{shorten(written)}', which is neither a version nor group/version"
                yield _problem(obj, reference, what)


def _problem(obj: KubeObject, reference: OwnerReference, what: str) -> Problem:
    return Problem(
        Pointer(obj, f"{reference.path}.apiVersion"),
        f"{obj.full_title} has an owner reference to {claimed_owner(reference)} with {what}. The API server rejects the "
        "object (422: metadata.ownerReferences.apiVersion: version must not be empty). Write the apiVersion of the "
        "owner's own manifest, such as apps/v1.",
    )
