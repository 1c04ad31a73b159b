"""The functions for programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from ownerlint import api
from ownerlint.discover import PathNotFoundError
from ownerlint.kinds import KindTable

ROOT = Path(__file__).parents[1]
FOLDER = str(ROOT / "fixtures" / "classic-defects")


def test_lint_reports_what_check_reports() -> None:
    report = api.lint(FOLDER, world="closed", select=["OWN2"])
    assert [(Path(found.location.file).name, found.meta.name) for found in report.findings] == [
        ("cluster-scoped.yaml", "namespaced-owner-of-cluster-scoped"),
        ("cross-namespace.yaml", "cross-namespace-owner"),
    ]


def test_load_and_predict() -> None:
    objects = api.load(f"{FOLDER}/dangling.yaml")
    prediction = api.predict(objects, KindTable.build(None, objects))
    fates = {outcome.object.name: [fate.value for fate in outcome.fates] for outcome in prediction.outcomes}
    assert fates["sessions"] == ["deleted"]


def test_mistakes_are_raised() -> None:
    with pytest.raises(PathNotFoundError):
        api.lint("no/such/folder")
    with pytest.raises(ValueError, match=r"9\.9"):
        api.lint(FOLDER, kubernetes_version="9.9")
