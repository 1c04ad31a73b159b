"""A controller that controls nothing, such as a ConfigMap.

## What it does

Reports an entry with `controller: true` whose owner is of a built-in kind that no controller reconciles by that flag:
ConfigMap, Secret, ServiceAccount, Namespace, Role and the like. What Kubernetes itself does so is left alone: the Node as
controller of mirror Pods and of ResourceSlices, and the Secret of `kubeadm-certs`. The rule is in the set `strict`.

## Why this is bad

For the garbage collector the flag means nothing. But the workload controllers ignore an object that has a controller
with another uid, and no second controller can be set: the API server refuses it (422), and controller-runtime reports
that the object is already owned. So the object can never be adopted. What the API server does was recorded with
Kubernetes 1.36, what the controllers do read in the source of Kubernetes 1.36 (`ClaimObject`); both have been so since
1.8 at least.

## How to fix

Remove `controller: true`; an entry without it deletes the object with its owner all the same.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Confidence,
    Consequence,
    Example,
    Meta,
    Pointer,
    Problem,
    Resolution,
    Severity,
    World,
    group_of,
)

META: Final = Meta(
    code="OWN733",
    name="controller-not-a-controller",
    severity=Severity.INFO,
    consequence=Consequence.RISK,
    since="0.1.0",
    tags=("adoption",),
    sets=("strict",),
)

_ENTRY = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: v1
    kind: {kind}
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
    controller: {flag}{mark}
"""

VALID: Final = (
    Example("owner that is no controller", _ENTRY.format(kind="ConfigMap", flag="false", mark="")),
    Example("owner with a controller", _ENTRY.format(kind="ReplicationController", flag="true", mark="")),
)

INVALID: Final = (
    Example(
        "ConfigMap as controller",
        _ENTRY.format(kind="ConfigMap", flag="true", mark=" # <- controller-not-a-controller"),
    ),
)

_PASSIVE: Final = {
    ("", "ConfigMap"),
    ("", "Secret"),
    ("", "ServiceAccount"),
    ("", "Namespace"),
    ("", "Node"),
    ("", "PersistentVolume"),
    ("", "PersistentVolumeClaim"),
    ("rbac.authorization.k8s.io", "Role"),
    ("rbac.authorization.k8s.io", "RoleBinding"),
    ("rbac.authorization.k8s.io", "ClusterRole"),
    ("rbac.authorization.k8s.io", "ClusterRoleBinding"),
}
_BY_KUBERNETES: Final = {("Pod", "Node"), ("ResourceSlice", "Node")}


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each controller of a kind that controls nothing."""
    for resolution in Resolution:
        for edge in world.graph.edges(resolution):
            dependent, reference = edge.dependent, edge.reference
            if (
                reference.controller
                and (group_of(reference.api_version), reference.kind) in _PASSIVE
                and (dependent.kind, reference.kind) not in _BY_KUBERNETES
                and (dependent.kind, dependent.name) != ("Secret", "kubeadm-certs")
                and not dependent.terminating
            ):
                yield Problem(
                    Pointer(dependent, f"{reference.path}.controller"),
                    f"{dependent.full_title} has {reference.title} as controller, but no controller reconciles what a "
                    f"{reference.kind} owns. So no other controller can ever adopt {dependent.title}. Remove controller: "
                    f"true; the garbage collector does not need it.",
                    confidence=Confidence.MEDIUM,
                )
