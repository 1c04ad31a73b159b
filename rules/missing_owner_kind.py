"""An owner reference without a kind.

## What it does

Reports an entry of `ownerReferences` whose `kind` is absent, null or empty. Test assertions and patches, which are
incomplete on purpose, are exempt.

## Why this is bad

The API server rejects the object: 422, `metadata.ownerReferences.kind: Invalid value: "": must not be empty`. In
controllers this is a frequent slip: objects that a typed Go client returns have an empty kind and apiVersion, and the
reference was built from those. The rejection was recorded with Kubernetes 1.36, for built-in kinds and custom
resources; the check has been there since 1.8 at least (`validateOwnerReference`).

## How to fix

Add the owner's `kind` as its own manifest writes it, such as `Deployment`. In a controller take kind and apiVersion from
the scheme (`metav1.NewControllerRef` with a fixed GroupVersionKind, `controllerutil.SetControllerReference`).

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
    code="OWN103",
    name="missing-owner-kind",
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
        "no kind",
        _DEPENDENT.format(
            entry="""\
  - apiVersion: apps/v1 # <- missing-owner-kind
    name: web
    uid: ${OWNER_UID}
"""
        ),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each entry without kind."""
    for obj in world.irregular:
        for reference in without(obj, "kind"):
            yield Problem(
                Pointer(obj, f"{reference.path}.kind"),
                f"{obj.full_title} has an owner reference to {claimed_owner(reference)} without the owner's kind. The API "
                "server rejects the object (422: metadata.ownerReferences.kind must not be empty). Add the kind.",
            )
