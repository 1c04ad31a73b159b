"""What is kept of workloads: owner references and finalizers in their templates; and of Namespaces."""

from __future__ import annotations

import json

import pytest

from ownerlint.load import LoadOptions, load
from tests.load.helpers import one, read, source

WORKLOAD = """\
apiVersion: {api}
kind: {kind}
metadata:
  name: web
{metadata}spec:
  template:
    metadata:
      labels: {{app: web}}
{template}    spec:
      containers:
      - name: web
        env:
        - name: finalizers
          value: ownerReferences
"""
FINALIZERS = "      finalizers:\n      - example.com/a\n"
KINDS = ["apps/v1 StatefulSet", "batch/v1 Job"]


def workload(kind: str, template: str = "", metadata: str = "") -> str:
    api, _, name = kind.partition(" ")
    return WORKLOAD.format(api=api, kind=name, template=template, metadata=metadata)


@pytest.mark.parametrize("kind", KINDS)
def test_of_a_workload_without_any_nothing_is_kept(kind: str) -> None:
    assert one(workload(kind)).body is None
    assert one(workload(kind, metadata="  finalizers: [a/b]\n")).body is None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "template",
    [
        FINALIZERS,
        "      finalizers: [example.com/a]\n",
        "      'finalizers': ['example.com/a']\n",
        '      "finaliz\\x65rs": ["example.com/a"]\n',
    ],
)
def test_the_finalizers_of_a_pod_template_are_kept(kind: str, template: str) -> None:
    expected = {"spec": {"template": {"metadata": {"finalizers": ["example.com/a"]}}}}
    assert one(workload(kind, template)).body == expected
    assert one(workload(kind, template, metadata="  finalizers: [a/b]\n")).body == expected


def test_what_an_alias_stands_for_is_kept() -> None:
    text = workload("batch/v1 Job", "      finalizers: *held\n", "  finalizers: &held [example.com/a]\n")
    assert one(text).body == {"spec": {"template": {"metadata": {"finalizers": ["example.com/a"]}}}}


@pytest.mark.parametrize("kind", ["apps/v1 Deployment", "apps/v1 DaemonSet", "v1 ReplicationController"])
def test_it_stands_beside_what_controllers_adopt_by(kind: str) -> None:
    text = workload(kind, FINALIZERS).replace("spec:\n", "spec:\n  selector: {app: web}\n", 1)
    template = {"metadata": {"finalizers": ["example.com/a"]}}
    assert one(text).body == {"spec": {"selector": {"app": "web"}, "template": template}}


@pytest.mark.parametrize("kind", [*KINDS, "apps/v1 Deployment"])
def test_of_a_live_workload_nothing_is_kept(kind: str) -> None:
    assert one(workload(kind, FINALIZERS, "  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11\n")).body is None


def test_in_a_list_each_item_counts_by_itself() -> None:
    def item(template: str) -> str:
        lines = workload("batch/v1 Job", template).splitlines()
        return "\n".join(("- " if number == 0 else "  ") + line for number, line in enumerate(lines)) + "\n"

    text = "apiVersion: v1\nkind: List\nitems:\n" + item("") + item(FINALIZERS) + item("")
    assert [obj.body is None for obj in read(text).objects] == [True, False, True]


def test_a_cron_job_has_its_template_deeper() -> None:
    template = {"metadata": {"ownerReferences": [{"kind": "ConfigMap"}]}, "spec": {"containers": []}}
    spec = {"jobTemplate": {"metadata": {"finalizers": ["a/b"]}, "spec": {"template": template}}}
    text = json.dumps({"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"name": "web"}, "spec": spec})
    kept = {"template": {"metadata": {"ownerReferences": [{"kind": "ConfigMap"}]}}}
    (obj,) = load(source(text, "web.json"), LoadOptions()).objects
    assert obj.body == {"spec": {"jobTemplate": {"spec": kept}}}


def test_claim_templates_keep_their_places() -> None:
    claims = [{"metadata": {"name": "cache"}}, {"metadata": {"ownerReferences": [{"uid": "x"}]}}, None]
    text = json.dumps({"apiVersion": "apps/v1", "kind": "StatefulSet", "spec": {"volumeClaimTemplates": claims}})
    kept = [{}, {"metadata": {"ownerReferences": [{"uid": "x"}]}}, {}]
    assert one(text).body == {"spec": {"volumeClaimTemplates": kept}}


@pytest.mark.parametrize(
    "spec", ["", "spec:\n", "spec: []\n", "spec: {template: 1}\n", "spec: {template: {metadata: []}}\n"]
)
def test_malformed_workloads_are_no_trouble(spec: str) -> None:
    text = f"apiVersion: batch/v1\nkind: Job\nmetadata: {{name: a}}\n# finalizers\n{spec}"
    assert one(text).body is None


@pytest.mark.parametrize(
    ("spec", "body"),
    [
        ("", None),
        ("spec: {}\n", None),
        ("spec:\n  finalizers: []\n", None),
        ("spec:\n  finalizers:\n  - kubernetes\n", {"spec": {"finalizers": ["kubernetes"]}}),
    ],
)
def test_of_a_namespace_its_own_finalizers_are_kept(spec: str, body: object) -> None:
    assert one(f"apiVersion: v1\nkind: Namespace\nmetadata: {{name: a}}\n{spec}").body == body
