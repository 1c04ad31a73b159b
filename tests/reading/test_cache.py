"""The cache: what has not changed is not read again, and nothing that happens to the cache changes an answer."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test
from msgspec import structs

import ownerlint
from ownerlint.load import LoadedFile, LoadOptions, load
from ownerlint.model import KubeObject, Source
from ownerlint.reading import ReadingOptions, columns, one, read_all
from tests.reading.files import PADDING, directly, manifest, read, sources, write

LONG_AGO = 1_600_000_000
"""A time in seconds at which files were at rest."""


def test_a_second_run_loads_nothing(tmp_path: Path, loads: list[str]) -> None:
    found = write(tmp_path / "a")
    first = read(found, cache=tmp_path / "cache")
    assert sorted(loads) == [source.file for source in found]
    loads.clear()
    assert read(found, cache=tmp_path / "cache") == first
    assert loads == []


def test_records_of_several_processes_are_kept(tmp_path: Path, loads: list[str]) -> None:
    found = write(tmp_path / "a")
    first = read(found, 2, tmp_path / "cache")
    loads.clear()
    assert read(found, 2, tmp_path / "cache") == first
    assert loads == []
    assert first.files == directly(found)


def change_text(path: Path) -> None:
    path.write_text(manifest("changed") + PADDING)


def change_one_letter_and_hide_it(path: Path) -> None:
    status = path.stat()
    path.write_text(path.read_text().replace("object", "abject"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def replace(path: Path) -> None:
    other = path.with_suffix(".new")
    other.write_text(manifest("replaced") + PADDING)
    other.replace(path)


@pytest.mark.parametrize("change", [change_text, change_one_letter_and_hide_it, replace])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_changed_file_is_read_again_and_no_other(
    tmp_path: Path, loads: list[str], change: Callable[[Path], None], jobs: int
) -> None:
    found = write(tmp_path / "a")
    read(found, jobs, tmp_path / "cache")
    change(tmp_path / "a" / "050.yaml")
    loads.clear()
    again = read(found, 1, tmp_path / "cache")
    assert loads == ["050.yaml"]
    assert again.files == directly(found)
    loads.clear()
    assert read(found, 1, tmp_path / "cache") == again
    assert loads == []


@pytest.mark.parametrize("moment", [LONG_AGO, 4_000_000_000])
def test_a_file_that_was_only_touched_is_not_read_again(tmp_path: Path, loads: list[str], moment: int) -> None:
    found = write(tmp_path / "a")
    read(found, cache=tmp_path / "cache")
    for source in found:
        os.utime(source.path, (moment, moment))
    loads.clear()
    assert read(found, cache=tmp_path / "cache").files == directly(found)
    assert loads == []


def test_new_and_removed_files_are_seen(tmp_path: Path, loads: list[str]) -> None:
    read(write(tmp_path / "a"), cache=tmp_path / "cache")
    (tmp_path / "a" / "050.yaml").unlink()
    (tmp_path / "a" / "new.yaml").write_text(manifest("new"))
    loads.clear()
    found = sources(tmp_path / "a")
    assert read(found, cache=tmp_path / "cache").files == directly(found)
    assert loads == ["new.yaml"]


def test_files_that_a_run_did_not_ask_for_stay_known(tmp_path: Path, loads: list[str]) -> None:
    one_half, other_half = write(tmp_path / "a"), write(tmp_path / "b")
    read(one_half, cache=tmp_path / "cache")
    read(other_half, cache=tmp_path / "cache")
    loads.clear()
    read([*one_half, *other_half], cache=tmp_path / "cache")
    assert loads == []


def test_the_names_are_those_of_the_run_that_asks(tmp_path: Path) -> None:
    found = write(tmp_path / "a")
    read(found, cache=tmp_path / "cache")
    renamed = [Source(f"elsewhere/{source.file}", source.path, collection="dump") for source in found]
    assert read(renamed, cache=tmp_path / "cache").files == directly(renamed)


def test_a_chart_beside_a_template_counts(tmp_path: Path) -> None:
    folder = tmp_path / "templates"
    write(folder)
    (folder / "000.yaml").write_text(manifest("{{ name }}"))
    found = sources(folder)
    read(found, cache=tmp_path / "cache")
    (tmp_path / "Chart.yaml").touch()
    files = read(found, cache=tmp_path / "cache").files
    assert files == directly(found)
    assert [skipped.reason for skipped in files[0].skipped] == ["helm-template"]


def test_another_version_other_options_and_another_layout_have_records_of_their_own(
    tmp_path: Path, loads: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = write(tmp_path / "a")
    how = ReadingOptions(cache=str(tmp_path / "cache"), root="/somewhere")
    read_all(found, LoadOptions(), how)
    loads.clear()
    read_all(found, LoadOptions(max_yaml_bytes=100), how)
    assert len(loads) == len(found)
    monkeypatch.setattr(ownerlint, "__version__", "99")
    read_all(found, LoadOptions(), how)
    assert len(loads) == 2 * len(found)
    monkeypatch.setattr(columns, "LAYOUT", ())
    monkeypatch.setattr("ownerlint.reading.fingerprint.LAYOUT", (Source,))
    read_all(found, LoadOptions(), how)
    assert len(loads) == 3 * len(found)


def test_the_layout_names_every_record() -> None:
    assert {LoadedFile, KubeObject} <= set(columns.LAYOUT)


def test_a_file_that_cannot_be_kept_does_not_hinder_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loads: list[str] = []

    def bulky(source: Source, options: LoadOptions) -> LoadedFile:
        loads.append(source.file)
        loaded = load(source, options)
        objects = tuple(structs.replace(obj, body={"a": 1 << 70}) for obj in loaded.objects)
        return structs.replace(loaded, objects=objects) if source.file == "051.yaml" else loaded

    monkeypatch.setattr(one, "load", bulky)
    found = write(tmp_path / "a")
    first = read(found, cache=tmp_path / "cache")
    loads.clear()
    assert read(found, cache=tmp_path / "cache") == first
    assert loads == ["051.yaml"]


def test_standard_input_is_not_kept(tmp_path: Path, loads: list[str]) -> None:
    found = [*write(tmp_path / "a"), Source("<stdin>", "", manifest("piped").encode())]
    read(found, cache=tmp_path / "cache")
    loads.clear()
    read(found, cache=tmp_path / "cache")
    assert loads == ["<stdin>"]


def test_an_unreadable_file_is_looked_at_again(tmp_path: Path) -> None:
    found = write(tmp_path / "a")
    absent = Source("absent.yaml", str(tmp_path / "a" / "absent.yaml"))
    assert [fault.rule for fault in read([*found, absent], cache=tmp_path / "cache").files[-1].faults]
    Path(absent.path).write_text(manifest("late"))
    assert len(read([*found, absent], cache=tmp_path / "cache").files[-1].objects) == 1


def test_small_inputs_leave_no_cache(tmp_path: Path) -> None:
    read(write(tmp_path / "a", 10), cache=tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


class Edits(RuleBasedStateMachine):
    """Whatever happens to the files between runs, the cache never shows in the answer."""

    root: Path

    def __init__(self) -> None:
        super().__init__()
        shutil.rmtree(self.root, ignore_errors=True)
        self.root.mkdir()
        for source in write(self.root / "a", 30):
            with Path(source.path).open("a") as stream:
                stream.write(PADDING * 3)

    @rule(number=st.integers(0, 29), text=st.sampled_from(("", "a: [", manifest("x"), manifest("y"), "# nothing\n")))
    def write(self, number: int, text: str) -> None:
        (self.root / "a" / f"{number:03d}.yaml").write_text(text + PADDING * 4)

    @rule(number=st.integers(0, 29), moment=st.sampled_from((0, LONG_AGO, 4_000_000_000)))
    def touch(self, number: int, moment: int) -> None:
        path = self.root / "a" / f"{number:03d}.yaml"
        if path.exists():
            os.utime(path, (moment, moment))

    @rule(number=st.integers(0, 29))
    def remove(self, number: int) -> None:
        (self.root / "a" / f"{number:03d}.yaml").unlink(missing_ok=True)

    @rule(first=st.integers(0, 29), second=st.integers(0, 29))
    def exchange(self, first: int, second: int) -> None:
        one_path, other = (self.root / "a" / f"{number:03d}.yaml" for number in (first, second))
        if first != second and one_path.exists() and other.exists():
            one_path.rename(self.root / "kept")
            other.rename(one_path)
            (self.root / "kept").rename(other)

    @rule(end=st.integers(27, 30))
    def run(self, end: int) -> None:
        found = sources(self.root / "a")[:end]
        assert read(found, cache=self.root / "cache").files == directly(found)


def test_no_edit_is_missed(tmp_path: Path) -> None:
    machine = type("Here", (Edits,), {"root": tmp_path / "edits"})
    run_state_machine_as_test(machine, settings=settings(max_examples=10, stateful_step_count=15, deadline=None))
