"""Symbolic places → lines and columns, for the few documents that have findings."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Protocol

from ownerlint.load.plain import steps
from ownerlint.load.records import LoadOptions, UnreadableError
from ownerlint.model import Place, Source, Span

if TYPE_CHECKING:
    from ownerlint.load.documents import Document

Range = tuple[int, int]

_RENDERED = re.compile(rb"(?:---[ \t]*)?\n*# Source: ([^\s:]{1,500}/(?:templates|crds)/[^\s:]{1,500})[ \t]*\n")


class Finder(Protocol):
    """Finds places in one document; offsets are those of characters in the document's text."""

    def find(self, item: tuple[int, ...], path: list[str | int]) -> Range:
        """Return where the value at a path in the object at `item` stands; see `Positions.span`."""

    def find_key(self, item: tuple[int, ...], path: list[str | int]) -> Range:
        """Return where the last key at a path stands; the same as `find` where there is no such key."""


class Positions:
    """The lines and columns of one file. Reads the file once more, and parses only the documents that are asked for.

    Args:
        source: the file, as it was loaded.
        options: as it was loaded with.

    A file that has changed or vanished in the meantime gives first lines, never an error.
    """

    def __init__(self, source: Source, options: LoadOptions) -> None:
        self._source = source
        self._options = options
        self._finders: dict[int, tuple[Finder, int]] = {}

    @cached_property
    def text(self) -> str:
        """The file's text, without byte order mark, each line ending in a line feed; empty where it is unreadable."""
        return self._data.decode("utf-8")

    def span(self, place: Place, path: str = "") -> Span:
        """Return where a value stands: one line, for a longer value its first.

        Args:
            place: where the object stands.
            path: symbolic path in the object, such as `metadata.ownerReferences[0].uid`; empty for the object, meaning
                its first line. For a list or mapping in block style, and for a value left empty, the key stands in. For
                a path that does not exist, the first line of the nearest thing around it that does.
        """
        return self._locate(place, path, key=False)

    def key_span(self, place: Place, path: str) -> Span:
        """Return where the key at the end of a path stands, the last one where it stands several times."""
        return self._locate(place, path, key=True)

    def lines(self, first: int, last: int) -> list[str]:
        """Return the text of the lines from `first` to `last`, both included and counted from 1, without line ends."""
        starts = self._line_starts
        found = []
        for line in range(max(first, 1), min(last, len(starts)) + 1):
            end = starts[line] - 1 if line < len(starts) else len(self.text)
            found.append(self.text[starts[line - 1] : end])
        return found

    def template(self, place: Place) -> str:
        """Return the path that Helm's comment above a document names, such as `web/templates/config.yaml`; else empty.

        `helm template` writes `# Source: CHART/templates/FILE` below the `---` of each document, or `CHART/crds/FILE`.
        """
        if place.document >= len(self._documents):
            return ""
        document, _ = self._documents[place.document]
        match = _RENDERED.match(self._data, document.start, document.content)
        return match[1].decode("utf-8") if match else ""

    @cached_property
    def _data(self) -> bytes:
        from ownerlint.load.text import read_bytes, to_utf8  # noqa: PLC0415 - start-up

        try:
            return to_utf8(read_bytes(self._source, self._options))
        except UnreadableError:
            return b""

    @cached_property
    def _line_starts(self) -> list[int]:
        starts, position = [0], self.text.find("\n")
        while position >= 0:
            starts.append(position + 1)
            position = self.text.find("\n", position + 1)
        return starts

    @cached_property
    def _documents(self) -> list[tuple[Document, Range | None]]:
        """The documents by number; for JSON, where the value stands in the document, in bytes from its content."""
        from ownerlint.load.documents import split  # noqa: PLC0415 - start-up

        found: list[tuple[Document, Range | None]] = []
        for document in split(self._data):
            found += [(document, value) for value in self._values(document)]
        return found

    @cached_property
    def _begins(self) -> list[int]:
        """How many characters of the file stand before each document's text."""
        offsets = [document.start if value is None else document.content for document, value in self._documents]
        if self._data.isascii():
            return offsets
        between = pairwise((0, *offsets))
        return [*accumulate(len(self._data[start:end].decode("utf-8")) for start, end in between)]

    def _values(self, document: Document) -> list[Range | None]:
        from ownerlint.load.json_file import ranges  # noqa: PLC0415 - start-up
        from ownerlint.load.reader import is_json  # noqa: PLC0415 - start-up

        if not is_json(self._source, self._data, document):
            return [None]
        try:
            return [*ranges(self._data[document.content : document.end].decode("utf-8"))]
        except UnreadableError:
            return [None]

    def _locate(self, place: Place, path: str, *, key: bool) -> Span:
        if place.document >= len(self._documents):
            return Span(1, 1, 1, 2)
        finder, offset = self._finder(place.document)
        find = finder.find_key if key else finder.find
        try:
            start, end = find(place.item, steps(path))
        except RecursionError:
            start, end = 0, 1
        return self._span(offset + start, offset + end)

    def _finder(self, number: int) -> tuple[Finder, int]:
        """Return the finder of a document, and how many characters of the file stand before the document's text."""
        if number not in self._finders:
            self._finders[number] = (self._new_finder(*self._documents[number]), self._begins[number])
        return self._finders[number]

    def _new_finder(self, document: Document, value: Range | None) -> Finder:
        from ownerlint.load.json_finder import JsonFinder  # noqa: PLC0415 - start-up
        from ownerlint.load.tree import parse  # noqa: PLC0415 - heavy
        from ownerlint.load.tree_finder import TreeFinder  # noqa: PLC0415 - heavy

        if value is not None:
            return JsonFinder(self._data[document.content : document.end].decode("utf-8"), value[0])
        try:
            root = parse(self._data[document.start : document.end])
        except UnreadableError:
            root = None
        return TreeFinder(root)

    def _span(self, start: int, end: int) -> Span:
        starts = self._line_starts
        line = bisect_right(starts, start)
        line_start = starts[line - 1]
        line_end = starts[line] - 1 if line < len(starts) else len(self.text)
        end = min(end, line_end)
        text = self.text[start:end].rstrip()
        return Span(line, start - line_start + 1, line, start - line_start + 1 + max(len(text), 1))
