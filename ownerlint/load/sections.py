"""The first YAML layer for most text: a document cut at its outermost keys, of which only a few are of interest.

What stands under the others, such as `spec` and `status`, is never looked at: libyaml says, without making Python objects,
whether it is YAML. `apiVersion`, `kind` and `metadata` are told from the shapes of their lines (`regular`).
"""

from __future__ import annotations

import re
from functools import cache, partial
from typing import Any, Final

from ownerlint.load import regular
from ownerlint.load.marks import may_alias_or_nest_keys
from ownerlint.load.plain import WANTED, Body, Outline, Plain, UnsureError

_CUT: Final = re.compile(rb"\n(?=[^ \n#-])")
_KEY: Final = re.compile(rb"([A-Za-z][\w-]*):(?=[ \n]|\Z)")
_WANTED: Final = {key.encode(): key for key in WANTED}
_OTHER_LINE_ENDS: Final = (b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xa9", b"\xef\xbb\xbf")
_DEEP: Final = b" " * 150
_LISTS: Final = b"- " * 60
_SHALLOW: Final = 1 << 14
"""Bytes in which no 150 levels of indentation have room."""
_MOST_KEPT: Final = 1 << 12
_LINES: dict[bytes, Plain] = {}
"""Values of `apiVersion` and `kind`, by their whole line."""


def read(chunk: bytes) -> Outline:
    """Return the outline of the one document in the chunk, which has no marker lines.

    The outline is valid until the next call.

    Raises:
        UnsureError: where another reader must decide, also from the outline's functions.
    """
    if not chunk.isascii() and any(mark in chunk for mark in _OTHER_LINE_ENDS):
        raise UnsureError
    regular.make_room()
    top: dict[str, Plain] = {}
    for part in _CUT.split(chunk):
        match = _KEY.match(part)
        if match is None:
            raise UnsureError
        name = match[1]
        key = _WANTED.get(name)
        if key is not None:
            if key in top:
                raise UnsureError
            top[key] = _value(part, key)
        elif name == b"items" or not _is_yaml(part):
            raise UnsureError
    return Outline(top, partial(_body, chunk), text=lambda: chunk)


def _value(part: bytes, key: str) -> Plain:
    """Return what stands under a key of interest."""
    if part in _LINES:
        return _LINES[part]
    found = regular.section(part).get(key)
    if key != "metadata" and b"\n" not in part and len(_LINES) < _MOST_KEPT:
        _LINES[part] = found
    return found


def _body(chunk: bytes, left_out: frozenset[str]) -> dict[str, Body]:
    return regular.body(_without(chunk, left_out), left_out)


def _without(chunk: bytes, left_out: frozenset[str]) -> bytes:
    """Return the text without the blocks under these keys, as far as they are easily seen.

    A block is all that is indented deeper than its key, a list at the key's own column, blank lines and comments. Where
    the key stands in a scalar of several lines, that scalar's value changes; but `regular` gives no value of such a scalar.
    """
    return _block(left_out).sub(_key_alone, chunk)


def _key_alone(match: re.Match[bytes]) -> bytes:
    return b"\n%b%b:\n" % (match[1], match[2])


@cache
def _block(names: frozenset[str]) -> re.Pattern[bytes]:
    words = b"|".join(re.escape(name.encode()) for name in sorted(names))
    return re.compile(rb"\n( *)(" + words + rb"): *\n(?:\1(?: |-[ \n]).*(?:\n|\Z)| *(?:#.*)?\n)*")


def _is_yaml(part: bytes) -> bool:
    """Return whether a part is YAML for sure, with nothing in it that other readers refuse or that depends on others."""
    if (len(part) > _SHALLOW and _DEEP in part) or _LISTS in part or may_alias_or_nest_keys(part):
        return False
    parser, error = _libyaml()
    try:
        parser(part).raw_parse()
    except error:
        return False
    return True


@cache
def _libyaml() -> tuple[Any, type[Exception]]:
    """Return libyaml's parser, which is written in C and has no type information, and the error that it raises."""
    from ruamel.yaml import cyaml  # noqa: PLC0415 - heavy
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415 - heavy

    return cyaml.__dict__["CParser"], YAMLError
