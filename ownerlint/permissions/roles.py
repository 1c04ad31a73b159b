"""Which role a binding means, and what a role allows with the parts that are aggregated into it."""

from __future__ import annotations

from typing import Final

from ownerlint.collector.labels import labels_of, needed_label, selectors_of, selects
from ownerlint.collector.rbac import PolicyRule
from ownerlint.index import ObjectIndex
from ownerlint.model import KubeObject
from ownerlint.permissions.grants import RBAC, grants_of
from ownerlint.permissions.nearest import MANY, Copies

RoleKey = tuple[str, str | None, str]
"""Kind, namespace and name of a role; None in place of the namespace for any."""

_EVERYTHING: Final = PolicyRule(frozenset("*"), frozenset("*"), frozenset("*"))
_BUILT_IN: Final[dict[str, tuple[PolicyRule, ...]]] = {
    "cluster-admin": (_EVERYTHING,),
    "view": (),
    "system:auth-delegator": (),
    "system:basic-user": (),
    "system:discovery": (),
    "system:public-info-viewer": (),
    "system:monitoring": (),
    "extension-apiserver-authentication-reader": (),
}
"""Roles that every cluster has, as far as they matter here: everything, or neither finalizers nor the creation of
objects (Kubernetes documentation, "Default roles and role bindings")."""


class Roles:
    """The Roles and ClusterRoles of the files.

    Args:
        index: of the objects.
    """

    __slots__ = ("_aggregators", "_cluster_roles", "_copies", "_labelled", "_rules")

    def __init__(self, index: ObjectIndex) -> None:
        self._cluster_roles = index.with_body(RBAC, "ClusterRole")
        roles = (*self._cluster_roles, *index.with_body(RBAC, "Role"))
        keyed = [(key, role, role) for role in roles for key in keys(role.kind, role.namespace, role.name)]
        self._copies = Copies(keyed)
        self._rules: dict[int, tuple[PolicyRule, ...]] = {}
        self._labelled: dict[str, dict[str, None]] = {"": {}}
        for role in self._cluster_roles:
            for label in ("", *labels_of(role)):
                self._labelled.setdefault(label, {})[role.name] = None
        self._aggregators: dict[int, list[KubeObject]] = {}
        for role in self._cluster_roles:
            if selectors_of(role):
                for part in self._parts(role):
                    self._aggregators.setdefault(id(part), []).append(role)

    def meant(self, kind: str, namespace: str, name: str, file: str) -> tuple[PolicyRule, ...] | None:
        """Return what the role that a `roleRef` means allows; None where it is not known.

        Args:
            kind: `Role` or `ClusterRole`.
            namespace: of the binding.
            name: of the role.
            file: where the binding stands, since the nearest of several copies is meant.
        """
        for key in asked(kind, namespace, name):
            found = self._copies.nearest(key, file)
            if found:
                return tuple(rule for role in found for rule in self.rules(role))
        return _BUILT_IN.get(name)

    def rules(self, role: KubeObject) -> tuple[PolicyRule, ...]:
        """Return what a role allows, with what is aggregated into it."""
        found = self._rules.get(id(role))
        if found is None:
            parts = self._parts(role) if selectors_of(role) else ()
            found = tuple(grant.rule for part in (role, *parts) for grant in grants_of(part))
            self._rules[id(role)] = found
        return found

    def aggregators(self, role: KubeObject) -> tuple[KubeObject, ...]:
        """Return the ClusterRoles of the files that this one is aggregated into."""
        return tuple(self._aggregators.get(id(role), ()))

    def _parts(self, role: KubeObject) -> tuple[KubeObject, ...]:
        found: dict[int, KubeObject] = {}
        for selector in selectors_of(role):
            names = list(self._labelled.get(needed_label(selector), ()))
            for name in names[: 10 * MANY]:
                for part in self._copies.nearest(("ClusterRole", None, name), role.place.file):
                    if part is not role and selects(selector, labels_of(part)):
                        found[id(part)] = part
        return tuple(found.values())


def keys(kind: str, namespace: str, name: str) -> tuple[RoleKey, ...]:
    """Return the keys that a role, or a binding to it, is found by."""
    return ((kind, None, name),) if kind == "ClusterRole" else ((kind, namespace, name), (kind, None, name))


def asked(kind: str, namespace: str, name: str) -> tuple[RoleKey, ...]:
    """Return the keys to look a role, or a binding to it, up by, the best first.

    An absent namespace is unknown, so it fits any; kustomize and Helm often fill in one of the two.
    """
    if kind == "ClusterRole" or not namespace:
        return ((kind, None, name),)
    return ((kind, namespace, name), (kind, "", name))
