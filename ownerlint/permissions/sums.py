"""Who holds which role, and all that adds up for them. Built when a rule asks for the first time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ownerlint.collector.labels import labels_of
from ownerlint.collector.rbac import PolicyRule, Subject
from ownerlint.graph import Confidence
from ownerlint.index import ObjectIndex
from ownerlint.model import KubeObject
from ownerlint.permissions.bindings import SERVICE_ACCOUNT, Binding, Bindings
from ownerlint.permissions.grants import OLM, RBAC, Grant, assignments_of, grants_of
from ownerlint.permissions.held import Held
from ownerlint.permissions.roles import Roles

_Sum = tuple[tuple[tuple[str | None, tuple[PolicyRule, ...]], ...], bool]
"""What a subject is granted: each with the namespace it holds in (None: everywhere); and whether that is all."""


class Permissions:
    """What the roles of the files allow, each in the light of who holds it.

    People (users and groups) are left out: they add up with roles that stand in no repository.

    Args:
        index: of the objects.
    """

    __slots__ = ("_bindings", "_index", "_roles", "_sums")

    def __init__(self, index: ObjectIndex) -> None:
        self._index = index
        self._roles: Roles | None = None
        self._bindings: Bindings | None = None
        self._sums: dict[tuple[Subject, str], _Sum] = {}

    def written(self) -> Iterator[tuple[KubeObject, tuple[Grant, ...]]]:
        """Yield each Role, ClusterRole and ClusterServiceVersion with the rules that stand in it."""
        for kind in ("ClusterRole", "Role"):
            for role in self._index.with_body(RBAC, kind):
                yield role, grants_of(role)
        for version in self._index.with_body(OLM, "ClusterServiceVersion"):
            yield version, tuple(grant for assignment in assignments_of(version) for grant in assignment.grants)

    def held(self, role: KubeObject) -> Iterator[Held]:
        """Yield a role with all that adds up with it, once for each service account that holds it.

        A role that the files bind to nobody is yielded alone. Nothing is yielded for a role that is bound to people only,
        and for a part of an aggregated role that the files do not bind.
        """
        if role.kind == "ClusterServiceVersion":
            yield from self._version(role)
        else:
            yield from self._role(role)

    def _role(self, role: KubeObject) -> Iterator[Held]:
        roles, bindings = self._built()
        aggregators = roles.aggregators(role)
        bound = {carrier.sort_key(): bindings.of_role(carrier) for carrier in (role, *aggregators)}
        carriers = [carrier for carrier in (role, *aggregators) if bound[carrier.sort_key()]]
        if not carriers:
            if not aggregators and not _is_a_part(role):
                yield Held(role, grants_of(role), "", roles.rules(role), Confidence.MEDIUM)
            return
        told: set[tuple[Subject, str | None]] = set()
        for carrier in carriers:
            for binding in bound[carrier.sort_key()]:
                for kind, namespace, name in binding.subjects:
                    subject = Subject(kind, name, namespace)
                    if kind == SERVICE_ACCOUNT and (subject, binding.namespace) not in told:
                        told.add((subject, binding.namespace))
                        own, file = roles.rules(carrier), binding.obj.place.file
                        yield self._sum(role, grants_of(role), subject, binding.namespace, own=own, file=file)

    def _version(self, version: KubeObject) -> Iterator[Held]:
        by_account: dict[str, list[Grant]] = {}
        for assignment in assignments_of(version):
            by_account.setdefault(assignment.account, []).extend(assignment.grants)
        for account, grants in by_account.items():
            own = [grant.rule for grant in grants]
            subject = Subject(SERVICE_ACCOUNT, account)
            yield self._sum(version, tuple(grants), subject, None, own=own, file=version.place.file)

    def _sum(
        self,
        role: KubeObject,
        grants: tuple[Grant, ...],
        subject: Subject,
        namespace: str | None,
        *,
        own: Iterable[PolicyRule],
        file: str,
    ) -> Held:
        granted, complete = self._granted(subject, file)
        near = (rules for place, rules in granted if _meet(place, namespace))
        rules = dict.fromkeys((*own, *(rule for rules in near for rule in rules)))
        confidence = Confidence.HIGH if complete else Confidence.LOW
        return Held(role, grants, f"{subject.kind}/{subject.name}", tuple(rules), confidence)

    def _granted(self, subject: Subject, file: str) -> _Sum:
        found = self._sums.get((subject, file))
        if found is None:
            roles, bindings = self._built()
            bound, complete = bindings.of_subject(subject, file)
            granted = []
            for binding in bound:
                rules = _allowed(binding, roles)
                complete = complete and rules is not None
                granted.append((binding.namespace, rules or ()))
            found = self._sums[subject, file] = (tuple(granted), complete)
        return found

    def _built(self) -> tuple[Roles, Bindings]:
        if self._roles is None or self._bindings is None:
            self._roles, self._bindings = Roles(self._index), Bindings(self._index)
        return self._roles, self._bindings


def _allowed(binding: Binding, roles: Roles) -> tuple[PolicyRule, ...] | None:
    kind, name = binding.role
    return roles.meant(kind, binding.namespace or "", name, binding.obj.place.file) if kind else binding.rules


def _meet(place: str | None, namespace: str | None) -> bool:
    """Return whether permissions of two scopes may hold for one object. Who acts everywhere acts in each namespace too."""
    return place is None or namespace is None or place == namespace or "" in (place, namespace)


def _is_a_part(role: KubeObject) -> bool:
    """Return whether a label says that the role is aggregated into another, as `.../aggregate-to-admin` does."""
    return any("aggregate" in key for key in labels_of(role))
