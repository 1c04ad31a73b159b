"""Who is bound to which role: RoleBinding, ClusterRoleBinding, and the service accounts of a ClusterServiceVersion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from ownerlint.collector.rbac import PolicyRule, Subject, bound_role, bound_subjects
from ownerlint.index import ObjectIndex
from ownerlint.model import KubeObject
from ownerlint.permissions.grants import OLM, RBAC, assignments_of
from ownerlint.permissions.nearest import MANY, Copies
from ownerlint.permissions.roles import asked, keys

SERVICE_ACCOUNT: Final = "ServiceAccount"

_NO_ROLE: Final = ("Role", "/")
"""In place of a role that a binding fails to name: no role can be called so."""


class Binding(Struct, frozen=True):
    """One binding, or one entry of a ClusterServiceVersion, which is role and binding at once.

    Args:
        obj: the object.
        subjects: kind, namespace and name of those who are bound.
        namespace: where the role holds; None for everywhere.
        role: kind and name of the role; empty for a ClusterServiceVersion.
        rules: of a ClusterServiceVersion.
    """

    obj: KubeObject
    subjects: tuple[tuple[str, str, str], ...]
    namespace: str | None
    role: tuple[str, str] = ("", "")
    rules: tuple[PolicyRule, ...] = ()

    @property
    def identity(self) -> tuple[str, ...]:
        """What copies of this binding have in common. Versions of an operator are copies of each other."""
        if not self.role[0]:
            return (self.obj.kind, str(self.namespace is None), self.subjects[0][2])
        return (self.obj.kind, self.obj.namespace, self.obj.name)

    def binds(self, subject: Subject, titles: Iterable[tuple[str, str, str]]) -> bool:
        """Return whether a subject is bound; a namespace that is not said fits any."""
        return any(
            each in titles
            or (
                each[0] == subject.kind == SERVICE_ACCOUNT
                and each[2] == subject.name
                and "" in (each[1], subject.namespace)
            )
            for each in self.subjects
        )


class Bindings:
    """All bindings of the files.

    Args:
        index: of the objects.
    """

    __slots__ = ("_by_identity", "_by_role", "_by_subject")

    def __init__(self, index: ObjectIndex) -> None:
        bindings = tuple(_bindings(index))
        by_role = [(key, binding.obj, binding) for binding in bindings for key in _role_keys(binding)]
        self._by_role = Copies(by_role)
        self._by_identity = Copies((binding.identity, binding.obj, binding) for binding in bindings)
        self._by_subject: dict[tuple[str, str], dict[tuple[str, ...], None]] = {}
        for binding in bindings:
            for kind, _, name in binding.subjects:
                self._by_subject.setdefault((kind, name), {})[binding.identity] = None

    def of_role(self, role: KubeObject) -> tuple[Binding, ...]:
        """Return the nearest bindings to a role."""
        for key in asked(role.kind, role.namespace, role.name):
            found = self._by_role.nearest(key, role.place.file)
            if found:
                return found
        return ()

    def of_subject(self, subject: Subject, file: str) -> tuple[tuple[Binding, ...], bool]:
        """Return the bindings of a subject, of several copies the nearest to a file; and whether these are all."""
        titles = subject.titles()
        identities = {
            identity: None
            for kind, name in sorted({(kind, name) for kind, _, name in titles})
            for identity in self._by_subject.get((kind, name), ())
        }
        found = [
            binding
            for identity in list(identities)[:MANY]
            for binding in self._by_identity.nearest(identity, file)
            if binding.binds(subject, titles)
        ]
        return tuple(found), len(identities) <= MANY


def _bindings(index: ObjectIndex) -> Iterator[Binding]:
    for kind in ("ClusterRoleBinding", "RoleBinding"):
        for obj in index.with_body(RBAC, kind):
            namespace = obj.namespace if kind == "RoleBinding" else None
            yield Binding(obj, tuple(bound_subjects(obj)), namespace, bound_role(obj) or _NO_ROLE)
    for obj in index.with_body(OLM, "ClusterServiceVersion"):
        for assignment in assignments_of(obj):
            rules = tuple(grant.rule for grant in assignment.grants)
            yield Binding(
                obj, ((SERVICE_ACCOUNT, "", assignment.account),), None if assignment.cluster else "", rules=rules
            )


def _role_keys(binding: Binding) -> tuple[tuple[str, str | None, str], ...]:
    kind, name = binding.role
    return keys(kind, binding.namespace or "", name) if kind else ()
