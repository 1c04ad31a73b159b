"""An owner reference without a name.

## What it does

Reports an entry of `ownerReferences` whose `name` is absent, null or empty. Test assertions and patches, which are
incomplete on purpose, are exempt.

## Why this is bad

The API server rejects the object: 422, `metadata.ownerReferences.name: Invalid value: "": must not be empty`. The
garbage collector looks the owner up by name, in the namespace of the dependent, and then compares the uid, so it needs
both. The rejection was recorded with Kubernetes 1.36, for built-in kinds and custom resources; the check has been there
since 1.8 at least (`validateOwnerReference`).

## How to fix

Add the owner's `metadata.name`. An owner with `generateName` has a name only once it is created: let a controller or a
script set the reference from the live object.

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
    Meta,
    Pointer,
    Problem,
    Severity,
    World,
    claimed_owner,
    without,
)

META: Final = Meta(
    code="OWN102",
    name="missing-owner-name",
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
        "no name",
        _DEPENDENT.format(
            entry="""\
  - apiVersion: apps/v1 # <- missing-owner-name
    kind: Deployment
    uid: ${OWNER_UID}
"""
        ),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each entry without name."""
    for obj in world.irregular:
        for reference in without(obj, "name"):
            yield Problem(
                Pointer(obj, f"{reference.path}.name"),
                f"{obj.full_title} has an owner reference to {claimed_owner(reference)} without the owner's name. The API "
                "server rejects the object (422: metadata.ownerReferences.name must not be empty). Add the name.",
            )
