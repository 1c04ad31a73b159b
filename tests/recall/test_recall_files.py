"""What may happen to a kept report itself: damage, disks that are full or closed, and other runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.checkout import ROOT
from tests.manifests import BAD, CLEAN
from tests.reading.test_cache_folder import cut, cut_the_head, empty, spoil_all, spoil_the_end, spoil_the_table
from tests.recall.runs import check, rest

PROGRAM = """
import json, sys
from ownerlint.cli import main
from ownerlint.recall import store
store.REST = 0  # as in this process
try:
    main(sys.argv[1:], prog_name="ownerlint")
finally:
    sys.stdout.write("\\n" + json.dumps(sorted(sys.modules)))
"""


def kept(cache: Path) -> Path:
    (found,) = cache.glob("report-*.report")
    return found


def of_another_question(path: Path) -> None:
    data = path.read_bytes()
    assert b"'min_confidence', None" in data
    path.write_bytes(data.replace(b"'min_confidence', None", b"'min_confidence', 'lo'"))


@pytest.mark.parametrize(
    "spoil", [spoil_all, spoil_the_end, spoil_the_table, cut, cut_the_head, empty, of_another_question]
)
def test_a_damaged_report_is_not_believed(folder: Path, tmp_path: Path, spoil: Callable[[Path], None]) -> None:
    cache = tmp_path / "cache"
    rest()
    first = check(folder, cache=cache)
    spoil(kept(cache))
    assert check(folder, cache=cache) == first
    assert check(folder, cache=cache).recalled


def test_a_report_may_be_anything(folder: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    rest()
    first = check(folder, cache=cache)
    whole = kept(cache).read_bytes()
    for end in range(0, len(whole), len(whole) // 50):
        kept(cache).write_bytes(whole[:end] + bytes([whole[end] ^ 0x55]) + whole[end + 1 :])
        assert check(folder, cache=cache) == first


def test_a_report_that_cannot_be_written_stops_nothing(folder: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    rest()
    first = check(folder, cache=cache)
    path = kept(cache)
    path.unlink()
    path.mkdir()
    again = check(folder, "-v", cache=cache)
    assert again[:2] == first[:2]
    assert f"the report cannot be kept in {cache}: Is a directory" in again.errors.splitlines()
    assert list(cache.glob("*.draft")) == []


def test_a_full_disk_stops_nothing(folder: Path, tmp_path: Path) -> None:
    # Linux has a device that is always full.
    rest()
    full = os.open("/dev/full", os.O_WRONLY)
    before = os.open
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "open", lambda path, *rest: os.dup(full) if "draft" in str(path) else before(path, *rest))
            result = check(folder, cache=tmp_path / "cache")
    finally:
        os.close(full)
    assert result[:3] == check(folder, cache=None)[:3]
    assert list((tmp_path / "cache").glob("*.report")) == []


def start(folder: Path, cache: Path, *arguments: str) -> subprocess.Popen[str]:
    """Start ownerlint; the last line of what it prints names the modules that it has imported."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *arguments, "--cache-dir", str(cache)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_runs_at_the_same_time_do_not_disturb_each_other(folder: Path, tmp_path: Path) -> None:
    os.utime(folder / "clean.yaml", (1_600_000_000, 1_600_000_000))
    cache = tmp_path / "cache"
    for turn in range(3):
        (folder / "deploy" / "bad.yaml").write_text(BAD.replace("web-config", f"turn-{turn}"))
        rest()
        expected = check(folder, "--format", "json", cache=None)
        runs = [start(folder, cache, "check", "--format", "json") for _ in range(4)]
        for process in runs:
            output, errors = process.communicate(timeout=120)
            assert (process.returncode, output.rpartition("\n")[0], errors) == expected[:3]
        assert check(folder, "--format", "json", cache=cache).recalled
    assert list(cache.glob("*.draft")) == []


def test_cleaning_removes_reports(folder: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    rest()
    check(folder, cache=cache)
    size = sum(path.stat().st_size for path in cache.iterdir())
    assert kept(cache).exists()
    cleaning = start(folder, cache, "cache", "clean")
    output, _ = cleaning.communicate(timeout=120)
    assert (cleaning.returncode, output.splitlines()[0]) == (0, f"Removed {size:,} bytes from {cache}.")
    assert not cache.exists()
    assert not check(folder, cache=cache).recalled


def test_a_recalling_run_imports_neither_rules_nor_readers(folder: Path, tmp_path: Path) -> None:
    (folder / "deploy" / "bad.yaml").write_text(CLEAN)
    rest()
    modules: list[set[str]] = []
    for _ in "12":
        process = start(folder, tmp_path / "cache", "check")
        output, _ = process.communicate(timeout=120)
        assert process.returncode == 0
        modules.append(set(json.loads(output.splitlines()[-1])))
    assert "ownerlint.run" in modules[0]
    parts = {name.split(".")[1] for name in modules[1] if name.startswith("ownerlint.")}
    assert parts & {"config", "discover", "engine", "load", "reading", "registry", "resolve", "rules", "run"} == set()
    assert modules[1] & {"hashlib", "pathspec", "rich", "ruamel.yaml", "multiprocessing"} == set()
