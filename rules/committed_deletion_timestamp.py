"""A manifest that says that it is being deleted.

## What it does

Reports a `metadata.deletionTimestamp` in an object that is to be applied: one without `metadata.uid`. With a `resourceVersion`
too it is an export, which `exported-fields` reports. In a dump the field says that the object is going away, and is left
alone. Partial manifests, such as what a test compares with, are left alone as well. The rule is in the set `strict`.

## Why this is bad

The API server drops the field without a word when it creates the object (201, recorded with Kubernetes 1.36 on built-in kinds
and on custom resources): nothing is being deleted, whatever the manifest says, and finalizers beside it stay. Then every later
update with it is refused (422, `metadata.deletionTimestamp: Invalid value: ... field is immutable`, recorded with a patch), so
the first apply succeeds and the next one does not. Nothing is deleted by writing the field; only a DELETE request sets it.
Older releases were not looked at.

## How to fix

Remove `deletionTimestamp`, and `deletionGracePeriodSeconds` with it. To have the object deleted, remove it from what is
applied, or delete it with `kubectl delete`.

## References

- <https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/>
- <https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import Consequence, Example, Meta, Pointer, Problem, Severity, World

META: Final = Meta(
    code="OWN706",
    name="committed-deletion-timestamp",
    severity=Severity.WARNING,
    consequence=Consequence.REJECTED,
    since="0.1.0",
    presumes_applied=True,
    tags=("manifests",),
    sets=("strict",),
)

_CONFIG_MAP: Final = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
"""

VALID: Final = (
    Example("never set", _CONFIG_MAP + "  creationTimestamp: null\n  deletionTimestamp: null\n"),
    Example(
        "live object that is going away",
        _CONFIG_MAP
        + """\
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  deletionTimestamp: "2026-01-01T00:00:00Z"
  finalizers: [example.com/hold]
""",
    ),
)

INVALID: Final = (
    Example(
        "timestamp in a manifest",
        _CONFIG_MAP + '  deletionTimestamp: "2026-01-01T00:00:00Z" # <- committed-deletion-timestamp\n',
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each manifest that has a deletion timestamp and no other sign of an export."""
    for obj in world.objects:
        if obj.deletion_timestamp and not obj.live and not obj.versioned:
            yield Problem(
                Pointer(obj, "metadata.deletionTimestamp"),
                f"{obj.full_title} is to be applied, but has a deletionTimestamp, which only the API server sets. It creates the "
                f"object as if the field were not there, and refuses every later update with it (422, field is immutable). "
                f"Remove deletionTimestamp.",
            )
