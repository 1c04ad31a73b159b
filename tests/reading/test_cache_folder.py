"""What may happen to the cache itself: damage, full disks, other runs, and cleaning."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from ownerlint.reading.folder import clean, prune
from tests.reading.files import PADDING, directly, manifest, read, sources, write

LONG_AGO = 1_600_000_000
"""A time in seconds, long ago."""


def records(cache: Path) -> Path:
    (found,) = cache.glob("*.records")
    return found


def spoil_all(path: Path) -> None:
    path.write_bytes(b"\0" * 1000)


def spoil_the_end(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1] + b"\xff")


def spoil_the_table(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[60] ^= 1
    path.write_bytes(data)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def cut_the_head(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:10])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def give_to_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("spoil", [spoil_all, spoil_the_end, spoil_the_table, cut, cut_the_head, empty])
def test_a_damaged_cache_is_ignored_and_written_anew(
    tmp_path: Path, loads: list[str], spoil: Callable[[Path], None]
) -> None:
    found = write(tmp_path / "a")
    first = read(found, cache=tmp_path / "cache")
    spoil(records(tmp_path / "cache"))
    assert read(found, cache=tmp_path / "cache") == first
    loads.clear()
    assert read(found, cache=tmp_path / "cache") == first
    assert loads == []


def test_a_cache_that_cannot_be_written_is_said_and_stops_nothing(tmp_path: Path) -> None:
    found = write(tmp_path / "a")
    first = read(found, cache=tmp_path / "cache")
    give_to_a_folder(records(tmp_path / "cache"))
    (tmp_path / "file").touch()
    for cache in (tmp_path / "cache", tmp_path / "file", tmp_path / "file" / "below", Path("/proc/no-such-place")):
        result = read(found, cache=cache)
        assert result.files == first.files
        (note,) = result.notes
        assert note.startswith(f"the cache in {cache} cannot be written: ")
    assert list((tmp_path / "cache").glob("*.draft")) == []


def test_a_full_disk_is_said_and_stops_nothing(tmp_path: Path) -> None:
    # Linux has a device that is always full.
    found = write(tmp_path / "a")
    full = os.open("/dev/full", os.O_WRONLY)
    try:
        before = os.open
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "open", lambda path, *rest: os.dup(full) if "draft" in str(path) else before(path, *rest))
            result = read(found, cache=tmp_path / "cache")
    finally:
        os.close(full)
    assert result.files == directly(found)
    assert result.notes == (f"the cache in {tmp_path / 'cache'} cannot be written: No space left on device",)


def _run_often(folder: str) -> None:
    found = sources(Path(folder) / "a")
    for turn in range(10):
        changing = Path(folder) / "a" / f"{os.getpid() % 100:03d}.yaml"
        changing.write_text(manifest(f"turn-{turn}") + PADDING)
        others = [source for source in found if source.path != str(changing)]
        assert len(read(others, cache=Path(folder) / "cache").files) == len(others)


def test_runs_at_the_same_time_do_not_disturb_each_other(tmp_path: Path) -> None:
    found = write(tmp_path / "a")
    processes = [multiprocessing.get_context("spawn").Process(target=_run_often, args=(str(tmp_path),)) for _ in "123"]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert read(found, cache=tmp_path / "cache").files == directly(found)
    assert list((tmp_path / "cache").glob("*.draft")) == []


def test_cleaning_says_how_much_and_touches_nothing_else(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    read(write(tmp_path / "a"), cache=cache)
    size = sum(path.stat().st_size for path in cache.iterdir())
    (cache / "letter.txt").write_text("mine")
    assert clean(str(cache)) == size
    assert [path.name for path in cache.iterdir()] == ["letter.txt"]
    assert clean(str(cache)) == 0
    assert clean(str(tmp_path / "absent")) == 0


def test_the_folder_is_marked_as_a_cache(tmp_path: Path) -> None:
    read(write(tmp_path / "a"), cache=tmp_path / "cache")
    tag = (tmp_path / "cache" / "CACHEDIR.TAG").read_text()
    assert tag.startswith("Signature: 8a477f597d28d172789f06886806bc55\n")


def test_what_was_written_longest_ago_goes_first(tmp_path: Path) -> None:
    for number in range(5):
        path = tmp_path / f"{number}.records"
        path.write_bytes(b"x" * 100)
        os.utime(path, (LONG_AGO + number, LONG_AGO + number))
    prune(tmp_path, tmp_path / "0.records", 300)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["0.records", "3.records", "4.records"]
