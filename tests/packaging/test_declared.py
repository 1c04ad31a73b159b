"""pyproject.toml names every package by hand; these tests keep the lists complete and in step."""

from __future__ import annotations

import re

import ownerlint
from tests.checkout import ROOT

PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def written(key: str) -> list[str]:
    """The strings of a list in pyproject.toml, in order."""
    found = re.search(rf"^{key} = \[(.*?)\](?: #.*)?$", PYPROJECT, re.MULTILINE | re.DOTALL)
    assert found is not None, key
    return re.findall(r'"([^"]+)"(?=,|\s*$)', found[1], re.MULTILINE)


def test_every_package_is_listed() -> None:
    folders = {path.parent.relative_to(ROOT).as_posix() for path in (ROOT / "ownerlint").rglob("__init__.py")}
    packages = {folder.replace("/", ".") for folder in folders}
    assert sorted(written("packages")) == sorted(packages | {"ownerlint.rules"})


def test_every_module_stands_in_a_package() -> None:
    folders = {path.parent for path in (ROOT / "ownerlint").rglob("*.py")}
    assert [folder for folder in sorted(folders) if not (folder / "__init__.py").is_file()] == []


def test_the_version_and_the_address_stand_where_the_program_says() -> None:
    assert re.findall(r'^version = "(.*)"$', PYPROJECT, re.MULTILINE) == [ownerlint.__version__]
    assert re.findall(r'^Homepage = "(.*)"$', PYPROJECT, re.MULTILINE) == [ownerlint.HOMEPAGE]
