"""Labels and selectors: kept where a rule asks for them, of live objects too, and the same by every layer."""

from __future__ import annotations

import json

import pytest

from ownerlint.load import LoadOptions, load
from ownerlint.model import KubeObject, Selection
from ownerlint.reading.columns import decode, encode, name_of
from tests.load.helpers import one, source

FAST = LoadOptions(labels=True)
CAREFUL = LoadOptions(labels=True, fast=False)

POD = """\
- apiVersion: v1
  kind: Pod
  metadata:
    annotations:
      note: |
        app: other
    labels:
      app: web
      "pod-template-hash": 5d4f8c7b9
    name: web-{0}
    namespace: shop
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c1{0}
  spec:
    containers:
    - args: [--labels, "app: other"]
      name: web
  status:
    message: 'a: b'
"""

DEPLOYMENT = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  labels: {{team: red}}
  name: web
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
spec:
  selector: {0}
  template:
    metadata:
      labels: {{app: web, tier: front}}
"""


def loaded(text: str, file: str = "test.yaml") -> tuple[KubeObject, ...]:
    """Read with both layers, which must agree."""
    careful = load(source(text, file), CAREFUL)
    assert load(source(text, file), FAST) == careful
    return careful.objects


def selection(text: str) -> Selection | None:
    """Return what is kept of the one object."""
    (obj,) = loaded(text)
    return obj.selection


def test_nothing_is_kept_unless_asked_for() -> None:
    assert one(DEPLOYMENT.format("{matchLabels: {app: web}}")).selection is None


def test_live_pods_of_one_template_share_their_labels() -> None:
    text = "apiVersion: v1\nitems:\n" + "".join(map(POD.format, range(3))) + "kind: List\n"
    objects = loaded(text)
    expected = Selection((("app", "web"), ("pod-template-hash", "5d4f8c7b9")))
    assert [obj.selection for obj in objects] == [expected] * 3
    assert len({id(obj.selection) for obj in objects}) == 1
    assert all(obj.body is None for obj in objects)


def test_labels_outlast_the_way_between_processes() -> None:
    found = load(source("apiVersion: v1\nitems:\n" + "".join(map(POD.format, range(3))) + "kind: List\n"), FAST)
    name = name_of(source(""))
    (back,) = decode(encode([found], [name]), [name])
    assert back == found
    assert len({id(obj.selection) for obj in back.objects}) == 1


@pytest.mark.parametrize(
    ("selector", "expected"),
    [
        ("{matchLabels: {app: web}}", Selection((), (("app", "web"),))),
        (
            "{matchLabels: {b: x, a: w}, matchExpressions: [{key: c, operator: In, values: [z]}]}",
            Selection((), (("a", "w"), ("b", "x")), (("c", "In", ("z",)),)),
        ),
        ("{matchExpressions: [{key: c, operator: Exists}]}", Selection((), (), (("c", "Exists", ()),))),
        ("{matchLabels: {app: 5}}", None),
        ("{matchLabels: {app: web}, matchExpressions: [{key: c, operator: Odd}]}", None),
        ("{matchLabels: {app: web}, matchExpressions: [{key: c, operator: In, values: [5]}]}", None),
        ("{matchLabels: {app: web}, matchExpressions: [broken]}", None),
        ("{matchLabels: {app: web}, matchExpressions: broken}", None),
        ("{matchLabels: [app]}", None),
        ("broken", None),
        ("{}", None),
        ("~", None),
    ],
)
def test_selectors_that_the_api_server_accepts_are_kept(selector: str, expected: Selection | None) -> None:
    assert selection(DEPLOYMENT.format(selector)) == expected


@pytest.mark.parametrize(
    ("api", "kind", "expected"),
    [
        ("v1", "Service", Selection((), (("app", "web"),))),
        ("v1", "ReplicationController", Selection((), (("app", "web"),))),
        ("v1", "ConfigMap", None),
        ("serving.knative.dev/v1", "Service", None),
    ],
)
def test_a_plain_selector_is_nothing_but_labels(api: str, kind: str, expected: Selection | None) -> None:
    text = f"apiVersion: {api}\nkind: {kind}\nmetadata:\n  name: web\n  labels: {{a: b}}\n"
    assert selection(text + "spec:\n  ports: [{port: 80}]\n  selector: {app: web}\n") == expected


def test_of_a_slice_the_labels_about_its_service_are_kept() -> None:
    labels = {"kubernetes.io/service-name": "web", "endpointslice.kubernetes.io/managed-by": "x", "team": "red"}
    text = {"apiVersion": "discovery.k8s.io/v1", "kind": "EndpointSlice", "metadata": {"name": "a", "labels": labels}}
    assert selection(json.dumps(text)) == Selection(
        (("endpointslice.kubernetes.io/managed-by", "x"), ("kubernetes.io/service-name", "web"))
    )


@pytest.mark.parametrize("labels", ["~", "[app]", "{app: 5}", "web"])
def test_labels_that_are_none(labels: str) -> None:
    assert selection(f"apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\n  labels: {labels}\n") is None


def test_a_manifest_keeps_what_it_keeps_anyway() -> None:
    text = DEPLOYMENT.format("{matchLabels: {app: web}}").replace("  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11\n", "")
    (obj,) = loaded(text)
    assert (
        obj.body
        == one(text).body
        == {
            "metadata": {"labels": {"team": "red"}},
            "spec": {"selector": {"matchLabels": {"app": "web"}}},
        }
    )
