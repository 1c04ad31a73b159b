"""The first lines of many objects of one file at once, without parsing what the line structure already tells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from ownerlint.load.documents import Document, split
from ownerlint.load.positions import Positions
from ownerlint.load.reader import is_json
from ownerlint.load.records import LoadOptions, UnreadableError
from ownerlint.load.text import read_bytes, to_utf8
from ownerlint.model import Place, Source

_ITEMS = re.compile(rb"^items:[ \t]*\n((?:[ \t]*(?:#[^\n]*)?\n)*)( *)- ", re.MULTILINE)
_KEY = re.compile(rb"[A-Za-z\"']")


def first_lines(source: Source, places: Sequence[Place], options: LoadOptions) -> list[int | None]:
    """Return the line, from 1, on which each object begins, as `Positions.span` has it; None where there is none.

    Args:
        source: the file, as it was loaded.
        places: where the objects stand, in the order of the file.
        options: as the file was loaded with.

    An object whose file has changed or vanished in the meantime has no line, unless it was known when it was loaded.
    """
    return list(_Lines(source, options).of(places))


class _Lines:
    """The lines of one file."""

    def __init__(self, source: Source, options: LoadOptions) -> None:
        self._source = source
        self._positions = Positions(source, options)
        self._options = options
        self._items: dict[int, list[int] | None] = {}

    def of(self, places: Sequence[Place]) -> Iterator[int | None]:
        """Yield the first line of each object."""
        counts = self._counts(places)
        for place in places:
            yield self._of(place, counts)

    def _counts(self, places: Iterable[Place]) -> dict[int, int]:
        """Return for each document that is a list how many items it has at least."""
        counts: dict[int, int] = {}
        for place in places:
            if place.item:
                counts[place.document] = max(counts.get(place.document, 0), place.item[0] + 1)
        return counts

    def _of(self, place: Place, counts: dict[int, int]) -> int | None:
        if not self._data:
            return None
        if place.document >= len(self._documents) or self._is_json[place.document]:
            return self._positions.span(place).line
        if not place.item:
            document = self._documents[place.document]
            plain = _KEY.match(self._data, document.content)
            return document.line if plain else self._positions.span(place).line
        if place.document not in self._items:
            self._items[place.document] = self._item_lines(self._documents[place.document], counts[place.document])
        lines = self._items[place.document]
        return self._positions.span(place).line if lines is None or len(place.item) > 1 else lines[place.item[0]]

    def _item_lines(self, document: Document, count: int) -> list[int] | None:
        """Return the line of each item of a list in block style; None where the line structure does not tell.

        No other line can begin like an item, except inside a quoted scalar; then there are more such lines than items.
        """
        found = _ITEMS.search(self._data, document.start, document.end)
        if found is None:
            return None
        item = re.compile(rb"^" + found[2] + rb"-(?![^ \n])(?: *([^ \n#]))?", re.MULTILINE)
        lines: list[int] = []
        position, line = document.start, document.first_line
        for match in item.finditer(self._data, found.start(2), document.end):
            if match[1] is None or not _KEY.match(match[1]):
                return None
            line += self._data.count(b"\n", position, match.start())
            position = match.start()
            lines.append(line)
        return lines if len(lines) == count else None

    @cached_property
    def _data(self) -> bytes:
        try:
            return to_utf8(read_bytes(self._source, self._options))
        except UnreadableError:
            return b""

    @cached_property
    def _documents(self) -> list[Document]:
        return split(self._data)

    @cached_property
    def _is_json(self) -> list[bool]:
        return [is_json(self._source, self._data, document) for document in self._documents]
