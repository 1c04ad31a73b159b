"""Both finalizers of the garbage collector on one object.

## What it does

Reports a manifest with `orphan` and `foregroundDeletion` in `metadata.finalizers`, at the later one.

## Why this is bad

The API server rejects the object, of any kind: 422, `finalizer orphan and foregroundDeletion cannot be both set`. One
means that the dependents stay when the object is deleted, the other that they go first. Recorded with Kubernetes 1.36,
for a built-in kind and a custom resource; the check has been there since 1.8 at least (`ValidateFinalizers`).

## How to fix

Remove both, and say how to delete when deleting: `kubectl delete --cascade=foreground` or `--cascade=orphan`.

## References

- <https://kubernetes.io/docs/concepts/architecture/garbage-collection/>
- <https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Consequence,
    Example,
    FinalizerForm,
    Meta,
    Pointer,
    Problem,
    Related,
    Severity,
    World,
    finalizers_of,
)

META: Final = Meta(
    code="OWN504",
    name="conflicting-finalizers",
    severity=Severity.ERROR,
    consequence=Consequence.REJECTED,
    since="0.1.0",
    presumes_applied=True,
    tags=("finalizers",),
)

_CONFIG_MAP = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  finalizers:
{entries}"""

VALID: Final = (
    Example("of controllers", _CONFIG_MAP.format(entries="  - example.com/orphan\n  - example.com/cleanup\n")),
)

INVALID: Final = (
    Example(
        "both",
        _CONFIG_MAP.format(entries="  - orphan\n  - foregroundDeletion # <- conflicting-finalizers\n"),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each manifest that has both."""
    for obj in world.finalized:
        if obj.live:
            continue
        found = list(finalizers_of(obj, FinalizerForm.COLLECTORS))
        if len(found) > 1:
            (first, first_path), (later, later_path) = found
            yield Problem(
                Pointer(obj, later_path),
                f"{obj.full_title} has the finalizer {later} beside {first}. The API server rejects the object (422: finalizer orphan "
                f"and foregroundDeletion cannot be both set). Remove both, and say how to delete when deleting.",
                related=(Related(Pointer(obj, first_path), "the other one is here"),),
            )
