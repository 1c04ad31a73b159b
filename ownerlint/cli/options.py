"""What several commands share: types of options, and the settings that options and configuration add up to."""

from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import click

if TYPE_CHECKING:
    from ownerlint.config import Config
    from ownerlint.model import Source
    from ownerlint.registry import Registry
    from ownerlint.run import Request

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmg]?)(?:i?b)?", re.IGNORECASE)
_FACTORS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


class Output(NamedTuple):
    """A report that goes to a file."""

    format: str
    path: str


class OutputSpec(click.ParamType):
    """`FORMAT=PATH`."""

    name = "format=path"

    def __init__(self, formats: tuple[str, ...]) -> None:
        self._formats = formats

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Output:
        """Return the format and the path of one `--output`."""
        if isinstance(value, Output):
            return value
        name, equals, path = str(value).partition("=")
        if not equals or not path:
            self.fail(f"'{value}' is not FORMAT=PATH, such as sarif=ownerlint.sarif", param, ctx)
        if name not in self._formats:
            self.fail(f"there is no format '{name}'; choose from {', '.join(self._formats)}", param, ctx)
        return Output(name, path)


class FileSize(click.ParamType):
    """A size in bytes, with K, M or G for powers of 1024: `200MB`, `64M`, `1000`."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the size in bytes."""
        match = _SIZE.fullmatch(str(value).strip())
        if not match:
            self.fail(f"'{value}' is no size; write a number with K, M or G, such as 200MB", param, ctx)
        return int(float(match[1]) * _FACTORS[match[2].lower()])


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run of `check` is to do.

    Args:
        request: what decides the findings.
        fail_on: severity from which on findings make the exit code 1.
        allow_empty: whether it is fine that no object was found.
        root: folder that SARIF paths are relative to.
    """

    request: Request
    fail_on: str
    allow_empty: bool
    root: str


def fail(message: str) -> NoReturn:
    """Say on standard error why the job cannot be done, and exit with 2."""
    click.echo(f"ownerlint: error: {message}", err=True)
    sys.exit(2)


def color_wanted(choice: str, *, terminal: bool) -> bool:
    """Return whether output is coloured: as asked, else on a terminal unless NO_COLOR is set (https://no-color.org)."""
    if choice == "auto":
        return terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return choice == "always"


def read_stdin(name: str | None) -> Source:
    """Return standard input as a source, read to its end."""
    from ownerlint.model import Source  # noqa: PLC0415 - start-up

    file = name or "<stdin>"
    return Source(file=file, path="", data=sys.stdin.buffer.read(), collection=file)


def words(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a repeatable option whose values are lists separated by commas."""
    from ownerlint.selector import split_words  # noqa: PLC0415 - start-up

    return tuple(dict.fromkeys(word for value in values for word in split_words(value)))
