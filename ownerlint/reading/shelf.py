"""One file of the cache: what it holds, and how it is written so that nobody ever sees half of it.

A first line that tells what the file is, the length and the digest of the table of contents, the table, then pieces of
encoded records, each under its own digest. Nothing in it is code, and nothing that does not fit is believed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import MsgspecError, Struct, msgpack

from ownerlint.reading.one import Known, digest_of

_MAGIC: Final = b"ownerlint records 1\n"
_NUMBER: Final = 8
_DIGEST: Final = 16
_HEAD: Final = len(_MAGIC) + _NUMBER + _DIGEST


class Piece(Struct, frozen=True, array_like=True):
    """Records that are kept together.

    Args:
        paths: absolute paths of the files, as the disk has them, in the order in which they were encoded.
        known: what each file is known by; None where its records are not to be used.
        size: of the encoded records, in bytes.
        digest: of the encoded records.
    """

    paths: tuple[bytes, ...]
    known: tuple[Known | None, ...]
    size: int
    digest: bytes


class Shelf:
    """A file of the cache that was opened for reading: its table of contents, and its pieces on request."""

    def __init__(self, path: Path) -> None:
        """Read the table of contents; a file that is absent, damaged or foreign has none."""
        self._path = path
        self.pieces: tuple[Piece, ...] = ()
        self._starts: dict[int, int] = {}
        try:
            with path.open("rb") as stream:
                head = stream.read(_HEAD)
                length = int.from_bytes(head[len(_MAGIC) : len(_MAGIC) + _NUMBER], "big")
                if not head.startswith(_MAGIC) or length > os.fstat(stream.fileno()).st_size:
                    return
                table = stream.read(length)
            if digest_of(table) == head[-_DIGEST:]:
                self.pieces = msgpack.decode(table, type=tuple[Piece, ...])
        except (OSError, MsgspecError):
            return
        start = _HEAD + length
        for piece in self.pieces:
            self._starts[id(piece)] = start
            start += piece.size

    def read(self, piece: Piece) -> bytes | None:
        """Return the records of a piece, encoded; None where they are damaged, or the file was replaced meanwhile."""
        try:
            with self._path.open("rb") as stream:
                stream.seek(self._starts[id(piece)])
                data = stream.read(piece.size)
        except OSError:
            return None
        return data if digest_of(data) == piece.digest else None


def write(stream: BinaryIO, pieces: Sequence[tuple[Piece, bytes]]) -> None:
    """Write a whole file of the cache.

    Args:
        stream: a file that nobody else knows yet.
        pieces: each with its encoded records.

    Raises:
        OSError: the disk is full, or fails.
    """
    table = msgpack.encode(tuple(piece for piece, _ in pieces))
    stream.write(_MAGIC + len(table).to_bytes(_NUMBER, "big") + digest_of(table))
    stream.write(table)
    stream.writelines(data for _, data in pieces)
