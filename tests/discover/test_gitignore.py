from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ownerlint.discover import DiscoverOptions, discover


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def found(*paths: str, gitignore: bool = True) -> list[str]:
    return [source.file for source in discover(paths or ["."], DiscoverOptions(gitignore=gitignore)).sources]


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / ".git" / "info").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_nested_files_negations_anchors_and_folder_patterns(repository: Path) -> None:
    write(
        repository,
        {
            ".gitignore": "# made by a tool\n*.gen.yaml\n/build\nout/\nvendor/**\n!vendor/keep.yaml\n",
            "a.yaml": "",
            "b.gen.yaml": "",
            "build/c.yaml": "",
            "app/build/d.yaml": "",
            "app/.gitignore": "!*.gen.yaml\nlocal.yaml\n",
            "app/e.gen.yaml": "",
            "app/local.yaml": "",
            "local.yaml": "",
            "app/out/f.yaml": "",
            "out.yaml": "",
            "vendor/keep.yaml": "",
            "vendor/g.yaml": "",
        },
    )
    assert found() == ["a.yaml", "app/build/d.yaml", "app/e.gen.yaml", "local.yaml", "out.yaml", "vendor/keep.yaml"]
    assert len(found(gitignore=False)) == 11


def test_files_above_the_named_folder_hold_from_the_repository_root_down(repository: Path) -> None:
    write(repository, {".gitignore": "/app/x.yaml\n*.gen.yaml\n", "app/.gitignore": "!b.gen.yaml\n"})
    write(repository, {"app/x.yaml": "", "app/sub/x.yaml": "", "app/sub/a.gen.yaml": "", "app/sub/b.gen.yaml": ""})
    assert found("app") == ["app/sub/b.gen.yaml", "app/sub/x.yaml"]
    assert found("app/sub") == ["app/sub/b.gen.yaml", "app/sub/x.yaml"]


def test_nothing_above_the_repository_holds(repository: Path) -> None:
    write(repository, {".gitignore": "*.yaml\n", "inner/.git": "gitdir: nowhere\n", "inner/a.yaml": ""})
    assert found("inner") == ["inner/a.yaml"]
    assert found() == ["inner/a.yaml"]


def test_without_a_repository_the_named_folder_is_where_it_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, {"work/.gitignore": "x.yaml\n", "work/x.yaml": "", "work/a/y.yaml": "", "work/a/x.yaml": ""})
    monkeypatch.chdir(tmp_path)
    assert found("work") == ["work/a/y.yaml"]


def test_a_named_file_is_taken_though_it_is_ignored(repository: Path) -> None:
    write(repository, {".gitignore": "*.yaml\n", "a.yaml": "", "b.yaml": ""})
    assert found("a.yaml") == ["a.yaml"]
    assert found(".", "a.yaml") == ["a.yaml"]


def test_a_named_folder_is_searched_though_it_is_ignored(repository: Path) -> None:
    write(repository, {".gitignore": "build\n", "build/deep/a.yaml": "", "build/.gitignore": "b.yaml\n"})
    write(repository, {"build/b.yaml": ""})
    assert found("build") == ["build/deep/a.yaml"]
    assert found("build/deep") == ["build/deep/a.yaml"]
    assert found() == []


def test_the_repository_s_own_excludes_hold_and_are_the_weakest(repository: Path) -> None:
    write(repository, {".git/info/exclude": "*.local.yaml\nb.yaml\n", ".gitignore": "!b.yaml\n"})
    write(repository, {"a.local.yaml": "", "b.yaml": "", "c/d.local.yaml": ""})
    assert found() == ["b.yaml"]
    assert found("c") == []


def test_a_linked_worktree_has_the_excludes_of_its_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"main/.git/info/exclude": "x.yaml\n", "main/.git/worktrees/w/commondir": "../..\n"})
    write(tmp_path, {"w/.git": f"gitdir: {tmp_path}/main/.git/worktrees/w\n", "w/x.yaml": "", "w/y.yaml": ""})
    monkeypatch.chdir(tmp_path / "w")
    assert found() == ["y.yaml"]


def test_odd_gitignore_files_are_survived(repository: Path) -> None:
    (repository / ".gitignore").write_bytes(b"\xef\xbb\xbfa.yaml\r\n!\r\n\xff\xfe\r\n[\r\n  \r\nb.yaml\r\n")
    write(repository, {"a.yaml": "", "b.yaml": "", "c/d.yaml": ""})
    (repository / "c" / ".gitignore").mkdir()
    assert found() == ["c/d.yaml"]


NAMES = ("a", "b", "build", "app")
FILES = ("x.yaml", "y.yml", "app.yaml")
PATTERNS = (
    *("*.yaml", "*", "!*.yaml", "!*/", "build/", "/build", "!build/", "a/", "!a/", "/a/*", "!/a/b", "**/b", "b/**"),
    *("a/**/x.yaml", "!x.yaml", "x.yaml", "/x.yaml", "app", "!app", "*.y?ml", "[ax].yaml", "a/b", "/*", "!/app/"),
    *("a*", "\\!x", "# note", "**", "**/", "!**/", "/**/a", "x.yaml ", "!b", "a/*/", "!b/x.yaml"),
)
folders = st.lists(st.sampled_from(NAMES), max_size=3).map("/".join)
lists = st.lists(st.sampled_from(PATTERNS), min_size=1, max_size=4).map("\n".join)


@settings(max_examples=60, deadline=None)
@given(
    tree=st.sets(st.tuples(folders, st.sampled_from(FILES)), min_size=1, max_size=12),
    ignores=st.dictionaries(folders, lists, max_size=3),
    exclude=lists,
)
def test_git_itself_decides_the_same(tree: set[tuple[str, str]], ignores: dict[str, str], exclude: str) -> None:
    with TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        root = Path(name)
        patch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
        subprocess.run(["git", "init", "-q", name], check=True)
        write(root, {f"{folder or '.'}/{file}": "" for folder, file in tree})
        write(root, {f"{folder or '.'}/.gitignore": text for folder, text in ignores.items()})
        write(root, {".git/info/exclude": exclude})
        listed = subprocess.run(
            ["git", "-C", name, "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
            check=True,
            capture_output=True,
            text=True,
        )
        expected = sorted(file for file in listed.stdout.split("\0") if file and not file.endswith(".gitignore"))
        patch.chdir(root)
        assert found() == expected
