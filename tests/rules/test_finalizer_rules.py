"""The rules about finalizers say what the API server says, and each fault is told once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ownerlint.collector.admission import Admission, admit
from ownerlint.collector.qualified_names import qualified_name_errors
from ownerlint.finalizer import finalizer_fault
from ownerlint.finding import Finding
from ownerlint.graph import Confidence
from ownerlint.kinds import CustomKind, KindTable
from ownerlint.model import Source
from ownerlint.registry import Registry, built_in_rules
from ownerlint.rule import Consequence
from ownerlint.run import Request, check
from tests.builders import make

WIDGET = CustomKind("example.com", "Widget", namespaced=True, versions=("v1",))
KINDS = {
    "ConfigMap": "v1",
    "Deployment": "apps/v1",
    "Lease": "coordination.k8s.io/v1",
    "Widget": "example.com/v1",
}
UID = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
NAMES = st.one_of(
    st.sampled_from(
        [
            "kubernetes",
            "orphan",
            "foregroundDeletion",
            "foreground",
            "Orphan",
            "orphanDependents",
            "a.b/c",
            "a.b/c/d",
            "",
        ]
    ),
    st.text("aA1./-_ é", max_size=6),
    st.builds(lambda left, right: f"{'a' * left}/{'b' * right}", st.integers(250, 256), st.integers(60, 66)),
)


def findings(kind: str, finalizers: list[str], release: str | None = None, uid: str = "") -> tuple[Finding, ...]:
    """Return what the rules about finalizers report on one object, with any confidence."""
    metadata = {"name": "web", "namespace": "shop", "finalizers": finalizers, **({"uid": uid} if uid else {})}
    text = json.dumps({"apiVersion": KINDS[kind], "kind": kind, "metadata": metadata})
    request = Request(
        paths=("-",),
        registry=Registry(built_in_rules(), {}, ()),
        stdin=Source("web.json", "", text.encode()),
        kinds=(WIDGET,),
        release=release,
        select=("OWN5",),
        min_confidence=Confidence.LOW,
    )
    report = check(request)
    assert report.errors == ()
    return report.findings


def names(kind: str, finalizers: list[str], release: str | None = None, uid: str = "") -> list[str]:
    return [finding.meta.name for finding in findings(kind, finalizers, release, uid)]


@given(kind=st.sampled_from(sorted(KINDS)), finalizers=st.lists(NAMES, max_size=4))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_rules_reject_what_the_api_server_rejects(kind: str, finalizers: list[str]) -> None:
    obj = make(kind, "web", api_version=KINDS[kind], finalizers=finalizers)
    answer = admit(obj, KindTable.build(None, (obj,), (WIDGET,)))
    found = findings(kind, finalizers)
    rejected = {one.meta.name for one in found if one.consequence is Consequence.REJECTED} - {"duplicate-finalizer"}
    assert bool(rejected) is (answer.admission is Admission.REJECTED)
    paths = [finding.path for finding in found]
    assert len(set(paths)) == len(paths) or "conflicting-finalizers" in rejected


@pytest.mark.parametrize(
    ("kind", "finalizer", "expected"),
    [
        ("ConfigMap", "cleanup", ["unqualified-finalizer"]),
        ("Lease", "cleanup", []),
        ("Widget", "cleanup", ["unqualified-finalizer"]),
        ("ConfigMap", "foreground", ["misspelt-collector-finalizer"]),
        ("Lease", "foreground", ["misspelt-collector-finalizer"]),
        ("Widget", "foreground", ["misspelt-collector-finalizer"]),
        ("ConfigMap", "a/b/c", ["invalid-finalizer-name"]),
        ("Widget", "example.com/cleanup", []),
        ("ConfigMap", "example.com/cleanup", ["committed-finalizer"]),
        ("ConfigMap", "orphan", ["committed-collector-finalizer"]),
        ("Widget", "kubernetes", ["misplaced-kubernetes-finalizer"]),
        ("ConfigMap", "$(FINALIZER)", []),
    ],
)
def test_each_name_is_one_fault(kind: str, finalizer: str, expected: list[str]) -> None:
    assert names(kind, [finalizer]) == expected
    assert names(kind, [finalizer, finalizer]) == [*expected, *(["duplicate-finalizer"] * ("$" not in finalizer))]


def test_of_live_objects_only_what_will_hang_is_told() -> None:
    finalizers = ["foreground", "cleanup", "kubernetes", "orphan", "orphan", "example.com/a"]
    found = findings("Widget", finalizers, uid=UID)
    assert {finding.meta.name for finding in found} == {
        "misspelt-collector-finalizer",
        "misplaced-kubernetes-finalizer",
    }
    assert {finding.consequence for finding in found} == {Consequence.DELETION_HANGS}


@given(NAMES)
def test_a_name_has_a_fault_in_words_where_the_api_server_has_errors(finalizer: str) -> None:
    assert bool(finalizer_fault(finalizer)) is bool(qualified_name_errors(finalizer))


@pytest.mark.parametrize(
    ("finalizer", "fault"),
    [
        ("", "without a name"),
        ("a.b/c/d", "with more than one slash"),
        ("/c", "without a domain before the slash"),
        ("a.b/", "without a name behind the slash"),
        ("A.b/c", "whose domain is no DNS name in lower case"),
        ("a.b:80/c", "whose domain is no DNS name in lower case"),
        (f"a.b/{'c' * 64}", "whose name is longer than 63 characters"),
        ("a.b/c ", finalizer_fault("-")),
    ],
)
def test_the_words_name_the_fault(finalizer: str, fault: str) -> None:
    assert finalizer_fault(finalizer) == fault


def test_older_releases_do_not_warn() -> None:
    assert names("Widget", ["cleanup"], "1.28") == []
    assert names("Widget", ["cleanup"], "1.29") == ["unqualified-finalizer"]
    assert names("ConfigMap", ["cleanup"], "1.28") == ["unqualified-finalizer"]


@pytest.mark.parametrize(("name", "count"), [("web.yaml", 1), ("web-patch.yaml", 0), ("00-assert.yaml", 0)])
def test_partial_objects_are_exempt(tmp_path: Path, name: str, count: int) -> None:
    text = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\n  finalizers: [cleanup]\n"
    (tmp_path / name).write_text(text, encoding="utf-8")
    report = check(Request(paths=(str(tmp_path),), registry=Registry(built_in_rules(), {}, ())))
    assert len(report.findings) == count


WORKLOADS = """\
apiVersion: apps/v1
kind: StatefulSet
metadata: {{name: web{uid}}}
spec:
  template:
    metadata:
      finalizers: [orphan, kubernetes, kubernetes.io/pvc-protection, example.com/a, example.com/a, a/b/c, 5, null]
      ownerReferences: [{{apiVersion: v1, kind: ConfigMap, name: a, uid: x}}]
  volumeClaimTemplates:
  - metadata: {{name: a, ownerReferences: [{{uid: "${{UID}}"}}]}}
  - metadata: {{name: b, ownerReferences: [{{uid: "${{UID}}"}}, {{uid: x}}]}}
