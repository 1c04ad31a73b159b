"""A finalizer that is listed twice.

## What it does

Reports an entry of `metadata.finalizers` of a manifest that repeats an earlier one.

## Why this is bad

Server-side apply refuses the object: 500, `.metadata.finalizers: duplicate entries for key`. Any other way to create it
is accepted, the finalizer is stored twice, and a controller that removes the first one only leaves the object
`Terminating`. Both were recorded with Kubernetes 1.36; older releases were not looked at.

## How to fix

Remove one of the two.

## References

- <https://kubernetes.io/docs/reference/using-api/server-side-apply/>
- <https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Consequence,
    Example,
    FaultKind,
    Meta,
    Pointer,
    Problem,
    Related,
    Severity,
    World,
    is_templated,
    shorten,
)

META: Final = Meta(
    code="OWN511",
    name="duplicate-finalizer",
    severity=Severity.WARNING,
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

VALID: Final = (Example("two finalizers", _CONFIG_MAP.format(entries="  - example.com/a\n  - example.com/b\n")),)

INVALID: Final = (
    Example(
        "twice",
        _CONFIG_MAP.format(entries="  - example.com/cleanup\n  - example.com/cleanup # <- duplicate-finalizer\n"),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each repetition in a manifest."""
    for obj in world.finalized:
        finalizers = obj.finalizers
        if obj.live or len(finalizers) < 2 or len(set(finalizers)) == len(finalizers):
            continue
        mistyped = {fault.path for fault in obj.faults if fault.kind is FaultKind.WRONG_TYPE}
        firsts: dict[str, int] = {}
        for index, finalizer in enumerate(finalizers):
            first = firsts.setdefault(finalizer, index)
            path = f"metadata.finalizers[{index}]"
            if first < index and path not in mistyped and not is_templated(finalizer):
                yield Problem(
                    Pointer(obj, path),
                    f'{obj.full_title} has the finalizer "{shorten(finalizer)}" twice. Server-side apply refuses the object (500: duplicate '
                    f"entries for key), any other way stores it twice. Remove one.",
                    related=(Related(Pointer(obj, f"metadata.finalizers[{first}]"), "the first one is here"),),
                )
