"""Walking a JSON text by offsets, without making objects of what is passed by."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

_BLANKS: Final = re.compile(r"[ \t\n\r]*")


class Member(NamedTuple):
    """A key of a mapping, and where it and its value stand: offsets of characters, the end exclusive."""

    key: str
    key_start: int
    key_end: int
    value_start: int


class Walker:
    """A valid JSON text, to be walked."""

    def __init__(self, text: str) -> None:
        self._text = text
        decode: Any = json.JSONDecoder()  # the type information leaves out its C functions
        self._scan = decode.scan_once
        self._elements: dict[int, list[int]] = {}

    def skip(self, position: int) -> int:
        """Return the offset of what follows the blanks."""
        match = _BLANKS.match(self._text, position)
        return match.end() if match else position

    def end(self, position: int) -> int:
        """Return the offset behind the value that begins at the position."""
        end: int = self._scan(self._text, position)[1]
        return end

    def members(self, position: int) -> Iterator[Member]:
        """Yield the members of the mapping that begins at the position; nothing where there is no mapping."""
        text = self._text
        if text[position : position + 1] != "{":
            return
        position = self.skip(position + 1)
        while text[position] != "}":
            key, end = self._scan(text, position)
            value = self.skip(self.skip(end) + 1)
            yield Member(key, position, end, value)
            position = self.skip(self.end(value))
            if text[position] == ",":
                position = self.skip(position + 1)

    def element(self, position: int, index: int) -> int | None:
        """Return the offset of an element of the list that begins at the position; None where there is none."""
        if self._text[position : position + 1] != "[":
            return None
        starts = self._elements.setdefault(position, [])
        while len(starts) <= index:
            here = self.skip(position + 1) if not starts else self.skip(self.end(starts[-1]))
            if starts and self._text[here] == ",":
                here = self.skip(here + 1)
            if self._text[here] == "]":
                return None
            starts.append(here)
        return starts[index]
