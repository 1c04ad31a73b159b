"""One file, with what the cache needs to know it again."""

from __future__ import annotations

import os

from msgspec import Struct, structs

from ownerlint.load import LoadedFile, LoadOptions, load
from ownerlint.load.records import UnreadableError
from ownerlint.load.templates import in_chart_templates
from ownerlint.load.text import read_bytes, read_with_status
from ownerlint.model import Source


class Stamp(Struct, frozen=True, array_like=True):
    """What a file looks like from outside. While it stays the same, the content is taken to be the same.

    Args:
        size: in bytes.
        modified, changed: times of the last change of the content and of the entry, in nanoseconds. A tool that keeps
            the former (`cp -p`, `rsync -t`) still moves the latter, where the system has it.
        inode: number of the file on its disk.
        in_chart: whether the file is a template of a Helm chart, which is decided by the files around it.
    """

    size: int
    modified: int
    changed: int
    inode: int
    in_chart: bool


class Known(Struct, frozen=True, array_like=True):
    """A file whose records are kept.

    Args:
        stamp: taken before the content was read.
        digest: of the content.
        sure: whether the stamp alone tells the content: the file had rested for a while when it was read.
    """

    stamp: Stamp
    digest: bytes
    sure: bool = False


def size_of(source: Source) -> int:
    """Return the size of a file in bytes; 0 where it cannot be looked at."""
    if source.data is not None:
        return len(source.data)
    try:
        return os.stat(source.path).st_size  # noqa: PTH116 - for tens of thousands of files, a Path each is slow
    except (OSError, ValueError):
        return 0


def stamp_of(source: Source) -> Stamp | None:
    """Return the stamp of a file; None where it has none: standard input, or a file that cannot be looked at."""
    if source.data is not None:
        return None
    try:
        status = os.stat(source.path)  # noqa: PTH116 - for tens of thousands of files, a Path each is slow
    except (OSError, ValueError):
        return None
    return _stamp(source, status)


def _stamp(source: Source, status: os.stat_result) -> Stamp:
    # Only a file in such a folder can be a template of a chart; looking around takes time.
    in_chart = f"{os.sep}templates{os.sep}" in source.path and in_chart_templates(source)
    return Stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, in_chart)


def digest_of(data: bytes) -> bytes:
    """Return what stands for a content."""
    from hashlib import blake2b  # noqa: PLC0415 - small runs need none

    return blake2b(data, digest_size=16).digest()


def digest_of_file(source: Source, options: LoadOptions) -> bytes | None:
    """Return what stands for the content of a file; None where it cannot be read."""
    try:
        return digest_of(read_bytes(source, options))
    except UnreadableError:
        return None


def read_known(source: Source, options: LoadOptions, *, kept: bool) -> tuple[LoadedFile, Known | None]:
    """Read one file, and return what it is known by; None where it cannot be read, or has no path, or is not `kept`."""
    if not kept or source.data is not None:
        return load(source, options), None
    try:
        data, status = read_with_status(source, options)
    except UnreadableError:
        return load(source, options), None
    loaded = load(structs.replace(source, data=data), options)
    return loaded, Known(_stamp(source, status), digest_of(data)) if status else None
