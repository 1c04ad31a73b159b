"""Tokens → where the values of an object stand: what can be told of all objects of one shape at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from ownerlint.load.plain import Plain, UnsureError
from ownerlint.load.scalars import resolve
from ownerlint.load.tokens import (
    BLANK,
    BLOCK,
    COMMENT,
    COMMENTED,
    DOUBLE,
    EMPTY,
    NO_ELEMENTS,
    NO_MEMBERS,
    OPAQUE,
    PLAIN,
    SINGLE,
    SPACES,
    WORDS,
    Token,
)

_SKIPPED: Final = frozenset({BLANK, SPACES, COMMENT})


class Leaf(NamedTuple):
    """A scalar, or an empty collection: the line it stands on, what `Token` tells of it, and the column of its entry."""

    line: int
    offset: int
    style: str
    column: int


# In quotes, because a type cannot name itself at run time before Python 3.14.
Where: TypeAlias = "Leaf | list[Where] | dict[str, Where] | None"


class Finder:
    """Finds where the values of one part of a document stand.

    Args:
        tokens: of its lines, which must be sound (`shapes.is_sound`).
        left_out: keys whose values are passed over, at any depth.
    """

    def __init__(self, tokens: Sequence[Token], left_out: frozenset[str]) -> None:
        self._tokens = tokens
        self._left_out = left_out
        self._at = 0

    def mapping(self, column: int, wanted: frozenset[str] | None = None) -> dict[str, Where]:
        """Return the members of the mapping whose first entry is the next token.

        Args:
            column: where its entries begin.
            wanted: the keys whose values are of interest in this mapping; None for all.

        Raises:
            UnsureError: a key of interest stands twice, here or in a value.
        """
        found: dict[str, Where] = {}
        seen: set[str] = set()
        first = True
        while self._more():
            token = self._tokens[self._at]
            key = token.key
            if token.column != column or key is None or (token.dash and not first):
                break
            first = False
            self._at += 1
            if wanted is not None and key not in wanted:
                self._pass_over(column, lists=True)
                continue
            if key in seen:
                raise UnsureError
            seen.add(key)
            if key in self._left_out:
                self._pass_over(column, lists=True)
            else:
                found[key] = self._value(token, column)
        return found

    def _value(self, token: Token, column: int) -> Where:
        """Return the value of an entry of the mapping at a column, or of a list's item at it."""
        line = self._at - 1
        if token.style != EMPTY:
            further = self._pass_over(column, token.key is not None)
            return Leaf(line, token.offset, OPAQUE if further and token.style != BLOCK else token.style, column)
        if not self._more():
            return None
        after = self._tokens[self._at]
        if after.dash and after.indent >= column:
            return self._elements(after.indent)
        return self.mapping(after.indent) if after.indent > column else None

    def _elements(self, column: int) -> list[Where]:
        found: list[Where] = []
        while self._more():
            token = self._tokens[self._at]
            if not token.dash or token.indent != column:
                break
            if token.key is not None:
                found.append(self.mapping(token.column))
            else:
                self._at += 1
                found.append(self._value(token, column))
        return found

    def _more(self) -> bool:
        """Skip blanks and comments; return whether anything is left."""
        tokens = self._tokens
        while self._at < len(tokens) and tokens[self._at].style in _SKIPPED:
            self._at += 1
        return self._at < len(tokens)

    def _pass_over(self, column: int, lists: bool) -> bool:
        """Skip what belongs to the entry at a column, a list at the same column too; return whether there is anything."""
        tokens, at, end = self._tokens, self._at, len(self._tokens)
        found = False
        while at < end:
            token = tokens[at]
            if token.style not in _SKIPPED:
                indent = token.indent
                if indent < column or (indent == column and not (lists and token.dash)):
                    break
                found = True
            at += 1
        self._at = at
        return found


def value(where: Where, lines: Sequence[bytes], start: int) -> Plain:
    """Return the value that stands there.

    Args:
        where: its place.
        lines: of the document.
        start: number of the line that `where` counts from.

    Raises:
        UnsureError: where only a parser can tell.
    """
    if where.__class__ is Leaf:
        return _scalar(where, lines, start)
    if isinstance(where, dict):
        return {
            # Most members are scalars, and all this is done for each object.
            key: _scalar(member, lines, start) if member.__class__ is Leaf else value(member, lines, start)
            for key, member in where.items()
        }
    if isinstance(where, list):
        return [value(element, lines, start) for element in where]
    return None


def _scalar(leaf: Leaf, lines: Sequence[bytes], start: int) -> Plain:
    number, offset, style, column = leaf
    text = lines[start + number][offset:].decode()
    if style == PLAIN:
        return resolve(text.rstrip(" "))
    if style in (SINGLE, DOUBLE):
        return text[1:-1]
    if style == BLOCK:
        return _block(text.rstrip(" "), lines, start + number + 1, column)
    return _seldom(text, style)


def _seldom(text: str, style: str) -> Plain:
    """Return the value of a style that few lines have."""
    if style == NO_MEMBERS:
        return {}
    if style == NO_ELEMENTS:
        return []
    if style == COMMENTED:
        return resolve(text.partition(" #")[0].rstrip(" "))
    if style == WORDS:
        return [_word(word.strip(" ")) for word in text.strip(" ")[1:-1].split(",")]
    raise UnsureError


def _word(text: str) -> Plain:
    return text[1:-1] if text[0] in "\"'" else resolve(text)


def _block(header: str, lines: Sequence[bytes], start: int, column: int) -> str:
    """Return the value of a block scalar in literal style whose text begins at that line or a later one.

    The text is deeper than the column of its entry.
    """
    if header not in ("|", "|-"):
        raise UnsureError
    found: list[bytes] = []
    indent = 0
    for line in lines[start:]:
        own = len(line) - len(line.lstrip(b" "))
        if own < len(line):
            indent = indent or own
            if own < indent or own <= column:
                break
        found.append(line[indent:])
    else:
        if header == "|" and found and found[-1]:
            raise UnsureError  # the text ends without a line end, and so does the value
    while found and not found[-1]:
        found.pop()
    end = "\n" if header == "|" and found else ""
    return b"\n".join(found).decode() + end
