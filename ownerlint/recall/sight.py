"""What a run saw of the disk, in columns, and whether a later run would see the same."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from msgspec import Struct

from ownerlint.looks import Looks, entries_of, is_listed, kind_of, leads_to, signature_of

_NUMBERS: Final = 4
"""Numbers of a stamp: size, times of the last change of content and entry in nanoseconds, inode."""

_CHART: Final = "Chart.yaml"


class Seen(Struct, frozen=True, array_like=True):
    """Paths with a text for each, both as the disk has them, joined by NUL bytes: quicker to read than lists."""

    paths: bytes = b""
    texts: bytes = b""

    def pairs(self) -> Iterable[tuple[str, str]]:
        """Return each path with its text.

        Raises:
            ValueError: there are not as many of the one as of the other.
        """
        return zip(_parts(self.paths), os.fsdecode(self.texts).split("\0"), strict=True) if self.paths else ()


class Stamped(Struct, frozen=True, array_like=True):
    """Paths, joined by NUL bytes, and the numbers of their stamps one after the other."""

    paths: bytes = b""
    stamps: list[int] = []

    def holds(self) -> bool:
        """Return whether all files have the same stamps.

        Raises:
            OSError: one cannot be looked at.
        """
        found: list[int] = []
        for path in _parts(self.paths):
            found += _numbers(os.stat(path))
        return found == self.stamps


class Sight(Struct, frozen=True, array_like=True):
    """What a run saw.

    Args:
        manifests: the files that were read.
        files: others whose content counted.
        absent: files that would have counted, joined by NUL bytes.
        folders, whole, marks, links: as in `Looks`.
    """

    manifests: Stamped
    files: Stamped
    absent: bytes
    folders: Seen
    whole: Seen
    marks: Seen
    links: Seen

    def holds(self) -> bool:
        """Return whether all of it is to be seen now; what is quickly found out is looked at first."""
        try:
            return (
                all(kind_of(path) == kind for path, kind in self.marks.pairs())
                and all(leads_to(path) == target for path, target in self.links.pairs())
                and not any(map(kind_of, _parts(self.absent)))
                and self.files.holds()
                and all(signature_of(path) == entries for path, entries in self.folders.pairs())
                and all(entries_of(path) == entries for path, entries in self.whole.pairs())
                and self.manifests.holds()
            )
        except (OSError, ValueError):
            return False


class Manifest(Struct, frozen=True):
    """A file that was read.

    Args:
        path: absolute path.
        numbers: its stamp, taken before it was read: size, times of content and entry, inode.
        in_chart: whether it was taken for a template of a Helm chart.
    """

    path: str
    numbers: tuple[int, int, int, int]
    in_chart: bool


def sight_of(manifests: Sequence[Manifest], looks: Looks, limit: int) -> Sight | None:
    """Return what was seen; None where it cannot be told from what is there later, or has changed meanwhile.

    Args:
        manifests: the files that were read.
        looks: what was looked at beside them.
        limit: time in nanoseconds, shortly before the run began. A file that changed later may change again, or have
            changed while the run was looking, without another stamp.
    """
    marks = dict(looks.marks)
    charts = _charts(manifests, marks)
    here = [path for path, there in looks.files.items() if there]
    absent = [path for path, there in looks.files.items() if not there and not _is_covered(path, looks)]
    try:
        stamps = [number for path in here for number in _numbers(os.stat(path))]
    except (OSError, ValueError):
        return None
    read = [number for manifest in manifests for number in manifest.numbers]
    if not charts or any(map(kind_of, absent)) or not (_rested(read, limit) and _rested(stamps, limit)):
        return None
    return Sight(
        manifests=Stamped(_joined(manifest.path for manifest in manifests), read),
        files=Stamped(_joined(here), stamps),
        absent=_joined(absent),
        folders=_seen(looks.folders),
        whole=_seen(looks.whole),
        marks=_seen(marks),
        links=_seen(looks.links),
    )


def _charts(manifests: Iterable[Manifest], marks: dict[str, str]) -> bool:
    """Mark the charts that files may be templates of; return whether they are there as they were."""
    same = True
    known: dict[str, bool] = {}
    middle = f"{os.sep}templates{os.sep}"
    for manifest in manifests:
        path = manifest.path
        if middle not in path:
            continue
        folder = os.path.dirname(path)
        if folder not in known:
            cuts = [cut for cut in range(len(path)) if path.startswith(middle, cut)]
            places = [os.path.join(path[:cut] or os.sep, _CHART) for cut in cuts]
            marks.update((place, kind_of(place)) for place in places if place not in marks)
            known[folder] = any(os.path.isfile(place) for place in places)
        same = same and manifest.in_chart == known[folder]
    return same


def _is_covered(path: str, looks: Looks) -> bool:
    """Return whether a file that is not there would show in the entries of its folder."""
    folder, name = os.path.split(path)
    return folder in looks.folders and is_listed(name)


def _rested(numbers: Sequence[int], limit: int) -> bool:
    return max((*numbers[1::_NUMBERS], *numbers[2::_NUMBERS]), default=limit - 1) < limit


def _numbers(status: os.stat_result) -> tuple[int, int, int, int]:
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


def _seen(looks: Mapping[str, str]) -> Seen:
    return Seen(_joined(looks), _joined(looks.values()))


def _joined(texts: Iterable[str]) -> bytes:
    return os.fsencode("\0".join(texts))


def _parts(joined: bytes) -> list[str]:
    return os.fsdecode(joined).split("\0") if joined else []
