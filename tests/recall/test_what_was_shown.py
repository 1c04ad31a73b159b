"""What is kept of what a run wrote: believed for the same words in the same place, as long as its report is."""

from __future__ import annotations

import os
from pathlib import Path

import click
import pytest

import ownerlint
from ownerlint.cli import replay
from ownerlint.cli.check import command
from ownerlint.cli.replay import Words, folder_for
from tests.manifests import BAD
from tests.recall.runs import PADDING, check, repeat, rest


def test_another_program_makes_its_own_report(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rest()
    first = check(folder, cache=cache)
    assert repeat(folder, cache=cache) == first[:3]
    monkeypatch.setattr(ownerlint, "__version__", "99")
    assert repeat(folder, cache=cache) is None
    monkeypatch.undo()
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert repeat(folder, cache=cache) is None


def test_the_day_counts_only_where_an_entry_ends(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "dated").mkdir()
    (folder / "dated" / "a.yaml").write_text(BAD + PADDING)
    (folder / "dated" / ".ownerlint.yaml").write_text("ignore:\n- {rule: OWN1, reason: soon, until: 2999-01-01}\n")
    rest()
    dated = check(folder, cache=cache, inside="dated")
    first = check(folder, cache=cache)
    assert repeat(folder, cache=cache, inside="dated") == dated[:3]
    monkeypatch.setattr(replay, "_today", lambda: "2999-01-02")
    assert repeat(folder, cache=cache, inside="dated") is None
    assert repeat(folder, cache=cache) == first[:3]


def test_other_words_and_folders_are_another_question(folder: Path, cache: Path) -> None:
    (folder / "a").mkdir()
    (folder / "a b").mkdir()
    rest()
    check(folder, "deploy", ".", cache=cache)
    assert repeat(folder, "deploy", ".", cache=cache)
    assert repeat(folder, ".", "deploy", cache=cache) is None
    assert repeat(folder, "deploy .", cache=cache) is None
    assert repeat(folder, "deploy", ".", cache=cache, inside="a") is None
    assert repeat(folder, cache=cache) is None


def test_what_was_written_may_be_damaged_in_any_place(folder: Path, cache: Path) -> None:
    rest()
    first = check(folder, cache=cache)
    (kept,) = cache.glob("shown-*.report")
    whole = kept.read_bytes()
    for end in range(0, len(whole), len(whole) // 50):
        for data in (whole[:end], whole[:end] + bytes([whole[end] ^ 0x55]) + whole[end + 1 :]):
            kept.write_bytes(data)
            assert repeat(folder, cache=cache) is None
    kept.write_bytes(whole)
    assert repeat(folder, cache=cache) == first[:3]


def test_it_need_not_be_kept(folder: Path, cache: Path) -> None:
    rest()
    first = check(folder, cache=cache)
    (kept,) = cache.glob("shown-*.report")
    kept.unlink()
    kept.mkdir()
    assert repeat(folder, cache=cache) is None
    again = check(folder, cache=cache)
    assert (again[:3], again.recalled) == (first[:3], True)
    assert list(cache.glob("*.draft")) == []


@pytest.mark.parametrize(
    "words",
    [
        ("--cache-dir", "{}"),
        ("--cache-dir={}",),
        ("deploy", "--isolated", "--cache-dir", "{}"),
        ("--fail-on=error", "--cache-dir={}", "deploy"),
    ],
)
def test_the_folder_of_the_cache_is_found(folder: Path, cache: Path, words: tuple[str, ...]) -> None:
    named = Words(("check", *(word.format(cache) for word in words)))
    assert folder_for(named) == str(cache)


@pytest.mark.parametrize(
    "words",
    [
        ("--cache-dir", "a", "--cache-dir", "b"),
        ("--select", "--cache-dir", "a"),
        ("--select", "--cache-dir=a"),
        ("--", "--cache-dir", "a"),
        ("--cache-dirs", "a"),
        ("--cache-dir",),
        ("--cache-dir=",),
    ],
)
def test_a_folder_of_the_cache_that_is_not_plain_to_see_is_left_to_click(words: tuple[str, ...]) -> None:
    assert not folder_for(Words(("check", *words)))


def test_what_may_stand_before_the_cache_has_no_value() -> None:
    flags = {
        name for param in command.params if isinstance(param, click.Option) and param.is_flag for name in param.opts
    }
    assert flags > replay._SWITCHES
