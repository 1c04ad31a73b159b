"""What reading does beside the records: stamps for a later run, and Python's own garbage collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from ownerlint.load import LoadOptions
from ownerlint.model import Source
from ownerlint.reading import ReadingOptions, seldom_collected
from ownerlint.reading.one import stamp_of
from ownerlint.reading.work import Work
from tests.reading.files import directly, read, write


@pytest.fixture
def threshold() -> Iterator[int]:
    """Set a threshold for these tests, and return it."""
    before = gc.get_threshold()
    gc.set_threshold(321, 7, 5)
    yield 321
    gc.set_threshold(*before)


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


def test_the_collector_is_called_less_often_for_a_while(threshold: int) -> None:
    during: list[tuple[int, int, int]] = []

    @seldom_collected()
    def fail() -> None:
        during.append(gc.get_threshold())
        raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert during[0][0] > threshold
    assert during[0][1:] == (7, 5)
    assert gc.get_threshold() == (threshold, 7, 5)


@pytest.mark.usefixtures("threshold")
@pytest.mark.parametrize("patience", [0, 1 << 24])
def test_who_wants_it_called_even_less_often_has_it_so(patience: int) -> None:
    gc.set_threshold(patience, 7, 5)
    with seldom_collected():
        assert gc.get_threshold() == (patience, 7, 5)
    assert gc.get_threshold() == (patience, 7, 5)
