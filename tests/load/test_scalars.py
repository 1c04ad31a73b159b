"""The values were checked against what sigs.k8s.io/yaml v1.4.0 makes of them."""

from __future__ import annotations

import math

import pytest

from ownerlint.load.plain import Literal
from ownerlint.load.scalars import resolve
from tests.load.helpers import one

BOOLEANS = {
    True: ("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"),
    False: ("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"),
}
STRINGS = (
    "tRue yEs yeS nUll = << 12:30 1:2:3 2001-01-01 2001-01-01T00:00:00Z 0x 0xg 1e - + . .. ._5 .e1 0x1p4 1.2.3 1_ _1 "
    "1e400 0x10000000000000000 -0xFFFFFFFFFFFFFFFF nan inf Infinity -1-2 0b2 v1 apps/v1 1a e3 0o9 *".replace(
        " 1_ ", " "
    )
).split()
NUMBERS: dict[str, tuple[str, float]] = {
    "0": ("integer", 0),
    "-0": ("integer", 0),
    "+1": ("integer", 1),
    "0x1F": ("integer", 31),
    "0X1f": ("integer", 31),
    "0b11": ("integer", 3),
    "-0b11": ("integer", -3),
    "0b-1": ("integer", -1),
    "0o17": ("integer", 15),
    "017": ("integer", 15),
    "1_000": ("integer", 1000),
    "1__0": ("integer", 10),
    "0x_1": ("integer", 1),
    "9223372036854775807": ("integer", 9223372036854775807),
    "18446744073709551615": ("integer", 18446744073709551615),
    "18446744073709551616": ("float", 18446744073709551616.0),
    "-9223372036854775809": ("float", -9223372036854775809.0),
    "08": ("float", 8.0),
    "1e3": ("float", 1000.0),
    "1E-2": ("float", 0.01),
    "1.": ("float", 1.0),
    ".5": ("float", 0.5),
    ".1_4": ("float", 0.14),
    "-.5": ("float", -0.5),
    "1_0.5": ("float", 10.5),
    ".inf": ("float", math.inf),
    "-.INF": ("float", -math.inf),
}


@pytest.mark.parametrize(("text", "value"), [(text, value) for value, texts in BOOLEANS.items() for text in texts])
def test_booleans(text: str, value: bool) -> None:
    assert resolve(text) == Literal(text, "boolean", value)


@pytest.mark.parametrize("text", ["", "~", "null", "Null", "NULL"])
def test_nulls(text: str) -> None:
    assert resolve(text) is None


@pytest.mark.parametrize("text", STRINGS)
def test_strings(text: str) -> None:
    assert resolve(text) == text


@pytest.mark.parametrize(("text", "type_and_value"), NUMBERS.items())
def test_numbers(text: str, type_and_value: tuple[str, float]) -> None:
    assert resolve(text) == Literal(text, *type_and_value)


def test_not_a_number_is_a_float() -> None:
    value = resolve(".NaN")
    assert isinstance(value, Literal)
    assert value.type == "float"
    assert math.isnan(value.value)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("'yes'", "yes"),
        ('"0x1F"', "0x1F"),
        ("|-\n    5", "5"),
        (">-\n    no", "no"),
        ("!!str 5", "5"),
        ("!!str", ""),
        ("!custom 5", "5"),
        ("!!binary aGVsbG8=", "hello"),
        ("!!timestamp 2001-01-01", "2001-01-01"),
        ("=", "="),
        ("a\n    b", "a b"),
        ("null", ""),
    ],
)
def test_how_a_name_may_be_written(written: str, name: str) -> None:
    assert one(f"apiVersion: v1\nkind: Pod\nmetadata:\n  name: {written}\n").name == name


@pytest.mark.parametrize(
    ("written", "found"), [("!!int '5'", "integer"), ("!!bool 'yes'", "boolean"), ("!!float 5", "float")]
)
def test_a_tag_decides_over_quotes(written: str, found: str) -> None:
    (fault,) = one(f"apiVersion: v1\nkind: Pod\nmetadata:\n  name: {written}\n").faults
    assert (fault.path, fault.found) == ("metadata.name", found)
