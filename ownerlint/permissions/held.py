"""What one role allows together with all else that its holder is granted, and the questions that rules ask of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from msgspec import Struct

from ownerlint.collector.rbac import PolicyRule
from ownerlint.graph import Confidence
from ownerlint.kinds.data import built_in
from ownerlint.model import KubeObject
from ownerlint.permissions.grants import Grant

_EVENTS_AND_LEASES: Final = frozenset({"events", "leases"})
_REVIEWS: Final = frozenset({"authentication.k8s.io", "authorization.k8s.io"})

Resource = tuple[str, str]
"""API group and plural, with the subresource after a slash where there is one."""


class Held(Struct, frozen=True):
    """One role in the light of who holds it.

    Args:
        role: the Role, ClusterRole or ClusterServiceVersion.
        grants: its own rules that are about this holder.
        holder: for messages, `ServiceAccount/robot`; empty where the files bind the role to nobody.
        rules: all rules that add up: its own, and those of all that the holder is granted besides.
        confidence: HIGH where the files bind the role, MEDIUM where they do not, LOW where the holder is granted
            something that the files do not have.
    """

    role: KubeObject
    grants: tuple[Grant, ...]
    holder: str
    rules: tuple[PolicyRule, ...]
    confidence: Confidence

    def allows(self, verb: str, group: str, resource: str) -> bool:
        """Return whether some rule allows a verb on some object of a resource, which may be limited to some names.

        The group `*` asks for any group, the resource `*/SUBRESOURCE` for that subresource of anything.
        """
        return any(_allows(rule, verb, group, resource) for rule in self.rules)

    def creates(self, apart_from: Collection[Resource] = ()) -> tuple[Resource, ...]:
        """Return what may be created and can have an owner, sorted.

        Left out are subresources, events (never collected), reviews (never stored), and leases, which in practice elect
        a leader and have no owner. A rule with `resourceNames` allows no creation, as the name is not known by then
        (Kubernetes documentation, "Referring to resources").
        """
        found: set[Resource] = set()
        for rule in self.rules:
            if not rule.names and not rule.verbs.isdisjoint({"create", "*"}):
                found.update((group, name) for group in rule.groups for name in rule.resources if _ownable(group, name))
        return tuple(sorted(found.difference(apart_from)))


def is_custom(group: str) -> bool:
    """Return whether an API group is one of custom resources: a domain that is not Kubernetes' own."""
    return "." in group and all(group != row.group for row in built_in().kinds)


def _allows(rule: PolicyRule, verb: str, group: str, resource: str) -> bool:
    if group == "*":
        group = next(iter(rule.groups), "")
    plural, _, subresource = resource.partition("/")
    names: Iterable[str] = (resource,)
    if plural == "*" and subresource:
        names = [name for name in rule.resources if name.partition("/")[2] == subresource] or names
    some = next(iter(rule.names), "")
    return any(rule.allows(verb, group, name, some) for name in names)


def _ownable(group: str, resource: str) -> bool:
    return "/" not in resource and resource not in _EVENTS_AND_LEASES and group not in _REVIEWS
