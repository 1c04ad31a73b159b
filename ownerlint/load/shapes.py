"""Shapes of block-style YAML: whether the lines make a sound document, told from their tokens alone.

The rules are stricter than YAML's: whatever passes is YAML, and means what the tokens say (YAML 1.1 sections 4.2 to 4.6).
Whatever does not pass is left to parsers.
"""

from __future__ import annotations

from collections.abc import Sequence

from ownerlint.load.tokens import (
    BLANK,
    BLOCK,
    BREAKS,
    CLOSES,
    COMMENT,
    EMPTY,
    FORBIDDEN,
    OPEN_DOUBLE,
    OPEN_SINGLE,
    OTHER,
    PLAIN,
    SPACES,
    TABBED,
    TEXT,
    Token,
)

_SKIPPED = frozenset({BLANK, SPACES, COMMENT})
_NO_ENTRY = frozenset({FORBIDDEN, OTHER, TABBED, TEXT})
_FURTHER = frozenset({BLOCK, OPEN_SINGLE, OPEN_DOUBLE})
_MAX_DEPTH = 60


def is_sound(tokens: Sequence[Token]) -> bool:
    """Return whether these lines are a part of a document that begins at the margin: an entry, or an item of a list."""
    return _Checker(tokens).check()


class _Checker:
    """The open collections, from the outside in, as column and whether it is a list."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._columns = [0]
        self._lists = [tokens[0].dash]

    def check(self) -> bool:
        """Return whether all lines fit."""
        tokens, columns, lists = self._tokens, self._columns, self._lists
        position, end = 0, len(tokens)
        waiting = False  # whether the entry before has no value yet
        while position < end:
            token = tokens[position]
            position += 1
            style = token.style
            if style in _SKIPPED:
                continue
            if style in _NO_ENTRY:
                return False
            # Most lines stand in the mapping that the line before stands in, or opens.
            if (token.dash or lists[-1] or token.indent != columns[-1]) and not self._place(token, waiting):
                return False
            waiting = style == EMPTY
            if style == PLAIN:
                position = self._text_end(position, token.column if token.key is not None else token.indent)
            elif style in _FURTHER:
                parent = token.column if token.key is not None else token.indent
                end_of = self._block_end if style == BLOCK else self._quoted_end
                stop = end_of(position, parent)
                if stop is None:
                    return False
                position = stop
        return len(columns) < _MAX_DEPTH

    def _place(self, token: Token, waiting: bool) -> bool:
        """Find the collection that an entry or item belongs to, or open it; return whether there is one."""
        columns, lists = self._columns, self._lists
        indent, dash = token.indent, token.dash
        if indent > columns[-1]:
            if not waiting:
                return False
            columns.append(indent)
            lists.append(dash)
        else:
            while columns[-1] > indent:
                columns.pop()
                lists.pop()
                waiting = False
            if columns[-1] != indent:
                return False
            if dash and not lists[-1]:
                # A list may stand at the very column of the mapping whose entry it is.
                if not waiting:
                    return False
                columns.append(indent)
                lists.append(True)
            elif lists[-1] and not dash:
                if len(columns) < 2 or columns[-2] != indent:
                    return False
                columns.pop()
                lists.pop()
        if dash and token.key is not None:
            columns.append(token.column)
            lists.append(False)
        return len(columns) < _MAX_DEPTH

    def _text_end(self, position: int, parent: int) -> int:
        """Return the line behind the further lines of a plain scalar."""
        tokens = self._tokens
        after = position
        while position < len(tokens):
            token = tokens[position]
            position += 1
            if token.style == TEXT and token.indent > parent:
                after = position
            elif token.style not in (BLANK, SPACES):
                break
        return after

    def _quoted_end(self, position: int, parent: int) -> int | None:
        """Return the line behind the further lines of a quoted scalar; None where it may be malformed."""
        single = self._tokens[position - 1].style == OPEN_SINGLE
        while position < len(self._tokens):
            token = self._tokens[position]
            position += 1
            if token.style in (BLANK, SPACES):
                continue
            found = token.single if single else token.double
            if found == BREAKS or token.style in (FORBIDDEN, TABBED) or token.indent <= parent:
                return None
            if found == CLOSES:
                return position
        return None

    def _block_end(self, position: int, parent: int) -> int | None:
        """Return the line behind a block scalar; None where it may be malformed."""
        indent = None
        tokens = self._tokens
        while position < len(tokens):
            token = tokens[position]
            if token.style == SPACES:
                if indent is None:
                    return None
            elif token.style == FORBIDDEN:
                return None
            elif token.style != BLANK:
                if token.indent <= parent:
                    break
                if indent is None:
                    if token.style == TABBED:
                        return None
                    indent = token.indent
                elif token.indent < indent:
                    return None
            position += 1
        return position
