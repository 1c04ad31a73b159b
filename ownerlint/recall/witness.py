"""What a run noted while it looked, turned into what it saw (`sight`), unless that cannot be trusted."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from ownerlint.looks import Looks, is_listed, kind_of
from ownerlint.recall.sight import sight, stamp

_CHART: Final = "Chart.yaml"


class Manifest(Struct, frozen=True):
    """A file that was read.

    Args:
        path: absolute path.
        numbers: its stamp, taken before it was read: size, times of content and entry in nanoseconds, inode.
        in_chart: whether it was taken for a template of a Helm chart.
    """

    path: str
    numbers: tuple[int, int, int, int]
    in_chart: bool


def sight_of(manifests: Sequence[Manifest], looks: Looks, limit: int) -> bytes | None:
    """Return what was seen; None where it cannot be told from what is there later, or has changed meanwhile.

    Args:
        manifests: the files that were read.
        looks: what was looked at beside them.
        limit: time in nanoseconds, shortly before the run began. A file that changed later may change again, or have
            changed while the run was looking, without another stamp.
    """
    marks = dict(looks.marks)
    charts = _charts(manifests, marks)
    absent = [path for path, there in looks.files.items() if not there and not _is_covered(path, looks)]
    try:
        files = {path: _numbers(os.stat(path)) for path, there in looks.files.items() if there}
    except (OSError, ValueError):
        return None
    read = {manifest.path: manifest.numbers for manifest in manifests}
    rested = all(_rested(numbers, limit) for numbers in (*files.values(), *read.values()))
    agreed = all(read[manifest.path] == manifest.numbers for manifest in manifests)
    if not (charts and rested and agreed) or any(marks.get(path) or kind_of(path) for path in absent):
        return None
    return sight(
        marks={**marks, **dict.fromkeys(absent, "")},
        links=looks.links,
        files={path: stamp(*numbers) for path, numbers in files.items()},
        folders=looks.folders,
        whole=looks.whole,
        manifests={path: stamp(*numbers) for path, numbers in read.items()},
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


def _rested(numbers: tuple[int, int, int, int], limit: int) -> bool:
    _, modified, changed, _ = numbers
    return modified < limit and changed < limit


def _numbers(status: os.stat_result) -> tuple[int, int, int, int]:
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
