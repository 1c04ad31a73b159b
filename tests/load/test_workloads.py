"""What is kept of workloads and exports: little, and nothing of the many live ones."""

from __future__ import annotations

import pytest

from tests.load.helpers import one

POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: web
{uid}  labels: {{app: web}}
  annotations: {{note: long}}
spec:
  containers:
  - name: web
"""

REPLICA_SET = """\
apiVersion: apps/v1
kind: ReplicaSet
metadata:
  name: web
spec:
  replicas: 3
  selector:
    matchLabels: {containers-of: web}
  template:
    spec:
      containers: [{name: web}]
"""


def test_of_a_pod_manifest_only_the_labels_are_kept() -> None:
    assert one(POD.format(uid="")).body == {"metadata": {"labels": {"app": "web"}}}


def test_of_a_live_pod_nothing_is_kept() -> None:
    assert one(POD.format(uid="  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11\n")).body is None


def test_of_a_replica_set_manifest_the_selector_is_kept() -> None:
    body = one(REPLICA_SET).body
    assert body == {"spec": {"selector": {"matchLabels": {"containers-of": "web"}}}}


@pytest.mark.parametrize(
    ("written", "expected"), [('"7"', True), ("7", True), ('""', False), ("null", False), ("~", False)]
)
def test_a_resource_version_is_seen(written: str, expected: bool) -> None:
    text = f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  resourceVersion: {written}\n"
    assert one(text).versioned is expected
    assert one('{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"resourceVersion": "7"}}', "a.json").versioned
