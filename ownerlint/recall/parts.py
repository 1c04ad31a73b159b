"""Rows of byte strings as one: what the files that keep something are made of.

Reading them needs nothing that takes time to import, as a run that only repeats what was said before ends sooner than
that.
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

_LENGTH: Final = 8
"""Bytes before each part that say how long it is."""


def joined(parts: Iterable[bytes]) -> bytes:
    """Return the parts one after the other, each with its length before it."""
    return b"".join(piece for part in parts for piece in (len(part).to_bytes(_LENGTH, "big"), part))


def parted(data: bytes) -> list[bytes]:
    """Return the parts again.

    Raises:
        ValueError: the data were not made by `joined`.
    """
    parts = []
    start = 0
    while start < len(data):
        begin = start + _LENGTH
        start = begin + int.from_bytes(data[start:begin], "big")
        parts.append(data[begin:start])
    if start != len(data):
        raise ValueError("a part is cut off")
    return parts
