"""What the rules on served versions say of one release, of an upgrade, and of definitions that serve nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from ownerlint.finding import Finding
from ownerlint.registry import Registry, built_in_rules
from ownerlint.rule import Confidence, Consequence, Severity
from ownerlint.run import Request, check

DEPENDENT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
{uid}  ownerReferences:
  - apiVersion: {version}
    kind: {kind}
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
"""

LIVE = "  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7\n"

UNSERVED = """\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: widgets.example.com
spec:
  group: example.com
  scope: Namespaced
  names: {{kind: Widget, plural: widgets}}
  versions:
  - {{name: v1beta1, served: {first}, storage: false}}
  - {{name: v1, served: {second}, storage: true}}
---
"""


def findings(tmp_path: Path, text: str, release: str | None = None, since: str | None = None) -> list[Finding]:
    (tmp_path / "all.yaml").write_text(text)
    request = Request(
        paths=(str(tmp_path),),
        registry=Registry(built_in_rules(), {}, ()),
        release=release,
        since=since,
        min_confidence=Confidence.LOW,
        select=("OWN3",),
    )
    report = check(request)
    assert report.errors == ()
    return list(report.findings)


def names(found: list[Finding]) -> list[str]:
    return [finding.meta.name for finding in found]


def test_an_upgrade_breaks_what_the_last_release_no_longer_serves(tmp_path: Path) -> None:
    text = DEPENDENT.format(version="batch/v1beta1", kind="CronJob", uid=LIVE)
    assert findings(tmp_path, text, "1.24") == []
    assert findings(tmp_path, text, "1.24", "1.20") == []
    (found,) = findings(tmp_path, text, "1.36", "1.24")
    assert (found.meta.name, found.severity) == ("unserved-owner-version", Severity.ERROR)
    assert "which Kubernetes 1.24 serves, but no release from 1.25 on" in found.message


def test_a_version_that_was_gone_before_the_upgrade_is_told_as_before(tmp_path: Path) -> None:
    text = DEPENDENT.format(version="extensions/v1beta1", kind="ReplicaSet", uid=LIVE)
    (found,) = findings(tmp_path, text, "1.36", "1.30")
    assert "which Kubernetes has not served since 1.16" in found.message


def test_a_version_that_comes_with_the_upgrade_is_not_served_before(tmp_path: Path) -> None:
    text = DEPENDENT.format(version="batch/v1", kind="CronJob", uid="")
    assert findings(tmp_path, text, "1.36", "1.21") == []
    (found,) = findings(tmp_path, text, "1.36", "1.20")
    assert (found.meta.name, found.severity) == ("unserved-owner-version", Severity.WARNING)
    assert "which Kubernetes serves from 1.21 on, and so not yet in 1.20" in found.message


@pytest.mark.parametrize(
    ("version", "kind", "uid", "expected"),
    [
        ("resource.k8s.io/v1beta1", "ResourceClaim", "", [Confidence.MEDIUM]),
        ("resource.k8s.io/v1beta1", "ResourceClaim", LIVE, [Confidence.LOW]),
        ("resource.k8s.io/v1", "ResourceClaim", "", []),
        ("autoscaling/v2", "HorizontalPodAutoscaler", "", []),
        ("example.com/v1alpha1", "Widget", "", []),
    ],
)
def test_versions_that_are_off_by_default(
    tmp_path: Path, version: str, kind: str, uid: str, expected: list[Confidence]
) -> None:
    found = findings(tmp_path, DEPENDENT.format(version=version, kind=kind, uid=uid))
    assert [finding.confidence for finding in found] == expected
    assert set(names(found)) <= {"disabled-owner-version"}


@pytest.mark.parametrize(
    ("first", "second", "version", "expected"),
    [
        ("false", "true", "v1", []),
        ("false", "true", "v1beta1", ["unserved-owner-version"]),
        ("false", "false", "v1", ["unserved-owner-version"]),
        ("true", "true", "v1beta1", []),
    ],
)
def test_a_definition_says_which_versions_are_served(
    tmp_path: Path, first: str, second: str, version: str, expected: list[str]
) -> None:
    dependent = DEPENDENT.format(version=f"example.com/{version}", kind="Widget", uid=LIVE)
    found = findings(tmp_path, UNSERVED.format(first=first, second=second) + dependent)
    assert names(found) == expected
    assert {finding.consequence for finding in found} <= {Consequence.NEVER_COLLECTED}


def test_another_copy_of_the_definition_may_serve_the_version(tmp_path: Path) -> None:
    definitions = UNSERVED.format(first="false", second="false") + UNSERVED.format(first="false", second="true")
    assert findings(tmp_path, definitions + DEPENDENT.format(version="example.com/v1", kind="Widget", uid=LIVE)) == []
