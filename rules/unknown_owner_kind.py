"""An owner of a kind that does not exist.

## What it does

Reports an owner reference whose kind no version of its API group has: a misspelled or plural kind (`deployments`), or
a kind that Kubernetes has removed altogether. In a closed world also a custom kind that neither a
CustomResourceDefinition nor a live object in the files shows; otherwise custom kinds that are not known are not
reported, as they may be defined elsewhere.

## Why this is bad

The API server accepts the reference without a word. The garbage collector cannot resolve it, so it never touches the
object again: it does not collect it when its owners are gone, and does not even look at the object's other references.
If an entry of the object has `blockOwnerDeletion: true`, foreground deletion of the owner it names never ends. Recorded
with Kubernetes 1.36; the source has failed on such owners, rather than taken them for absent, since 1.8 at least
(`restMappingError`).

## How to fix

Write the kind as the owner itself has it, with the owner's apiVersion, or remove the entry. If the kind is a custom
one, add its CustomResourceDefinition to the files or declare the kind in the configuration.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
- <https://github.com/kubernetes/kubernetes/issues/98471>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Confidence,
    Consequence,
    Edge,
    Example,
    Mapping,
    Meta,
    Pointer,
    Problem,
    Reason,
    Severity,
    World,
    WorldMode,
    raised,
    related_owner,
)

META: Final = Meta(
    code="OWN301",
    name="unknown-owner-kind",
    severity=Severity.ERROR,
    consequence=Consequence.NEVER_COLLECTED,
    since="0.1.0",
    tags=("identity",),
)

VALID: Final = (
    Example(
        "kind that Kubernetes has",
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
""",
    ),
    Example(
        "custom kind that is defined elsewhere",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: example.com/v1
    kind: Widget
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
    Example(
        "custom kind that is defined in the files",
        """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names:
    kind: Widget
    plural: widgets
  versions:
  - name: v1
    served: true
    storage: true
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: example.com/v1
    kind: Widget
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
)

INVALID: Final = (
    Example(
        "misspelled kind",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deploymnt # <- unknown-owner-kind
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
    Example(
        "plural, blocking, with the uid of an object in the files",
        """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: apps/v1
    kind: deployments # <- unknown-owner-kind
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
    blockOwnerDeletion: true
""",
    ),
    Example(
        "beside a sound owner",
        """\
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
  uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deploymnt # <- unknown-owner-kind
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
  - apiVersion: v1
    kind: Service
    name: web
    uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
""",
    ),
    Example(
        "custom kind that nothing in a closed world defines",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: example.com/v1
    kind: Widget # <- unknown-owner-kind
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
        world=WorldMode.CLOSED,
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each reference to a kind that does not exist."""
    for edge in world.graph.because(Reason.NO_SUCH_KIND):
        if world.fates.acts_on(edge.dependent):
            yield _problem(world, edge)


def _problem(world: World, edge: Edge) -> Problem:
    dependent, reference = edge.dependent, edge.reference
    kind = world.kinds.resolve(reference.api_version, reference.kind)
    if kind.mapping is Mapping.NO_SUCH_KIND:
        unknown = f"{reference.api_version} has no kind {reference.kind}"
        remedy = f"Write {kind.suggestion} if that was meant" if kind.suggestion else "Correct the kind"
    else:
        unknown = f"nothing in the files defines the kind {reference.kind} of {reference.api_version}"
        remedy = f"Write {kind.suggestion} if that was meant" if kind.suggestion else "Add its CustomResourceDefinition"
    outlook = world.fates.outlook(dependent)
    return Problem(
        Pointer(dependent, f"{reference.path}.kind"),
        f"{dependent.full_title} names {reference.title} as owner, but {unknown}. The garbage collector cannot resolve "
        f"such an owner, so it {outlook.effect}. {remedy}, or remove the entry.",
        related=related_owner(edge, "metadata.uid", "the object with this uid is here"),
        severity=raised(Severity.ERROR if edge.confidence is Confidence.HIGH else Severity.WARNING, outlook),
        consequence=outlook.consequence,
        confidence=edge.confidence,
    )
