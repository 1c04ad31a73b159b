"""Which layer reads a document before the careful one.

The reader in C (`blocks`) does, where it is built. Elsewhere there are two in Python, which give the same outline: where
documents repeat each other, as in a dump, their shapes are known and `regular` is the faster one; where each is new, as in a
repository, `sections` is. So now and then a few documents are read by their shapes, and how many of them brought a new one
tells how to go on.
"""

from __future__ import annotations

from typing import Final

from ownerlint.load import blocks
from ownerlint.load.plain import Outline, UnsureError

_WINDOW: Final = 1 << 17
"""Bytes of documents that are read by their shapes before the next decision."""
_NEW: Final = 0.4
"""Share of them with new shapes from which on cutting is faster."""
_PAUSE: Final = 1 << 17
"""Bytes of documents that are cut into sections before the next try; twice as many after each try in vain."""
_LONGEST_PAUSE: Final = 1 << 24
_LARGE: Final = 1 << 16
"""Bytes; a document of that size hardly repeats another."""


class _Choice:
    def __init__(self) -> None:
        self._by_shape = True
        self._left = _WINDOW
        self._new = 0
        self._pause = _PAUSE

    def read(self, chunk: bytes) -> Outline:
        from ownerlint.load import regular  # noqa: PLC0415 - many runs need none

        size = len(chunk)
        if not self._by_shape or size > _LARGE:
            self._count(size)
            from ownerlint.load import sections  # noqa: PLC0415 - small runs need none

            try:
                return sections.read(chunk)
            except UnsureError:
                return regular.read(chunk)
        known = regular.known()
        try:
            return regular.read(chunk)
        finally:
            if regular.known() != known:
                self._new += size
            self._count(size)

    def _count(self, size: int) -> None:
        self._left -= size
        if self._left > 0:
            return
        if not self._by_shape:
            self._by_shape, self._left = True, _WINDOW
        elif self._new <= _NEW * _WINDOW:
            self._left, self._pause = _WINDOW, _PAUSE
        else:
            self._by_shape, self._left = False, self._pause
            self._pause = min(2 * self._pause, _LONGEST_PAUSE)
        self._new = 0


_CHOICE: Final = _Choice()


def read(chunk: bytes) -> Outline | None:
    """Return the outline of the one document in the chunk, which has no marker lines; None where its root is no mapping.

    The outline is valid until the next call.

    Raises:
        UnsureError: where the careful layer must decide, also from the outline's functions.
    """
    return blocks.read(chunk) if blocks.available() else _CHOICE.read(chunk)
