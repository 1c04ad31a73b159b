"""Runs of `ownerlint check` in this process, and whether they made their report or recalled it."""

from __future__ import annotations

import os
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from threading import Event
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from ownerlint import run
from ownerlint.cli import main
from ownerlint.cli.replay import Words, replay

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
    words = _words(arguments, cache)
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
            result = CliRunner().invoke(main, list(words), obj=words)
    finally:
        os.chdir(before)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Outcome(result.exit_code, result.stdout, result.stderr, not made)


def repeat(folder: Path, *arguments: str, cache: Path, inside: str = ".") -> tuple[int, str, str] | None:
    """Return exit code, output and errors that the quick way writes again for such a run; None where it is not taken."""
    output, errors = BytesIO(), BytesIO()
    before = Path.cwd()
    os.chdir(folder / inside)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdout", TextIOWrapper(output, encoding="utf-8", newline=""))
            patch.setattr(sys, "stderr", TextIOWrapper(errors, encoding="utf-8", newline=""))
            code = replay(_words(arguments, cache))
            written = [stream.getvalue().decode() for stream in (output, errors)]
    finally:
        os.chdir(before)
    return None if code is None else (code, written[0], written[1])


def _words(arguments: tuple[str, ...], cache: Path | None) -> Words:
    where = ("--no-cache",) if cache is None else ("--cache-dir", str(cache))
    return Words(("check", *arguments, "--jobs", "1", *where))
