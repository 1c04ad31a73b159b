"""A fixed uid for an owner that stands in the same folder and will get a new one.

## What it does

Reports an owner reference with a concrete uid in a manifest whose owner is a manifest as well, in the same folder, or
the dependent itself.

## Why this is bad

The API server gives the owner a new uid when it is applied (one that is written in a manifest is ignored), so the uid
in the reference can never match. The garbage collector finds an owner of that name with another uid, takes the one that
is meant for gone, and deletes the dependent right after it is applied. That a written uid is ignored, and that a
reference to another uid leads to deletion, was recorded with Kubernetes 1.36; the collector has compared uids since 1.8
at least (`isDangling`).

Where a kustomization also renames the owner (`namePrefix`, `nameSuffix`), which leaves references as they are, the message
says so; a reference whose uid is filled in later has only that fault, see `kustomize-renamed-owner`.

## How to fix

Remove `ownerReferences` from the manifest. Objects that are applied together are deleted together by the tool that applies
them (`kubectl delete -k`, Helm, Argo CD, Flux); a controller can set the reference at run time.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#uids>
- <https://github.com/kubernetes/kubernetes/issues/102810>
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ownerlint.rule import (
    Consequence,
    Edge,
    Example,
    KubeObject,
    Meta,
    Pointer,
    Problem,
    Reason,
    Related,
    Renaming,
    Renamings,
    Severity,
    World,
    is_made_by_kubernetes,
    related_owner,
)

META: Final = Meta(
    code="OWN702",
    name="uid-of-authored-owner",
    severity=Severity.ERROR,
    consequence=Consequence.DELETED,
    since="0.1.0",
    presumes_applied=True,
    tags=("manifests",),
)

VALID: Final = (
    Example(
        "live objects",
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
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
    Example(
        "live object beside the manifest of its owner",
        """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
---
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
)

INVALID: Final = (
    Example(
        "both are manifests",
        """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
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
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11 # <- uid-of-authored-owner
""",
    ),
    Example(
        "in two files of one folder",
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
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11 # <- uid-of-authored-owner
# file: web.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
""",
    ),
    Example(
        "naming itself",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  ownerReferences:
  - apiVersion: v1
    kind: ConfigMap
    name: web-config
    uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7 # <- uid-of-authored-owner
""",
    ),
    Example(
        "beside a live owner",
        """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
---
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
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11 # <- uid-of-authored-owner
  - apiVersion: v1
    kind: Service
    name: web
    uid: 9f86d081-884c-4d65-9a2f-eaa0c55ad015
""",
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each concrete uid of an owner that is applied together with the dependent."""
    renamings: Renamings | None = None
    for edge in world.graph.because(Reason.AUTHORED_OWNER):
        dependent, owner = edge.dependent, edge.owner
        if owner is not None and not dependent.live and owner.place.folder == dependent.place.folder:
            renamings = renamings or Renamings(world.index, world.kinds)
            yield _problem(world, edge, owner, renamings.of(dependent, edge.reference)[:1])


def _problem(world: World, edge: Edge, owner: KubeObject, renamed: Sequence[Renaming]) -> Problem:
    dependent, reference = edge.dependent, edge.reference
    outlook = world.fates.if_owner_is_gone(dependent)
    if world.index.identity(owner) == world.index.identity(dependent):
        what = "names itself as owner by a fixed uid, but gets a new uid when it is applied"
    else:
        what = f"names {reference.title} as owner by a fixed uid, but that stands beside it and gets a new uid when applied"
    for one in renamed:
        what += f", and {one.field} {one.affix} in {one.kustomization.place.file} renames it, but not the reference"
    made = is_made_by_kubernetes(dependent, reference)
    remedy = f"the whole manifest: the {reference.kind} gets its own" if made else "ownerReferences from the manifest"
    return Problem(
        Pointer(dependent, f"{reference.path}.uid"),
        f"{dependent.full_title} {what}. The uids cannot match, so the garbage collector {outlook.effect}. Remove {remedy}.",
        related=(
            *related_owner(edge, "metadata.name", "the owner is here, without a uid"),
            *(Related(Pointer(one.kustomization, one.field), "the owner gets another name here") for one in renamed),
        ),
        consequence=outlook.consequence,
        confidence=edge.confidence,
    )
