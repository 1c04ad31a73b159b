"""Owner references in a pod template.

## What it does

Reports `ownerReferences` in the pod template of a manifest of a Deployment, ReplicaSet, ReplicationController, DaemonSet, StatefulSet, Job
or CronJob. Templates of custom resources are not looked at: what their controllers copy is theirs to say.

## Why this is bad

They have no effect. The controllers copy labels, annotations and finalizers from the template to the Pods, but no owner
references: the Pods get one entry, the controller's own. The API server does not even check them. Whoever wrote them
expects something to be deleted, or kept, that will not be. That invalid ones are stored was seen with Kubernetes 1.36;
what is copied was read in the source of Kubernetes 1.36 (`GetPodFromTemplate`), where it has stood since 1.8 at least.

## How to fix

Remove them. If the Pods are to go away with some object, make this object the owner of the Deployment (or whatever makes the Pods).

## References

- <https://github.com/kubernetes/enhancements/issues/5661>
- <https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/controller/controller_utils.go>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Consequence,
    Example,
    Meta,
    Pointer,
    Problem,
    Severity,
    World,
    in_pod_templates,
)

META: Final = Meta(
    code="OWN721",
    name="pod-template-owner-references",
    severity=Severity.WARNING,
    consequence=Consequence.IGNORED,
    since="0.1.0",
    presumes_applied=True,
    tags=("templates",),
)

_DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
spec:
  template:
    metadata:
      labels: {{app: web}}
      ownerReferences:{references}
    spec:
      containers: []
"""

VALID: Final = (Example("none", _DEPLOYMENT.format(references=" []")),)

INVALID: Final = (
    Example(
        "an owner for the Pods",
        _DEPLOYMENT.format(
            references="""
      - apiVersion: v1 # <- pod-template-owner-references
        kind: ConfigMap
        name: web-config
        uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
"""
        ),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each pod template with owner references."""
    for obj, path, _ in in_pod_templates(world.index, "ownerReferences"):
        yield Problem(
            Pointer(obj, f"{path}[0]"),
            f"The pod template of {obj.full_title} has owner references. They have no effect, as they are not copied to the Pods, which get "
            f"their controller as owner. Remove them, or put them on {obj.title} itself.",
        )
