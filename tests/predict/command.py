"""The command, called in this process: a world of its own for each call, and fast enough for thousands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any, NamedTuple

from ownerlint.cli import main

Forecast = list[dict[str, Any]]
"""The objects of the JSON output."""


class Answer(NamedTuple):
    """What one call answered."""

    code: int
    stdout: str
    stderr: str

    @property
    def objects(self) -> Forecast:
        found: Forecast = json.loads(self.stdout)["objects"]
        return found


def predict(*arguments: str) -> Answer:
    """Call `ownerlint predict` with these words."""
    stdout, stderr = StringIO(), StringIO()
    code: object = 0
    with redirect_stdout(stdout), redirect_stderr(stderr):
        try:
            main(["predict", "--no-cache", "--jobs", "1", *arguments], prog_name="ownerlint")
        except SystemExit as error:
            code = error.code
    assert isinstance(code, int)
    return Answer(code, stdout.getvalue(), stderr.getvalue())


def predict_json(*arguments: str) -> Forecast:
    """Call it for JSON; return the objects."""
    answer = predict("--format", "json", "--isolated", *arguments)
    assert answer.code == 0, answer.stderr
    return answer.objects


def options(words: Sequence[str], option: str) -> list[str]:
    """Return each word after the option."""
    return [part for word in words for part in (option, word)]
