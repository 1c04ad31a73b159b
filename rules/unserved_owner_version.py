"""An owner in a version of its API group that is not served.

## What it does

Reports an owner reference whose kind exists, but not in the version that its apiVersion names: one that never was
(`apps/v9`), one that the Kubernetes release has removed (`extensions/v1beta1`; the release is that of
`--kubernetes-version`, else the newest known), or one that a CustomResourceDefinition in the files does not serve. Any
version that is served is right, it need not be the preferred one.

With `--kubernetes-version 1.30..1.36`, a range, the rule judges an upgrade: it says from which release on a version is gone,
and reports versions that the first release does not serve yet.

## Why this is bad

The API server accepts the reference without a word. The garbage collector cannot resolve it, so it never touches the
object again: it does not collect it when its owners are gone, and does not even look at the object's other references.
If an entry of the object has `blockOwnerDeletion: true`, foreground deletion of the owner it names never ends. Recorded
with Kubernetes 1.36; the source has failed on such owners, rather than taken them for absent, since 1.8 at least
(`restMappingError`).

A live object that names a version which other releases serve is a warning only, as its cluster may be of such a release;
in a folder of test data the confidence is low. With `--kubernetes-version` it is an error.

## How to fix

Write an apiVersion in which the owner's kind is served. In controllers, set owner references with the version that the
client library registers rather than with a literal.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
- <https://github.com/kubernetes/kubernetes/issues/96650>
- <https://kubernetes.io/docs/reference/using-api/deprecation-guide/>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Confidence,
    Consequence,
    Edge,
    Example,
    Kind,
    Meta,
    Pointer,
    Problem,
    Reason,
    Resolution,
    Setting,
    Severity,
    World,
    related_owner,
)

META: Final = Meta(
    code="OWN302",
    name="unserved-owner-version",
    severity=Severity.ERROR,
    consequence=Consequence.NEVER_COLLECTED,
    since="0.1.0",
    tags=("identity",),
)

VALID: Final = (
    Example(
        "a served version that is not the preferred one",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: autoscaling/v1
    kind: HorizontalPodAutoscaler
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
)

INVALID: Final = (
    Example(
        "version that never was",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: apps/v9 # <- unserved-owner-version
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
    Example(
        "version that Kubernetes has removed",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  ownerReferences:
  - apiVersion: extensions/v1beta1 # <- unserved-owner-version
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
    Example(
        "version that the CustomResourceDefinition does not serve",
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
  - name: v1beta1
    served: false
    storage: false
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
  - apiVersion: example.com/v1beta1 # <- unserved-owner-version
    kind: Widget
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
    Example(
        "blocking, with the uid of an object in the files",
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
  - apiVersion: apps/v9 # <- unserved-owner-version
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
    blockOwnerDeletion: true
""",
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each reference to a version that is not served."""
    for edge in world.graph.because(Reason.NO_SUCH_VERSION):
        if world.fates.acts_on(edge.dependent):
            yield _problem(world, edge)
    if world.kinds.since:
        yield from _not_yet(world, world.kinds.since)


def _not_yet(world: World, since: str) -> Iterator[Problem]:
    """Yield a problem for each reference to a version that the release before the upgrade does not serve."""
    for resolution in Resolution:
        for edge in world.graph.edges(resolution):
            reference = edge.reference
            row = world.kinds.resolve(reference.api_version, reference.kind).built_in
            if row is None or not row.served_in(world.kinds.release) or row.served_in(since):
                continue
            if world.fates.acts_on(edge.dependent) and not world.kinds.shown(reference.api_version, reference.kind):
                yield Problem(
                    Pointer(edge.dependent, f"{reference.path}.apiVersion"),
                    f"{edge.dependent.full_title} names {reference.title} as owner in {reference.api_version}, which "
                    f"Kubernetes serves from {row.introduced} on, and so not yet in {since}. Until the upgrade the garbage "
                    f"collector cannot resolve such an owner, and never collects {edge.dependent.title}. Write a version "
                    f"that both releases serve, or apply the manifest after the upgrade.",
                    severity=Severity.WARNING,
                )


def _problem(world: World, edge: Edge) -> Problem:
    dependent, reference = edge.dependent, edge.reference
    kind = world.kinds.resolve(reference.api_version, reference.kind)
    severity, confidence = _certainty(world, edge, kind)
    remedy = f"Write {kind.suggestion}" if kind.suggestion else "Correct the apiVersion"
    outlook = world.fates.outlook(dependent)
    return Problem(
        Pointer(dependent, f"{reference.path}.apiVersion"),
        f"{dependent.full_title} names {reference.title} as owner in {reference.api_version}, {_reason(world, kind)}. The "
        f"garbage collector cannot resolve such an owner, so it {outlook.effect}. {remedy}, or remove the "
        f"entry.",
        related=related_owner(edge, "metadata.uid", "the object with this uid is here"),
        severity=severity,
        consequence=outlook.consequence,
        confidence=confidence,
    )


def _certainty(world: World, edge: Edge, kind: Kind) -> tuple[Severity, Confidence]:
    """Return severity and confidence: a live object may come from a cluster that served the version."""
    if kind.built_in is not None and edge.dependent.live and not world.kinds.pinned:
        relic = edge.dependent.setting is Setting.TEST_DATA
        return Severity.WARNING, Confidence.LOW if relic else Confidence.MEDIUM
    return Severity.ERROR if edge.confidence is Confidence.HIGH else Severity.WARNING, edge.confidence


def _reason(world: World, kind: Kind) -> str:
    if kind.built_in is None:
        return "a version that is not served"
    if world.kinds.since and kind.built_in.served_in(world.kinds.since):
        return f"which Kubernetes {world.kinds.since} serves, but no release from {kind.removed} on"
    if kind.removed:
        return f"which Kubernetes has not served since {kind.removed}"
    return f"which Kubernetes {world.kinds.release} does not serve"
