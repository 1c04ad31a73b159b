"""A finalizer whose operator goes away with the object.

## What it does

Reports a manifest with a finalizer such as `widgets.example.com/cleanup` in a namespace of which the files have the Namespace itself and
a Deployment or StatefulSet, and where a service account lives that some binding lets write to the `finalizers` of
`example.com`: the operator's, in all likelihood. The rule is in the set `strict`, as many operators are installed so on purpose.

## Why this is bad

Who deletes the Namespace (or all of these files) deletes the object, its operator and the operator's permissions
together. The operator is usually gone first, so nobody removes the finalizer, and object and Namespace stay
`Terminating`. This is the commonest cause of Namespaces that do not go away. The namespace controller deletes Pods
before anything else (since 1.33; before, all kinds in no useful order), the operator's among them. Read in the source
of Kubernetes 1.36 (`deleteAllContent`), not recorded.

## How to fix

Keep the operator in a namespace of its own, or delete its objects, and wait until they are gone, before the operator.

## References

- <https://kubernetes.io/docs/tasks/administer-cluster/namespaces/#deleting-a-namespace>
- <https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/>
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
    Related,
    Severity,
    World,
    finalizers_of,
    operator_homes,
    shorten,
)

META: Final = Meta(
    code="OWN509",
    name="finalizer-of-operator-in-same-namespace",
    severity=Severity.WARNING,
    consequence=Consequence.RISK,
    since="0.1.0",
    presumes_applied=True,
    tags=("finalizers",),
    sets=("strict",),
)

_FILES = """\
apiVersion: v1
kind: Namespace
metadata:
  name: widgets
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: operator
  namespace: widgets
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: operator
rules:
- apiGroups: [example.com]
  resources: [widgets/finalizers]
  verbs: [update]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: operator
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: operator
subjects:
- kind: ServiceAccount
  name: operator
  namespace: widgets
---
apiVersion: example.com/v1
kind: Widget
metadata:
  name: web
  namespace: {namespace}
  finalizers:
  - {finalizer}
"""

VALID: Final = (
    Example("in another namespace", _FILES.format(namespace="shop", finalizer="example.com/cleanup")),
    Example("of another operator", _FILES.format(namespace="widgets", finalizer="example.org/cleanup")),
)

INVALID: Final = (
    Example(
        "beside its operator",
        _FILES.format(
            namespace="widgets", finalizer="widgets.example.com/cleanup # <- finalizer-of-operator-in-same-namespace"
        ),
    ),
)

_RUNNERS: Final = frozenset({"Deployment", "StatefulSet"})


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each manifest with a finalizer of an operator in its own namespace."""
    candidates = [
        (obj, finalizer, path)
        for obj in world.finalized
        if not obj.live and obj.namespace and world.index.named("", "Namespace", "", obj.namespace)
        for finalizer, path in finalizers_of(obj, FinalizerForm.QUALIFIED)
    ]
    if not candidates:
        return
    homes = operator_homes(world.index)
    running = {obj.namespace for obj in world.objects if obj.kind in _RUNNERS and obj.group == "apps"}
    for obj, finalizer, path in candidates:
        for group in _parents(finalizer.partition("/")[0]):
            binding = homes.get((group, obj.namespace))
            if binding is not None and obj.namespace in running:
                yield _problem(obj, finalizer, path, binding)
                break


def _parents(domain: str) -> Iterator[str]:
    """Yield a domain and all above it, down to two labels."""
    while "." in domain:
        yield domain
        domain = domain.partition(".")[2]


def _problem(obj: KubeObject, finalizer: str, path: str, binding: KubeObject) -> Problem:
    return Problem(
        Pointer(obj, path),
        f"{obj.full_title} has the finalizer {shorten(finalizer)}, and the operator that removes it runs in the same namespace. If the "
        f"namespace is deleted the operator goes too, and both stay Terminating. Keep the operator in a namespace of its own, or "
        f"delete this object first.",
        related=(Related(Pointer(binding, "subjects"), "the operator's service account is bound here"),),
        confidence=Confidence.MEDIUM,
    )
