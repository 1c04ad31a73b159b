"""What is built once for all tests of the packaging: wheel, sdist, and environments to install them in."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest

from tests.checkout import copy_to, environment, new_venv, succeed

PURE = environment(OWNERLINT_PURE="1")
"""The environment of a build that leaves the reader in C out on purpose."""

NO_COMPILER = environment(CC="no-such-compiler")
"""The environment of a build that has to leave it out."""


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The working tree as git would have it, without any trace of earlier builds."""
    return copy_to(tmp_path_factory.mktemp("tree"))


@pytest.fixture(scope="session")
def wheel(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel for every platform, built straight from the tree."""
    folder = tmp_path_factory.mktemp("wheel")
    source = shutil.copytree(tree, tmp_path_factory.mktemp("source") / "wheel")
    succeed(sys.executable, "-m", "build", "--wheel", "--outdir", folder, source, cwd=folder, env=PURE)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="session")
def built(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist, and the wheel that was built from that sdist where there is no compiler."""
    folder = tmp_path_factory.mktemp("built")
    source = shutil.copytree(tree, tmp_path_factory.mktemp("source") / "sdist")
    succeed(sys.executable, "-m", "build", "--outdir", folder, source, cwd=folder, env=NO_COMPILER)
    return folder


@pytest.fixture(scope="session")
def wheel_programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment that has the wheel, and what it requires, and nothing else."""
    programs = new_venv(tmp_path_factory.mktemp("with-wheel") / "venv", sys.executable)
    succeed(programs / "python", "-m", "pip", "install", "--quiet", wheel, cwd=wheel.parent)
    return programs


@pytest.fixture(scope="session")
def bare_python(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python that has what ownerlint requires, but not ownerlint."""
    text = (tree / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r"^dependencies = \[\n(.*?)^\]", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    requirements = re.findall(r'^  "([^"]+)"', found[1], re.MULTILINE)
    programs = new_venv(tmp_path_factory.mktemp("bare") / "venv", sys.executable)
    succeed(programs / "python", "-m", "pip", "install", "--quiet", *requirements, cwd=tree)
    return programs / "python"
