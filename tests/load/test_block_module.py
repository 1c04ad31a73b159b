"""The functions of the module in C: errors of what they call, text that is none, wrong arguments, parts of a text."""

from __future__ import annotations

from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ownerlint.load.scalars import resolve
from tests.load.block_readers import modules


class _AskedError(Exception):
    pass


def _ask(text: str) -> Any:
    raise _AskedError(text)


@pytest.mark.parametrize(
    "text", ["kind: 1\n", "metadata:\n  1: a\n", "kind: [a, 1]\n", "kind:\n- a: 1\n", "kind: 1\n  2\n"]
)
def test_an_error_of_the_function_for_scalars_comes_through(text: str) -> None:
    for module in modules():
        with pytest.raises(_AskedError):
            module.outline(text.encode(), _ask)
        with pytest.raises(_AskedError):
            module.body(text.encode(), 0, len(text), 0, frozenset(), _ask)


@pytest.mark.parametrize(
    "text", [b"kind: \xff\n", b"kind: '\xff'\n", b"kind: |\n  \xff\n", b"metadata:\n  \xff: a\n", b'kind: ["\xff"]\n']
)
def test_text_that_is_no_utf8(text: bytes) -> None:
    for module in modules():
        with pytest.raises(UnicodeDecodeError):
            module.outline(text, resolve)


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        (b"",),
        ("a: b", resolve),
        (None, resolve),
        (bytearray(b"a: b"), resolve),
        (b"a: b", None),
        (b"a: b", resolve, 1),
    ],
)
def test_wrong_arguments_of_outline(arguments: tuple[Any, ...]) -> None:
    for module in modules():
        with pytest.raises(TypeError):
            module.outline(*arguments)


NONE: Final = frozenset[str]()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((b"a: b",), TypeError),
        (("a: b", 0, 4, 0, NONE, resolve), TypeError),
        ((b"a: b", 0.0, 4, 0, NONE, resolve), TypeError),
        ((b"a: b", 0, 4, 0, ["a"], resolve), TypeError),
        ((b"a: b", 0, 4, 0, None, resolve), TypeError),
        ((b"a: b", 0, 4, 0, NONE, "resolve"), TypeError),
        ((b"a: b", 0, 5, 0, NONE, resolve), ValueError),
        ((b"a: b", 3, 2, 0, NONE, resolve), ValueError),
        ((b"a: b", 0, 4, 1, NONE, resolve), ValueError),
        ((b"a: b", 0, 4, -1, NONE, resolve), ValueError),
        ((b"a: b", -1, 4, -1, NONE, resolve), ValueError),
        ((b"a: b", 0, 1 << 80, 0, NONE, resolve), OverflowError),
    ],
)
def test_wrong_arguments_of_body(arguments: tuple[Any, ...], error: type[Exception]) -> None:
    for module in modules():
        with pytest.raises(error):
            module.body(*arguments)


@pytest.mark.parametrize(
    ("start", "end", "column", "expected"),
    [
        (0, 16, 0, {"a": {"b": "c"}, "d": "e"}),
        (5, 10, 2, {"b": "c"}),
        (5, 9, 2, {"b": "c"}),
        (5, 14, 2, None),
        (4, 10, 1, None),
        (9, 10, 0, None),
        (16, 16, 0, None),
    ],
)
def test_the_part_of_a_text_that_a_body_stands_in(start: int, end: int, column: int, expected: object) -> None:
    for module in modules():
        assert module.body(b"a:\n  b: c\nd: e\n  ", start, end, column, NONE, resolve) == expected


@given(st.binary(max_size=120), st.integers(0, 30), st.integers(0, 30))
@settings(max_examples=300, deadline=None)
def test_any_bytes(data: bytes, start: int, column: int) -> None:
    for module in modules():
        try:
            module.outline(data, resolve)
            module.body(data, start, len(data), column, NONE, resolve)
        except (UnicodeDecodeError, ValueError):
            continue
