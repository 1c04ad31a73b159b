"""An owner reference without a uid.

## What it does

Reports an entry of `ownerReferences` whose `uid` is absent, null or empty. An entry that lacks apiVersion, kind, name and
uid altogether (`- {}`, or a bare hyphen) is reported here once. Test assertions and patches, which are incomplete on
purpose, are exempt.

## Why this is bad

The API server rejects the object: 422, `metadata.ownerReferences.uid: Invalid value: "": must not be empty`. The uid
names one incarnation of the owner: it is made when the owner is created, so nobody can know it when the manifest is
written. The collector compares it exactly, so that a new object of the same name does not inherit the old one's
dependents. The rejection was recorded with Kubernetes 1.36, for built-in kinds and custom resources; the check has been
there since 1.8 at least (`validateOwnerReference`).

## How to fix

Leave `ownerReferences` out of the manifest. Let the controller that creates the object set it from the live owner
(controller-runtime: `SetControllerReference`), or let the tool that applies the manifests delete both: Helm release, Argo
CD or Flux pruning, `kubectl delete -f`. A script can read the uid with
`kubectl get deployment web -o jsonpath={.metadata.uid}`.

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
    empty_references,
    without,
)

META: Final = Meta(
    code="OWN101",
    name="missing-owner-uid",
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
        "no uid",
        _DEPENDENT.format(
            entry="""\
  - apiVersion: apps/v1 # <- missing-owner-uid
    kind: Deployment
    name: web
"""
        ),
    ),
    Example(
        "empty uid",
        _DEPENDENT.format(
            entry="""\
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: "" # <- missing-owner-uid
"""
        ),
    ),
    Example(
        "nothing at all",
        _DEPENDENT.format(
            entry="""\
  - {} # <- missing-owner-uid
"""
        ),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each entry without uid."""
    for obj in world.irregular:
        for reference in empty_references(obj):
            yield Problem(
                Pointer(obj, reference.path),
                f"{obj.full_title} has an empty owner reference, without apiVersion, kind, name and uid. The API server "
                "rejects the object (422: metadata.ownerReferences.uid must not be empty, and so on). Remove the entry.",
            )
        for reference in without(obj, "uid"):
            yield Problem(
                Pointer(obj, f"{reference.path}.uid"),
                f"{obj.full_title} names {claimed_owner(reference)} as its owner without a uid. The API server rejects "
                "the object (422: metadata.ownerReferences.uid must not be empty). Remove the reference and let the "
                "owner's controller set it, or fill in the uid of the live owner.",
            )
