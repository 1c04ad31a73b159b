"""A fixed owner uid in a manifest that is to be applied.

## What it does

Reports an owner reference with a concrete uid in a manifest (an object without a uid of its own), if the owner is not in
the files. Values that a template fills in later are not reported, nor are partial objects such as test assertions;
manifests in folders of test data only with low confidence.

It is an error where the deletion costs data: on a Namespace, CustomResourceDefinition, PersistentVolume,
PersistentVolumeClaim, StatefulSet or Secret, or on an object that takes one of these along.

## Why this is bad

The API server gives every object a new uid, so a written uid is right for one incarnation of the owner in one cluster.
Anywhere else, and here after the owner was made anew, it is the uid of nothing: the garbage collector deletes the object
right after it is applied, and again after every sync. Most such references are left over from an export with
`kubectl get -o yaml`.

GitOps tools add to it: Argo CD never prunes an object that has an owner reference, and Flux does not prune one with
`blockOwnerDeletion: true`.

That the API server accepts an object with such a reference, and the collector deletes it, was recorded with Kubernetes
1.36; the source has it so since 1.8 at least (`isDangling`). What the GitOps tools do was read in their issues, not
tried.

## How to fix

Remove `ownerReferences` from the manifest. If the object must go with its owner, let the owner's controller create it or
set the reference at run time. An object that Kubernetes itself makes for its owner (the ReplicaSet of a Deployment, the
EndpointSlice of a Service, a ControllerRevision, the Lease of a Node, the mirror of a static Pod) does not belong into Git at
all: remove the manifest.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#uids>
- <https://github.com/argoproj/argo-cd/issues/4764>
- <https://github.com/fluxcd/kustomize-controller/pull/411>
- <https://github.com/kubernetes/kubernetes/issues/102810>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Consequence,
    Edge,
    Example,
    Meta,
    Pointer,
    Problem,
    Reason,
    Severity,
    World,
    is_made_by_kubernetes,
    raised,
)

META: Final = Meta(
    code="OWN701",
    name="hard-coded-owner-uid",
    severity=Severity.WARNING,
    consequence=Consequence.DELETED,
    since="0.1.0",
    presumes_applied=True,
    tags=("manifests",),
)

VALID: Final = (
    Example(
        "live object, exported with its own uid",
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
        "uid that a template fills in",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: "${OWNER_UID}"
""",
    ),
    Example(
        "no owner reference",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
""",
    ),
)

INVALID: Final = (
    Example(
        "left over from an export",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11 # <- hard-coded-owner-uid
""",
    ),
    Example(
        "custom owner, blocking",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  ownerReferences:
  - apiVersion: example.com/v1
    kind: Widget
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11 # <- hard-coded-owner-uid
    blockOwnerDeletion: true
""",
    ),
    Example(
        "beside a live owner in the files",
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
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11 # <- hard-coded-owner-uid
  - apiVersion: v1
    kind: Service
    name: web
    uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
""",
    ),
)


_NOT_IN_FILES = (Reason.NOT_IN_FILES, Reason.KIND_UNSURE, Reason.NAMESPACE_UNKNOWN, Reason.STITCHED)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each concrete uid in an authored object whose owner the files do not settle."""
    for edge in world.graph.because(*_NOT_IN_FILES, Reason.AUTHORED_OWNER):
        if not edge.dependent.live and not _beside(edge) and world.fates.acts_on(edge.dependent):
            yield _problem(world, edge)


def _beside(edge: Edge) -> bool:
    """Return whether the owner is a manifest of the same folder, which `uid-of-authored-owner` reports."""
    if edge.reason is not Reason.AUTHORED_OWNER or edge.owner is None:
        return False
    return edge.owner.place.folder == edge.dependent.place.folder


def _problem(world: World, edge: Edge) -> Problem:
    dependent, reference = edge.dependent, edge.reference
    outlook = world.fates.if_owner_is_gone(dependent)
    prune = " and Flux" if reference.block_owner_deletion else ""
    remedy = f"Remove ownerReferences from the manifest (with them, Argo CD{prune} will never prune it either)."
    if is_made_by_kubernetes(dependent, reference):
        remedy = f"Remove the whole manifest: Kubernetes itself makes such a {dependent.kind} for its {reference.kind}."
    return Problem(
        Pointer(dependent, f"{reference.path}.uid"),
        f"{dependent.full_title} names {reference.title} as owner by a fixed uid, which is right for one incarnation of "
        f"that {reference.kind} only. Anywhere else the garbage collector {outlook.effect}. {remedy}",
        severity=raised(META.severity, outlook),
        consequence=outlook.consequence,
        confidence=edge.confidence,
    )
