"""Plain data → YAML in the hand of `kubectl get -o yaml`: sorted keys, two spaces, lists not indented."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeAlias

Value: TypeAlias = "str | int | bool | Sequence[Value] | Mapping[str, Value] | None"
Object: TypeAlias = "Mapping[str, Value]"

_PLAIN: Final = re.compile(
    r"(?:--)?[A-Za-z/][\w./@=+-]*(?::[\w./@=+-]+)*(?: [\w./@=+-]+)*"
    r"|\d+(?:m|Ki|Mi|Gi)"
    r"|(?=\d*[a-df-z])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}"
)
"""What needs no quotes; more than this is quoted, to be safe."""

_WORDS: Final = frozenset(("y", "n", "yes", "no", "on", "off", "true", "false", "null"))


def document(value: Object) -> str:
    """Return one document, without a separator, with a final line break."""
    return "".join(f"{line}\n" for line in _lines(value, ""))


def stream(values: Sequence[Object]) -> str:
    """Return the documents of one file, with `---` between them."""
    return "---\n".join(document(value) for value in values)


def _lines(value: Value, indent: str) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key in sorted(value):
            yield from _entry(key, value[key], indent)
    elif isinstance(value, Sequence):
        for item in value:
            yield from _item(item, indent)


def _entry(key: str, child: Value, indent: str) -> Iterator[str]:
    if _is_block(child):
        yield f"{indent}{key}:"
        yield from _lines(child, indent if not isinstance(child, Mapping) else f"{indent}  ")
    else:
        yield f"{indent}{key}: {_inline(child)}"


def _item(item: Value, indent: str) -> Iterator[str]:
    if not _is_block(item):
        yield f"{indent}- {_inline(item)}"
        return
    inner = _lines(item, f"{indent}  ")
    yield f"{indent}- {next(inner).lstrip(' ')}"
    yield from inner


def _is_block(value: Value) -> bool:
    return isinstance(value, (Mapping, Sequence)) and not isinstance(value, str) and bool(value)


def _inline(value: Value) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return json.dumps(value)  # YAML reads what JSON writes: quoted strings, true, null, numbers, {} and []
