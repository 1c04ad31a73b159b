"""More than one controller.

## What it does

Reports each entry of `ownerReferences` with `controller: true` after the first. An entry that repeats an earlier one
whole is merged with it before the API server counts, so it is no second controller (see `duplicate-owner-reference`).

## Why this is bad

The API server rejects the object: 422, `Only one reference can have Controller set to true. Found "true" in references
for ...`. It refuses every later update as well, so a controller that adds itself beside another gets this error for
ever, and upgrades that hand an object from one operator to another stop here. The rejection was recorded with
Kubernetes 1.36, for a built-in kind and a custom resource; the check has been there since 1.8 at least
(`ValidateOwnerReferences`).

## How to fix

Decide which owner manages the object and keep `controller: true` there. Set it to `false`, or leave it out, on the
others: they still keep the object alive and have it collected. In controller-runtime that is `SetOwnerReference` in
place of `SetControllerReference`.

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
    Related,
    Severity,
    World,
    claimed_owner,
    distinct_references,
)

META: Final = Meta(
    code="OWN109",
    name="several-controllers",
    severity=Severity.ERROR,
    consequence=Consequence.REJECTED,
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
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
    controller: true
  - apiVersion: apps/v1{mark}
    kind: Deployment
    name: api
    uid: 5b0c1d7e-3c52-4d0b-9b1a-0c8f4c1f6f02
    controller: {controller}
"""

VALID: Final = (Example("two owners, one of them the controller", _DEPENDENT.format(mark="", controller="false")),)

INVALID: Final = (Example("two controllers", _DEPENDENT.format(mark=" # <- several-controllers", controller="true")),)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each controller after the first of its object."""
    for obj in world.irregular:
        controllers = [reference for reference in distinct_references(obj) if reference.controller]
        for reference in controllers[1:]:
            first, later = claimed_owner(controllers[0]), claimed_owner(reference)
            yield Problem(
                Pointer(obj, reference.path),
                f"{obj.full_title} has the controller {later} beside the controller {first}. The API server rejects the object (422: Only one "
                "reference can have Controller set to true). Keep controller: true on the owner that manages the object.",
                related=(Related(Pointer(obj, controllers[0].path), "the first controller is here"),),
            )
