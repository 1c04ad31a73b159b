"""Finding places in a JSON text."""

from __future__ import annotations

from ownerlint.load.json_walk import Member, Walker

Range = tuple[int, int]


class JsonFinder:
    """Finds places in one JSON value; see `positions.Finder`.

    Args:
        text: the text that holds the value.
        start: offset of the value.
    """

    def __init__(self, text: str, start: int) -> None:
        self._walker = Walker(text)
        self._start = start

    def find(self, item: tuple[int, ...], path: list[str | int]) -> Range:
        """Return where the value at a path in the object at `item` stands."""
        start, key, missing = self._walk(self._object(item), path)
        if missing or not path or key is None:
            return self._first_line(start)
        return (start, self._walker.end(start))

    def find_key(self, item: tuple[int, ...], path: list[str | int]) -> Range:
        """Return where the last key at a path stands."""
        _, key, missing = self._walk(self._object(item), path)
        return self.find(item, path) if key is None or missing else (key.key_start, key.key_end)

    def _object(self, item: tuple[int, ...]) -> int:
        start = self._start
        for index in item:
            # The first `items` will do: looking for another would mean reading through the whole of a large list.
            items = next((member for member in self._walker.members(start) if member.key == "items"), None)
            element = None if items is None else self._walker.element(items.value_start, index)
            if element is None:
                return start
            start = element
        return start

    def _walk(self, start: int, path: list[str | int]) -> tuple[int, Member | None, bool]:
        """Follow a path; return the last value that exists, its member, and whether something is missing."""
        member: Member | None = None
        for step in path:
            if isinstance(step, int):
                element = self._walker.element(start, step)
                if element is None:
                    return start, member, True
                start, member = element, None
            else:
                found = [one for one in self._walker.members(start) if one.key == step]
                if not found:
                    return start, member, True
                member = found[-1]
                start = member.value_start
        return start, member, False

    def _first_line(self, start: int) -> Range:
        """Return the range of a mapping's first member, so that the line is that of the first key; else the value's."""
        first = next(self._walker.members(start), None)
        if first is None:
            return (start, self._walker.end(start))
        return (first.key_start, self._walker.end(first.value_start))
