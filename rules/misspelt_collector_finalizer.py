"""A finalizer that looks like one of the garbage collector's.

## What it does

Reports entries of `metadata.finalizers` such as `foreground`, `foregrounddeletion`, `orphanDependents` and `Orphan`. The garbage collector
knows two, in exactly this spelling: `foregroundDeletion` and `orphan`. (The Kubernetes documentation calls the first one
`foreground` in places.) Of live objects they are reported too, where the deletion will hang.

## Why this is bad

A kind of Kubernetes itself: the API server rejects the object (422, `name is neither a standard finalizer name nor is
it fully qualified`). A custom resource, and the few kinds that are not checked (Lease, for one): it is accepted, with a
warning at most, and nobody ever removes it, so the object stays `Terminating` for ever once it is deleted. That it is
accepted was recorded with Kubernetes 1.36 (`ForegroundDeletion` on a custom resource; the warning came with 1.29); that
nobody removes it was read in the source of Kubernetes 1.36 (`hasFinalizer`): the garbage collector compares the names
exactly.

## How to fix

Remove the finalizer, and say how to delete when deleting: `kubectl delete --cascade=foreground` or `--cascade=orphan`.

## References

- <https://kubernetes.io/docs/concepts/architecture/garbage-collection/#foreground-deletion>
- <https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/delete-options/>
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
    NameCheck,
    Pointer,
    Problem,
    Severity,
    World,
    finalizers_of,
    meant_finalizer,
    name_check,
)

META: Final = Meta(
    code="OWN503",
    name="misspelt-collector-finalizer",
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

_WIDGET = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  names: {{kind: Widget, plural: widgets}}
  scope: Namespaced
  versions:
  - {{name: v1, served: true, storage: true}}
---
apiVersion: example.com/v1
kind: Widget
metadata:
  name: web
  namespace: shop
  finalizers:
{entries}"""

VALID: Final = (Example("of a controller", _CONFIG_MAP.format(entries="  - example.com/foreground\n")),)

INVALID: Final = (
    Example(
        "of a kind of Kubernetes itself",
        _CONFIG_MAP.format(entries="  - foreground # <- misspelt-collector-finalizer\n"),
    ),
    Example(
        "of a custom resource",
        _WIDGET.format(
            entries="  - orphanDependents # <- misspelt-collector-finalizer\n"
            "  - foregrounddeletion # <- misspelt-collector-finalizer\n"
        ),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each finalizer that is nearly one of the collector's."""
    for obj in world.finalized:
        if all("/" in finalizer for finalizer in obj.finalizers):
            continue  # a dump may have a million of these
        for finalizer, path in finalizers_of(obj, FinalizerForm.MISSPELT):
            start = f"{obj.full_title} has the finalizer {finalizer}, which is not the garbage collector's {meant_finalizer(finalizer)}."
            remedy = "Remove it, and say how to delete when deleting (kubectl delete --cascade)."
            answer = name_check(obj, world.kinds)
            if answer is NameCheck.STRICT and not obj.live:
                yield Problem(
                    Pointer(obj, path),
                    f"{start} The API server rejects the object (422: name is neither a standard finalizer name nor is it fully "
                    f"qualified). {remedy}",
                )
            elif answer in (NameCheck.WARNED, NameCheck.LAX) or "." in obj.group:
                yield Problem(
                    Pointer(obj, path),
                    f"{start} The API server accepts it, nobody removes it, and the object stays Terminating for ever when it is "
                    f"deleted. {remedy}",
                    consequence=Consequence.DELETION_HANGS,
                    confidence=Confidence.MEDIUM,
                )
