"""The composite action: its scripts run with bash as a runner would run them, on real manifests."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.checkout import ROOT, copy_to, environment, run
from tests.manifests import BAD, BAD_PLACE, CLEAN, DANGLING_PLACE, DEPENDENT

ACTION: Mapping[str, Any] = YAML(typ="safe").load((ROOT / "action.yml").read_text(encoding="utf-8"))
INSTALL, CHECK = ACTION["runs"]["steps"]
EXPRESSION = re.compile(r"\$\{\{ inputs\.([\w-]+) \}\}")


@dataclass(frozen=True)
class Step:
    """What a step did: exit code, log, job summary and outputs."""

    status: int
    log: str
    summary: str
    outputs: dict[str, str]


class Runner:
    """A machine on which the action is installed."""

    def __init__(self, folder: Path) -> None:
        self.action = copy_to(folder / "action")
        self.temp = folder / "temp"
        self.temp.mkdir()
        # `python3` must be the Python that the tests run on.
        programs = folder / "programs"
        programs.mkdir()
        (programs / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n', encoding="utf-8")
        (programs / "python3").chmod(0o755)
        self.path = os.pathsep.join([str(programs), os.environ["PATH"]])

    def run(self, step: Mapping[str, Any], workspace: Path, path: str | None = None, **inputs: str) -> Step:
        """Run one step of the action; inputs are written with underscores."""
        given = {name.replace("_", "-"): value for name, value in inputs.items()}
        values = {name: given.pop(name, declared["default"]) for name, declared in ACTION["inputs"].items()}
        assert not given
        summary, outputs = self.temp / "summary.md", self.temp / "outputs"
        for file in (summary, outputs):
            file.write_text("", encoding="utf-8")
        variables = {
            name: EXPRESSION.sub(lambda found: values[found[1]], text) for name, text in step.get("env", {}).items()
        }
        env = environment(
            PATH=path or self.path,
            RUNNER_TEMP=str(self.temp),
            GITHUB_ACTION_PATH=str(self.action),
            GITHUB_WORKSPACE=str(workspace),
            GITHUB_STEP_SUMMARY=str(summary),
            GITHUB_OUTPUT=str(outputs),
            **variables,
        )
        # As documented for `shell: bash`.
        done = run(
            shutil.which("bash") or "bash",
            "--noprofile",
            "--norc",
            "-eo",
            "pipefail",
            "-c",
            step["run"],
            cwd=workspace,
            env=env,
        )
        pairs = (line.partition("=") for line in outputs.read_text(encoding="utf-8").splitlines())
        return Step(
            done.returncode,
            done.stdout + done.stderr,
            summary.read_text(encoding="utf-8"),
            {key: text for key, _, text in pairs},
        )


@pytest.fixture(scope="session")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Runner:
    made = Runner(tmp_path_factory.mktemp("runner"))
    installed = made.run(INSTALL, tmp_path_factory.mktemp("empty"))
    assert installed.status == 0, installed.log
    return made


def uris(sarif: Path) -> list[str]:
    results = json.loads(sarif.read_text(encoding="utf-8"))["runs"][0]["results"]
    return [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in results]


def test_findings_fail_the_job_after_the_sarif_file_is_written(runner: Runner, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(BAD, encoding="utf-8")
    step = runner.run(CHECK, tmp_path)
    assert step.status == 1
    assert uris(tmp_path / "ownerlint.sarif") == ["bad.yaml"]
    assert step.outputs == {"sarif-file": "ownerlint.sarif"}
    assert f"\nbad.yaml:{BAD_PLACE}: error: " in step.log
    assert f"\n    bad.yaml:{BAD_PLACE}: error: " in step.summary
    assert "\n    Checked 1 file, 1 document, 1 object; " in step.summary


def test_a_clean_tree_passes_and_still_has_a_sarif_file(runner: Runner, tmp_path: Path) -> None:
    (tmp_path / "clean.yaml").write_text(CLEAN, encoding="utf-8")
    step = runner.run(CHECK, tmp_path)
    assert (step.status, uris(tmp_path / "ownerlint.sarif")) == (0, [])
    assert step.summary.startswith("## ownerlint\n\n    Found 0 errors")


def test_nothing_checked_fails_with_the_reason_in_the_summary(runner: Runner, tmp_path: Path) -> None:
    step = runner.run(CHECK, tmp_path)
    assert step.status == 2
    assert "no Kubernetes object was found" in step.summary


def test_a_mistake_in_an_input_fails_without_a_stale_report(runner: Runner, tmp_path: Path) -> None:
    (tmp_path / "clean.yaml").write_text(CLEAN, encoding="utf-8")
    assert runner.run(CHECK, tmp_path).status == 0
    step = runner.run(CHECK, tmp_path, world="round")
    assert (step.status, step.outputs) == (2, {})
    assert "round" in step.summary
    assert not (tmp_path / "ownerlint.sarif").exists()


def test_the_inputs_reach_the_program(runner: Runner, tmp_path: Path) -> None:
    for name, text in (("a b/dependent.yaml", DEPENDENT), ("c/clean.yaml", CLEAN), ("unasked/bad.yaml", BAD)):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "own.yaml").write_text("ignore: []\n", encoding="utf-8")
    inputs = {"paths": "a b\nc\n", "world": "closed", "sarif_file": "out.sarif", "config": "own.yaml"}
    step = runner.run(CHECK, tmp_path, **inputs)
    assert (step.status, uris(tmp_path / "out.sarif")) == (1, ["a%20b/dependent.yaml"])
    assert f"a b/dependent.yaml:{DANGLING_PLACE}: error: " in step.log
    assert runner.run(CHECK, tmp_path, **inputs, args="--exit-zero\n--quiet\n").status == 0
    assert runner.run(CHECK, tmp_path, paths="c", fail_on="info").status == 0


def test_an_input_is_never_run_by_the_shell(runner: Runner, tmp_path: Path) -> None:
    (tmp_path / "clean.yaml").write_text(CLEAN, encoding="utf-8")
    attack = '$(touch pwned) `touch pwned`"; touch pwned; "'
    for name in ("paths", "world", "fail_on", "config", "args"):
        assert runner.run(CHECK, tmp_path, **{name: attack}).status == 2
    runner.run(CHECK, tmp_path, sarif_file=attack)
    assert not (tmp_path / "pwned").exists()


def test_no_template_expression_stands_in_a_script() -> None:
    assert ["${{" in step["run"] for step in (INSTALL, CHECK)] == [False, False]


def test_no_module_of_the_checked_repository_is_imported(runner: Runner, tmp_path: Path) -> None:
    (tmp_path / "clean.yaml").write_text(CLEAN, encoding="utf-8")
    for name in ("venv", "pip", "click", "json", "ownerlint"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported')\n", encoding="utf-8")
    assert runner.run(INSTALL, tmp_path).status == 0
    assert runner.run(CHECK, tmp_path).status == 0


def test_a_manifest_cannot_write_markdown_into_the_summary(runner: Runner, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(BAD.replace("name: web\n", 'name: "web\\n```\\n# Approved"\n'), encoding="utf-8")
    step = runner.run(CHECK, tmp_path)
    assert step.status == 1
    heading, *lines = step.summary.splitlines()
    assert heading == "## ownerlint"
    assert [line for line in lines if line and not line.startswith("    ")] == []


def test_a_python_that_is_too_old_is_named(runner: Runner, tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.mkdir()
    (old / "python3").write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    (old / "python3").chmod(0o755)
    step = runner.run(INSTALL, tmp_path, path=os.pathsep.join([str(old), os.environ["PATH"]]))
    assert step.status == 2
    assert "Python 3.10 or newer is needed" in step.log
