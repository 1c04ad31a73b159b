"""Suppression comments in a file's text: `# ownerlint: ignore[name, name] reason`, and the lines that each covers.

A comment at the end of a line covers that line. A comment on a line of its own covers the next line that says
something; where that line begins an item of a list (an object in a List, an entry of ownerReferences), it covers the
item; where it is the first of a document, the document.

Whether `# ownerlint:` is a comment or part of a scalar is asked of libyaml, up to where it finds an error; behind that
every `#` at the start of a line or after white space counts. Where an item ends is read off the indentation, so an
item that is written in flow style over several lines is covered in its first line only.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from ownerlint.selector import split_words

MARK = "ownerlint:"
"""What every suppression comment holds: a file without it needs no look."""

_COMMENT = re.compile(r"(?:^|(?<=[ \t]))#[ \t]*ownerlint:[ \t]*ignore(?![\w-])(?:[ \t]*\[([^\]\n]*)\])?([^\n]*)")
_SILENT = re.compile(r"[ \t]*(?:#.*)?$")
_BOUNDARY = re.compile(r"(?:---|\.\.\.)(?:[ \t]|$)")
_ITEM = re.compile(r"( *)-(?:[ \t]|$)")


class Comment(Struct, frozen=True):
    """One suppression comment. Lines and columns count from 1.

    Args:
        file: display path.
        line: line of the comment.
        column: column of its `#`.
        end_column: column behind its end.
        selectors: names, codes or beginnings of codes; empty brackets have none.
        reason: what follows the brackets.
        first: first line that it covers.
        last: last line that it covers; below `first` where there is nothing to cover.
        blanket: whether it has no brackets, so that it covers every rule.
    """

    file: str
    line: int
    column: int
    end_column: int
    selectors: tuple[str, ...]
    reason: str
    first: int
    last: int
    blanket: bool = False


def comments(file: str, text: str) -> tuple[Comment, ...]:
    """Return the suppression comments of a file, in order.

    Args:
        file: display path; a `.json` file has none.
        text: the whole text, with any ends of lines (LF, CRLF, CR).
    """
    if MARK not in text or file.lower().endswith(".json"):
        return ()
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    found: list[tuple[int, int, re.Match[str]]] = []
    offset = 0
    for number, line in enumerate(lines):
        if MARK in line and (match := _COMMENT.search(line)):
            found.append((offset + match.start(), number, match))
        offset += len(line) + 1
    inside = _inside_scalars("\n".join(lines), [offset for offset, _, _ in found])
    return tuple(_comment(file, lines, number, match) for offset, number, match in found if offset not in inside)


def _inside_scalars(text: str, offsets: Sequence[int]) -> set[int]:
    """Return those of these offsets, in ascending order, that stand inside a scalar, as far as the text is YAML."""
    if not offsets:
        return set()
    # Slow to import, and few files have comments of ours.
    from ruamel.yaml import cyaml  # noqa: PLC0415
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415
    from ruamel.yaml.tokens import ScalarToken  # noqa: PLC0415

    inside: set[int] = set()
    waiting = deque(offsets)
    try:
        parser: Any = cyaml.__dict__["CParser"](text)  # written in C, without type information
        while waiting and parser.check_token():
            token = parser.get_token()
            begin, end = token.start_mark.index, token.end_mark.index
            if isinstance(token, ScalarToken) and token.style in ("|", ">"):
                begin = text.find("\n", begin)  # what follows the `|` on its line is no content
            while waiting and waiting[0] < end:
                offset = waiting.popleft()
                if offset >= begin and isinstance(token, ScalarToken):
                    inside.add(offset)
    except (YAMLError, ValueError):
        return inside  # the rest is no YAML that libyaml reads, so the rest are taken for comments
    return inside


def _comment(file: str, lines: Sequence[str], number: int, match: re.Match[str]) -> Comment:
    first, last = _covered(lines, number) if _SILENT.match(lines[number]) else (number, number)
    written: str | None = match[1]
    return Comment(
        file=file,
        line=number + 1,
        column=match.start() + 1,
        end_column=match.start() + len(match[0].rstrip()) + 1,
        selectors=split_words(written or ""),
        reason=match[2].strip(" \t:-"),
        first=first + 1,
        last=last + 1,
        blanket=written is None,
    )


def _covered(lines: Sequence[str], number: int) -> tuple[int, int]:
    """Return the first and last line, from 0, that a comment on a line of its own covers."""
    target = _next_line(lines, number + 1)
    if target is None:
        return number + 1, number
    above = next((at for at in range(number, -1, -1) if not _SILENT.match(lines[at])), None)
    if _BOUNDARY.match(lines[target]):
        # Above the first `---` of a file stands what belongs to the first document.
        start = _next_line(lines, target + 1) if above is None else None
        return (start, _document_end(lines, start)) if start is not None else (target, target)
    if above is None or _BOUNDARY.match(lines[above]) or lines[above].startswith("%"):
        return target, _document_end(lines, target)
    item = _ITEM.match(lines[target])
    return target, _item_end(lines, target, len(item[1])) if item else target


def _next_line(lines: Sequence[str], start: int) -> int | None:
    """Return the first line from `start` on that says something."""
    return next((at for at in range(start, len(lines)) if not _SILENT.match(lines[at])), None)


def _document_end(lines: Sequence[str], start: int) -> int:
    return next((at for at in range(start + 1, len(lines)) if _BOUNDARY.match(lines[at])), len(lines)) - 1


def _item_end(lines: Sequence[str], start: int, indent: int) -> int:
    last = start
    for at in range(start + 1, len(lines)):
        line = lines[at]
        if _SILENT.match(line):
            continue
        if len(line) - len(line.lstrip(" ")) <= indent:
            break
        last = at
    return last
