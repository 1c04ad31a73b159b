"""Symbolic places to file, line and column: re-reads only the files that findings stand in, each once."""

from __future__ import annotations

from collections.abc import Mapping

from ownerlint.finding import Location
from ownerlint.load import LoadOptions, Positions
from ownerlint.model import Pointer, Source, Span, Spot


class FileLocator:
    """Locates pointers in the files that were read.

    Args:
        sources: by display path.
        options: as the files were loaded.
    """

    def __init__(self, sources: Mapping[str, Source], options: LoadOptions) -> None:
        self._sources = sources
        self._options = options
        self._positions: dict[str, Positions] = {}

    def locate(self, where: Pointer | Spot) -> Location:
        """Return the file, line and column of a place."""
        if isinstance(where, Spot):
            return Location(where.file, where.span)
        place = where.object.place
        positions = self.positions(place.file)
        find = positions.key_span if where.key else positions.span
        return Location(place.file, find(place, where.path))

    def template_of(self, where: Pointer | Spot) -> str:
        """Return the path of the template that an object was rendered from, as a comment of Helm says; else empty."""
        return "" if isinstance(where, Spot) else self.positions(where.object.place.file).template(where.object.place)

    def positions(self, file: str) -> Positions:
        """Return the positions of one file, reading it again the first time."""
        if file not in self._positions:
            self._positions[file] = Positions(self._sources[file], self._options)
        return self._positions[file]

    def snippets(self, locations: list[Location]) -> dict[tuple[str, int], str]:
        """Return the text of the lines that these locations start on."""
        found: dict[tuple[str, int], str] = {}
        for location in locations:
            span: Span | None = location.span
            if span is not None and (location.file, span.line) not in found and location.file in self._sources:
                # A file that cannot be decoded has no lines to show.
                for text in self.positions(location.file).lines(span.line, span.line):
                    found[location.file, span.line] = text
        return found
