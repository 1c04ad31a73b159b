"""A role that manages an owner's kind without the right to block that owner's deletion.

## What it does

Reports a Role, a ClusterRole or the permissions of a ClusterServiceVersion that write the status of a custom resource,
and whose holder may create objects that can be owned, but may not `update` the subresource `finalizers` of that custom
resource. Confidence is low where the holder may update finalizers of other kinds, so that somebody thought of it, and
where it does not write the status, but watches and changes objects without creating any. Permissions are summed as for
`patch-without-update-on-finalizers`, which takes the roles that have `patch` on the finalizers.

The rule is in the set `openshift`: whether an operator sets owner references with `blockOwnerDeletion: true` cannot be
seen from its role. Many do not, and then nothing is missing.

## Why this is bad

The admission plugin OwnerReferencesPermissionEnforcement lets only those set `blockOwnerDeletion: true` who may `update`
the owner's `finalizers` subresource. Others get 403, *cannot set blockOwnerDeletion if an ownerReference refers to a
resource you can't set finalizers on*, and the operator never creates its objects. The plugin is off by default, and on
in OpenShift. Rights on the owner itself or on its status do not count.

What the plugin asks for was recorded with Kubernetes 1.36; it has asked for `update` on `finalizers` since 1.8, and 1.7
asked for `delete` on the owner.

## How to fix

If the operator sets controller references (controller-runtime: `SetControllerReference`, `NewControllerRef`), add the rule
that the message gives; in a kubebuilder project, the marker. Else suppress the finding.

## References

- <https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#ownerreferencespermissionenforcement>
- <https://github.com/kubernetes/kubernetes/blob/v1.36.0/plugin/pkg/admission/gc/gc_admission.go>
- <https://github.com/kubernetes-sigs/cluster-api/pull/11106>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Confidence,
    Consequence,
    Example,
    Held,
    Meta,
    Pointer,
    Problem,
    Severity,
    World,
    is_custom,
    listed,
    stanza,
)

META: Final = Meta(
    code="OWN602",
    name="missing-finalizers-permission",
    severity=Severity.WARNING,
    consequence=Consequence.RISK,
    since="0.1.0",
    presumes_applied=True,
    tags=("permissions",),
    sets=("openshift",),
)

_ROLE = """\
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: widget-operator
rules:
- apiGroups: [example.com]
  resources: [widgets]{first}
  verbs: [{verbs}]
- apiGroups: [example.com]
  resources: [{more}
  verbs: [update]
- apiGroups: [apps]
  resources: [deployments]
  verbs: [{dependents}]
"""

VALID: Final = (
    Example(
        "update on the finalizers",
        _ROLE.format(
            first="",
            verbs="get, list, watch, create, update",
            more="widgets/status, widgets/finalizers]",
            dependents="create",
        ),
    ),
    Example(
        "nothing is created",
        _ROLE.format(first="", verbs="get, list, watch, update", more="widgets/status]", dependents="get, patch"),
    ),
    Example(
        "objects of that kind are only created, not managed",
        _ROLE.format(first="", verbs="get, list, watch, create, update", more="gadgets/scale]", dependents="create"),
    ),
)

INVALID: Final = (
    Example(
        "as an operator's role often is",
        _ROLE.format(
            first=" # <- missing-finalizers-permission",
            verbs="get, list, watch, create, update, patch, delete",
            more="widgets/status]",
            dependents="'*'",
        ),
    ),
    Example(
        "only the status",
        _ROLE.format(
            first="", verbs="get", more="widgets/status] # <- missing-finalizers-permission", dependents="create"
        ),
    ),
)

_WRITE: Final = ("update", "patch")


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each API group of whose kinds a role manages some without update on their finalizers."""
    for role, grants in world.permissions.written():
        if any(grant.writes and any(map(is_custom, grant.groups)) for grant in grants):
            told: set[str] = set()
            for held in world.permissions.held(role):
                yield from _problems(held, told)


def _problems(held: Held, told: set[str]) -> Iterator[Problem]:
    for group, plurals in _written(held).items():
        lacking = [plural for plural in plurals if _lacks(held, group, plural)]
        reporting = [plural for plural in lacking if _may(held, _WRITE, group, f"{plural}/status")]
        missing = reporting or [plural for plural in lacking if _serves(held, group, plural)]
        created = held.creates(apart_from={(group, plural) for plural in plurals})
        if missing and created and group not in told:
            told.add(group)
            sure = bool(reporting) and held.confidence is not Confidence.LOW and not _knows(held)
            yield _problem(held, group, missing, plurals[missing[0]], listed(created), sure=sure)


def _written(held: Held) -> dict[str, dict[str, str]]:
    """Return the custom resources that the role's own rules write, by group and plural, each with a place in the role."""
    found: dict[str, dict[str, str]] = {}
    for grant in held.grants:
        for group in grant.groups if grant.writes else ():
            for _, name in grant.resources if is_custom(group) else ():
                plural, _, subresource = name.partition("/")
                if subresource in ("", "status") and plural != "*":
                    found.setdefault(group, {}).setdefault(plural, grant.resource_path(name))
    return found


def _serves(held: Held, group: str, plural: str) -> bool:
    """Return whether the holder reacts to objects that others make."""
    return held.allows("watch", group, plural) and not held.allows("create", group, plural)


def _knows(held: Held) -> bool:
    """Return whether the holder may update other finalizers: then who wrote the roles knew which kinds need it."""
    return _may(held, ("update",), "*", "*/finalizers")


def _lacks(held: Held, group: str, plural: str) -> bool:
    return not _may(held, _WRITE, group, f"{plural}/finalizers")


def _may(held: Held, verbs: tuple[str, ...], group: str, resource: str) -> bool:
    return any(held.allows(verb, group, resource) for verb in verbs)


def _problem(held: Held, group: str, missing: list[str], path: str, created: str, *, sure: bool) -> Problem:
    finalizers = [f"{plural}/finalizers" for plural in missing]
    holder = f"{held.holder}, which holds it," if held.holder else "it"
    return Problem(
        Pointer(held.role, path),
        f"{held.role.full_title} manages {listed(missing)} of {group}, and {holder} creates {created}, but may not update "
        f"{listed(finalizers)}. If the operator sets blockOwnerDeletion: true for such an owner, as SetControllerReference "
        "does, creation fails where the admission plugin OwnerReferencesPermissionEnforcement is on (OpenShift; elsewhere it "
        "is off by default): 403 \"cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set "
        f'finalizers on". Add {stanza(group, finalizers, "update")}.',
        confidence=Confidence.MEDIUM if sure else Confidence.LOW,
    )
