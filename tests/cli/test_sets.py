"""Which rules speak: those of the chosen sets, and those that are selected by name or code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ownerlint.registry import built_in_rules
from ownerlint.rule import Consequence, Meta, Severity
from ownerlint.selector import SETS, is_offered, sets_of
from tests.cli.conftest import Run

STRICT = Meta("OWN999", "strict-one", Severity.INFO, Consequence.RISK, "0.1.0", aliases=("old-one",), sets=("strict",))
BOTH = Meta("OWN998", "two-sets", Severity.INFO, Consequence.RISK, "0.1.0", sets=("default", "security"))

CONTROLLER = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: v1
    kind: ConfigMap
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
    controller: true
"""


@pytest.mark.parametrize(
    ("meta", "sets", "select", "offered"),
    [
        (STRICT, ["default"], None, False),
        (STRICT, ["strict"], None, True),
        (STRICT, ["STRICT"], None, True),
        (STRICT, ["security"], None, False),
        (STRICT, ["default"], ["strict-one"], True),
        (STRICT, ["default"], ["old-one"], True),
        (STRICT, ["default"], ["own999"], True),
        (STRICT, ["default"], ["OWN9"], False),
        (BOTH, ["default"], None, True),
        (BOTH, ["strict"], None, True),
        (BOTH, ["security"], None, True),
        (BOTH, ["openshift"], None, False),
    ],
)
def test_a_rule_is_offered_by_a_set_or_by_its_own_name(
    meta: Meta, sets: list[str], select: list[str] | None, offered: bool
) -> None:
    assert is_offered(meta, sets, select) is offered


def test_built_in_rules_are_in_known_sets() -> None:
    metas = [rule.META for rule in built_in_rules()]
    assert sets_of(metas) == tuple(SETS)
    assert all(meta.sets for meta in metas)


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        ([], []),
        (["--set", "strict"], ["OWN733"]),
        (["--set", "default,strict"], ["OWN733"]),
        (["--set", "default", "--set", "openshift"], []),
        (["--select", "OWN733"], ["OWN733"]),
        (["--select", "controller-not-a-controller"], ["OWN733"]),
        (["--select", "OWN7"], []),
        (["--set", "strict", "--ignore", "OWN733"], []),
        (["--set", "strict", "--select", "OWN2"], []),
    ],
)
def test_sets_on_the_command_line(run: Run, options: list[str], codes: list[str]) -> None:
    result = run("check", "-", "--format", "json", *options, stdin=CONTROLLER)
    assert [finding["code"] for finding in json.loads(result.stdout)["findings"]] == codes


def test_the_configuration_chooses_sets_and_the_command_line_counts_more(tmp_path: Path, run: Run) -> None:
    (tmp_path / ".ownerlint.yaml").write_text("sets: [strict]\n")
    for options, codes in (([], ["OWN733"]), (["--set", "default"], [])):
        result = run("check", "-", "--format", "json", *options, stdin=CONTROLLER)
        assert [finding["code"] for finding in json.loads(result.stdout)["findings"]] == codes


@pytest.mark.parametrize(
    ("name", "hint"), [("strikt", 'did you mean "strict"?'), ("everything", "there are default, ")]
)
def test_an_unknown_set_is_told_with_the_nearest(tmp_path: Path, run: Run, name: str, hint: str) -> None:
    (tmp_path / "a.yaml").write_text(CONTROLLER)
    given = run("check", "--set", name)
    (tmp_path / ".ownerlint.yaml").write_text(f"sets: [{name}]\n")
    configured = run("check")
    for result in (given, configured):
        assert (result.returncode, result.stdout) == (2, "")
        assert f'there is no set "{name}"; {hint}' in result.stderr


def test_a_suppression_of_a_rule_that_did_not_run_is_not_called_unused(tmp_path: Path, run: Run) -> None:
    suppressed = CONTROLLER.replace("controller: true", "controller: true # ownerlint: ignore[OWN733] meant so")
    (tmp_path / "a.yaml").write_text(suppressed)
    assert run("check").returncode == 0
    assert run("check", "--set", "strict", "--fail-on", "info").returncode == 0


def test_the_table_of_rules_tells_the_set(run: Run) -> None:
    rows = json.loads(run("rules", "--format", "json").stdout)["rules"]
    sets = {row["name"]: row["sets"] for row in rows}
    assert (sets["dangling-owner"], sets["controller-not-a-controller"]) == (["default"], ["strict"])
    assert "| INFO | risk | strict |".lower() in run("rules", "--format", "markdown").stdout
