"""Text for terminals, by rich: styled, and wrapped by the cells that characters take."""

from __future__ import annotations

from collections.abc import Iterable
from io import StringIO
from typing import TypeAlias

from rich.console import Console
from rich.text import Text

Line: TypeAlias = "tuple[tuple[str, str], ...]"
"""One line: pieces of text, each with its style; an empty style is none."""


def colored(lines: Iterable[Line]) -> str:
    """Return the lines with escape sequences for their styles, each with a line break behind it."""
    console = _console(color=True)
    with console.capture() as capture:
        for line in lines:
            console.print(Text.assemble(*line), soft_wrap=True)
    return capture.get()


def wrapped(text: str, room: int) -> list[str]:
    """Return the text as lines that take `room` cells at most, without blanks at their ends."""
    return [line.plain.rstrip() for line in Text(text).wrap(_console(color=False), room)]


def _console(*, color: bool) -> Console:
    # Every setting is stated, so that rich looks at neither the environment nor the real terminal.
    return Console(
        file=StringIO(),
        width=160,
        height=25,
        force_terminal=color,
        color_system="standard" if color else None,
        no_color=not color,
        legacy_windows=False,
        markup=False,
        highlight=False,
        emoji=False,
    )
