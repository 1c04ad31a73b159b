"""The folder of the cache: made when it is needed, kept small, and emptied without touching what is not ours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

RECORDS: Final = ".records"
"""Suffix of the files that keep records."""

REPORT: Final = ".report"
"""Suffix of the files that keep a report each (`ownerlint.recall`)."""

TEMPORARY: Final = ".draft"
"""Suffix of files that are being written."""

_TAG: Final = "CACHEDIR.TAG"
_TAG_TEXT: Final = """\
Signature: 8a477f597d28d172789f06886806bc55
# This file marks a cache of ownerlint, so that backups leave it out (https://bford.info/cachedir/).
"""
_MOST: Final = 1 << 30
"""Bytes that the folder may hold."""


def prepare(folder: Path) -> None:
    """Make the folder and mark it as a cache.

    Raises:
        OSError: that is not possible.
    """
    tag = folder / _TAG
    if not tag.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        tag.write_text(_TAG_TEXT, encoding="ascii")


def prune(folder: Path, spared: Path, most: int = _MOST) -> None:
    """Remove what has not been written for the longest time, until the folder holds no more than `most` bytes.

    Args:
        folder: the folder of the cache.
        spared: a file that stays.
        most: bytes.
    """
    ages = sorted((modified, size, path) for path, size, modified in _files(folder) if path != spared)
    room = sum(size for _, size, _ in ages) + next((size for path, size, _ in _files(folder) if path == spared), 0)
    for _, size, path in ages:
        if room <= most:
            return
        if _remove(path):
            room -= size


def thin(folder: Path, prefix: str, most: int) -> None:
    """Keep no more reports whose names begin alike than this many: those that were written last."""
    ages = sorted((modified, path) for path, _, modified in _files(folder) if path.name.startswith(prefix))
    for _, path in [age for age in ages if age[1].suffix == REPORT][:-most]:
        _remove(path)


def clean(folder: str) -> int:
    """Remove the cache, and the folder if nothing else is in it; return how many bytes that freed."""
    place = Path(folder)
    freed = sum(size for path, size, _ in _files(place) if _remove(path))
    tag = place / _TAG
    try:
        if tag.read_text(encoding="utf-8", errors="replace") == _TAG_TEXT:
            size = tag.stat().st_size
            tag.unlink()
            freed += size
        place.rmdir()
    except OSError:  # other people's files are in it, or it is not there
        pass
    return freed


def _files(folder: Path) -> Iterator[tuple[Path, int, int]]:
    """Yield path, size and time of each file that ownerlint wrote."""
    try:
        found = [path for path in folder.iterdir() if path.suffix in {RECORDS, REPORT, TEMPORARY}]
    except OSError:
        return
    for path in found:
        try:
            status = path.lstat()
        except OSError:  # another run was quicker
            continue
        yield path, status.st_size, status.st_mtime_ns


def _remove(path: Path) -> bool:
    try:
        path.unlink()
    except OSError:
        return False
    return True
