"""The fastest YAML layer: documents as `kubectl` and most people write them, told from the shapes of their lines.

A document is cut at the entries of its outermost mapping. A shape (`tokens`) is checked once, and where its values stand
is found once; for each further section of that shape only the values that are of interest are looked at.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Final, NamedTuple, cast

from ownerlint.load.plain import UNREAD, WANTED, Body, Outline, Plain, UnsureError, body_of
from ownerlint.load.shape_values import Finder, Where, value
from ownerlint.load.shapes import is_sound
from ownerlint.load.tokens import AT_MARGIN, BLANK, COMMENT, EMPTY, NO_ELEMENTS, SPACES, Tokens

_READ: Final[frozenset[str]] = frozenset(
    {"name", "namespace", "uid", "ownerReferences", "finalizers", "deletionTimestamp", "resourceVersion"}
)
IGNORE_ANNOTATION: Final = "ownerlint.dev/ignore"
_OF_OBJECT: Final = WANTED | {"items"}
_SECTION: Final = re.compile(rf"[\0-{chr(AT_MARGIN - 1)}][^\0-{chr(AT_MARGIN - 1)}]*")
_BETWEEN: Final = frozenset({BLANK, SPACES, COMMENT})
_MOST_SHAPES: Final = 1 << 13
_MOST_CHARACTERS: Final = 1 << 21


class _Section(NamedTuple):
    """What is known of all sections of one shape.

    Attributes:
        key: of the entry; empty for an item of a list.
        bare: whether nothing stands behind the key, so that a list may follow at the margin.
        where: the members of interest: of an entry itself, of an item those of the item.
        unsure: whether only a parser can tell.
        lines: how many.
    """

    key: str
    bare: bool
    where: dict[str, Where]
    unsure: bool
    lines: int


class _Sections(dict[str, "_Section | None"]):
    """What is known of each shape; None for one that may be no YAML."""

    def __init__(self, tokens: Tokens) -> None:
        super().__init__()
        self._tokens = tokens
        self._characters = 0

    @property
    def full(self) -> bool:
        return len(self) > _MOST_SHAPES or self._characters > _MOST_CHARACTERS

    def renew(self) -> None:
        self.clear()
        self._characters = 0

    def __missing__(self, shape: str) -> _Section | None:
        self._characters += len(shape)
        section = self[shape] = self._look_at(shape)
        return section

    def _look_at(self, shape: str) -> _Section | None:
        tokens = list(map(self._tokens.known.__getitem__, shape))
        if not is_sound(tokens):
            return None
        first = tokens[0]
        bare = first.key is not None and first.style == EMPTY and all(token.style in _BETWEEN for token in tokens[1:])
        where: dict[str, Where] = {}
        unsure = False
        try:
            if first.dash:
                unsure = first.key is None
                where = {} if unsure else _of_interest(Finder(tokens, UNREAD).mapping(first.column, _OF_OBJECT))
            elif first.key == "items":
                unsure = not bare and first.style != NO_ELEMENTS
            elif first.key in _OF_OBJECT:
                where = _of_interest(Finder(tokens, UNREAD).mapping(0))
        except UnsureError:
            unsure = True
        return _Section("" if first.dash else first.key or "", bare and not first.dash, where, unsure, len(tokens))


def _of_interest(members: dict[str, Where]) -> dict[str, Where]:
    """Return the members of an object without the parts of its metadata that nobody reads."""
    metadata = members.get("metadata")
    if isinstance(metadata, dict):
        kept = {key: where for key, where in metadata.items() if key in _READ or key.lower().startswith("ownerref")}
        annotations = metadata.get("annotations")
        if isinstance(annotations, dict):
            kept["annotations"] = {key: where for key, where in annotations.items() if key == IGNORE_ANNOTATION}
        elif annotations is not None:
            kept["annotations"] = annotations
        members["metadata"] = kept
    return members


_NOTHING: Final = _Section("", False, {}, True, 0)
_TOKENS: Final = Tokens()
_SECTIONS: Final = _Sections(_TOKENS)


def read(chunk: bytes) -> Outline:
    """Return the outline of the one document in the chunk, which has no marker lines.

    The outline is valid until the next call.

    Raises:
        UnsureError: where another reader must decide, also from the outline's functions.
    """
    make_room()
    lines = chunk.split(b"\n")
    return _Document(lines, _shape(lines)).outline()


def section(part: bytes) -> dict[str, Plain]:
    """Return the value of one entry of the outermost mapping, by its key, without what nobody reads of it.

    Args:
        part: the lines of the entry, the first of which begins with one of the keys of interest.

    Raises:
        UnsureError: where another reader must decide.
    """
    lines = part.split(b"\n")
    found = _SECTIONS[_shape(lines)]
    if found is None or found.unsure:
        raise UnsureError
    return {key: value(where, lines, 0) for key, where in found.where.items()}


def body(chunk: bytes, left_out: frozenset[str]) -> dict[str, Body]:
    """Return the whole of the one document in the chunk as `Outline.body` does.

    Raises:
        UnsureError: where another reader must decide.
    """
    make_room()
    lines = chunk.split(b"\n")
    shape = _shape(lines)
    document = _Document(lines, shape)
    if not document.is_sound():
        raise UnsureError
    return document.body(left_out)


def known() -> int:
    """Return of how many shapes something is known."""
    return len(_SECTIONS)


def make_room() -> None:
    """Forget what is known of lines and shapes if it has become too much; outlines of before are not valid any more."""
    if _TOKENS.full or _SECTIONS.full:
        _TOKENS.renew()
        _SECTIONS.renew()


def _shape(lines: list[bytes]) -> str:
    try:
        return "".join(map(_TOKENS.__getitem__, lines))
    except OverflowError as error:
        raise UnsureError from error


class _Document:
    def __init__(self, lines: list[bytes], shape: str) -> None:
        self._lines = lines
        self._shape = shape

    def outline(self) -> Outline:
        """Return what stands at the outermost level."""
        shapes = _SECTION.findall(self._shape)
        start = len(self._lines) - sum(map(len, shapes))
        if not shapes or any(_TOKENS.known[character].style not in _BETWEEN for character in self._shape[:start]):
            raise UnsureError
        top: dict[str, Plain] = {}
        elements: list[tuple[int, _Section]] = []
        items: list[tuple[int, _Section]] | None = None  # the elements of the entry `items`
        before = _NOTHING  # the entry that an element would belong to
        for section in map(_SECTIONS.__getitem__, shapes):
            if section is None:
                raise UnsureError
            if section.key:
                before, elements = section, []
                if section.key in _OF_OBJECT:
                    self._enter(section, start, top)
                    items = elements if section.key == "items" else items
            elif before.bare and before.key not in WANTED:
                elements.append((start, section))
            else:
                raise UnsureError
            start += section.lines
        is_list = top.pop("items", None) is not None or bool(items)
        listed = partial(map, self._item, items or ()) if is_list else None
        return Outline(top, self.body, listed, text=partial(self._text, 0, len(self._lines)))

    def is_sound(self) -> bool:
        """Return whether the lines are a mapping, without a look at any value."""
        shapes = _SECTION.findall(self._shape)
        start = len(self._lines) - sum(map(len, shapes))
        bare = False
        for section in map(_SECTIONS.__getitem__, shapes):
            if section is None or not (section.key or bare):
                return False
            bare = section.bare if section.key else bare
        return bool(shapes) and all(_TOKENS.known[one].style in _BETWEEN for one in self._shape[:start])

    def _enter(self, section: _Section, start: int, top: dict[str, Plain]) -> None:
        """Add the value of an outermost entry; for `items`, an empty list or null, whatever elements follow."""
        if section.unsure or section.key in top:
            raise UnsureError
        if section.key == "items":
            top["items"] = None if section.bare else []
        else:
            top.update(self._values(section, start))

    def _item(self, found: tuple[int, _Section]) -> Outline:
        start, section = found
        if section.unsure or "items" in section.where:
            raise UnsureError
        end = start + section.lines
        body = partial(self._part, start, end)
        return Outline(self._values(section, start), body, text=partial(self._text, start, end))

    def _values(self, section: _Section, start: int) -> dict[str, Plain]:
        return {key: value(where, self._lines, start) for key, where in section.where.items()}

    def body(self, left_out: frozenset[str]) -> dict[str, Body]:
        return self._part(0, len(self._lines), left_out)

    def _text(self, start: int, end: int) -> bytes:
        return b"\n".join(self._lines[start:end])

    def _part(self, start: int, end: int, left_out: frozenset[str]) -> dict[str, Body]:
        tokens = list(map(_TOKENS.known.__getitem__, self._shape[start:end]))
        first = next(token for token in tokens if token.style not in _BETWEEN)
        found = value(Finder(tokens, left_out).mapping(first.column), self._lines, start)
        return cast("dict[str, Body]", body_of(found, frozenset()))
