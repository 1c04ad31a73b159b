"""Files → batches of about the same work, the largest first, so that no process is left with a long last one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec import Struct

from ownerlint.load import LoadedFile, LoadOptions
from ownerlint.model import Source
from ownerlint.reading.one import Known, read_known

_PER_FILE: Final = 4096
"""Bytes whose parsing takes about as long as opening and closing a file."""

_PER_PROCESS: Final = 4
"""Batches for each process: enough to even out files that are slow for their size."""

_LARGEST: Final = 8 << 20
"""Bytes of a batch, unless one file is larger: what a dying process takes with it, and what is kept in one piece."""


class Batch(NamedTuple):
    """Files for one process: their indices among all files, and the files."""

    indices: Sequence[int]
    sources: Sequence[Source]


class Read(Struct, frozen=True):
    """What came of one batch.

    Args:
        batch: the indices of its files.
        data: the records of the files, encoded; empty where they could not be.
        files: the records themselves, where they could not be encoded.
        known: what each file is known by.
        failure: why there are no records, for people; empty where there are.
    """

    batch: Sequence[int]
    data: bytes = b""
    files: tuple[LoadedFile, ...] = ()
    known: tuple[Known | None, ...] = ()
    failure: str = ""


def read_batch(batch: Batch, options: LoadOptions, *, kept: bool, encoded: bool = True) -> Read:
    """Read the files of one batch, in this process.

    Args:
        batch: the files.
        options: how to load them.
        kept: whether the records are for the cache, too.
        encoded: whether the records are to go to another process.
    """
    try:
        pairs = [read_known(source, options, kept=kept) for source in batch.sources]
    except Exception as error:  # noqa: BLE001 - one file that the reader has a bug for must not stop the others
        return Read(batch.indices, failure=f"{type(error).__name__}: {error}")
    files, known = tuple(file for file, _ in pairs), tuple(known for _, known in pairs)
    if not encoded:
        return Read(batch.indices, files=files, known=known)
    from ownerlint.reading.columns import NotEncodableError, encode, name_of  # noqa: PLC0415 - small runs need none

    try:
        return Read(batch.indices, encode(files, map(name_of, batch.sources)), known=known)
    except NotEncodableError:
        return Read(batch.indices, files=files, known=known)


def work_of(sizes: Sequence[int]) -> int:
    """Return how many bytes of one large file take as long to read as files of these sizes."""
    return sum(sizes, _PER_FILE * len(sizes))


def divide(sizes: Sequence[int], jobs: int) -> list[range]:
    """Return ranges of indices that cover all files once, the one with most work first.

    Args:
        sizes: of the files, in bytes.
        jobs: processes that will read them.
    """
    aim = min(_LARGEST, work_of(sizes) // (jobs * _PER_PROCESS) + 1)
    found: list[tuple[int, range]] = []
    start = weight = 0
    for index, size in enumerate(sizes):
        own = size + _PER_FILE
        if weight and weight + own > aim:
            found.append((weight, range(start, index)))
            start, weight = index, 0
        weight += own
    if weight:
        found.append((weight, range(start, len(sizes))))
    return [batch for _, batch in sorted(found, key=lambda entry: (-entry[0], entry[1].start))]
