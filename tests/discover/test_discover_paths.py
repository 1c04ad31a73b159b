from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ownerlint.discover import DiscoverOptions, PathNotFoundError, discover, display_path
from ownerlint.model import InputFault, Skipped, Source, Spot


def write(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")


def found(*paths: str, options: DiscoverOptions | None = None) -> list[str]:
    return [source.file for source in discover(paths, options or DiscoverOptions()).sources]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "work"
    root.mkdir()
    monkeypatch.chdir(root)
    return root


def test_folders_are_searched_for_the_three_suffixes_in_any_case(tree: Path) -> None:
    write(tree, "a.yaml", "b/c.yml", "b/d.JSON", "b/e.txt", "b/f.yaml.bak", "b/yaml", "b/g.YAML")
    assert found(".") == ["a.yaml", "b/c.yml", "b/d.JSON", "b/g.YAML"]


def test_a_named_file_is_taken_whatever_its_suffix(tree: Path) -> None:
    write(tree, "dump.txt", ".hidden.yaml")
    assert found("dump.txt", ".hidden.yaml") == [".hidden.yaml", "dump.txt"]


def test_hidden_files_and_folders_are_passed_over_unless_named(tree: Path) -> None:
    write(tree, ".github/a.yaml", ".git/b.yaml", ".ownerlint.yaml", "c/.d/e.yaml", "c/f.yaml")
    assert found(".") == ["c/f.yaml"]
    assert found(".github", "c/.d") == [".github/a.yaml", "c/.d/e.yaml"]


@pytest.mark.parametrize("given", [["."], ["b", "a"], ["a", "a/b", "a/b/x.yaml", "b"], ["./a/../b", "a//", "."]])
def test_overlapping_and_oddly_written_paths_give_each_file_once_in_one_order(tree: Path, given: list[str]) -> None:
    write(tree, "a/b/x.yaml", "a/z.yaml", "a-b/y.yaml", "b/x.yaml")
    (tree / "a-b" / "y.yaml").unlink()
    expected = discover(["a", "b"], DiscoverOptions()).sources
    assert [source.file for source in expected] == ["a/b/x.yaml", "a/z.yaml", "b/x.yaml"]
    assert discover(given, DiscoverOptions()).sources == expected
    assert discover([str(tree / path) for path in given], DiscoverOptions()).sources == expected


def test_the_order_is_that_of_the_display_paths(tree: Path) -> None:
    write(tree, "a/x.yaml", "a.yaml", "a-b/x.yaml", "B/x.yaml")
    assert found(".") == sorted(["a/x.yaml", "a.yaml", "a-b/x.yaml", "B/x.yaml"])


def test_the_order_of_the_disk_does_not_matter(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tree, *(f"{folder}/{name}.yaml" for folder in "cab" for name in "zxy"))
    (tree / "b" / "link.yaml").symlink_to("../a/x.yaml")
    (tree / "aa").symlink_to("c")
    forwards = discover(["."], DiscoverOptions())
    scandir = os.scandir

    class Backwards:
        def __init__(self, path: str) -> None:
            with scandir(path) as entries:
                self.entries = sorted(entries, key=lambda entry: entry.name, reverse=True)

        def __enter__(self) -> list[os.DirEntry[str]]:
            return self.entries

        def __exit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(os, "scandir", Backwards)
    assert discover(["."], DiscoverOptions()) == forwards


def test_a_path_outside_the_working_directory_is_shown_absolute(tree: Path) -> None:
    write(tree.parent, "other/a.yaml")
    assert found("../other") == [f"{tree.parent}/other/a.yaml"]


def test_what_lies_in_the_working_directory_is_shown_relative_even_when_found_from_above(tree: Path) -> None:
    write(tree.parent, "other/a.yaml", "work/b/c.yaml")
    assert found("..") == [f"{tree.parent}/other/a.yaml", "b/c.yaml"]


def test_display_path(tree: Path) -> None:
    assert display_path("a/../b/./c.yaml") == "b/c.yaml"
    assert display_path(str(tree / "b.yaml")) == "b.yaml"
    assert display_path(".") == "."
    assert display_path("..") == str(tree.parent)
    assert display_path(f"{tree}-else/a.yaml") == f"{tree}-else/a.yaml"


def test_a_working_directory_reached_through_a_link_is_known_by_its_real_path(tree: Path) -> None:
    write(tree, "a/b.yaml")
    (tree.parent / "link").symlink_to("work")
    assert found(str(tree.parent / "link")) == ["a/b.yaml"]
    assert found(str(tree.parent / "link" / "a" / "b.yaml")) == ["a/b.yaml"]


def test_dots_after_a_link_lead_where_the_file_system_says(tree: Path) -> None:
    write(tree, "real/in/x.yaml", "real/y.yaml", "y.yaml")
    (tree / "link").symlink_to("real/in")
    assert found("link/../y.yaml") == ["real/y.yaml"]


@pytest.mark.parametrize("path", ["nowhere", "nowhere/x.yaml", "a.yaml/x", "", "bad\0name", "dangling.yaml"])
def test_a_path_that_does_not_exist_is_named(tree: Path, path: str) -> None:
    write(tree, "a.yaml")
    (tree / "dangling.yaml").symlink_to("gone.yaml")
    with pytest.raises(PathNotFoundError) as raised:
        discover(["a.yaml", path], DiscoverOptions())
    assert raised.value.path == path


def test_standard_input_is_the_source_that_was_given(tree: Path) -> None:
    write(tree, "a.yaml", "z.yaml")
    stdin = Source(file="m.yaml", path="", data=b"", collection="m.yaml")
    assert discover(["-", "z.yaml", "a.yaml"], DiscoverOptions(), stdin).sources[1] is stdin
    with pytest.raises(PathNotFoundError):
        discover(["-"], DiscoverOptions())


def test_names_that_are_no_unicode_survive(tree: Path) -> None:
    name = os.fsdecode(b"caf\xe9.yaml")
    write(tree, name, os.fsdecode(b"d\xff/x.yaml"))
    sources = discover(["."], DiscoverOptions()).sources
    assert [source.file for source in sources] == [name, os.fsdecode(b"d\xff/x.yaml")]
    assert all(Path(source.path).read_bytes() == b"" for source in sources)


def test_excludes_are_relative_to_their_root_and_hold_for_named_paths(tree: Path) -> None:
    write(tree, "a/x.yaml", "a/gen/y.yaml", "b/z.gen.yaml", "b/w.yaml")
    options = DiscoverOptions(exclude=("/a/gen/", "*.gen.yaml"), root=str(tree))
    assert found(".", options=options) == ["a/x.yaml", "b/w.yaml"]
    named = discover(["a/gen", "a/gen/y.yaml", "b/z.gen.yaml", "b/w.yaml"], options)
    assert [source.file for source in named.sources] == ["b/w.yaml"]
    assert named.skipped == tuple(Skipped(file, "excluded") for file in ("a/gen", "a/gen/y.yaml", "b/z.gen.yaml"))


def test_excludes_hold_from_another_working_directory(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tree, "a/gen/y.yaml", "a/x.yaml")
    monkeypatch.chdir(tree / "a")
    assert found(".", options=DiscoverOptions(exclude=("a/gen",), root=str(tree))) == ["x.yaml"]


def test_a_pipe_in_a_folder_is_skipped_and_a_named_one_is_taken(tree: Path) -> None:
    os.mkfifo(tree / "pipe.yaml")
    os.mkfifo(tree / "pipe")
    assert discover(["."], DiscoverOptions()).skipped == (Skipped("pipe.yaml", "not-a-regular-file"),)
    assert found("pipe.yaml") == ["pipe.yaml"]


def test_a_folder_that_cannot_be_read_is_a_fault_and_the_rest_goes_on(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tree, "a/x.yaml", "b/y.yaml")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if path.endswith("/a"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    result = discover(["."], DiscoverOptions())
    assert [source.file for source in result.sources] == ["b/y.yaml"]
    assert result.faults == (InputFault("unreadable-file", Spot("a"), "It cannot be read: Permission denied."),)


def test_a_file_in_several_folders_deep_is_found_without_recursion(tree: Path) -> None:
    deep = "/".join(["d"] * 300)
    write(tree, f"{deep}/x.yaml")
    assert found(".") == [f"{deep}/x.yaml"]


def test_pathspec_is_not_imported_without_patterns(tree: Path) -> None:
    write(tree, "a.yaml")
    code = (
        "import sys; from ownerlint.discover import *; discover(['.'], DiscoverOptions());"
        "sys.exit('pathspec' in sys.modules)"
    )
    path = str(Path(__file__).parents[2])
    done = subprocess.run([sys.executable, "-c", code], check=False, env={"PYTHONPATH": path})
    assert done.returncode == 0


def test_trees_of_tests_are_told_by_folders_inside_the_repository_or_the_working_directory(tree: Path) -> None:
    names = ["app", "test", "e2e-tests/compare", "pkg/a-e2e", "e2e", "latest", "contest/a", "test_me"]
    for name in names:
        (tree / name).mkdir(parents=True)
        (tree / name / "a.yaml").write_text("")
    found = {source.file: source.tests for source in discover(["."], DiscoverOptions()).sources}
    assert [file for file, tests in found.items() if tests] == [
        "e2e-tests/compare/a.yaml",
        "e2e/a.yaml",
        "pkg/a-e2e/a.yaml",
        "test/a.yaml",
    ]


def test_folders_above_a_file_that_is_outside_of_everything_say_nothing(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tree / "tests" / "fixtures").mkdir(parents=True)
    (tree / "tests" / "fixtures" / "a.yaml").write_text("")
    (tree / "elsewhere").mkdir()
    monkeypatch.chdir(tree / "elsewhere")
    (source,) = discover([str(tree / "tests" / "fixtures")], DiscoverOptions()).sources
    assert (source.test_data, source.tests) == (False, False)
