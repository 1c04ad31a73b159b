"""What a run saw of the disk, and whether a later run would see the same."""

from __future__ import annotations

import os

from ownerlint.looks import entries_of, kind_of, leads_to, signature_of
from ownerlint.recall.parts import joined, parted

TYPE_CHECKING = False  # `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Final


def stamp_of(path: str) -> str:
    """Return what tells a state of a file from others.

    Raises:
        OSError: it cannot be looked at.
    """
    status = os.stat(path)
    return stamp(status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def stamp(size: int, modified: int, changed: int, inode: int) -> str:
    """Return the same from the size, the times of the last change of content and entry in nanoseconds, and the inode."""
    return f"{size} {modified} {changed} {inode}"


_LOOKS: Final[tuple[Callable[[str], str], ...]] = (kind_of, leads_to, stamp_of, signature_of, entries_of, stamp_of)
"""How each column of a sight is looked at: what is quickly found out comes first."""


def sight(
    *,
    marks: Mapping[str, str],
    links: Mapping[str, str],
    files: Mapping[str, str],
    folders: Mapping[str, str],
    whole: Mapping[str, str],
    manifests: Mapping[str, str],
) -> bytes:
    """Return what a run saw: for each path, what a look at it gave.

    Args:
        marks: what stands there (`kind_of`); empty for files that would have counted and were not there.
        links: where it leads (`leads_to`).
        files: stamps of files whose content counted.
        folders: entries that counted (`signature_of`).
        whole: all entries (`entries_of`).
        manifests: stamps of the files that were read.
    """
    columns = (marks, links, files, folders, whole, manifests)
    return joined(os.fsencode("\0".join(texts)) for column in columns for texts in (column.keys(), column.values()))


def holds(seen: bytes) -> bool:
    """Return whether all of it is to be seen now."""
    try:
        parts = parted(seen)
        return all(
            _seen(paths, look) == texts for paths, texts, look in zip(parts[::2], parts[1::2], _LOOKS, strict=True)
        )
    except (OSError, ValueError):
        return False


def _seen(paths: bytes, look: Callable[[str], str]) -> bytes:
    return os.fsencode("\0".join(map(look, os.fsdecode(paths).split("\0")))) if paths else b""
