"""The finalizer `kubernetes` in `metadata.finalizers`.

## What it does

Reports `kubernetes` in `metadata.finalizers` of any object, live ones included.

## Why this is bad

`kubernetes` belongs to a Namespace's `spec.finalizers`, where the API server puts it and the namespace controller
removes it. In `metadata.finalizers` it is accepted on every kind, Namespaces and custom resources too, and nobody
removes it: once deleted, the object stays `Terminating` for ever. That it is accepted was recorded with Kubernetes
1.36, that nobody removes it read in the source of Kubernetes 1.36 (`finalizeNamespace`); both have been so since 1.8 at
least.

## How to fix

Remove it. An object that hangs already is freed with
`kubectl patch KIND NAME --type=json -p '[{"op": "remove", "path": "/metadata/finalizers/0"}]'`.

## References

- <https://kubernetes.io/docs/tasks/administer-cluster/namespaces/#deleting-a-namespace>
- <https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/>
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
    finalizers_of,
)

META: Final = Meta(
    code="OWN506",
    name="misplaced-kubernetes-finalizer",
    severity=Severity.ERROR,
    consequence=Consequence.DELETION_HANGS,
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
        "where it belongs",
        """\
apiVersion: v1
kind: Namespace
metadata:
  name: shop
spec:
  finalizers:
  - kubernetes
""",
    ),
)

INVALID: Final = (
    Example("on a ConfigMap", _CONFIG_MAP.format(entries="  - kubernetes # <- misplaced-kubernetes-finalizer\n")),
    Example(
        "on a Namespace",
        """\
apiVersion: v1
kind: Namespace
metadata:
  name: shop
  finalizers:
  - kubernetes # <- misplaced-kubernetes-finalizer
""",
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each object that has it."""
    for obj in world.finalized:
        if "kubernetes" not in obj.finalizers:
            continue
        for _, path in finalizers_of(obj, FinalizerForm.NAMESPACES_OWN):
            remedy = (
                "Remove it; the API server itself adds it to spec.finalizers"
                if obj.kind == "Namespace"
                else "Remove it"
            )
            yield Problem(
                Pointer(obj, path),
                f"{obj.full_title} has the finalizer kubernetes in its metadata, which only counts in a Namespace's spec.finalizers. The API "
                f"server accepts it, nobody removes it, and the object stays Terminating for ever when it is deleted. {remedy}.",
            )
