"""What RBAC objects allow, and that broken ones allow nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ownerlint.collector.rbac import Permissions, Subject
from ownerlint.load import LoadOptions, load
from ownerlint.model import KubeObject, Source

GROUP = "rbac.authorization.k8s.io"
DEV = Subject("User", "dev")
DEPLOYMENTS = {"apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["update"]}
BINDING = {
    "kind": "ClusterRoleBinding",
    "metadata": {"name": "dev"},
    "subjects": [{"kind": "User", "name": "dev"}],
    "roleRef": {"apiGroup": GROUP, "kind": "ClusterRole", "name": "whole"},
}


def objects(*bodies: dict[str, Any]) -> tuple[KubeObject, ...]:
    items = [{"apiVersion": f"{GROUP}/v1", **body} for body in bodies]
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": items})
    return load(Source("a.json", "", text.encode(), "a.json"), LoadOptions()).objects


def allowed(*bodies: dict[str, Any]) -> bool:
    """Return whether the developer may update a Deployment."""
    permissions = Permissions.of(DEV, objects(*bodies))
    return permissions.allow("update", "apps", "deployments", namespace="shop", name="web")


def whole(*selectors: object) -> dict[str, Any]:
    return {
        "kind": "ClusterRole",
        "metadata": {"name": "whole"},
        "aggregationRule": {"clusterRoleSelectors": list(selectors)},
    }


def part(**labels: str) -> dict[str, Any]:
    return {"kind": "ClusterRole", "metadata": {"name": "part", "labels": labels}, "rules": [DEPLOYMENTS]}


def asks(key: object, operator: str, *values: object) -> dict[str, Any]:
    return {"matchExpressions": [{"key": key, "operator": operator, **({"values": list(values)} if values else {})}]}


@pytest.mark.parametrize(
    ("selector", "labels", "selected"),
    [
        (asks("tier", "In", "a", "b"), {"tier": "b"}, True),
        (asks("tier", "In", "a", "b"), {"tier": "c"}, False),
        (asks("tier", "In", "a"), {}, False),
        (asks("tier", "NotIn", "a"), {"tier": "b"}, True),
        (asks("tier", "NotIn", "a"), {"tier": "a"}, False),
        (asks("tier", "NotIn", "a"), {}, True),
        (asks("tier", "Exists"), {"tier": ""}, True),
        (asks("tier", "Exists"), {"other": "a"}, False),
        (asks("tier", "DoesNotExist"), {"other": "a"}, True),
        (asks("tier", "DoesNotExist"), {"tier": "a"}, False),
        ({"matchLabels": {"app": "x"}, **asks("tier", "Exists")}, {"app": "x", "tier": "a"}, True),
        ({"matchLabels": {"app": "x"}, **asks("tier", "Exists")}, {"app": "x"}, False),
        ({"matchLabels": {"app": "x"}, **asks("tier", "Exists")}, {"tier": "a"}, False),
        ({"matchLabels": None, "matchExpressions": None}, {"tier": "a"}, True),
        # What the API server refuses selects nothing.
        (asks("tier", "In"), {"tier": "a"}, False),
        (asks("tier", "NotIn"), {"tier": "a"}, False),
        (asks("tier", "Exists", "a"), {"tier": "a"}, False),
        (asks("tier", "DoesNotExist", "a"), {}, False),
        (asks("tier", "exists"), {"tier": "a"}, False),
        (asks("tier", "Near", "a"), {}, False),
        (asks(None, "DoesNotExist"), {}, False),
        (asks("tier", "NotIn", 1), {"tier": "a"}, False),
        ({"matchExpressions": ["tier"]}, {"tier": "a"}, False),
        ({"matchExpressions": "tier"}, {"tier": "a"}, False),
        ({"matchExpressions": [{"key": "tier", "operator": "Exists", "values": 0}]}, {"tier": "a"}, False),
        ({"matchLabels": {"tier": 1}}, {"tier": "1"}, False),
        ({"matchLabels": ["tier"]}, {"tier": "a"}, False),
        ("tier", {"tier": "a"}, False),
    ],
)
def test_a_cluster_role_takes_in_what_its_selectors_select(
    selector: object, labels: dict[str, str], selected: bool
) -> None:
    assert allowed(BINDING, whole(selector), part(**labels)) is selected


def test_any_of_several_selectors_is_enough() -> None:
    assert allowed(BINDING, whole(asks("tier", "In", "x"), asks("tier", "Exists")), part(tier="a"))


ROLE = {"kind": "ClusterRole", "metadata": {"name": "whole"}, "rules": [DEPLOYMENTS]}
JUNK = [None, "text", 3, True, ["text"], [["text"]], [None], {"a": {"b": 1}}]


@pytest.mark.parametrize("junk", JUNK)
@pytest.mark.parametrize("key", ["roleRef", "subjects"])
def test_a_broken_binding_grants_nothing(key: str, junk: object) -> None:
    assert allowed(BINDING, ROLE)
    assert not allowed({**BINDING, key: junk}, ROLE)


@pytest.mark.parametrize(
    "reference",
    [{"kind": "ClusterRole"}, {"name": "whole"}, {"kind": "Role", "name": "whole"}, {"kind": 1, "name": "whole"}],
)
def test_a_reference_that_names_no_cluster_role_grants_nothing_everywhere(reference: object) -> None:
    loose = {"kind": "Role", "metadata": {"name": "whole"}, "rules": [DEPLOYMENTS]}
    nameless = {"kind": "ClusterRole", "metadata": {"name": "None"}, "rules": [DEPLOYMENTS]}
    assert not allowed({**BINDING, "roleRef": reference}, ROLE, loose, nameless)


@pytest.mark.parametrize("rule", ["text", 3, None, ["update"], *({**DEPLOYMENTS, "verbs": junk} for junk in JUNK)])
def test_a_broken_rule_allows_nothing(rule: object) -> None:
    expected = rule == {**DEPLOYMENTS, "verbs": ["text"]}  # whole, though about another verb
    assert not allowed(BINDING, {**ROLE, "rules": [rule]})
    assert expected or not allowed(BINDING, {**ROLE, "rules": rule})


@pytest.mark.parametrize("names", ["web", {"web": 1}, [1], [None], [["web"]], True])
def test_a_broken_list_of_names_is_not_every_name(names: object) -> None:
    assert allowed(BINDING, {**ROLE, "rules": [{**DEPLOYMENTS, "resourceNames": ["web"]}]})
    assert not allowed(BINDING, {**ROLE, "rules": [{**DEPLOYMENTS, "resourceNames": names}]})


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(("whole", "ClusterRole", "In", "tier", "")),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(
            st.sampled_from(("matchLabels", "matchExpressions", "key", "operator", "values", "kind", "name", "labels")),
            inner,
            max_size=3,
        )
    ),
    max_leaves=8,
)
KEYS = ("metadata", "rules", "roleRef", "subjects", "aggregationRule")
BODIES = st.builds(
    lambda kind, fields: {**fields, "kind": kind},
    st.sampled_from(("ClusterRole", "Role", "ClusterRoleBinding", "RoleBinding", "SomeRole", "RoleBindingList")),
    st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=5)
    | VALUES.map(lambda value: {"aggregationRule": {"clusterRoleSelectors": [value]}})
    | VALUES.map(lambda value: {"metadata": {"name": "whole", "labels": value}}),
)


@settings(deadline=None)
@given(st.lists(BODIES, max_size=4))
def test_nothing_that_is_written_is_too_broken_to_be_asked(bodies: list[dict[str, Any]]) -> None:
    assert allowed(BINDING, *bodies) is False
