"""The twelve classic defects among otherwise good live objects: each is reported once, at its line, and nothing else."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "fixtures" / "classic-defects"

GOOD = {"invoices.yaml", "namespaces.yaml", "web.yaml"}

DEFECTS = {
    "cluster-scoped.yaml": (8, "namespaced-owner-of-cluster-scoped"),
    "cross-namespace.yaml": (10, "cross-namespace-owner"),
    "cycle.yaml": (8, "ownership-cycle"),
    "dangling.yaml": (11, "dangling-owner"),
    "duplicate.yaml": (12, "duplicate-owner-reference"),
    "event-owner.yaml": (9, "event-owner"),
    "missing-uid.yaml": (8, "missing-owner-uid"),
    "quoted-boolean.yaml": (12, "mistyped-metadata"),
    "self-reference.yaml": (8, "self-reference"),
    "two-controllers.yaml": (13, "several-controllers"),
    "uid-mismatch.yaml": (11, "owner-uid-mismatch"),
    "unknown-kind.yaml": (9, "unknown-owner-kind"),
}


def check(folder: Path, *options: str) -> dict[str, tuple[int, str]]:
    """Return what the program reports on a folder: file name → line and rule; a file is reported once at most."""
    done = subprocess.run(
        [sys.executable, "-m", "ownerlint", "check", str(folder), "--isolated", "--format", "json", *options],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    found = [(Path(item["file"]).name, (item["line"], item["rule"])) for item in json.loads(done.stdout)["findings"]]
    assert len(found) == len(dict(found)), found
    return dict(found)


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """The folder, copied out of the repository, under a name that says nothing."""
    return Path(shutil.copytree(FOLDER, tmp_path / "cluster"))


def test_the_folder_holds_one_file_for_each_defect_and_the_good_ones() -> None:
    assert {path.name for path in FOLDER.iterdir()} == GOOD | set(DEFECTS)


def test_closed_world_in_the_checkout() -> None:
    assert check(FOLDER, "--world", "closed") == DEFECTS


def test_closed_world_anywhere(outside: Path) -> None:
    assert check(outside, "--world", "closed") == DEFECTS


@pytest.mark.parametrize("mode", ["auto", "open"])
def test_other_worlds_are_quiet_about_what_may_exist_elsewhere(outside: Path, mode: str) -> None:
    expected = {file: found for file, found in DEFECTS.items() if file != "dangling.yaml"}
    assert check(outside, "--world", mode) == expected


@pytest.mark.parametrize("defect", sorted(DEFECTS))
def test_each_defect_alone_among_good_objects(outside: Path, defect: str) -> None:
    for file in DEFECTS:
        if file != defect:
            (outside / file).unlink()
    assert check(outside, "--world", "closed") == {defect: DEFECTS[defect]}


def test_good_objects_alone_are_clean(outside: Path) -> None:
    for file in DEFECTS:
        (outside / file).unlink()
    assert check(outside, "--world", "closed") == {}
