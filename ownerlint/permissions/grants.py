"""The rules that a Role, a ClusterRole or an operator's ClusterServiceVersion writes down, each with its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from ownerlint.collector.rbac import PolicyRule, policy_rule
from ownerlint.model import KubeObject

RBAC: Final = "rbac.authorization.k8s.io"
OLM: Final = "operators.coreos.com"

_WRITES: Final = frozenset({"update", "patch", "*"})


class Grant(Struct, frozen=True):
    """One rule where it is written.

    Args:
        path: symbolic path of the rule in its object, such as `rules[3]`.
        rule: what it allows.
        groups: its API groups in their order.
        resources: its resources in their order, each with its index in the manifest.
    """

    path: str
    rule: PolicyRule
    groups: tuple[str, ...]
    resources: tuple[tuple[int, str], ...]

    def resource_path(self, resource: str) -> str:
        """Return the symbolic path of a resource in this rule; of the rule itself where it does not list it."""
        index = next((index for index, name in self.resources if name == resource), None)
        return self.path if index is None else f"{self.path}.resources[{index}]"

    def named(self, subresource: str) -> tuple[str, ...]:
        """Return the resources whose subresource this is, in order: `widgets/finalizers`, `*/finalizers`."""
        return tuple(name for _, name in self.resources if name.partition("/")[2] == subresource)

    @property
    def writes(self) -> bool:
        """Whether it allows to update or patch."""
        return not self.rule.verbs.isdisjoint(_WRITES)


class Assignment(Struct, frozen=True):
    """The rules that a ClusterServiceVersion asks for on behalf of one service account.

    Args:
        account: name of the service account.
        cluster: whether they hold everywhere (`clusterPermissions`) or only where the operator is installed.
        grants: the rules.
    """

    account: str
    cluster: bool
    grants: tuple[Grant, ...]


def grants_of(role: KubeObject) -> tuple[Grant, ...]:
    """Return the rules of a Role or ClusterRole. What is malformed in them is left out."""
    return tuple(_grants(_mapping(role.body).get("rules"), "rules"))


def assignments_of(version: KubeObject) -> tuple[Assignment, ...]:
    """Return what a ClusterServiceVersion asks for (`spec.install.spec.permissions` and `clusterPermissions`).

    Source: operator-framework/api `pkg/operators/v1alpha1/clusterserviceversion_types.go`.
    """
    install = _mapping(_mapping(_mapping(_mapping(version.body).get("spec")).get("install")).get("spec"))
    found = []
    for field in ("permissions", "clusterPermissions"):
        entries = install.get(field)
        for index, entry in enumerate(entries if isinstance(entries, list) else ()):
            account = _mapping(entry).get("serviceAccountName")
            if isinstance(account, str):
                grants = tuple(_grants(_mapping(entry).get("rules"), f"spec.install.spec.{field}[{index}].rules"))
                found.append(Assignment(account, field == "clusterPermissions", grants))
    return tuple(found)


def _grants(rules: object, path: str) -> Iterator[Grant]:
    for index, rule in enumerate(rules if isinstance(rules, list) else ()):
        if isinstance(rule, dict):
            groups = tuple(name for _, name in _strings(rule.get("apiGroups")))
            yield Grant(f"{path}[{index}]", policy_rule(rule), groups, _strings(rule.get("resources")))


def _strings(value: object) -> tuple[tuple[int, str], ...]:
    listed = value if isinstance(value, list) else ()
    return tuple((index, name) for index, name in enumerate(listed) if isinstance(name, str))


def _mapping(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
