"""Whether text that libyaml takes for YAML may hold what other readers refuse: aliases, and collections as keys.

libyaml's parser knows neither of which anchor an alias speaks nor that a Kubernetes object has only strings for keys. Both
need marks that can only stand where a node begins, or inside a collection in flow style. The same characters are common in
prose and in scripts, which stand in scalars.
"""

from __future__ import annotations

import re
from typing import Final

_ALIAS: Final = b"*"
_KEY: Final = b"?"
_MARKS: Final = (_ALIAS, _KEY, b"[", b"{")
# Scalars and commas on one line; an alias is none of them.
_COLLECTION: Final = re.compile(
    rb"(?:\[(?:[^\[\]{}\n*\"']|\"[^\"\n\\]*\"|'[^'\n]*')*\]|\{(?:[^\[\]{}\n*\"'?]|\"[^\"\n\\]*\"|'[^'\n]*')*\})"
    rb"(?= *(?:#.*)?(?:\n|\Z))"
)
_INDICATORS: Final = (b":", b"-", b"?")
_BLANKS: Final = frozenset(b" \n")
_NO_NAME: Final = (b"", b" ", b"\n")
_AS_KEY: Final = re.compile(rb"[\]}\w\"'-] *:(?: |\Z)")
_PROPERTY: Final = (b"&", b"!")
_PROPERTIES: Final = re.compile(rb"[#&!]")
_HEADER: Final = re.compile(rb"(?P<dashes>(?:- +)*)(?P<key>.*: +)?[|>][-+0-9]*(?: +#.*)?")
_WINDOW: Final = 1 << 12
"""Bytes before a line in which the line above it must begin."""
_FEW: Final = 200
_OFTEN: Final = 256
"""Bytes; text with more than a mark in so many is not worth looking at."""


def may_alias_or_nest_keys(text: bytes) -> bool:
    """Return whether there may be an alias, a complex key, or a collection in flow style that is not a simple one.

    Args:
        text: block-style YAML that libyaml accepts, beginning with a key.
    """
    room = _FEW + len(text) // _OFTEN
    for mark in _MARKS:
        here = text.find(mark)
        while here >= 0:
            behind = here + 1
            # Inside a collection in flow style, its beginning tells.
            if text[here - 1] in _BLANKS and _may_be_node(text, here, mark):
                behind = _end_of_block_scalar(text, here)
                if not behind:
                    return True
            room -= 1
            if not room:
                return True
            here = text.find(mark, behind)
    return False


def _may_be_node(text: bytes, here: int, mark: bytes) -> bool:
    """Return whether the mark begins a node that matters, unless it stands in a block scalar."""
    # The name of an alias follows its mark at once, a complex key never does.
    if mark in (_ALIAS, _KEY) and (text[here + 1 : here + 2] in _NO_NAME) is (mark == _ALIAS):
        return False
    start = text.rfind(b"\n", 0, here) + 1
    lead = text[start:here].rstrip(b" ")
    # An anchor or a tag may stand before the node.
    if lead and lead[-1:] not in _INDICATORS and lead[lead.rfind(b" ") + 1 :][:1] not in _PROPERTY:
        return False
    if mark in (b"[", b"{") and _COLLECTION.match(text, here):
        return False
    return bool(lead) or mark == _KEY or _may_begin_a_line(text, start, here)


def _may_begin_a_line(text: bytes, start: int, here: int) -> bool:
    """Return whether a node, not the further text of a scalar, may begin the line: a value, or a key on the line."""
    end = text.find(b"\n", here)
    if _AS_KEY.search(text, here, len(text) if end < 0 else end):
        return True
    above = text[max(0, start - _WINDOW) : start].rstrip(b" \n")
    before = above.rfind(b"\n")
    line = above[before + 1 :]
    return before < 0 or line[-1:] in _INDICATORS or _PROPERTIES.search(line) is not None


def _end_of_block_scalar(text: bytes, here: int) -> int:
    """Return where the block scalar ends whose text has that offset; 0 where there is none.

    Text it is if, going up from line to less indented line, one comes to the header of a block scalar: whatever stands
    between is deeper than the header. A header that is text itself is text of a scalar that holds the line, too.
    """
    start = text.rfind(b"\n", 0, here) + 1
    end = text.find(b"\n", here)
    line = text[start : end if end >= 0 else len(text)]
    indent = len(line) - len(line.lstrip(b" "))
    while indent and start:
        end = start - 1
        start = text.rfind(b"\n", 0, end) + 1
        line = text[start:end]
        own = line.lstrip(b" ")
        column = len(line) - len(own)
        if column >= indent or not own or own[:1] == b"#":
            continue
        header = _HEADER.fullmatch(own)
        if header:
            # The text of a list's item is deeper than its dash, that of an entry deeper than its key.
            outer = column + header.end("dashes") - (header["key"] is None)
            if outer < indent:
                behind = re.compile(rb"\n {0,%d}[^ \n]" % outer).search(text, here)
                return behind.start() + 1 if behind else len(text)
        indent = column
    return 0
