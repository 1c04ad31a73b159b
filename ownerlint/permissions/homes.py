"""Where the operators live that remove finalizers: the namespaces of those who may write to `finalizers` subresources."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.collector.rbac import bound_role, bound_subjects
from ownerlint.index import ObjectIndex
from ownerlint.model import KubeObject
from ownerlint.permissions.grants import RBAC, grants_of
from ownerlint.permissions.held import is_custom

_SUBRESOURCE: Final = "finalizers"

Homes = dict[tuple[str, str], KubeObject]
"""By custom API group and namespace: the first binding of a service account there that may write to finalizers."""


def operator_homes(index: ObjectIndex) -> Homes:
    """Return where the service accounts live that may write to the `finalizers` of a custom API group's objects."""
    groups: dict[tuple[str, str, str], frozenset[str]] = {}
    homes: Homes = {}
    for kind in ("ClusterRoleBinding", "RoleBinding"):
        for binding in index.with_body(RBAC, kind):
            namespaces = {space for subject, space, _ in bound_subjects(binding) if subject == "ServiceAccount"}
            if not any(namespaces):
                continue
            role = _role(binding)
            if role is None:
                continue
            if role not in groups:
                groups[role] = frozenset(_groups(index.named(RBAC, *role)))
            for group in groups[role]:
                for namespace in namespaces:
                    homes.setdefault((group, namespace), binding)
    return homes


def _role(binding: KubeObject) -> tuple[str, str, str] | None:
    """Return kind, namespace and name of the role that a binding grants; None where it names none."""
    role = bound_role(binding)
    return role and (role[0], binding.namespace if role[0] == "Role" else "", role[1])


def _groups(roles: tuple[KubeObject, ...]) -> Iterator[str]:
    for role in roles:
        for grant in grants_of(role):
            if grant.writes and grant.named(_SUBRESOURCE):
                yield from filter(is_custom, grant.groups)
