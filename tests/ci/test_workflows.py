"""The workflows and the action are sound by the referee, and say what users are told."""

from __future__ import annotations

import re
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.checkout import ROOT, run

ACTION = ROOT / "action.yml"
OWN = ROOT / ".github" / "workflows" / "ci.yml"
EXAMPLE = ROOT / "docs" / "examples" / "github-workflow.yml"
PINNED = re.compile(r"^[\w.-]+(?:/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")
OURS = re.compile(r"^(?:\./|ownerlint/ownerlint@v\d+\.\d+\.\d+) # zizmor: ignore\[[\w-]+\]$")


def load(file: Path) -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = YAML(typ="safe").load(file.read_text(encoding="utf-8"))
    return loaded


def test_zizmor_finds_nothing_even_as_a_pedant() -> None:
    zizmor = Path(sysconfig.get_path("scripts")) / "zizmor"
    done = run(zizmor, "--offline", "--no-progress", "--persona=pedantic", ACTION, OWN, EXAMPLE, cwd=ROOT)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("file", [OWN, EXAMPLE], ids=["own", "example"])
def test_third_party_actions_are_pinned_by_hash(file: Path) -> None:
    used = re.findall(r"^\s+(?:- )?uses: (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    assert used
    assert [line for line in used if not PINNED.match(line) and not OURS.match(line)] == []


def test_the_example_uploads_the_report_whatever_the_check_says() -> None:
    (job,) = load(EXAMPLE)["jobs"].values()
    checkout, check, upload = job["steps"]
    assert checkout["uses"].startswith("actions/checkout@")
    assert upload["uses"].startswith("github/codeql-action/upload-sarif@")
    assert upload["if"] == "always()"
    assert upload["with"]["sarif_file"] == check["with"]["sarif-file"]
    assert job["permissions"] == {"contents": "read", "security-events": "write", "actions": "read"}


def test_the_example_passes_only_inputs_that_the_action_has() -> None:
    (job,) = load(EXAMPLE)["jobs"].values()
    assert set(job["steps"][1]["with"]) <= set(load(ACTION)["inputs"])


def test_our_own_workflow_runs_the_checks_with_least_permissions() -> None:
    workflow = load(OWN)
    assert workflow["permissions"] == {}
    assert [job["permissions"] for job in workflow["jobs"].values()] == [{"contents": "read"}] * 2
    assert workflow["jobs"]["checks"]["steps"][-1] == {"run": ".ci/run"}


def test_the_guide_shows_the_example_as_it_is() -> None:
    guide = (ROOT / "docs" / "github.md").read_text(encoding="utf-8")
    assert EXAMPLE.read_text(encoding="utf-8") in guide
    for name in load(ACTION)["inputs"]:
        assert f"| `{name}` |" in guide
