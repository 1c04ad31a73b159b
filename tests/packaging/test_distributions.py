"""The wheel and the sdist hold what they should, and each can be made from the other's source."""

from __future__ import annotations

import tarfile
from pathlib import Path
from zipfile import ZipFile

DATA = {".json", ".pyi", ".typed"}
"""Suffixes of what a package needs beside its modules."""


def package_files(folder: Path) -> set[str]:
    """The modules and data of the package folder, and of the rules under their installed name; no sources in C."""
    files = (path for path in (folder / "ownerlint").rglob("*") if path.suffix in {".py", *DATA})
    found = {path.relative_to(folder).as_posix() for path in files}
    rules = {f"ownerlint/rules/{path.name}" for path in (folder / "rules").glob("*.py")}
    return found | rules


def contents(wheel: Path) -> dict[str, bytes]:
    with ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_is_pure_python_for_every_platform(wheel: Path) -> None:
    assert wheel.name == "ownerlint-0.1.0-py3-none-any.whl"


def test_the_wheel_holds_every_module_rule_and_data_file_and_nothing_else(tree: Path, wheel: Path) -> None:
    files = contents(wheel)
    installed = {name for name in files if ".dist-info/" not in name}
    assert installed == package_files(tree)
    assert {Path(name).suffix for name in installed} == {".py", *DATA}


def test_the_wheel_holds_the_licence_and_the_command(wheel: Path) -> None:
    files = contents(wheel)
    metadata = {name.partition(".dist-info/")[2]: text for name, text in files.items() if ".dist-info/" in name}
    assert metadata["licenses/LICENSE"].decode().lstrip().startswith("Apache License")
    assert "ownerlint = ownerlint.cli.start:main" in metadata["entry_points.txt"].decode()
    assert "License-Expression: Apache-2.0" in metadata["METADATA"].decode()
    assert "Requires-Python: >=3.10" in metadata["METADATA"].decode()


def test_the_wheel_made_from_the_sdist_without_a_compiler_holds_the_same_files(wheel: Path, built: Path) -> None:
    (from_sdist,) = built.glob("*.whl")
    own = {f"ownerlint-0.1.0.dist-info/{name}" for name in ("RECORD", "WHEEL")}
    direct, indirect = contents(wheel), contents(from_sdist)
    assert direct.keys() == indirect.keys()
    assert {name for name, text in direct.items() if indirect[name] != text} <= own


def test_the_sdist_holds_the_sources_and_the_licence(tree: Path, built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    rules = {f"rules/{path.name}" for path in (tree / "rules").glob("*.py")}
    sources = {path.relative_to(tree).as_posix() for path in (tree / "ownerlint").rglob("*") if path.is_file()}
    assert {"LICENSE", "README.md", "pyproject.toml"} | sources | rules <= names


def test_a_clone_needs_no_symbolic_links(tree: Path) -> None:
    assert [path for path in tree.rglob("*") if path.is_symlink()] == []
