"""What a subject may do, by the RBAC objects at hand (Role, ClusterRole and their bindings)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ownerlint.model import KubeObject

_GROUP = "rbac.authorization.k8s.io"


class Subject(Struct, frozen=True):
    """Who asks.

    Args:
        kind: `User`, `Group` or `ServiceAccount`.
        name: its name.
        namespace: of a service account; else empty.
    """

    kind: str
    name: str
    namespace: str = ""

    def titles(self) -> frozenset[tuple[str, str, str]]:
        """Return all the ways in which a binding can mean this subject, as kind, namespace and name."""
        if self.kind != "ServiceAccount":
            return frozenset({(self.kind, "", self.name)})
        user = f"system:serviceaccount:{self.namespace}:{self.name}"
        groups = ("system:serviceaccounts", f"system:serviceaccounts:{self.namespace}", "system:authenticated")
        return frozenset(
            {
                (self.kind, self.namespace, self.name),
                ("User", "", user),
                *(("Group", "", group) for group in groups),
            }
        )


class PolicyRule(Struct, frozen=True):
    """One rule of a role (rbac/v1 `PolicyRule`); an empty `names` means every name."""

    groups: frozenset[str]
    resources: frozenset[str]
    verbs: frozenset[str]
    names: frozenset[str] = frozenset()

    def allows(self, verb: str, group: str, resource: str, name: str) -> bool:
        """Return whether the rule allows a verb (rbac/v1 `RuleAllows`); `resource` includes the subresource."""
        plain, slash, subresource = resource.partition("/")
        wanted = {"*", resource, f"*/{subresource}"} if slash else {"*", plain}
        return (
            not self.verbs.isdisjoint({"*", verb})
            and not self.groups.isdisjoint({"*", group})
            and not self.resources.isdisjoint(wanted)
            and (not self.names or name in self.names)
        )


class Permissions:
    """What one subject may do.

    Args:
        cluster: rules that hold everywhere.
        namespaced: rules that hold in one namespace, by its name.
    """

    __slots__ = ("_cluster", "_namespaced")

    def __init__(self, cluster: Iterable[PolicyRule], namespaced: dict[str, list[PolicyRule]]) -> None:
        self._cluster = tuple(cluster)
        self._namespaced = namespaced

    @classmethod
    def of(cls, subject: Subject, objects: Iterable[KubeObject]) -> Permissions:
        """Return what the RBAC objects among these allow a subject; rules of all bound roles add up."""
        listed = [obj for obj in objects if obj.group == _GROUP and isinstance(obj.body, dict)]
        roles = {(obj.kind, obj.namespace, obj.name): list(_rules(obj)) for obj in listed if obj.kind.endswith("Role")}
        for aggregating in listed:
            if aggregating.kind == "ClusterRole":
                for part in _aggregated(aggregating, listed):
                    roles["ClusterRole", "", aggregating.name].extend(_rules(part))
        cluster: list[PolicyRule] = []
        namespaced: dict[str, list[PolicyRule]] = {}
        titles = subject.titles()
        for binding in listed:
            if not binding.kind.endswith("RoleBinding") or titles.isdisjoint(bound_subjects(binding)):
                continue
            reference = binding.body.get("roleRef") or {}
            kind, name = str(reference.get("kind")), str(reference.get("name"))
            found = roles.get((kind, "" if kind == "ClusterRole" else binding.namespace, name), [])
            (cluster if binding.kind == "ClusterRoleBinding" else namespaced.setdefault(binding.namespace, [])).extend(
                found
            )
        return cls(cluster, namespaced)

    def allow(self, verb: str, group: str, resource: str, *, namespace: str = "", name: str = "") -> bool:
        """Return whether the subject may do this.

        Args:
            verb: such as `update`.
            group: API group; `*` asks for all.
            resource: plural, with the subresource after a slash.
            namespace: empty for the whole cluster.
            name: of the object; empty for any.
        """
        rules = (*self._cluster, *self._namespaced.get(namespace, ())) if namespace else self._cluster
        return any(rule.allows(verb, group, resource, name) for rule in rules)


def policy_rule(rule: dict[str, Any]) -> PolicyRule:
    """Return one entry of a role's `rules`, as the manifest has it; what is no list of strings counts as empty."""
    return PolicyRule(*(_strings(rule.get(key)) for key in ("apiGroups", "resources", "verbs", "resourceNames")))


def _rules(role: KubeObject) -> Iterator[PolicyRule]:
    listed = role.body.get("rules")
    for rule in listed if isinstance(listed, list) else ():
        if isinstance(rule, dict):
            yield policy_rule(rule)


def bound_subjects(binding: KubeObject) -> Iterator[tuple[str, str, str]]:
    """Yield the subjects of a RoleBinding or ClusterRoleBinding as kind, namespace and name."""
    listed = binding.body.get("subjects")
    for each in listed if isinstance(listed, list) else ():
        if isinstance(each, dict):
            kind = str(each.get("kind"))
            namespace = str(each.get("namespace") or binding.namespace) if kind == "ServiceAccount" else ""
            yield kind, namespace, str(each.get("name"))


def _aggregated(role: KubeObject, objects: Iterable[KubeObject]) -> Iterator[KubeObject]:
    """Yield the ClusterRoles whose labels an aggregating one selects."""
    selectors = (role.body.get("aggregationRule") or {}).get("clusterRoleSelectors") or ()
    wanted = [selector.get("matchLabels") or {} for selector in selectors if isinstance(selector, dict)]
    for other in objects:
        labels = (other.body.get("metadata") or {}).get("labels") or {}
        selected = any(match and match.items() <= labels.items() for match in wanted)
        if selected and other.kind == "ClusterRole" and other is not role:
            yield other


def _strings(value: object) -> frozenset[str]:
    return frozenset(each for each in value if isinstance(each, str)) if isinstance(value, list) else frozenset()
