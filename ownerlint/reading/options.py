"""How to read, and what reading adds to the files themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from ownerlint.load import LoadedFile

if TYPE_CHECKING:
    from ownerlint.reading.one import Stamp

Progress = Callable[[int, int], None]
"""Called with the bytes that are done and all bytes, in the process that asked for the files."""

WORTH_A_CACHE: Final = 1 << 18
"""Bytes of files below which reading them takes no longer than looking them up."""

SMALL: Final = 1 << 22
"""Work (`batches.work_of`), in bytes, for which a further process is worth its start (docs/performance.md)."""


class ReadingOptions(Struct, frozen=True):
    """How to read many files. Nothing of this changes what is found in them.

    Args:
        jobs: processes that read at the same time; 1 reads in this process.
        cache: folder that keeps the records of an earlier run; None for no cache.
        root: absolute path of the folder whose files share one file of the cache.
        share: work, in bytes, that is worth a process of its own; fewer processes are started for less.
        worth: bytes of files from which on the cache is used.
        progress: told how far reading has come.
    """

    jobs: int = 1
    cache: str | None = None
    root: str = ""
    share: int = SMALL
    worth: int = WORTH_A_CACHE
    progress: Progress | None = None


class Lost(Struct, frozen=True):
    """A file that ownerlint itself failed to read: its process died, or an error of the reader's own.

    Args:
        file: display path.
        reason: what happened, for people; no full stop.
    """

    file: str
    reason: str


class ReadFiles(Struct, frozen=True):
    """What there was in the files.

    Args:
        files: one for each source, in order; an empty one for a lost file.
        lost: what ownerlint failed to read, in the order of the sources.
        notes: sentences about the cache that only those want who ask for more words.
        stamps: one for each source, taken before it was read; None for standard input and what cannot be looked at. Empty
            where there is no cache.
    """

    files: list[LoadedFile]
    lost: tuple[Lost, ...] = ()
    notes: tuple[str, ...] = ()
    stamps: Sequence[Stamp | None] = ()
