"""The fastest YAML layer, where it is built: documents in block style, read by a reader in C (`ownerlint/load/c`).

It reads what nearly all manifests are made of, by rules stricter than YAML's, and is unsure of everything else.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from ownerlint.load.plain import Body, Outline, UnsureError, body_of
from ownerlint.load.scalars import resolve

if TYPE_CHECKING:
    from ownerlint.load.plain import Plain

try:
    from ownerlint.load import _block
except ImportError:
    _block = None  # type: ignore[assignment] # built without a compiler


def available() -> bool:
    """Return whether the reader was built and loads."""
    return _block is not None


def read(chunk: bytes) -> Outline | None:
    """Return the outline of the one document in the chunk; None where its root is a list.

    Args:
        chunk: its lines as `text.to_utf8` and `documents.split` give them, without its `---`.

    Raises:
        UnsureError: where another reader must decide, also from the outline's functions.
    """
    found = _block.outline(chunk, resolve)
    if found is None:
        raise UnsureError
    top, items = found
    if top is None:
        return None
    listed = None if items is None else partial(map, partial(_item, chunk), items)
    return Outline(top, partial(_body, chunk, 0, len(chunk), 0), listed, text=lambda: chunk)


def _item(chunk: bytes, item: tuple[int, int, int, dict[str, Plain]]) -> Outline:
    start, end, column, top = item
    return Outline(top, partial(_body, chunk, start, end, column), text=lambda: chunk[start:end])


def _body(chunk: bytes, start: int, end: int, column: int, left_out: frozenset[str]) -> dict[str, Body]:
    found = _block.body(chunk, start, end, column, left_out, _value)
    if found is None:
        raise UnsureError
    return found


def _value(text: str) -> Body:
    return body_of(resolve(text), frozenset())
