"""A source line with its span underlined: clipped to the room there is, hidden characters shown, wide ones measured."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from ownerlint.model import Span
from ownerlint.report.visible import visible

_CUT = "..."
_TAB = "    "


class Excerpt(Struct, frozen=True):
    """What to show of a line.

    Args:
        text: the line or the part of it around the span; a cut is marked with `...`.
        offset: cells before the span.
        length: cells of the span, at least one.
    """

    text: str
    offset: int
    length: int


def excerpt(line: str, span: Span, room: int) -> Excerpt:
    """Return the part of a line to show in `room` cells, so that the start of the span is always in it.

    A span that ends on a later line is underlined to the end of this one. The work is bounded by `room`, not by the
    length of the line: JSON comes in lines of many megabytes.
    """
    start = min(span.column - 1, len(line))
    end = len(line) if span.end_line > span.line else min(max(span.end_column - 1, start + 1), len(line))
    first, last = _window(line, start, room)
    before = _CUT if first else ""
    after = _CUT if last < len(line) else ""
    text = f"{before}{_show(line[first:last])}{after}"
    offset = _cells(before + _show(line[first:start]))
    return Excerpt(text, offset, max(1, _cells(_show(line[start : min(end, last)]))))


def _window(line: str, start: int, room: int) -> tuple[int, int]:
    """Return the slice of the line to show: all of it, or a third before the span's start and the rest after it."""
    if len(line) <= room and _cells(_show(line)) <= room:
        return 0, len(line)
    room = max(room - 2 * len(_CUT), 3)
    first = start - _fitting(reversed(line[max(0, start - room) : start]), room // 3)
    left = room - _cells(_show(line[first:start]))
    last = start + _fitting(line[start : start + left], left)
    spare = room - _cells(_show(line[first:last]))
    first -= _fitting(reversed(line[max(0, first - spare) : first]), spare)
    return first, last


def _fitting(chars: Iterable[str], room: int) -> int:
    """Return how many of the characters fit into `room` cells."""
    count = 0
    for char in chars:
        room -= _cells(_show(char))
        if room < 0:
            break
        count += 1
    return count


def _show(text: str) -> str:
    return visible(text.replace("\t", _TAB))


def _cells(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415 - slow to import, and most text is ASCII

    return cell_len(text)