"""


@pytest.mark.parametrize("live", [False, True])
def test_templates_of_manifests_are_judged_and_those_of_live_objects_are_not(tmp_path: Path, live: bool) -> None:
    text = WORKLOADS.format(uid=f", uid: {UID}" if live else "")
    (tmp_path / "web.yaml").write_text(text, encoding="utf-8")
    report = check(Request(paths=(str(tmp_path),), registry=Registry(built_in_rules(), {}, ())))
    expected = [
        ("pod-template-finalizer", "spec.template.metadata.finalizers[1]", Consequence.RISK),
        ("pod-template-finalizer", "spec.template.metadata.finalizers[2]", Consequence.RISK),
        ("pod-template-finalizer", "spec.template.metadata.finalizers[3]", Consequence.RISK),
        ("pod-template-finalizer", "spec.template.metadata.finalizers[5]", Consequence.REJECTED),
        ("pod-template-owner-references", "spec.template.metadata.ownerReferences[0]", Consequence.IGNORED),
        (
            "volume-claim-template-owner-references",
            "spec.volumeClaimTemplates[1].metadata.ownerReferences[1]",
            Consequence.DELETED,
        ),
    ]
    found = [(finding.meta.name, finding.path, finding.consequence) for finding in report.findings]
    assert found == ([] if live else expected)
    assert report.errors == ()
