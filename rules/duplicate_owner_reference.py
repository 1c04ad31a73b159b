"""The same owner reference twice.

## What it does

Reports an entry of `ownerReferences` that is equal to an earlier one in all six fields. Entries with the same uid that
differ otherwise are reported by `repeated-owner-uid`.

## Why this is bad

On create, update and patch the API server merges the two and warns: `.metadata.ownerReferences contains duplicate
entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24` (1.36 still only
warns). Server-side apply fails: 500, `duplicate entries for key [uid="..."]`, because the uid is the key of that list.
Before 1.20 duplicates were stored, and one stored duplicate makes every later server-side apply of the object fail.
Recorded with Kubernetes 1.36.

## How to fix

Delete one of the two. If a controller adds the entry at each pass, let it look for one first (controller-runtime's
`SetOwnerReference` does: it replaces an entry of the same group, kind and name).

## References

- <https://github.com/kubernetes/kubernetes/pull/96185>
- <https://github.com/kubernetes/kubernetes/issues/123053>
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
    duplicates,
    is_templated_entry,
)

META: Final = Meta(
    code="OWN110",
    name="duplicate-owner-reference",
    severity=Severity.WARNING,
    consequence=Consequence.WARNED,
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
    name: {name}
    uid: {uid}
    controller: {controller}
"""

VALID: Final = (
    Example(
        "two owners",
        _DEPENDENT.format(mark="", name="api", uid="5b0c1d7e-3c52-4d0b-9b1a-0c8f4c1f6f02", controller="false"),
    ),
)

INVALID: Final = (
    Example(
        "entry repeated",
        _DEPENDENT.format(
            mark=" # <- duplicate-owner-reference",
            name="web",
            uid="0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11",
            controller="true",
        ),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each entry that repeats an earlier one whole."""
    for obj in world.irregular:
        for earlier, later in duplicates(obj):
            if not is_templated_entry(later):
                yield Problem(
                    Pointer(obj, later.path),
                    f"{obj.full_title} has the owner reference to {claimed_owner(later)} twice. The API server merges the two "
                    'with a warning, but server-side apply fails (500: duplicate entries for key [uid="..."]). Delete one.',
                    related=(Related(Pointer(obj, earlier.path), "the same entry is here"),),
                )
