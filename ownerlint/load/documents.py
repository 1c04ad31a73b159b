"""Cutting a stream into documents by its marker lines.

A line that begins with `---` or `...`, followed by a blank or the line's end, is a document marker wherever it stands:
YAML allows neither at the start of a line inside any scalar (YAML 1.1 section 4.3.1, `c-forbidden`). So the cut is
exact without parsing, and one broken document leaves the others readable. A JSON text cannot contain such a line at all.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_START: Final = b"---"
_MARKS: Final = (_START, b"...")
_ENDS: Final = (b"", b" ", b"\t", b"\n")
_MARKER: Final = re.compile(rb"\n(---|\.\.\.)(?=[ \t\n]|\Z)")


class Document(NamedTuple):
    """One document that is not empty.

    Attributes:
        start, end: offsets of its bytes, directives and `---` included.
        content: offset of the first byte of the first line with content; behind `---` if it stands on that line.
        first_line: line, from 1, where `start` stands.
        line: line, from 1, of the first content.
    """

    start: int
    end: int
    content: int
    first_line: int
    line: int


def split(data: bytes) -> list[Document]:
    """Return the documents of a text (see `text.to_utf8`) that hold more than blanks and comments, in order."""
    found: list[Document] = []
    counted = (0, 1)  # offset, and the line it stands in

    def emit(start: int, marker: int | None, stop: int, end: int) -> None:
        nonlocal counted
        content = _content(data, start, stop) if marker is None else _content_behind(data, marker, stop)
        if content is None:
            return
        first_line = counted[1] + data.count(b"\n", counted[0], start)
        line = first_line + data.count(b"\n", start, content)
        counted = (content, line)
        found.append(Document(start, end, content, first_line, line))

    start, marker = 0, None
    for offset, is_start in _markers(data):
        if is_start:
            if marker is not None or not _only_directives(data, start, offset):
                emit(start, marker, offset, offset)
                start = offset
            marker = offset
        else:
            end = data.find(b"\n", offset) + 1 or len(data)
            emit(start, marker, offset, end)
            start, marker = end, None
    emit(start, marker, len(data), len(data))
    return found


def _markers(data: bytes) -> list[tuple[int, bool]]:
    """Return where the marker lines begin, in order, and whether each is `---`."""
    found = [(match.end() - 3, match[1] == _START) for match in _MARKER.finditer(data)]
    if data[:3] in _MARKS and data[3:4] in _ENDS:
        found.insert(0, (0, data[:3] == _START))
    return found


def _content(data: bytes, start: int, stop: int) -> int | None:
    """Return the offset of the first thing that is neither blank nor comment."""
    while start < stop:
        end = data.find(b"\n", start, stop)
        end = stop if end < 0 else end
        line = data[start:end].strip(b" \t")
        if line and not line.startswith(b"#"):
            return start
        start = end + 1
    return None


def _content_behind(data: bytes, marker: int, stop: int) -> int | None:
    behind = marker + len(_START)
    end = data.find(b"\n", behind, stop)
    end = stop if end < 0 else end
    rest = data[behind:end].strip(b" \t")
    if rest and not rest.startswith(b"#"):
        return behind
    return _content(data, end + 1, stop)


def _only_directives(data: bytes, start: int, stop: int) -> bool:
    """Return whether these lines, which stand before `---`, are directives, comments and blanks, so they belong to it."""
    lines = data[start:stop].split(b"\n") if stop - start < 4096 else ()
    return any(line.startswith(b"%") for line in lines) and all(
        line.startswith(b"%") or line.strip(b" \t")[:1] in (b"", b"#") for line in lines
    )
