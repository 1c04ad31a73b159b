"""The files in the cache that keep what a run came to: found by the question, believed only where all of it fits.

Nothing here takes time to import.
"""

from __future__ import annotations

import os
from zlib import crc32

from ownerlint.recall.parts import joined, parted
from ownerlint.recall.sight import holds

TYPE_CHECKING = False  # `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

_MAGIC: Final = b"ownerlint report 2\n"
_CHECKSUM: Final = 4


class Kept:
    """What a run came to that asked one question in one folder.

    Attributes:
        path: the file that keeps it.
        prefix: what the names of all such files for the same folder begin with.
    """

    __slots__ = ("_question", "path", "prefix")

    def __init__(self, folder: str, sort: str, here: str, asked: str) -> None:
        """Name the question.

        Args:
            folder: where the cache is.
            sort: word for what is kept.
            here: working directory.
            asked: all that was asked, as text.
        """
        self._question = os.fsencode("\0".join((sort, here, asked)))
        self.prefix = f"{sort}-{crc32(os.fsencode(here)):08x}-"
        self.path = os.path.join(folder, f"{self.prefix}{crc32(self._question):08x}.report")

    def find(self, program: Callable[[], str | None], today: Callable[[], str]) -> tuple[bytes, bytes] | None:
        """Return what a run saw and what it came to; None where there was none, or it would see something else now.

        Args:
            program: returns what tells the state of the program; asked where there is something to compare it with.
            today: returns the day, as `2026-12-31`; asked where it matters.
        """
        try:
            question, state, day, sight, content = parted(self._read())
        except (OSError, ValueError):
            return None
        if question != self._question or _encoded(program()) != state or (day and day != today().encode()):
            return None
        return (sight, content) if holds(sight) else None

    def bytes_of(self, program: str, day: str, sight: bytes, content: bytes) -> bytes:
        """Return the bytes of the file.

        Args:
            program: what tells the state of the program.
            day: the only day on which it holds, as `2026-12-31`; empty where it holds on every day.
            sight: what the run saw (`ownerlint.recall.sight`).
            content: what it came to.
        """
        data = joined((self._question, os.fsencode(program), day.encode(), sight, content))
        return b"".join((_MAGIC, _checksum(data), data))

    def _read(self) -> bytes:
        with open(self.path, "rb") as stream:
            whole = stream.read()
        start = len(_MAGIC) + _CHECKSUM
        data = whole[start:]
        if whole[:start] != _MAGIC + _checksum(data):
            raise ValueError("this is no such file, or a damaged one")
        return data


def _encoded(program: str | None) -> bytes | None:
    return None if program is None else os.fsencode(program)


def _checksum(data: bytes) -> bytes:
    return crc32(data).to_bytes(_CHECKSUM, "big")
