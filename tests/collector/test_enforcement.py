"""The admission plugin OwnerReferencesPermissionEnforcement, against its recordings."""

from __future__ import annotations

import json

from ownerlint.collector.enforcement import Enforcement
from ownerlint.collector.rbac import Permissions, Subject
from ownerlint.load import LoadOptions, load
from ownerlint.model import KubeObject, OwnerReference, Source
from tests.collector.recordings import Record, files, kinds, read

_SUBJECT = Subject("User", "dev")
_RBAC = "rbac.authorization.k8s.io"


def _objects(*bodies: Record) -> tuple[KubeObject, ...]:
    whole = {"apiVersion": "v1", "kind": "List", "items": list(bodies)}
    return load(Source("a.json", "", json.dumps(whole).encode(), "a.json"), LoadOptions()).objects


def _grants(role_rules: list[Record], cluster_rules: list[Record]) -> Permissions:
    objects = []
    for prefix, namespace, rules in (("", "ns1", role_rules), ("Cluster", "", cluster_rules)):
        metadata = {"name": "dev", **({"namespace": namespace} if namespace else {})}
        head = {"apiVersion": f"{_RBAC}/v1", "metadata": metadata}
        objects.append({**head, "kind": f"{prefix}Role", "rules": rules})
        subjects = [{"kind": "User", "name": "dev", "apiGroup": _RBAC}]
        role = {"apiGroup": _RBAC, "kind": f"{prefix}Role", "name": "dev"}
        objects.append({**head, "kind": f"{prefix}RoleBinding", "subjects": subjects, "roleRef": role})
    return Permissions.of(_SUBJECT, _objects(*objects))


def _secret(references: list[Record] | None) -> KubeObject:
    metadata = {"name": "b", "namespace": "ns1", "ownerReferences": references or []}
    return _objects({"apiVersion": "v1", "kind": "Secret", "metadata": metadata})[0]


def _answer(case: Record) -> str | None:
    plugin = Enforcement(kinds(), _grants(case["role_rules"], case["clusterrole_rules"]))
    if case["operation"] == "create":
        return plugin.on_create(_secret(case["refs"]))
    before: tuple[OwnerReference, ...] = _secret(case["old_refs"]).owner_references
    after = case["old_refs"] if case["refs"] is None else case["refs"]
    return plugin.on_update(_secret(after), before)


def test_every_recorded_case_is_answered_alike(figures: list[str]) -> None:
    path = files("rbac")[0]
    cases = list(read(path))
    wrong = [case["case"] for case in cases if _answer(case) != case["message"]]
    figures.append(f"{path.name}: {len(cases) - len(wrong)} of {len(cases)} answers of the permission plugin")
    assert not wrong
    assert len(cases) == 57


def test_rules_of_all_bound_and_aggregated_roles_add_up() -> None:
    binding = {
        "apiVersion": f"{_RBAC}/v1",
        "kind": "ClusterRoleBinding",
        "metadata": {"name": "all"},
        "subjects": [{"kind": "ServiceAccount", "name": "robot", "namespace": "ns1"}],
        "roleRef": {"apiGroup": _RBAC, "kind": "ClusterRole", "name": "whole"},
    }
    whole = {
        "apiVersion": f"{_RBAC}/v1",
        "kind": "ClusterRole",
        "metadata": {"name": "whole"},
        "aggregationRule": {"clusterRoleSelectors": [{"matchLabels": {"into": "whole"}}]},
    }
    part = {
        "apiVersion": f"{_RBAC}/v1",
        "kind": "ClusterRole",
        "metadata": {"name": "part", "labels": {"into": "whole"}},
        "rules": [{"apiGroups": ["apps"], "resources": ["deployments/finalizers"], "verbs": ["update"]}],
    }
    objects = _objects(binding, whole, part)
    robot = Permissions.of(Subject("ServiceAccount", "robot", "ns1"), objects)
    other = Permissions.of(Subject("ServiceAccount", "robot", "ns2"), objects)
    asked = ("update", "apps", "deployments/finalizers")
    assert robot.allow(*asked, namespace="ns1", name="web")
    assert not robot.allow("update", "apps", "deployments", namespace="ns1", name="web")
    assert not other.allow(*asked, namespace="ns1", name="web")
