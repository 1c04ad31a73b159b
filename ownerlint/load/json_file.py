"""JSON texts → outlines. Of each object only what is asked for is decoded; the rest is skipped at the speed of C."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import Any, Final, cast

import msgspec
from msgspec import Raw, Struct

from ownerlint.load.json_walk import Walker
from ownerlint.load.plain import UNREAD, Body, Literal, Outline, Plain, body_of, join
from ownerlint.load.records import UnreadableError
from ownerlint.model import Fault, FaultKind

_ABSENT: Final = Raw(b"")
_BLANKS: Final = " \t\n\r"
_SURROGATE: Final = re.compile(rb"\\u[dD][89a-fA-F]")
_ESCAPE: Final = re.compile(rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)")
_TOO_DEEP: Final = "The JSON text nests too deep"


class _Top(Struct):
    apiVersion: Raw = _ABSENT  # noqa: N815 - the key as written
    kind: Raw = _ABSENT
    metadata: Raw = _ABSENT
    ownerReferences: Raw = _ABSENT  # noqa: N815 - the key as written
    items: Raw = _ABSENT


def read(chunk: bytes) -> list[Outline | None]:
    """Return the outlines of the JSON values in the chunk, one after the other as kubectl reads them; None for no object.

    Raises:
        UnreadableError: rule `syntax-error`, where it is not JSON; lines count from the start of the chunk.
    """
    try:
        return [outline(chunk)]
    except msgspec.DecodeError:
        pass
    except RecursionError as error:
        raise UnreadableError("syntax-error", f"{_TOO_DEEP}.", 1, too_deep=True) from error
    text = _ESCAPE.sub(_whole_pair, chunk).decode("utf-8")
    try:
        return [outline(text[start:end].encode("utf-8")) for start, end in ranges(text)]
    except msgspec.DecodeError as error:
        raise UnreadableError("syntax-error", f"Not valid JSON: {error}.", 1) from error


def ranges(text: str) -> list[tuple[int, int]]:
    """Return the offsets of the JSON values in a text of one or several.

    Raises:
        UnreadableError: rule `syntax-error`.
    """
    found = []
    position = _skip_blanks(text, 0)
    decoder = json.JSONDecoder()
    while position < len(text):
        try:
            _, end = decoder.raw_decode(text, position)
        except json.JSONDecodeError as error:
            detail = f"Not valid JSON: {error.msg[:1].lower()}{error.msg[1:]}."
            raise UnreadableError("syntax-error", detail, error.lineno, error.colno) from error
        except RecursionError as error:
            line, column = text.count("\n", 0, position) + 1, position - text.rfind("\n", 0, position)
            raise UnreadableError("syntax-error", f"{_TOO_DEEP}.", line, column, too_deep=True) from error
        found.append((position, end))
        position = _skip_blanks(text, end)
    return found


def _skip_blanks(text: str, position: int) -> int:
    while position < len(text) and text[position] in _BLANKS:
        position += 1
    return position


@cache
def _decoder(of: Any) -> msgspec.json.Decoder[Any]:  # any type expression
    return msgspec.json.Decoder(of)


def outline(value: bytes | Raw) -> Outline | None:
    """Return the outline of one JSON value; None where it is no object.

    Raises:
        msgspec.DecodeError: where it is not JSON.
    """
    try:
        top: _Top = _decoder(_Top).decode(value)
    except msgspec.ValidationError:
        return None
    plain: dict[str, Plain] = {}
    duplicates: list[Fault] = []
    for key, raw in (("apiVersion", top.apiVersion), ("kind", top.kind), ("ownerReferences", top.ownerReferences)):
        if _present(raw):
            plain[key] = _decode(raw, key, duplicates)
    if _present(top.metadata):
        if _is_repeated(value, b'"metadata"'):
            duplicates.append(Fault(FaultKind.DUPLICATE_KEY, "metadata", "", "metadata"))
        plain["metadata"] = _decode(top.metadata, "metadata", duplicates)
    is_list = bytes(memoryview(top.items)[:1]) == b"["
    items = partial(_outlines, top.items) if is_list else None
    return Outline(plain, partial(_body, value), items, duplicates, partial(bytes, value))


def _outlines(items: Raw) -> Iterable[Outline | None]:
    # One at a time: the decoded parts of a large list never stand in memory together.
    return (outline(item) for item in cast("list[Raw]", _decoder(list[Raw]).decode(items)))


def _present(raw: Raw) -> bool:
    return len(memoryview(raw)) > 0


def _body(value: bytes | Raw, left_out: frozenset[str]) -> dict[str, Body]:
    return cast("dict[str, Body]", body_of(_decode(value, "", []), left_out))


def _is_repeated(value: bytes | Raw, key: bytes) -> bool:
    """Return whether a top-level key stands twice. The parser of C speed keeps the last one and says nothing."""
    data = bytes(value)
    if data.count(key) < 2:
        return False
    text = data.decode("utf-8")
    walker = Walker(text)
    name = key.decode()[1:-1]
    return sum(found.key == name for found in walker.members(walker.skip(0))) > 1


def _whole_pair(match: re.Match[bytes]) -> bytes:
    """Return an escape, or in place of half a surrogate pair what Go makes of it: no output could encode it."""
    escape = match[0]
    return rb"\ufffd" if len(escape) == len(rb"\ud800") and _SURROGATE.match(escape) else escape


class _Repeated(dict[str, Plain]):
    """A mapping some of whose keys stand twice, with these keys."""

    keys_twice: tuple[str, ...] = ()


def _decode(raw: bytes | Raw, path: str, duplicates: list[Fault]) -> Plain:
    repeats: list[_Repeated] = []

    def mapping(pairs: list[tuple[str, Plain]]) -> dict[str, Plain]:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        repeated = _Repeated(found)
        keys = [key for key, _ in pairs]
        repeated.keys_twice = tuple(key for index, key in enumerate(keys) if key in keys[:index])
        repeats.append(repeated)
        return repeated

    data = bytes(raw)
    if _SURROGATE.search(data):
        data = _ESCAPE.sub(_whole_pair, data)
    value: Plain = json.loads(
        data, object_pairs_hook=mapping, parse_int=_integer, parse_float=_float, parse_constant=_float
    )
    if repeats:
        duplicates.extend(_duplicates(value, path))
    if isinstance(value, dict):
        value = {key: member for key, member in value.items() if key not in UNREAD}
    return value


def _duplicates(value: Plain, path: str) -> Iterator[Fault]:
    if isinstance(value, _Repeated):
        for key in value.keys_twice:
            yield Fault(FaultKind.DUPLICATE_KEY, join(path, key), "", key)
    if isinstance(value, dict):
        for key, member in value.items():
            if key not in UNREAD:
                yield from _duplicates(member, join(path, key))
    elif isinstance(value, list):
        for index, element in enumerate(value):
            yield from _duplicates(element, f"{path}[{index}]")


def _integer(text: str) -> Literal:
    return Literal(text, "integer", int(text))


def _float(text: str) -> Literal:
    return Literal(text, "float", float(text))
