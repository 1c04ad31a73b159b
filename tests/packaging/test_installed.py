"""ownerlint works from a wheel in an empty environment, and from a bare checkout that is not installed at all."""

from __future__ import annotations

from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.checkout import environment, run
from tests.manifests import BAD, BAD_PLACE

VERSION = "ownerlint 0.1.0\n"
COMPILED = "from ownerlint.load import is_compiled; print(is_compiled())"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder far from the checkout, with a manifest that has one fault."""
    (tmp_path / "bad.yaml").write_text(BAD, encoding="utf-8")
    return tmp_path


def assert_finds_the_fault(done: CompletedProcess[str]) -> None:
    assert f"bad.yaml:{BAD_PLACE}: error: " in done.stdout, done.stderr
    assert done.returncode == 1


def test_the_wheel_runs_as_a_module_from_another_folder(wheel_programs: Path, folder: Path) -> None:
    done = run(wheel_programs / "python", "-m", "ownerlint", "--version", cwd=folder)
    assert (done.stdout, done.stderr, done.returncode) == (VERSION, "", 0)


def test_the_wheel_checks_without_the_reader_in_c(wheel_programs: Path, folder: Path) -> None:
    assert run(wheel_programs / "python", "-c", COMPILED, cwd=folder).stdout == "False\n"
    assert_finds_the_fault(run(wheel_programs / "ownerlint", "check", cwd=folder))


def test_the_wheel_explains_and_lists_its_rules(wheel_programs: Path, folder: Path) -> None:
    explained = run(wheel_programs / "ownerlint", "explain", "cross-namespace-owner", cwd=folder)
    listed = run(wheel_programs / "ownerlint", "rules", cwd=folder)
    assert (explained.returncode, listed.returncode) == (0, 0)
    assert "OWN201" in explained.stdout
    assert "cross-namespace-owner" in listed.stdout


def test_a_bare_checkout_runs_from_its_root(bare_python: Path, tree: Path, folder: Path) -> None:
    done = run(bare_python, "-m", "ownerlint", "--version", cwd=tree)
    assert (done.stdout, done.stderr, done.returncode) == (VERSION, "", 0)
    assert_finds_the_fault(run(bare_python, "-m", "ownerlint", "check", folder, cwd=tree))


def test_a_bare_checkout_runs_from_elsewhere(bare_python: Path, tree: Path, folder: Path) -> None:
    here = environment(PYTHONPATH=str(tree))
    assert run(bare_python, "-m", "ownerlint", "--version", cwd=folder, env=here).stdout == VERSION
    assert_finds_the_fault(run(bare_python, "-m", "ownerlint", "check", cwd=folder, env=here))
