"""One owner uid in entries that differ.

## What it does

Reports an entry of `ownerReferences` that has the uid of an earlier one but differs from it in another field. Two
controllers are left to `several-controllers`, entries that are equal in all fields to `duplicate-owner-reference`.

## Why this is bad

A uid belongs to one object, so at most one of the two entries can be right. The API server stores both without a
warning. The garbage collector removes the entries of absent owners *by uid*: if one of the two is wrong, both go, the
right one too, and the object is left without that owner and never collected. While the owner is being deleted, it
depends on timing whether the dependent goes with it. Server-side apply refuses the object: 500, `duplicate entries for
key [uid="..."]`. Recorded with Kubernetes 1.36; entries have been removed by uid since 1.8 at least.

## How to fix

Compare both with the owner (`kubectl get ... -o yaml`), keep the entry that agrees with it, and delete the other. If
they differ only in `controller` or `blockOwnerDeletion`, keep the one with the flags that you want.

## References

- <https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents>
- <https://github.com/kubernetes/kubernetes/issues/123053>
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
    Related,
    Severity,
    Verdict,
    World,
    claimed_owner,
    distinct_references,
    is_placeholder_uid,
    is_uid,
    shorten,
)

META: Final = Meta(
    code="OWN111",
    name="repeated-owner-uid",
    severity=Severity.ERROR,
    consequence=Consequence.RISK,
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
  - apiVersion: apps/v1{mark}
    kind: Deployment
    name: api
    uid: {uid}
"""

VALID: Final = (
    Example("a uid for each owner", _DEPENDENT.format(mark="", uid="5b0c1d7e-3c52-4d0b-9b1a-0c8f4c1f6f02")),
)

INVALID: Final = (
    Example(
        "uid copied from the entry above",
        _DEPENDENT.format(mark=" # <- repeated-owner-uid", uid="0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11"),
    ),
)


_DECIDED = (Verdict.STRIPPED, Verdict.DELETED, Verdict.FROZEN)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each entry with the uid of an earlier, different one."""
    for obj in world.irregular:
        earlier: dict[str, OwnerReference] = {}
        no_controllers: dict[str, OwnerReference] = {}
        for reference in distinct_references(obj):
            if not _is_real(world, reference.uid):
                continue
            # Two controllers are another rule's fault.
            twin = (no_controllers if reference.controller else earlier).get(reference.uid)
            if twin is not None:
                yield _problem(world, obj, twin, reference)
            earlier.setdefault(reference.uid, reference)
            if not reference.controller:
                no_controllers.setdefault(reference.uid, reference)


def _is_real(world: World, uid: str) -> bool:
    """Return whether this is a uid at all: a placeholder, a template or a slip is another rule's fault."""
    return (is_uid(uid) and not is_placeholder_uid(uid)) or bool(uid and world.index.with_uid(uid))


def _problem(world: World, obj: KubeObject, earlier: OwnerReference, later: OwnerReference) -> Problem:
    consequence = None
    if earlier.coordinates() == later.coordinates():
        what = f"names {claimed_owner(later)} as its owner twice, with different flags"
        risk = "Server-side apply refuses the object (500: duplicate entries for key [uid=...])"
        advice = "Keep the entry with the flags that you want"
    else:
        what = f"has the same uid {shorten(later.uid)} in its references to {claimed_owner(earlier)} and {claimed_owner(later)}"
        risk = (
            "The garbage collector removes entries by uid, so the wrong one takes the right one with it; server-side apply "
            "refuses the object (500)"
        )
        if world.fates.acts_on(obj) and world.fates.verdict(obj) in _DECIDED:
            outlook = world.fates.outlook(obj)
            consequence = outlook.consequence
            risk = f"The garbage collector {outlook.effect}; server-side apply refuses the object (500)"
        advice = "Keep the entry that agrees with the owner"
    return Problem(
        Pointer(obj, later.path),
        f"{obj.full_title} {what}. {risk}. {advice}.",
        related=(Related(Pointer(obj, earlier.path), "the first entry with this uid is here"),),
        consequence=consequence,
    )
