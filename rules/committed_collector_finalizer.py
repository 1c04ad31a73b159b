"""A finalizer of the garbage collector in a manifest.

## What it does

Reports a manifest with `orphan` or `foregroundDeletion` in `metadata.finalizers`. On live objects, where the API server puts them
when a deletion asks for it, they are not reported.

## Why this is bad

It changes what a deletion does that does not say how: with `orphan` the dependents stay and lose their owner, with
`foregroundDeletion` the object stays `Terminating` until all blocking dependents are gone. A deletion that says how it
is to be done, as `kubectl delete` always does (Background unless told otherwise), erases the finalizer first, so that
it is of no effect there. When the garbage collector itself deletes the object, because its owner is gone, the finalizer
holds. All this was recorded with Kubernetes 1.36; the API server has decided so since 1.8 at least
(`deletionFinalizersForGarbageCollection`).

## How to fix

Remove the finalizer, and say how to delete when deleting: `kubectl delete --cascade=foreground` or `--cascade=orphan`.

## References

- <https://kubernetes.io/docs/concepts/architecture/garbage-collection/>
- <https://kubernetes.io/docs/tasks/administer-cluster/use-cascading-deletion/>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Confidence,
    Consequence,
    Example,
    FinalizerForm,
    Meta,
    Pointer,
    Problem,
    Severity,
    World,
    finalizers_of,
)

META: Final = Meta(
    code="OWN505",
    name="committed-collector-finalizer",
    severity=Severity.WARNING,
    consequence=Consequence.RISK,
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
    Example(
        "of a live object",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  deletionTimestamp: "2026-01-01T00:00:00Z"
  finalizers:
  - foregroundDeletion
""",
    ),
)

INVALID: Final = (
    Example("orphan", _CONFIG_MAP.format(entries="  - orphan # <- committed-collector-finalizer\n")),
    Example(
        "foregroundDeletion", _CONFIG_MAP.format(entries="  - foregroundDeletion # <- committed-collector-finalizer\n")
    ),
)

_EFFECTS: Final = {
    "orphan": "leaves its dependents behind without it as an owner",
    "foregroundDeletion": "waits for its blocking dependents",
}


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each manifest that has one of the two; who has both is told something else."""
    for obj in world.finalized:
        found = [] if obj.live else list(finalizers_of(obj, FinalizerForm.COLLECTORS))
        if len(found) == 1:
            finalizer, path = found[0]
            yield Problem(
                Pointer(obj, path),
                f"{obj.full_title} has the garbage collector's finalizer {finalizer} in its manifest. A deletion that names no propagation "
                f"policy then {_EFFECTS[finalizer]}, while kubectl delete erases the finalizer and deletes in the background. Remove "
                f"it, and say how to delete when deleting (--cascade).",
                confidence=Confidence.MEDIUM,
            )
