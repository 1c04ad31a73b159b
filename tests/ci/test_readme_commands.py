"""The README's two commands, and that `.ci/run` tests with the second one."""

from __future__ import annotations

import re

from tests.checkout import ROOT

FIRST = (
    "python3 -m venv .venv && .venv/bin/pip install --quiet . && "
    ".venv/bin/ownerlint check --world closed fixtures/classic-defects"
)
SECOND = ".venv/bin/pip install --quiet --editable '.[dev]' && .venv/bin/python -m pytest"

RUN = (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def commands() -> list[str]:
    """The lines of the README's shell blocks, in order."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```(?:console|shell|sh|bash)\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    return [line.removeprefix("$ ") for block in blocks for line in block.splitlines()]


def test_the_first_two_commands_install_and_lint_then_test() -> None:
    assert commands()[:2] == [FIRST, SECOND]


def test_the_folder_of_the_first_command_is_committed() -> None:
    assert list((ROOT / "fixtures" / "classic-defects").glob("**/*.yaml"))


def test_ci_ends_with_the_same_test_command_in_the_same_environment() -> None:
    assert "--editable '.[dev]'" in RUN
    assert RUN.rstrip().splitlines()[-1] == '"$bin/python" -m pytest'


def test_ci_can_be_run_as_it_is_checked_out() -> None:
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111 == 0o111
