"""A finalizer whose name is not valid.

## What it does

Reports an entry of `metadata.finalizers` that is not of the form `name` or `domain/name`: the domain a DNS name in lower case of at
most 253 characters, the name at most 63 letters, digits, `-`, `_` and `.` with a letter or digit at both ends. An empty entry
is one. Live objects, patches, test assertions and values that a template fills in are exempt.

## Why this is bad

The API server rejects the object, of any kind, custom resources too: 422, `metadata.finalizers: Invalid value`.
Recorded with Kubernetes 1.36; the check has been there since 1.8 at least (`ValidateFinalizerName`).

## How to fix

Write the finalizer as its controller writes it: `example.com/cleanup`.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/>
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
    Severity,
    World,
    finalizer_fault,
    finalizers_of,
    shorten,
)

META: Final = Meta(
    code="OWN501",
    name="invalid-finalizer-name",
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
    Example(
        "sound names, and one that is filled in later",
        _CONFIG_MAP.format(entries="  - example.com/cleanup\n  - shop.example.com/Clean_up.2\n  - ${DOMAIN}/cleanup\n"),
    ),
)

INVALID: Final = (
    Example(
        "invalid names",
        _CONFIG_MAP.format(
            entries="""\
  - example.com/web/cleanup # <- invalid-finalizer-name
  - Example.com/cleanup # <- invalid-finalizer-name
  - "" # <- invalid-finalizer-name
  - example.com/ # <- invalid-finalizer-name
  - example.com/clean up # <- invalid-finalizer-name
"""
        ),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each invalid name in a manifest."""
    for obj in world.finalized:
        if not obj.live:
            for finalizer, path in finalizers_of(obj, FinalizerForm.INVALID):
                named = f' "{shorten(finalizer)}"' if finalizer else ""
                yield Problem(
                    Pointer(obj, path),
                    f"{obj.full_title} has a finalizer{named} {finalizer_fault(finalizer)}. The API server rejects the object (422: "
                    f"metadata.finalizers: Invalid value). Write it as domain/name, such as example.com/cleanup.",
                )
