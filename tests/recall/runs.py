"""Runs of `ownerlint check` in this process, and whether they made their report or recalled it."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from ownerlint import run
from ownerlint.cli.check import command

PADDING = "#" * 300_000 + "\n"
"""A comment that makes a folder worth a cache."""

_MOMENT = 0.06
"""Seconds after which a disk tells two changes apart."""


class Outcome(NamedTuple):
    """What a run gave."""

    code: int
    output: str
    errors: str
    recalled: bool


def rest() -> None:
    """Let the files rest, so that their times tell what becomes of them from now on."""
    Event().wait(_MOMENT)


def check(folder: Path, *arguments: str, cache: Path | None, inside: str = ".") -> Outcome:
    """Run `ownerlint check` in a folder.

    Args:
        folder: the folder.
        arguments: of the command line.
        cache: folder of the cache; None for a run without.
        inside: working directory, from the folder.
    """
    where = ["--no-cache"] if cache is None else ["--cache-dir", str(cache)]
    made: list[object] = []
    judge = run.judge

    def noted(reading: run.Reading, request: run.Request) -> object:
        made.append(request)
        return judge(reading, request)

    before = Path.cwd()
    os.chdir(folder / inside)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(run, "judge", noted)
            result = CliRunner().invoke(command, [*arguments, "--jobs", "1", *where], catch_exceptions=True)
    finally:
        os.chdir(before)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Outcome(result.exit_code, result.stdout, result.stderr, not made)
