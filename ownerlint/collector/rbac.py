"""What a subject may do, by the RBAC objects at hand (Role, ClusterRole and their bindings)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ownerlint.collector.labels import labels_of, selectors_of, selects

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ownerlint.model import KubeObject

_GROUP = "rbac.authorization.k8s.io"
_ROLES = frozenset({"ClusterRole", "Role"})
_BINDINGS = frozenset({"ClusterRoleBinding", "RoleBinding"})


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


_NOTHING = PolicyRule(frozenset(), frozenset(), frozenset())


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
        """Return what the RBAC objects among these allow a subject; rules of all bound roles add up.

        What is malformed grants nothing, as the API server does not take it.
        """
        listed = [obj for obj in objects if obj.group == _GROUP and isinstance(obj.body, dict)]
        roles: dict[tuple[str, str, str], list[PolicyRule]] = {}
        for role in listed:
            if role.kind in _ROLES:
                namespace = "" if role.kind == "ClusterRole" else role.namespace
                parts = _aggregated(role, listed) if role.kind == "ClusterRole" else ()
                roles[role.kind, namespace, role.name] = [rule for each in (role, *parts) for rule in _rules(each)]
        cluster: list[PolicyRule] = []
        namespaced: dict[str, list[PolicyRule]] = {}
        titles = subject.titles()
        for binding in listed:
            if binding.kind not in _BINDINGS or titles.isdisjoint(bound_subjects(binding)):
                continue
            kind, name = bound_role(binding) or ("", "")
            found = roles.get((kind, "" if kind == "ClusterRole" else binding.namespace, name), [])
            if binding.kind == "RoleBinding":
                namespaced.setdefault(binding.namespace, []).extend(found)
            elif kind == "ClusterRole":
                cluster.extend(found)
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
    """Return one entry of a role's `rules`, as the manifest has it.

    One that is malformed, with anything but lists of strings in it, allows nothing: least of all is a broken list of
    names the permission for every name.
    """
    fields = [_strings(rule.get(key)) for key in ("apiGroups", "resources", "verbs", "resourceNames")]
    whole = [field for field in fields if field is not None]
    return PolicyRule(*whole) if len(whole) == len(fields) else _NOTHING


def bound_role(binding: KubeObject) -> tuple[str, str] | None:
    """Return kind and name of the role that a RoleBinding or ClusterRoleBinding grants; None where it names none."""
    reference = _mapping(binding.body).get("roleRef")
    kind, name = (_mapping(reference).get(key) for key in ("kind", "name"))
    return (kind, name) if isinstance(kind, str) and kind in _ROLES and isinstance(name, str) and name else None


def bound_subjects(binding: KubeObject) -> Iterator[tuple[str, str, str]]:
    """Yield the subjects of a RoleBinding or ClusterRoleBinding as kind, namespace and name, without malformed ones."""
    listed = _mapping(binding.body).get("subjects")
    for each in listed if isinstance(listed, list) else ():
        kind, name, namespace = (_mapping(each).get(key) for key in ("kind", "name", "namespace"))
        if isinstance(kind, str) and isinstance(name, str) and (namespace is None or isinstance(namespace, str)):
            yield kind, (namespace or binding.namespace) if kind == "ServiceAccount" else "", name


def _rules(role: KubeObject) -> Iterator[PolicyRule]:
    listed = role.body.get("rules")
    for rule in listed if isinstance(listed, list) else ():
        if isinstance(rule, dict):
            yield policy_rule(rule)


def _aggregated(role: KubeObject, objects: Iterable[KubeObject]) -> Iterator[KubeObject]:
    """Yield the ClusterRoles whose labels an aggregating one selects."""
    selectors = selectors_of(role)
    for other in objects if selectors else ():
        if other.kind == "ClusterRole" and other is not role:
            labels = labels_of(other)
            if any(selects(selector, labels) for selector in selectors):
                yield other


def _mapping(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _strings(value: object) -> frozenset[str] | None:
    """Return the strings of a list, which may be absent; None where it is anything else."""
    listed = [] if value is None else value
    if not isinstance(listed, list) or not all(isinstance(each, str) for each in listed):
        return None
    return frozenset(listed)
