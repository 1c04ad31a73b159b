"""A role that may patch the finalizers of an owner, but not update them.

## What it does

Reports a Role, a ClusterRole or the permissions of a ClusterServiceVersion that grant `patch` on the subresource
`finalizers` of some kind, but not `update`, though their holder may create objects that can be owned. Everything adds up:
all rules of the role, all roles that are bound to the same service account, aggregated ClusterRoles, and wildcards
(`*`, `*/finalizers`, the verb `*`; not `widgets/*`, which RBAC does not know). Of several copies of a role or a binding in the files the nearest counts.

Nothing is said where the sum is not in the files: a role bound to people only, or aggregated into a role elsewhere. A role
that the files bind to nobody is judged by itself, with medium confidence; a holder that is bound to a role outside the files,
with low confidence.

## Why this is bad

The admission plugin OwnerReferencesPermissionEnforcement wants `update` on the owner's `finalizers` subresource from
whoever sets `blockOwnerDeletion: true`, as controller helpers do by default; `patch` does not count, nor do rights on the
owner itself. Without it creating the dependent fails: 403, *cannot set blockOwnerDeletion if an ownerReference refers to
a resource you can't set finalizers on*. The plugin is off by default, and on in OpenShift, so the operator works
in every test and fails there.

Recorded with Kubernetes 1.36 and the plugin on: create and update with `patch`, `update` and `*` on the subresource,
wildcards and `resourceNames`. The plugin has asked for `update` since 1.8; 1.7 asked for `delete` on the owner.

## How to fix

Add the verb `update` to the rule, or add the rule that the message gives; in a kubebuilder project, the marker. A comment
beside it saves it from being removed as unused: finalizers of the owner are never written through this subresource.

## References

- <https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#ownerreferencespermissionenforcement>
- <https://github.com/kubernetes/kubernetes/blob/v1.36.0/plugin/pkg/admission/gc/gc_admission.go>
- <https://sdk.operatorframework.io/docs/faqs/#after-deploying-my-operator-why-do-i-see-errors-like-is-forbidden-cannot-set-blockownerdeletion-if-an-ownerreference-refers-to-a-resource-you-cant-set-finalizers-on>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Consequence,
    Example,
    Grant,
    Held,
    KubeObject,
    Meta,
    Pointer,
    Problem,
    Severity,
    World,
    listed,
    stanza,
)

META: Final = Meta(
    code="OWN601",
    name="patch-without-update-on-finalizers",
    severity=Severity.WARNING,
    consequence=Consequence.RISK,
    since="0.1.0",
    presumes_applied=True,
    tags=("permissions",),
)

_ROLE = """\
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: widget-operator
rules:
- apiGroups: [example.com]
  resources: [widgets, widgets/status]
  verbs: [get, list, watch, patch]
- apiGroups: [example.com]
  resources: [{finalizers}
  verbs: [patch]
- apiGroups: [{group}]
  resources: [{created}]
  verbs: [create, delete]
"""

_BINDING = """\
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: {role}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: {role}
subjects:
- kind: {kind}
  name: widget-operator
  namespace: widgets
"""

_SECOND = """\
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: second
rules:
- apiGroups: [example.com]
  resources: ['*/finalizers']
  verbs: [update]
"""

VALID: Final = (
    Example(
        "update in another role of the same service account",
        _ROLE.format(finalizers="widgets/finalizers]", group="apps", created="deployments")
        + _BINDING.format(role="widget-operator", kind="ServiceAccount")
        + _SECOND
        + _BINDING.format(role="second", kind="ServiceAccount"),
    ),
    Example(
        "nothing is created that could be owned",
        _ROLE.format(finalizers="widgets/finalizers]", group="''", created="events, serviceaccounts/token"),
    ),
    Example(
        "role for people",
        _ROLE.format(finalizers="widgets/finalizers]", group="apps", created="deployments")
        + _BINDING.format(role="widget-operator", kind="Group"),
    ),
)

INVALID: Final = (
    Example(
        "bound to a service account",
        _ROLE.format(
            finalizers="widgets/finalizers] # <- patch-without-update-on-finalizers",
            group="apps",
            created="deployments",
        )
        + _BINDING.format(role="widget-operator", kind="ServiceAccount"),
    ),
    Example(
        "a wildcard that RBAC does not know",
        """\
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata:
  name: widget-operator
  namespace: widgets
rules:
- apiGroups: [example.com]
  resources: [widgets/*]
  verbs: [update]
- apiGroups: [example.com]
  resources:
  - widgets/finalizers # <- patch-without-update-on-finalizers
  verbs: [patch]
- apiGroups: ['']
  resources: [secrets]
  verbs: ['*']
""",
    ),
    Example(
        "operator bundle",
        """\
apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: widget-operator.v1.2.0
spec:
  install:
    strategy: deployment
    spec:
      clusterPermissions:
      - serviceAccountName: widget-operator
        rules:
        - apiGroups: [example.com]
          resources:
          - widgets
          - widgets/finalizers # <- patch-without-update-on-finalizers
          verbs: [get, list, watch, patch]
      permissions:
      - serviceAccountName: widget-operator
        rules:
        - apiGroups: ['']
          resources: [configmaps]
          verbs: [create]
""",
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each rule that grants only `patch` on finalizers which its holder cannot update."""
    for role, grants in world.permissions.written():
        if any(_only_patches(grant) for grant in grants):
            yield from _problems(world, role)


def _only_patches(grant: Grant) -> bool:
    """Return whether a rule grants `patch` on finalizers, and by itself no `update`."""
    verbs = grant.rule.verbs
    return "patch" in verbs and verbs.isdisjoint({"update", "*"}) and bool(grant.named("finalizers"))


def _problems(world: World, role: KubeObject) -> Iterator[Problem]:
    told = set()
    for held in world.permissions.held(role):
        for grant in held.grants:
            if grant.path not in told and _only_patches(grant):
                problem = _problem(held, grant)
                if problem is not None:
                    told.add(grant.path)
                    yield problem


def _problem(held: Held, grant: Grant) -> Problem | None:
    for group in grant.groups:
        finalizers = [name for name in grant.named("finalizers") if not held.allows("update", group, name)]
        owners = {(group, name.partition("/")[0]) for name in finalizers}
        created = held.creates(apart_from=owners)
        if not finalizers or not created:
            continue
        holder = f"{held.holder}, which holds it," if held.holder else "it"
        of_group = f" of {group}" if group else ""
        return Problem(
            Pointer(held.role, grant.resource_path(finalizers[0])),
            f"{held.role.full_title} grants patch, but not update, on {listed(finalizers)}{of_group}, and {holder} creates "
            f"{listed(created)}. Where the admission plugin OwnerReferencesPermissionEnforcement is on (OpenShift; elsewhere "
            'it is off by default), creating one with blockOwnerDeletion: true and such an owner fails with 403 "cannot set '
            "blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on\". Add "
            f"{stanza(group, finalizers, 'update')}.",
            confidence=held.confidence,
        )
    return None
