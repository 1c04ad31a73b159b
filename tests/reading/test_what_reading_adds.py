"""What reading does beside the records: stamps for a later run, and progress."""

from __future__ import annotations

from pathlib import Path

import pytest

from ownerlint.load import LoadOptions
from ownerlint.model import Source
from ownerlint.reading import ReadingOptions
from ownerlint.reading.one import stamp_of
from ownerlint.reading.work import Work
from tests.reading.files import directly, read, write


def test_files_are_stamped_for_the_next_run(tmp_path: Path) -> None:
    found = [*write(tmp_path / "files", 5), Source("<stdin>", "", data=b"kind: ConfigMap\n")]
    assert read(found, cache=tmp_path / "cache").stamps == [*map(stamp_of, found[:-1]), None]


@pytest.mark.parametrize("jobs", [1, 2])
def test_without_a_cache_nothing_is_stamped(tmp_path: Path, jobs: int) -> None:
    found = [*write(tmp_path / "files", 5), Source("gone.yaml", str(tmp_path / "gone.yaml"))]
    outcome = read(found, jobs)
    assert list(outcome.stamps) == []
    assert outcome.files == directly(found)


@pytest.mark.parametrize("cached", [False, True])
def test_progress_counts_bytes(tmp_path: Path, cached: bool) -> None:
    found = [*write(tmp_path / "files", 5), Source("<stdin>", "", data=b"kind: ConfigMap\n")]
    told: list[tuple[int, int]] = []
    cache = str(tmp_path / "cache") if cached else None
    Work(found, LoadOptions(), ReadingOptions(cache=cache, worth=0, progress=lambda *both: told.append(both))).done()
    size = sum(len(Path(source.path).read_bytes()) for source in found[:-1]) + len(b"kind: ConfigMap\n")
    assert told[-1] == (size, size)
