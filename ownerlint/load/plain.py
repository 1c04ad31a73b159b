"""Values as a reader hands them on: strings, None, lists and mappings as in Python, everything else with its text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, TypeAlias

from msgspec import Struct, field

from ownerlint.model import Fault


class Literal(NamedTuple):
    """A scalar that is neither string nor null.

    Attributes:
        text: as written.
        type: `boolean`, `integer` or `float`.
        value: what it means.
    """

    text: str
    type: str
    value: bool | int | float


# In quotes, because a type cannot name itself at run time before Python 3.14.
Scalar: TypeAlias = "str | Literal | None"
Plain: TypeAlias = "str | bool | Literal | list[Plain] | dict[str, Plain] | None"
Body: TypeAlias = "str | bool | int | float | list[Body] | dict[str, Body] | None"


def body_of(value: Plain, left_out: frozenset[str]) -> Body:
    """Return a value as ordinary Python values, without the members of these names at any depth."""
    if isinstance(value, Literal):
        return value.value
    if isinstance(value, dict):
        return {key: body_of(member, left_out) for key, member in value.items() if key not in left_out}
    if isinstance(value, list):
        return [body_of(element, left_out) for element in value]
    return value


class UnsureError(Exception):
    """Another reader must decide."""


class Outline(Struct):
    """What a reader found at one place where an object may stand.

    Attributes:
        top: the keys apiVersion, kind, metadata and ownerReferences, as far as they are there.
        duplicates: keys written twice where that matters.
        items: gives the outlines of the list items, None for one that is no mapping; itself None where there is no list.
        body: gives the whole object as ordinary Python values, without the members of the names it is called with, at
            any depth.
        text: gives bytes in which every key of the object stands as it is, unless there are escapes; None where keys may
            also come from elsewhere (aliases) or where that would be all the text for each of many items.
    """

    top: dict[str, Plain]
    body: Callable[[frozenset[str]], dict[str, Body]]
    items: Callable[[], Iterable[Outline | None]] | None = None
    duplicates: list[Fault] = field(default_factory=list)
    text: Callable[[], bytes] | None = None


WANTED: Final = frozenset({"apiVersion", "kind", "metadata", "ownerReferences"})
"""The top-level keys of an outline."""

UNREAD: Final = frozenset({"managedFields"})
"""Keys of the metadata that nobody reads and only the API server writes: often half of an exported object."""

_SIMPLE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_STEP: Final = re.compile(r"\[(\d+)\]|\[(\"(?:[^\"\\]|\\.)*\")\]|\.?([^.\[\]]+)")


def join(path: str, key: str) -> str:
    """Return the symbolic path of a key under a path: `metadata.name`, `metadata.annotations["a.b/c"]`."""
    if not _SIMPLE_KEY.fullmatch(key):
        from json import dumps  # noqa: PLC0415 - start-up: few keys need quotes

        return f"{path}[{dumps(key, ensure_ascii=False)}]"
    return f"{path}.{key}" if path else key


def steps(path: str) -> list[str | int]:
    """Return the keys and list indices of a symbolic path."""
    from json import loads  # noqa: PLC0415 - only positions need it

    return [
        int(match[1]) if match[1] else str(loads(match[2])) if match[2] else match[3] for match in _STEP.finditer(path)
    ]


def describe(value: Plain) -> tuple[str, str]:
    """Return the name of the value's type and, for a scalar, its text."""
    if value is None:
        return "null", ""
    if isinstance(value, str):
        return "string", value
    if isinstance(value, bool):
        return "boolean", "true" if value else "false"
    if isinstance(value, Literal):
        return value.type, value.text
    return ("list", "") if isinstance(value, list) else ("mapping", "")
