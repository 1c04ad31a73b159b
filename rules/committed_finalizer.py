"""A finalizer in the manifest of an object of Kubernetes' own kinds.

## What it does

Reports two things. A finalizer of Kubernetes itself on a kind from which nobody removes it, such as `kubernetes.io/pv-protection` on a
ConfigMap: medium confidence. And any other finalizer with a domain in a manifest of a built-in kind (ConfigMap,
PersistentVolumeClaim, Namespace): low confidence, so it is not shown by default, as the files seldom tell whether its
controller runs. Custom resources, whose finalizers are often written on purpose, and live objects are exempt.

## Why this is bad

A deleted object stays `Terminating` until all of its finalizers are removed, and only their controllers do that. Where
there is none, it hangs, and with it the Namespace. Finalizers are added by controllers; in a manifest they are mostly
left over from an export, and applying it again puts them back after the controller has removed them. That the API
server accepts them was recorded with Kubernetes 1.36, and who removes those of Kubernetes itself read in the source of
the same release. That a deleted object waits for all of its finalizers holds in every supported release.

## How to fix

Remove the finalizer from the manifest; a controller that needs it adds it.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/>
- <https://kubernetes.io/docs/concepts/storage/persistent-volumes/#storage-object-in-use-protection>
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
    NameCheck,
    Pointer,
    Problem,
    Severity,
    World,
    finalized_kind,
    finalizers_of,
    name_check,
    shorten,
)

META: Final = Meta(
    code="OWN510",
    name="committed-finalizer",
    severity=Severity.WARNING,
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
    Example("held back by whoever, not shown by default", _CONFIG_MAP.format(entries="  - example.com/cleanup\n")),
    Example(
        "left over, and harmless",
        """\
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
  namespace: shop
  finalizers:
  - kubernetes.io/pvc-protection
""",
    ),
)

INVALID: Final = (
    Example(
        "on the wrong kind",
        _CONFIG_MAP.format(entries="  - kubernetes.io/pv-protection # <- committed-finalizer\n"),
    ),
)

_BUILT_IN: Final = (NameCheck.STRICT, NameCheck.LAX)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each finalizer in a manifest of a built-in kind that may never be removed."""
    for obj in world.finalized:
        if not obj.live and name_check(obj, world.kinds) in _BUILT_IN:
            for finalizer, path in finalizers_of(obj, FinalizerForm.QUALIFIED):
                kind = finalized_kind(finalizer)
                if kind and kind != obj.kind:
                    yield _on_wrong_kind(obj, finalizer, path, kind)
                elif not kind:
                    yield Problem(
                        Pointer(obj, path),
                        f"{obj.full_title} has the finalizer {shorten(finalizer)} in its manifest. Where its controller does not run, the "
                        f"object stays Terminating when it is deleted. Leave it to the controller to add it.",
                        confidence=Confidence.LOW,
                    )


def _on_wrong_kind(obj: KubeObject, finalizer: str, path: str, kind: str) -> Problem:
    return Problem(
        Pointer(obj, path),
        f"{obj.full_title} has the finalizer {finalizer}, which Kubernetes removes only from objects of kind {kind}. The {obj.kind} stays "
        f"Terminating for ever when it is deleted. Remove the finalizer.",
        confidence=Confidence.MEDIUM,
    )
