"""Values as a reader hands them on: strings, None, lists and mappings as in Python, everything else with its text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from json import dumps
from typing import Final, NamedTuple, Union

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


Scalar = Union[str, Literal, None]
Plain = Union[str, Literal, None, list["Plain"], dict[str, "Plain"]]
Body = Union[str, bool, int, float, None, list["Body"], dict[str, "Body"]]


@dataclass(slots=True)
class Outline:
    """What a reader found at one place where an object may stand.

    Attributes:
        top: the keys apiVersion, kind, metadata and ownerReferences, as far as they are there.
        duplicates: keys written twice where that matters.
        items: gives the outlines of the list items, None for one that is no mapping; itself None where there is no list.
        body: gives the whole object as ordinary Python values.
    """

    top: dict[str, Plain]
    body: Callable[[], dict[str, Body]]
    items: Callable[[], Iterable[Outline | None]] | None = None
    duplicates: list[Fault] = field(default_factory=list)


WANTED: Final = frozenset({"apiVersion", "kind", "metadata", "ownerReferences"})
"""The top-level keys of an outline."""

UNREAD: Final = frozenset({"managedFields"})
"""Keys of the metadata that nobody reads and only the API server writes: often half of an exported object."""

_SIMPLE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_STEP: Final = re.compile(r"\[(\d+)\]|\[(\"(?:[^\"\\]|\\.)*\")\]|\.?([^.\[\]]+)")


def join(path: str, key: str) -> str:
    """Return the symbolic path of a key under a path: `metadata.name`, `metadata.annotations["a.b/c"]`."""
    if not _SIMPLE_KEY.fullmatch(key):
        return f"{path}[{dumps(key, ensure_ascii=False)}]"
    return f"{path}.{key}" if path else key


def steps(path: str) -> list[str | int]:
    """Return the keys and list indices of a symbolic path."""
    from json import loads  # noqa: PLC0415 - only positions need it

    return [
        int(match[1]) if match[1] else str(loads(match[2])) if match[2] else match[3] for match in _STEP.finditer(path)
    ]


def describe(value: Plain | bool) -> tuple[str, str]:
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
