"""Lines → tokens: what a line of plain block-style YAML is, told from the line alone.

A token says where the line is indented, which key it has and which style of value, but not the value. So the lines of
ten thousand objects have a few hundred tokens, and the tokens of a section, one character each, are its shape.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ownerlint.load.plain import Literal
from ownerlint.load.scalars import resolve

EMPTY: Final = "empty"
PLAIN: Final = "plain"
SINGLE: Final = "single-quoted"
DOUBLE: Final = "double-quoted"
NO_MEMBERS: Final = "{}"
NO_ELEMENTS: Final = "[]"
BLOCK: Final = "block"
COMMENTED: Final = "commented"
"""A plain value with a comment behind it."""
WORDS: Final = "words"
"""A list of simple words in flow style."""
OPAQUE: Final = "opaque"
"""A whole value on its line whose meaning is for other readers to tell: escapes, a quoted value with a comment."""
OPEN_SINGLE: Final = "open-single"
OPEN_DOUBLE: Final = "open-double"
"""A quoted value that goes on behind its line."""
TEXT: Final = "text"
"""No entry: may be the continuation of a plain scalar, or the line of a block scalar."""
BLANK: Final = "blank"
SPACES: Final = "spaces"
COMMENT: Final = "comment"
OTHER: Final = "other"
"""Anything else; it can stand in a block scalar."""
TABBED: Final = "tabbed"
"""A tab stands where indentation may be."""
FORBIDDEN: Final = "forbidden"
"""Characters that YAML forbids, or takes for line ends."""

GOES_ON: Final = "goes-on"
CLOSES: Final = "closes"
BREAKS: Final = "breaks"

AT_MARGIN: Final = 0x800
"""Characters below this stand for lines that begin an entry at the margin, so that a shape can be cut there."""
_LAST: Final = 0xD7FF
_NO_ENTRY: Final = frozenset({TEXT, OTHER, TABBED, COMMENT})
_LONGEST_KEPT: Final = 160
_MOST_KEPT: Final = 1 << 17
_MOST_VALUES: Final = 256

# No blank in a key, and nothing that could be a comment, an anchor, an alias, a tag or a quoted key.
_LINE: Final = re.compile(
    rb"(?P<indent> *)(?P<dash>- +)?"
    rb"(?:(?P<key>[A-Za-z_./$][\w./:{}\",=$+-]{0,200}|\"[ !#-\[\]-~]{1,200}\"|'[ -&(-~]{1,200}'"
    rb"|\([ !-\"$-9;-~]{0,200}[!-\"$-9;-~]):(?: +|\Z))?"
    rb"(?P<rest>[ -~\t\x80-\xff]*)"
)
# C1 controls with the next-line character, the other line ends of Unicode, byte order marks, and noncharacters.
_FORBIDDEN: Final = re.compile(rb"\xc2[\x80-\x9f]|\xe2\x80[\xa8\xa9]|\xef\xbb\xbf|\xef\xbf[\xbe\xbf]")
# Values that are of one style at a glance: plain without blanks, or quoted, without quotes and escapes inside.
_GLANCE: Final = re.compile(rb"([\w./][!#-&(-\[\]-~]*(?<!:))|(\"[ !#-&(-\[\]-~]*\")|('[ !#-&(-\[\]-~]*')")
_glance: Final = _GLANCE.fullmatch
_NO_PLAIN_START: Final = frozenset(b"-?:,[]{}#&*!|>'\"%@` ")
_HEADER: Final = re.compile(rb"[|>][-+]? *")
_QUOTED: Final = re.compile(rb"(?:'(?:[^']|'')*'|\"(?:[^\"\\]|\\[\"\\/nrt0 ])*\")(?: +(?:#.*)?)?")
_OPEN: Final = re.compile(rb"'(?:[^']|'')*|\"(?:[^\"\\]|\\[\"\\/nrt0 ])*\\?")
_ESCAPE: Final = re.compile(rb"\\(?:[\"\\/nrt0 ]|\Z)")
_WORD: Final = rb"(?:[A-Za-z][\w./-]*|\"[\w./* -]*\"|'[\w./* -]*')"
_EMPTY_COLLECTIONS: Final = {b"{}": NO_MEMBERS, b"{ }": NO_MEMBERS, b"[]": NO_ELEMENTS, b"[ ]": NO_ELEMENTS}
_FLOW_LIST: Final = re.compile(rb"\[ ?" + _WORD + rb"(?:, ?" + _WORD + rb")* ?\] *")


class Token(NamedTuple):
    """What a line is.

    Attributes:
        indent: columns of blanks before the first character.
        column: where the entry begins: behind the dash of a list item, if there is one.
        dash: whether the line begins a list item.
        key: of a mapping's entry; None for anything else.
        style: one of the constants of this module.
        offset: where the value begins.
        single, double: what the line would be to such a quoted value that it is a part of: GOES_ON, CLOSES or BREAKS.
    """

    indent: int
    column: int
    dash: bool
    key: str | None
    style: str
    offset: int
    single: str
    double: str


class _Head:
    """A key with what stands before it: the tokens of its lines by group of `_GLANCE`, and how many lines are kept."""

    __slots__ = ("styles", "values")

    def __init__(self) -> None:
        self.styles = [""] * (_GLANCE.groups + 1)
        self.values = 0


class Tokens(dict[bytes, str]):
    """The token of each line, as one character; lines are looked at when they are first asked for.

    `known` gives the token of a character. Characters of former lines keep their meaning until `renew`.
    """

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[str, Token] = {}
        self._characters: dict[Token, str] = {}
        self._next = [0, AT_MARGIN]
        self._heads: dict[bytes, _Head] = {}  # by what stands before `: `

    def __missing__(self, line: bytes) -> str:
        name, _, rest = line.partition(b": ")
        glance = _glance(rest)
        if glance is None:
            character = self._slowly(line)
        else:
            group = glance.lastindex or 0
            head = self._heads.get(name)
            if head is not None:
                character = head.styles[group]
                if character:
                    if head.values < _MOST_VALUES:
                        head.values += 1
                        self[line] = character
                    return character
            character = self._slowly(line)
            if self.known[character].offset == len(name) + 2:
                self._heads.setdefault(name, _Head()).styles[group] = character
        if len(line) < _LONGEST_KEPT:
            self[line] = character
        return character

    def _slowly(self, line: bytes) -> str:
        token = tokenize(line)
        return self._characters.get(token) or self._new(token)

    @property
    def full(self) -> bool:
        """Whether it is time for `renew`; a document more does no harm."""
        return (
            len(self) > _MOST_KEPT
            or len(self._heads) > _MOST_KEPT
            or self._next[0] > AT_MARGIN // 2
            or self._next[1] > _LAST // 2
        )

    def renew(self) -> None:
        """Forget everything, which gives the characters new meanings."""
        self.clear()
        self._heads.clear()
        self.known.clear()
        self._characters.clear()
        self._next = [0, AT_MARGIN]

    def _new(self, token: Token) -> str:
        inner = not (token.indent == 0 and (token.dash or token.key is not None))
        number = self._next[inner]
        if number >= (_LAST if inner else AT_MARGIN):
            raise OverflowError
        self._next[inner] = number + 1
        character = self._characters[token] = chr(number)
        self.known[character] = token
        return character


def tokenize(line: bytes) -> Token:
    """Return what a line is."""
    match = _LINE.fullmatch(line)
    if match is None or (not line.isascii() and _FORBIDDEN.search(line)):
        return Token(0, 0, False, None, FORBIDDEN, 0, BREAKS, BREAKS)
    indent = match.end("indent")
    if indent == len(line):
        return Token(0, 0, False, None, SPACES if line else BLANK, 0, GOES_ON, GOES_ON)
    single = _in_quotes(line.replace(b"''", b""), b"'") if b"'" in line else GOES_ON
    double = _in_quotes(_ESCAPE.sub(b"", line), b'"') if b'"' in line or b"\\" in line else GOES_ON
    raw_key, dash = match["key"], match["dash"] is not None
    key = _key(raw_key) if raw_key else None
    if b"\t" in line:
        style = TABBED if line[indent : indent + 1] == b"\t" else OTHER
    elif line[indent] == ord("#"):
        style = COMMENT
    else:
        rest = match["rest"]
        style = _style(rest)
        if raw_key is None:
            if not dash:
                # Inside a plain scalar a line may begin with nearly anything.
                style = TEXT if style == PLAIN or (rest[0] not in b"-:?" and _plain_style(rest) == PLAIN) else OTHER
            elif style == EMPTY:
                style = OTHER
        elif key is None:
            style = OTHER
    if style in _NO_ENTRY:
        return Token(indent, indent, False, None, style, 0, single, double)
    column = match.end("dash") if dash else indent
    return Token(indent, column, dash, key, style, match.start("rest"), single, double)


def _in_quotes(line: bytes, quote: bytes) -> str:
    """Return what a line without escapes is to a value in these quotes."""
    if b"\\" in line and quote == b'"':
        return BREAKS
    before, found, behind = line.partition(quote)
    return BREAKS if behind else CLOSES if found and before else GOES_ON if not found else BREAKS


def _key(raw: bytes) -> str | None:
    """Return the key as in JSON; None where only a parser can tell."""
    text = raw.decode("ascii")
    if text[0] in "\"'":
        return text[1:-1]
    value = resolve(text)
    if isinstance(value, Literal) and value.type == "boolean":
        return "true" if value.value else "false"
    return text if value is text else None


def _style(rest: bytes) -> str:
    if not rest or rest[0] == ord("#"):
        return EMPTY
    first = rest[0]
    if first not in _NO_PLAIN_START or (first == ord("-") and rest[1:2] not in (b"", b" ")):
        return _plain_style(rest)
    if first in b"'\"":
        return _quoted_style(rest)
    if first in b"|>":
        return BLOCK if _HEADER.fullmatch(rest) else OTHER
    return _EMPTY_COLLECTIONS.get(rest) or (WORDS if _FLOW_LIST.fullmatch(rest) else OTHER)


def _quoted_style(rest: bytes) -> str:
    single = rest[0] == ord("'")
    if len(rest) > 1 and rest.count(rest[0]) == 2 and rest[-1] == rest[0] and b"\\" not in rest:
        return SINGLE if single else DOUBLE
    if _QUOTED.fullmatch(rest):
        return OPAQUE
    return OTHER if not _OPEN.fullmatch(rest) else OPEN_SINGLE if single else OPEN_DOUBLE


def _plain_style(rest: bytes) -> str:
    if b" #" in rest:
        before = rest.partition(b" #")[0].rstrip(b" ")
        return OTHER if b": " in before or before.endswith(b":") else COMMENTED
    return OTHER if b": " in rest or rest.rstrip(b" ").endswith(b":") else PLAIN
