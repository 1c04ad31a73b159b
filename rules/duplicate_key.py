"""A key that is written twice in the same mapping of the metadata.

## What it does

Reports a YAML key that stands more than once in one mapping inside `metadata` (or `metadata` itself): two
`ownerReferences`, two `finalizers`, two `uid` in one entry. Other parts of the manifest are not looked at, and keys
repeated among labels and annotations have low confidence, as they own nothing. Keys that a merge key (`<<`) brings along
may be overridden and are no duplicates.

## Why this is bad

Two lists do not add up: the last one wins and the first is lost without a trace, so an owner or a finalizer disappears.
kubectl asks the API server for strict decoding (since 1.25) and gets `strict decoding error: yaml: ... key
"ownerReferences" already set in map` (400). A client that does not ask for it gets a warning at most. Both answers were
recorded with Kubernetes 1.36.

## How to fix

Join the values under one key, or delete the one that is not meant. Where `metadata` itself stands twice, two objects have
mostly run into one: put a line `---` between them.

## References

- <https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import Confidence, Consequence, Example, FaultKind, Meta, Pointer, Problem, Severity, World, shorten

META: Final = Meta(
    code="OWN116",
    name="duplicate-key",
    severity=Severity.ERROR,
    consequence=Consequence.REJECTED,
    since="0.1.0",
    presumes_applied=True,
    tags=("input",),
)

_OTHERS_BUSINESS: Final = ("metadata.labels", "metadata.annotations")

VALID: Final = (
    Example(
        "both owners in one list",
        """\
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
  - apiVersion: apps/v1
    kind: Deployment
    name: api
    uid: 5b0c1d7e-3c52-4d0b-9b1a-0c8f4c1f6f02
""",
    ),
    Example(
        "the same key in two mappings",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  labels:
    app: web
  annotations:
    app: web
""",
    ),
)

INVALID: Final = (
    Example(
        "two lists of finalizers",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  finalizers: [example.com/archive]
  labels:
    app: web
  finalizers: [example.com/report] # <- duplicate-key
""",
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each key that is written more than once."""
    for obj in world.irregular:
        # A key that stands three times is one fault.
        for fault in dict.fromkeys(obj.faults):
            if fault.kind is FaultKind.DUPLICATE_KEY:
                whole = fault.path == "metadata"
                advice = "If two objects are meant, put --- between them" if whole else "Join the two, or delete one"
                yield Problem(
                    Pointer(obj, fault.path, key=True),
                    f"{obj.full_title} has the key {shorten(fault.found)} twice in the same mapping. kubectl's strict "
                    f'decoding refuses it (400: key "{shorten(fault.found)}" already set in map), other clients keep '
                    f"only the last value. {advice}.",
                    # Labels and annotations own nothing; charts repeat labels, and all tools but kubectl accept that.
                    confidence=Confidence.LOW if fault.path.startswith(_OTHERS_BUSINESS) else Confidence.HIGH,
                )
