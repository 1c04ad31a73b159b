"""Whatever stands in a manifest, `check` and `predict` answer: no rule fails, and no command crashes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ownerlint.cli import main

OWNERS = [{"apiVersion": "apps/v1", "kind": "Deployment", "name": "web", "uid": "0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11"}]
RULE = {"apiGroups": ["apps"], "resources": ["widgets/finalizers"], "verbs": ["patch"], "resourceNames": ["web"]}
POD = {"metadata": {"labels": {"app": "web"}, "finalizers": ["a.b/c"], "ownerReferences": OWNERS}, "spec": {}}
SELECTOR = {"matchLabels": {"app": "web"}, "matchExpressions": [{"key": "app", "operator": "In", "values": ["web"]}]}
METADATA = {
    "name": "web",
    "namespace": "shop",
    "uid": "0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11",
    "labels": {"app": "web", "into": "whole"},
    "annotations": {"ownerlint.dev/ignore": "dangling-owner"},
    "finalizers": ["example.com/hold"],
    "ownerReferences": OWNERS,
}


def document(api_version: str, kind: str, **rest: object) -> dict[str, Any]:
    return {"apiVersion": api_version, "kind": kind, "metadata": METADATA, **rest}


RBAC = "rbac.authorization.k8s.io/v1"
SUBJECTS = [{"kind": "ServiceAccount", "name": "robot", "namespace": "shop"}]
NAMES = {"kind": "Widget", "plural": "widgets", "listKind": "WidgetList"}
VERSIONS = [{"name": "v1", "served": True, "schema": {"openAPIV3Schema": {"type": "object"}}}]
ASSIGNMENTS = [{"serviceAccountName": "robot", "rules": [RULE]}]
SOUND = (
    document(RBAC, "ClusterRole", rules=[RULE], aggregationRule={"clusterRoleSelectors": [SELECTOR]}),
    document(RBAC, "Role", rules=[RULE]),
    document(RBAC, "RoleBinding", roleRef={"kind": "ClusterRole", "name": "web"}, subjects=SUBJECTS),
    document(RBAC, "ClusterRoleBinding", roleRef={"kind": "ClusterRole", "name": "web"}, subjects=SUBJECTS),
    document(
        "operators.coreos.com/v1alpha1",
        "ClusterServiceVersion",
        spec={"install": {"spec": {"clusterPermissions": ASSIGNMENTS, "permissions": ASSIGNMENTS}}},
    ),
    document(
        "apiextensions.k8s.io/v1",
        "CustomResourceDefinition",
        spec={"group": "example.com", "names": NAMES, "scope": "Namespaced", "versions": VERSIONS},
    ),
    document("v1", "Namespace", spec={"finalizers": ["kubernetes"]}),
    document("apps/v1", "Deployment", spec={"selector": SELECTOR, "template": POD}),
    document("apps/v1", "StatefulSet", spec={"template": POD, "volumeClaimTemplates": [POD]}),
    document("batch/v1", "CronJob", spec={"jobTemplate": {"metadata": {}, "spec": {"template": POD}}}),
    document("v1", "ReplicationController", spec={"selector": {"app": "web"}, "template": POD}),
    document("v1", "Pod", spec={}),
    document("v1", "List", items=[document("v1", "ConfigMap")]),
    document(
        "kustomize.config.k8s.io/v1beta1", "Kustomization", resources=["a.yaml"], patches=[{"path": "p.yaml"}],
        namePrefix="a-", namespace="shop",
    ),
    document("chainsaw.kyverno.io/v1alpha1", "Test", spec={"steps": [{"try": [{"assert": {"file": "a.yaml"}}]}]}),
    document("cli.kyverno.io/v1alpha1", "Test", resources=["a.yaml"], policies=["p.yaml"]),
    document("kuttl.dev/v1beta1", "TestStep", assert_=["a.yaml"], apply=["b.yaml"]),
)  # fmt: skip
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-1, 1)
    | st.just(0.5)
    | st.sampled_from(("", "web", "v1", "${X}", "\u202e")),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(("name", "kind", "a")), inner, max_size=2)
    ),
    max_leaves=4,
)


def paths(value: object, above: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the paths of all values inside one."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in inside:
        yield (*above, key)
        yield from paths(member, (*above, key))


@st.composite
def spoilt(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a sound document in which one or two values were replaced."""
    found: dict[str, Any] = deepcopy(draw(st.sampled_from(SOUND)))
    for _ in range(draw(st.integers(1, 2))):
        places = list(paths(found))
        *above, last = draw(st.sampled_from(places))
        holder: Any = found
        for key in above:
            holder = holder[key]
        holder[last] = draw(JUNK)
    return found


def answer(command: str, text: str, *options: str) -> Result:
    return CliRunner().invoke(main, [command, "--isolated", "--no-cache", "--allow-empty", *options, "-"], input=text)


def is_orderly(result: Result) -> bool:
    """Return whether a command ended by itself, with an answer and no failure of its own."""
    return (
        isinstance(result.exception, SystemExit | None)
        and result.exit_code in (0, 1)
        and ") failed:" not in result.output
    )


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(spoilt(), min_size=1, max_size=4))
def test_no_manifest_is_too_broken_to_be_judged(documents: list[dict[str, Any]]) -> None:
    text = "\n---\n".join(map(json.dumps, documents))
    checked = answer("check", text, "--set", "strict", "--set", "openshift", "--set", "security", "--world", "closed")
    assert is_orderly(checked), checked.output
    predicted = answer("predict", text)
    assert is_orderly(predicted), predicted.output
    assert is_orderly(answer("predict", text, "--fresh"))


@pytest.mark.parametrize("command", ["check", "predict"])
def test_the_sound_ones_are_judged_too(command: str) -> None:
    assert is_orderly(answer(command, "\n---\n".join(map(json.dumps, SOUND))))
