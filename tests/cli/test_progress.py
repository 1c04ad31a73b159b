"""The bar that shows how far reading has come: on a terminal, while it takes long, and nowhere else."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.checkout import ROOT
from tests.manifests import CLEAN
from tests.terminal import shown_on

PROGRAM = """
import sys
from datetime import timedelta
from ownerlint.cli import main, pace
pace._PATIENCE = timedelta(0)  # any reading takes long
main(sys.argv[1:], prog_name="ownerlint")
"""

ERASE_LINE = "\x1b[2K"
SUMMARY = "Checked 20 files, 20 documents, 20 objects; skipped 0; found 0 errors, 0 warnings, 0 info."


def on_a_terminal(folder: Path, *arguments: str, **surroundings: str) -> tuple[str, str]:
    """Run ownerlint with a terminal as standard error; return what it wrote to standard output and to the terminal."""
    ours, theirs = pty.openpty()
    kept = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
    environment = {"TERM": "xterm", "COLUMNS": "100", "PYTHONPATH": str(ROOT), **kept, **surroundings}
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "check", "--jobs", "1", *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    shown = shown_on(ours)
    output, _ = process.communicate(timeout=120)
    assert process.returncode == 0
    return output.decode(), shown.decode()


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Return a folder with a few files."""
    place = tmp_path / "work"
    place.mkdir()
    for number in range(20):
        (place / f"{number:02d}.yaml").write_text(CLEAN.replace("plain", f"plain-{number}") + "#" * 20_000 + "\n")
    return place


def test_a_terminal_shows_a_bar_and_nothing_of_it_stays(files: Path) -> None:
    output, shown = on_a_terminal(files, "--no-cache")
    assert "Reading" in shown
    assert "Reading" not in output
    # What is left on the screen is what follows the last removal of a line.
    assert shown.rpartition(ERASE_LINE)[2].strip() == SUMMARY


@pytest.mark.parametrize("surroundings", [{"CI": "true"}, {"TERM": "dumb"}])
def test_there_is_no_bar_where_nobody_looks(files: Path, surroundings: dict[str, str]) -> None:
    _, shown = on_a_terminal(files, "--no-cache", **surroundings)
    assert shown.strip() == SUMMARY


def test_quiet_is_quiet(files: Path) -> None:
    _, shown = on_a_terminal(files, "--no-cache", "--quiet")
    assert shown == ""
