"""Files read in several processes: the same records, and a process that dies loses one file."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec import structs

from ownerlint.load import LoadedFile, LoadOptions, load
from ownerlint.model import Source
from ownerlint.reading import Lost, ReadingOptions, one, read_all, workers
from ownerlint.reading.batches import Batch, read_batch
from tests.checkout import ROOT
from tests.reading.files import directly, read, write


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_the_number_of_processes_changes_nothing(tmp_path: Path, jobs: int) -> None:
    found = write(tmp_path)
    assert read(found, jobs).files == directly(found)
    assert multiprocessing.active_children() == []


def test_processes_may_start_from_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_may_copy", lambda: False)
    found = write(tmp_path)
    assert read(found, 2).files == directly(found)


def test_standard_input_goes_to_a_process_too(tmp_path: Path) -> None:
    found = [*write(tmp_path), Source("<stdin>", "", b"apiVersion: v1\nkind: Pod\n")]
    assert read(found, 2).files == directly(found)


def bulky(source: Source, options: LoadOptions) -> LoadedFile:
    """Load, and give one file's objects an integer that has no place in the columns."""
    loaded = load(source, options)
    if source.file != "051.yaml":
        return loaded
    return structs.replace(loaded, objects=tuple(structs.replace(obj, body={"a": 1 << 70}) for obj in loaded.objects))


def test_records_that_do_not_fit_into_columns_arrive_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one, "load", bulky)
    found = write(tmp_path)[50:53]
    result = read_batch(Batch(range(3), found), LoadOptions(), kept=False)
    assert result.data == b""
    assert list(result.files) == [bulky(source, LoadOptions()) for source in found]


DYING = """
import os, signal
from ownerlint.load import load
from ownerlint.reading import one
from ownerlint.cli import main

def dying(source, options):
    if source.file == "many/007.yaml":
        os.kill(os.getpid(), signal.SIGKILL)
    if source.file == "many/050.yaml":
        os._exit(3)
    if source.file == "many/051.yaml":
        raise ValueError("no idea")
    return load(source, options)

one.load = dying
main(prog_name="ownerlint")
"""


def run(program: str, folder: Path) -> subprocess.Popen[str]:
    """Start ownerlint with a reader that is not the real one, on files that are worth two processes."""
    for source in write(folder / "many"):
        with Path(source.path).open("a") as stream:
            stream.write("#" * 200_000)
    return subprocess.Popen(
        [sys.executable, "-c", program, "check", "--isolated", "--no-cache", "--jobs", "2", "many"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_a_process_that_dies_loses_the_file_to_blame_and_no_other(tmp_path: Path) -> None:
    with run(DYING, tmp_path) as process:
        _, errors = process.communicate(timeout=60)
    assert errors.splitlines()[:3] == [
        "ownerlint: error: many/007.yaml was not read: its process was ended by SIGKILL; the other files were",
        "ownerlint: error: many/050.yaml was not read: its process ended with exit code 3; the other files were",
        "ownerlint: error: many/051.yaml was not read: ValueError: no idea; the other files were",
    ]
    # Of a hundred files with none to three objects each, these three had three, two and three.
    assert "142 objects" in errors
    assert process.returncode == 2


def failing(source: Source, options: LoadOptions) -> LoadedFile:
    """Load, but fail at one file."""
    if source.file == "051.yaml":
        raise ValueError("no idea")
    return load(source, options)


def test_an_error_of_the_reader_loses_one_file_in_this_process_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(one, "load", failing)
    assert read(write(tmp_path)).lost == (Lost("051.yaml", "ValueError: no idea"),)


@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_ends_with_all_bytes(tmp_path: Path, jobs: int) -> None:
    found = write(tmp_path)
    total = sum(Path(source.path).stat().st_size for source in found)
    steps: list[tuple[int, int]] = []

    def note(done: int, whole: int) -> None:
        steps.append((done, whole))

    read_all(found, LoadOptions(), ReadingOptions(jobs=jobs, share=1, progress=note))
    assert steps[-1] == (total, total)
    assert steps == sorted(steps)


SLOW = """
import os, time
from ownerlint.reading import one
from ownerlint.cli import main

def slow(source, options):
    os.write(1, b"started" + os.linesep.encode())
    time.sleep(60)

one.load = slow
main(prog_name="ownerlint")
"""


def test_ctrl_c_ends_all_processes_without_a_traceback(tmp_path: Path) -> None:
    with run(SLOW, tmp_path) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "started\n"
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert errors == "ownerlint: interrupted\n"
    assert process.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
