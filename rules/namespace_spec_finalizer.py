"""A finalizer besides `kubernetes` in a Namespace's spec.

## What it does

Reports entries of a Namespace's `spec.finalizers` other than `kubernetes`. One that the API server refuses is an error. Of a
live Namespace they are reported while it is being deleted, and else only as a remark with low confidence.

## Why this is bad

The namespace controller empties a Namespace that is being deleted, and then removes `kubernetes` from
`spec.finalizers`; what else is there stays, and the Namespace with it, `Terminating`. No ordinary update changes this
list: only a call of the subresource `finalize` does. Nobody removes `orphan` and `foregroundDeletion` from there. That
the API server accepts such entries, and rejects invalid and unqualified ones (422), was recorded with Kubernetes 1.36;
the rest was read in the source of Kubernetes 1.36 (`PrepareForUpdate`, `finalizeNamespace`), where it has stood since
1.8 at least.

## How to fix

Remove `spec.finalizers` from the manifest: the API server adds what is needed. If a controller is to hold the Namespace back, let it use
`metadata.finalizers`. A Namespace that hangs is freed by `kubectl replace --raw /api/v1/namespaces/NAME/finalize -f FILE` with a FILE in
which the list is empty.

## References

- <https://kubernetes.io/docs/tasks/administer-cluster/namespaces/#deleting-a-namespace>
- <https://github.com/kubernetes/kubernetes/issues/77086>
- <https://github.com/kubernetes/kubernetes/issues/60807>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Confidence,
    Consequence,
    Example,
    FinalizerForm,
    KubeObject,
    Meta,
    Pointer,
    Problem,
    Severity,
    World,
    finalizer_form,
    is_templated,
    shorten,
)

META: Final = Meta(
    code="OWN507",
    name="namespace-spec-finalizer",
    severity=Severity.WARNING,
    consequence=Consequence.DELETION_HANGS,
    since="0.1.0",
    presumes_applied=True,
    tags=("finalizers",),
)

_NAMESPACE = """\
apiVersion: v1
kind: Namespace
metadata:
  name: shop
{live}spec:
  finalizers:
{entries}"""

VALID: Final = (Example("what every Namespace has", _NAMESPACE.format(live="", entries="  - kubernetes\n")),)

INVALID: Final = (
    Example(
        "of a controller",
        _NAMESPACE.format(live="", entries="  - kubernetes\n  - example.com/cleanup # <- namespace-spec-finalizer\n"),
    ),
    Example(
        "of the garbage collector",
        _NAMESPACE.format(live="", entries="  - foregroundDeletion # <- namespace-spec-finalizer\n"),
    ),
    Example("refused", _NAMESPACE.format(live="", entries="  - cleanup # <- namespace-spec-finalizer\n")),
    Example(
        "being deleted",
        _NAMESPACE.format(
            live="  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7\n  deletionTimestamp: 2026-01-01T00:00:00Z\n",
            entries="  - example.com/cleanup # <- namespace-spec-finalizer\n",
        ),
    ),
)

_REFUSED: Final = (FinalizerForm.INVALID, FinalizerForm.MISSPELT, FinalizerForm.UNQUALIFIED)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each further entry of each Namespace."""
    for obj in world.index.with_body("", "Namespace"):
        listed = obj.body["spec"]["finalizers"]
        seen = {"kubernetes"}
        for index, finalizer in enumerate(listed if isinstance(listed, list) else ()):
            if isinstance(finalizer, str) and finalizer not in seen and not is_templated(finalizer):
                seen.add(finalizer)
                yield _problem(obj, finalizer, f"spec.finalizers[{index}]")


def _problem(obj: KubeObject, finalizer: str, path: str) -> Problem:
    start = f'{obj.title} has the finalizer "{shorten(finalizer)}" in spec.finalizers.'
    if finalizer_form(finalizer) in _REFUSED and not obj.live:
        return Problem(
            Pointer(obj, path),
            f"{start} The API server rejects the object (422: spec.finalizers: Invalid value). Remove spec.finalizers: the API server adds "
            f"kubernetes itself.",
            severity=Severity.ERROR,
            consequence=Consequence.REJECTED,
        )
    if obj.terminating:
        return Problem(
            Pointer(obj, path),
            f"{start} It is being deleted, and stays Terminating until somebody removes the entry through the subresource finalize. Let its "
            f"controller do so, or call it with kubectl replace --raw.",
            confidence=Confidence.MEDIUM,
        )
    return Problem(
        Pointer(obj, path),
        f"{start} When it is deleted it stays Terminating until somebody removes the entry through the subresource finalize, which no "
        f"ordinary update does. Remove spec.finalizers, or use metadata.finalizers.",
        severity=Severity.INFO if obj.live else None,
        confidence=Confidence.LOW if obj.live else Confidence.HIGH,
    )
