"""Which reports are kept at all, and how many: none that the next run might not make again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ownerlint import engine
from ownerlint.looks import Looks
from ownerlint.reading.folder import clean
from ownerlint.recall.witness import Manifest, sight_of
from tests.manifests import CLEAN
from tests.recall.runs import check, rest


def test_a_chart_that_comes_or_goes_meanwhile_is_not_trusted(tmp_path: Path) -> None:
    path = str(tmp_path / "templates" / "a.yaml")
    assert sight_of([Manifest(path, (1, 1, 1, 1), in_chart=True)], Looks(), 2) is None
    assert sight_of([Manifest(path, (1, 1, 1, 1), in_chart=False)], Looks(), 2) is not None
    (tmp_path / "Chart.yaml").touch()
    assert sight_of([Manifest(path, (1, 1, 1, 1), in_chart=False)], Looks(), 2) is None


def test_a_file_that_changed_just_now_is_not_trusted(
    folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ownerlint.recall.store.REST", 2_000_000_000)
    assert [check(folder, cache=cache).recalled for _ in "123"] == [False, False, False]


def test_a_file_from_the_future_is_not_trusted(folder: Path, cache: Path) -> None:
    os.utime(folder / "clean.yaml", (4_000_000_000, 4_000_000_000))
    rest()
    assert [check(folder, cache=cache).recalled for _ in "12"] == [False, False]


def test_a_clock_that_goes_backwards_keeps_nothing(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rest()
    times = iter(range(4_000_000_000_000_000_000, 0, -1_000_000_000))
    monkeypatch.setattr("ownerlint.cli.remember._clock", lambda: next(times))
    assert [check(folder, cache=cache).recalled for _ in "12"] == [False, False]


def test_a_failure_is_not_kept(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rest()
    monkeypatch.setattr(engine, "_confidence", lambda *_: 1 / 0)
    assert [check(folder, cache=cache).code for _ in "12"] == [2, 2]
    monkeypatch.undo()
    assert check(folder, cache=cache).code == 1


def test_a_link_that_leads_nowhere_is_looked_at_again(folder: Path, cache: Path) -> None:
    (folder / "lost.yaml").symlink_to(folder / "absent")
    rest()
    assert [check(folder, cache=cache).recalled for _ in "12"] == [False, False]


def test_plugins_may_look_at_anything(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder.parent / "site" / "p-1.dist-info").mkdir(parents=True)
    (folder.parent / "site" / "p-1.dist-info" / "METADATA").write_text("Name: p\nVersion: 1\n")
    (folder.parent / "site" / "p-1.dist-info" / "entry_points.txt").write_text("[ownerlint.rules]\np = p:RULES\n")
    (folder.parent / "site" / "p.py").write_text("RULES = ()\n")
    monkeypatch.syspath_prepend(str(folder.parent / "site"))
    rest()
    assert [check(folder, cache=cache).recalled for _ in "12"] == [False, False]


def test_an_entry_that_ends_is_judged_by_the_day(folder: Path, cache: Path) -> None:
    entry = "ignore:\n- {rule: OWN1, reason: soon, until: 2999-01-01}\n"
    (folder / ".ownerlint.yaml").write_text(entry)
    rest()
    assert [check(folder, cache=cache).recalled for _ in "12"] == [False, True]


def test_small_folders_leave_nothing(folder: Path, cache: Path) -> None:
    (folder / "clean.yaml").write_text(CLEAN)
    rest()
    assert [check(folder, cache=cache).recalled for _ in "12"] == [False, False]
    assert not cache.exists()


def test_few_reports_are_kept_for_a_folder(folder: Path, cache: Path) -> None:
    rest()
    for number in range(110, 118):
        check(folder, "--ignore", f"OWN1,OWN{number // 100}", "--max-file-size", f"{number}MB", cache=cache)
        rest()
    assert len(list(cache.glob("report-*.report"))) == len(list(cache.glob("shown-*.report"))) == 4
    assert len(list(cache.glob("*.draft"))) == 0
    clean(str(cache))
    assert not cache.exists()
