"""A selector that also matches what another controller makes.

## What it does

Reports a Deployment whose selector matches the ReplicaSets of another Deployment, and a DaemonSet, ReplicationController or
ReplicaSet without a Deployment whose selector matches Pods that another controller has made: the same labels, another
`controller: true`. Live objects are compared with the others of their dump. Manifests are compared within a file, and within
a folder whose kustomization lists them: what a workload makes bears at least the labels that it selects by. One finding for
each selector.

Silent where nothing overlaps: a Deployment selects ReplicaSets and not Pods, and each of its ReplicaSets also asks for its own
`pod-template-hash`; a Job asks for its own `controller-uid`, and a StatefulSet takes only Pods that bear its name. ReplicaSets
of other owners than Deployments, such as an Argo Rollout, and Pods of Jobs, which come to an end, are left out.
Selectors that ask for no value of any label are not looked at. The rule is in the set `strict`, as labels of live objects take time
to read.

## Why this is bad

A workload controller ignores what its selector matches if that has another controller (`ClaimObject`), so it makes its own
objects beside it, and all seems well. But whatever selects by labels cannot tell them apart: a Service sends traffic to the Pods
of both, a PodDisruptionBudget and a HorizontalPodAutoscaler count both, `kubectl logs deployment/web` reads from either. And
where the other owner reference is removed, as in a deletion with `--cascade=orphan`, the objects are adopted at once.
The controllers have left such objects alone since 1.7 at least; read in the source of Kubernetes 1.36, not recorded.

## How to fix

Give each workload a label of its own, in the selector and in the template, such as `app.kubernetes.io/component`. In `apps/v1`
a selector cannot be changed: create the workload anew under another name and delete the old one.

## References

- <https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#selector>
- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
- <https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/controller/controller_ref_manager.go>
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ownerlint.rule import (
    Confidence,
    Consequence,
    Example,
    KubeObject,
    Meta,
    Overlap,
    Pointer,
    Problem,
    Related,
    Severity,
    World,
    overlaps,
)

META: Final = Meta(
    code="OWN732",
    name="selector-matches-foreign-controller",
    severity=Severity.WARNING,
    consequence=Consequence.RISK,
    since="0.1.0",
    presumes_applied=True,
    tags=("adoption",),
    sets=("strict",),
    needs_labels=True,
)

_MANIFESTS: Final = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  selector: {mark}
    matchLabels:
      app: web{more}
---
apiVersion: apps/v1
kind: {kind}
metadata:
  name: admin
  namespace: shop
spec:
  selector:
    matchLabels:
      app: {app}
"""

_LIVE: Final = """\
apiVersion: v1
kind: List
items:
- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
    namespace: shop
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
  spec:
    selector: {mark}
      matchLabels:
        app: web{selects}
- apiVersion: apps/v1
  kind: ReplicaSet
  metadata:
    name: web-5d4f8c7b9
    namespace: shop
    uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
    labels:
      app: web
      pod-template-hash: 5d4f8c7b9
    ownerReferences:
    - apiVersion: apps/v1
      blockOwnerDeletion: true
      controller: true
      kind: Deployment
      name: web
      uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: canary
    namespace: shop
    uid: 2b7e1516-28ae-4d2a-abf7-158809cf4f3c
  spec:
    selector:
      matchLabels:
        app: web
        track: canary
- apiVersion: apps/v1
  kind: ReplicaSet
  metadata:
    name: canary-6b9f7d5c4
    namespace: shop
    uid: 9b2d4e8a-5c1f-4a7e-8d3b-6f0a1c2e4b5d
    labels:
      app: web
      pod-template-hash: 6b9f7d5c4
      track: canary
    ownerReferences:
    - apiVersion: apps/v1
      blockOwnerDeletion: true
      controller: true
      kind: Deployment
      name: canary
      uid: 2b7e1516-28ae-4d2a-abf7-158809cf4f3c
- apiVersion: v1
  kind: Service
  metadata:
    name: web
    namespace: shop
    uid: 4f3c2b1a-0d9e-4c8b-9a7f-6e5d4c3b2a10
  spec:
    selector:
      app: web
"""

_MARK: Final = "# <- selector-matches-foreign-controller"

VALID: Final = (
    Example("labels of their own", _MANIFESTS.format(mark="", more="", kind="Deployment", app="admin")),
    Example(
        "a Deployment does not select the Pods of a DaemonSet",
        _MANIFESTS.format(mark="", more="", kind="DaemonSet", app="web\n      node: agent"),
    ),
    Example(
        "live: each with its own track, though a Service selects both",
        _LIVE.format(mark="", selects="\n        track: stable"),
    ),
)

INVALID: Final = (
    Example("the same selector twice", _MANIFESTS.format(mark=_MARK, more="", kind="Deployment", app="web")),
    Example("live: the stable Deployment selects the canary, too", _LIVE.format(mark=_MARK, selects="")),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each selector that matches what several controllers make."""
    for overlap in overlaps(world.objects, world.index, world.mode):
        workload, first = overlap.workload, overlap.made[0]
        what = f"what {first.title} makes" if first.foreseen else f"{first.obj.title}, which {first.title} controls"
        path = "spec.selector" if first.foreseen else "metadata.labels"
        related = [Related(Pointer(first.obj, path), f"the selector of {workload.title} matches this, too")]
        related += [Related(Pointer(service, "spec.selector"), "selects both") for service in overlap.services[:1]]
        yield Problem(
            Pointer(workload, "spec.selector"),
            f"The selector of {workload.full_title} also matches {what}{_further(overlap)}. {workload.title} leaves that alone "
            f"and makes its own beside it, while {_traffic(overlap.services)}. Give each workload a label of its own in "
            f"selector and template.",
            related=tuple(related),
            confidence=_confidence(overlap),
        )


def _further(overlap: Overlap) -> str:
    titles = [made.title for made in overlap.made[1:]] + ["others"] * overlap.more
    return f" (and what {_listed(titles)} make)" if titles else ""


def _traffic(services: Sequence[KubeObject]) -> str:
    if not services:
        return "Services, disruption budgets and autoscalers that go by these labels cannot tell the two apart"
    titles = [service.title for service in services[:3]] + ["others"] * (len(services) > 3)
    return f"{_listed(titles)} {'send' if len(titles) > 1 else 'sends'} traffic to the Pods of both"


def _confidence(overlap: Overlap) -> Confidence:
    """Return how sure it is that this was not meant: operators overlap on purpose with what they control themselves."""
    concerned = (overlap.workload, *(made.by for made in overlap.made if made.by is not None))
    if any(_is_controlled(workload) for workload in concerned):
        return Confidence.LOW
    return Confidence.HIGH if overlap.workload.live else Confidence.MEDIUM


def _is_controlled(workload: KubeObject) -> bool:
    return any(reference.controller for reference in workload.owner_references)


def _listed(titles: Sequence[str]) -> str:
    return " and ".join((", ".join(titles[:-1]), titles[-1])) if len(titles) > 1 else titles[0]
