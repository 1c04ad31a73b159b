"""A finalizer without a domain.

## What it does

Reports an entry of `metadata.finalizers` without a slash, other than `orphan`, `foregroundDeletion` and `kubernetes`. On a kind of
Kubernetes itself it is an error; on a custom resource (one whose CustomResourceDefinition is in the files or configured, a live
object of whose kind is, or whose kind is well known) it is a warning, and for the finalizers that Argo CD asks its users to write, info
of low confidence: nothing need be done there. Nothing is said of other kinds, of live objects, and of Lease, LeaseCandidate, RuntimeClass, CustomResourceDefinition,
APIService and the kinds of `admissionregistration.k8s.io`, where Kubernetes does not check this.

## Why this is bad

A kind of Kubernetes itself: the API server rejects the object (422, `name is neither a standard finalizer name nor is
it fully qualified`). A custom resource: since 1.29 it warns each time a client adds the finalizer (`prefer a
domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers`, with a dot in the name
since 1.32 `including a path (/)`). `finalizer.example.com` counts as such, as it has no slash. Both were recorded with
Kubernetes 1.36; on its own kinds Kubernetes has refused them since 1.8 at least (`validateKubeFinalizerName`).

## How to fix

Write `example.com/name`. The name is the controller's: change it there first, and let the controller remove the old one too.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/>
- <https://github.com/kubernetes/kubernetes/pull/119508>
- <https://github.com/kubernetes/kubernetes/pull/127303>
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
    finalizers_of,
    name_check,
    shorten,
)

META: Final = Meta(
    code="OWN502",
    name="unqualified-finalizer",
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

VALID: Final = (
    Example(
        "a name that Argo CD tells its users to write",
        """\
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: web
  namespace: argocd
  finalizers:
  - resources-finalizer.argocd.argoproj.io
""",
    ),
    Example("with a domain", _CONFIG_MAP.format(entries="  - example.com/cleanup\n")),
    Example(
        "of a kind that is not known to be custom",
        _CONFIG_MAP.replace("apiVersion: v1", "apiVersion: shop.example.com/v1").format(entries="  - cleanup\n"),
    ),
    Example(
        "where Kubernetes does not check it",
        """\
apiVersion: coordination.k8s.io/v1
kind: Lease
metadata:
  name: web
  namespace: shop
  finalizers:
  - cleanup
""",
    ),
)

INVALID: Final = (
    Example(
        "of a kind of Kubernetes itself",
        _CONFIG_MAP.format(
            entries="""\
  - cleanup # <- unqualified-finalizer
  - finalizer.example.com # <- unqualified-finalizer
"""
        ),
    ),
    Example(
        "of a custom resource",
        _WIDGET.format(entries="  - cleanup # <- unqualified-finalizer\n"),
    ),
)

_ARGO_CD: Final = ("resources-finalizer.argocd.argoproj.io", "post-delete-finalizer.argocd.argoproj.io")
"""Finalizers that a project's documentation tells its users to write."""

_WARNS_SINCE: Final = 29


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each finalizer without a domain in a manifest of a kind of which the answer is known."""
    warned = int(world.kinds.release.partition(".")[2]) >= _WARNS_SINCE
    for obj in world.finalized:
        if obj.live:
            continue
        for finalizer, path in finalizers_of(obj, FinalizerForm.UNQUALIFIED):
            answer = name_check(obj, world.kinds)
            if answer is NameCheck.STRICT:
                yield Problem(
                    Pointer(obj, path),
                    f"{obj.full_title} has the finalizer {shorten(finalizer)} without a domain and a slash. The API server rejects the "
                    f"object (422: name is neither a standard finalizer name nor is it fully qualified). Write it as domain/name, "
                    f"as its controller does, or remove it.",
                )
            elif answer is NameCheck.WARNED and warned:
                certain = world.kinds.resolve(obj.api_version, obj.kind).certain
                yield _warned(obj, finalizer, path, Confidence.HIGH if certain else Confidence.MEDIUM)


def _warned(obj: KubeObject, finalizer: str, path: str, confidence: Confidence) -> Problem:
    wanted = "a domain-qualified finalizer name" + (" including a path (/)" if "." in finalizer else "")
    documented = finalizer in _ARGO_CD
    remedy = (
        "Argo CD itself asks for this name, so nothing need be done"
        if documented
        else "The name is the controller's: ask there for one such as example.com/cleanup"
    )
    return Problem(
        Pointer(obj, path),
        f"{obj.full_title} has the finalizer {shorten(finalizer)} without a domain and a slash. The API server accepts it on a custom "
        f"resource, but warns that it prefers {wanted}. {remedy}.",
        severity=Severity.INFO if documented else Severity.WARNING,
        consequence=Consequence.WARNED,
        confidence=Confidence.LOW if documented else confidence,
    )
