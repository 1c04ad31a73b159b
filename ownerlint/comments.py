"""Suppression comments in a file's text: `# ownerlint: ignore[name, name] reason`, and the lines that each covers.

A comment at the end of a line covers that line. A comment on a line of its own covers the next line that says
something; where that line begins an item of a list (an object in a List, an entry of ownerReferences), it covers the
item; where it is the first of a document, the document.

Whether `# ownerlint:` is a comment or part of a scalar is asked of libyaml, up to where it finds an error; behind that,
and where brackets nest absurdly deep, every `#` at the start of a line or after white space counts. Where an item ends is read off the indentation, so an
item that is written in flow style over several lines is covered in its first line only.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from ownerlint.selector import split_words

MARK = "ownerlint:"
"""What every suppression comment holds: a file without it needs no look."""

_COMMENT = r"(?:^|(?<=[ \t]))#[ \t]*ownerlint:[ \t]*ignore(?![\w-])(?:[ \t]*\[([^\]\n]*)\])?"
_SILENT = re.compile(r"[ \t]*(?:#.*)?$")
_BOUNDARY = re.compile(r"(?:---|\.\.\.)(?:[ \t]|$)")
_ITEM = re.compile(r"( *)-(?:[ \t]|$)")
_BRACKET = re.compile(r"[\[\]{}]")
_MAX_NESTED = 1000


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
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = _Lines(text)
    candidates = list(lines.candidates())
    inside = _inside_scalars(text, [offset for offset, _, _ in candidates])
    # The first on a line is the comment; the rest of the line is its reason.
    found: dict[int, re.Match[str]] = {}
    for offset, number, match in candidates:
        if offset not in inside:
            found.setdefault(number, match)
    return tuple(_comment(file, lines, number, match) for number, match in found.items())


def _inside_scalars(text: str, offsets: Sequence[int]) -> set[int]:
    """Return those of these offsets, in ascending order, that stand inside a scalar, as far as the text is YAML."""
    if not offsets or _nests_deep(text):
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


def _nests_deep(text: str) -> bool:
    """Return whether brackets nest so deep that libyaml, which is slow at that, would take minutes."""
    depth = 0
    for bracket in _BRACKET.findall(text):
        depth += 1 if bracket in "[{" else -1
        if depth > _MAX_NESTED:
            return True
    return False


def _comment(file: str, lines: _Lines, number: int, match: re.Match[str]) -> Comment:
    line = lines.lines[number].rstrip()
    first, last = lines.covered(number) if _SILENT.match(line) else (number, number)
    written: str | None = match[1]
    return Comment(
        file=file,
        line=number + 1,
        column=match.start() + 1,
        end_column=len(line) + 1,
        selectors=split_words(written or ""),
        reason=line[match.end() :].strip(" \t:-"),
        first=first + 1,
        last=last + 1,
        blanket=written is None,
    )


class _Lines:
    """The lines of a text, from 0, and which of them say something: are neither empty nor a comment."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self._speaking = [number for number, line in enumerate(self.lines) if not _SILENT.match(line)]
        self._boundaries = [number for number in self._speaking if _BOUNDARY.match(self.lines[number])]

    def candidates(self) -> Iterator[tuple[int, int, re.Match[str]]]:
        """Yield what looks like a comment: its offset in the text, its line, and the match."""
        offset = 0
        for number, line in enumerate(self.lines):
            if MARK in line:
                yield from ((offset + match.start(), number, match) for match in re.finditer(_COMMENT, line))
            offset += len(line) + 1

    def covered(self, number: int) -> tuple[int, int]:
        """Return the first and last line that a comment on this line, its own, covers."""
        at = bisect_left(self._speaking, number)
        if at == len(self._speaking):
            return number + 1, number
        target = self._speaking[at]
        above = self.lines[self._speaking[at - 1]] if at else None
        if _BOUNDARY.match(self.lines[target]):
            # Above the first `---` of a file stands what belongs to the first document.
            start = self._speaking[at + 1] if above is None and at + 1 < len(self._speaking) else None
            return (target, target) if start is None else (start, self._document_end(start))
        if above is None or above.startswith("%") or _BOUNDARY.match(above):
            return target, self._document_end(target)
        item = _ITEM.match(self.lines[target])
        return target, self._item_end(at, len(item[1])) if item else target

    def _document_end(self, start: int) -> int:
        at = bisect_right(self._boundaries, start)
        return (self._boundaries[at] if at < len(self._boundaries) else len(self.lines)) - 1

    def _item_end(self, at: int, indent: int) -> int:
        while at + 1 < len(self._speaking):
            line = self.lines[self._speaking[at + 1]]
            if len(line) - len(line.lstrip(" ")) <= indent:
                break
            at += 1
        return self._speaking[at]
