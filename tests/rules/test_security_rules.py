"""Findings about security stand beside those of other subjects, and only where somebody asks for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ownerlint.registry import Registry, built_in_rules
from ownerlint.run import Request, check

POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: web
  ownerReferences:
  - apiVersion: apps/v1
    kind: ReplicaSet
    name: web-7f9c
    uid: 1f0e3dad-9990-4345-b743-9f8ffabdffc4
    controller: true
"""


@pytest.mark.parametrize(
    ("sets", "expected"),
    [
        (("default",), ["hard-coded-owner-uid"]),
        (("strict",), ["hard-coded-owner-uid"]),
        (("security",), ["forged-controller-owner"]),
        (("default", "security"), ["hard-coded-owner-uid", "forged-controller-owner"]),
    ],
)
def test_a_forged_owner_is_told_to_those_who_ask(tmp_path: Path, sets: tuple[str, ...], expected: list[str]) -> None:
    (tmp_path / "pod.yaml").write_text(POD, encoding="utf-8")
    registry = Registry(built_in_rules(), {}, ())
    report = check(Request(paths=(str(tmp_path),), registry=registry, sets=sets))
    assert [finding.meta.name for finding in report.findings if finding.meta.code[:4] in ("OWN7", "OWN8")] == expected
    assert report.errors == ()
