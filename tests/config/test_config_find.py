from __future__ import annotations

from pathlib import Path

import pytest

from ownerlint.config import ConfigError, find, load, without_file


def write(path: Path, text: str = "") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    (tmp_path / "repo" / "apps" / "web").mkdir(parents=True)
    return tmp_path / "repo"


def test_the_nearest_file_on_the_way_up_holds(repository: Path) -> None:
    write(repository / ".ownerlint.yaml")
    near = write(repository / "apps" / ".ownerlint.yaml")
    assert find(str(repository / "apps" / "web")) == str(near)


def test_the_repository_root_is_the_last_folder_that_is_searched(repository: Path) -> None:
    write(repository.parent / ".ownerlint.yaml")
    assert find(str(repository / "apps")) is None
    top = write(repository / ".ownerlint.yaml")
    assert find(str(repository / "apps")) == str(top)


def test_a_worktree_whose_git_is_a_file_is_a_repository_too(tmp_path: Path) -> None:
    write(tmp_path / ".ownerlint.yaml")
    write(tmp_path / "tree" / ".git", "gitdir: /elsewhere\n")
    assert find(str(tmp_path / "tree")) is None


def test_outside_a_repository_only_the_folder_itself_is_searched(tmp_path: Path) -> None:
    write(tmp_path / ".ownerlint.yaml")
    (tmp_path / "inner").mkdir()
    assert find(str(tmp_path / "inner")) is None
    assert find(str(tmp_path)) == str(tmp_path / ".ownerlint.yaml")


def test_in_one_folder_the_own_file_comes_before_pyproject(repository: Path) -> None:
    project = write(repository / "pyproject.toml", "[tool.ownerlint]\n")
    assert find(str(repository)) == str(project)
    own = write(repository / ".ownerlint.yaml")
    assert find(str(repository)) == str(own)


@pytest.mark.parametrize(
    "text", ["", "[tool.ruff]\n", '[project]\nname = "ownerlint"\n', "# [tool.ownerlint]\n", "tool = 3\n"]
)
def test_a_pyproject_without_the_table_is_passed_over(repository: Path, text: str) -> None:
    top = write(repository / ".ownerlint.yaml")
    write(repository / "apps" / "pyproject.toml", text)
    assert find(str(repository / "apps")) == str(top)


@pytest.mark.parametrize(
    "text", ["[tool]\nownerlint = {}\n", "[tool.ownerlint]\n", "[[tool.ownerlint.ignore]]\nrule = 'x'\n"]
)
def test_the_table_counts_however_it_is_written(repository: Path, text: str) -> None:
    assert find(str(repository / "apps")) is None
    project = write(repository / "pyproject.toml", text)
    assert find(str(repository / "apps")) == str(project)


def test_a_broken_pyproject_stops_us_only_where_it_speaks_to_ownerlint(repository: Path) -> None:
    project = write(repository / "pyproject.toml", "[tool.other\n")
    assert find(str(repository)) is None
    project.write_text("[tool.ownerlint]\nselect = [\n", encoding="utf-8")
    found = find(str(repository))
    assert found == str(project)
    with pytest.raises(ConfigError, match="it is not TOML"):
        load(found)


def test_a_name_that_is_almost_right_is_not_passed_over_in_silence(repository: Path) -> None:
    write(repository / ".ownerlint.yml")
    with pytest.raises(
        ConfigError, match=r"\.ownerlint\.yml: this name is not read; rename the file to \.ownerlint\.yaml"
    ):
        find(str(repository / "apps"))


def test_a_link_that_leads_nowhere_is_an_error_not_an_absence(repository: Path) -> None:
    (repository / ".ownerlint.yaml").symlink_to("missing.yaml")
    found = find(str(repository))
    assert found is not None
    with pytest.raises(ConfigError, match="it cannot be read: No such file or directory"):
        load(found)


def test_a_relative_start_is_taken_from_the_working_directory(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    top = write(repository / ".ownerlint.yaml")
    monkeypatch.chdir(repository / "apps")
    assert find("web") == str(top)
    assert find("../apps") == str(top)


def test_without_a_file_the_repository_or_else_the_folder_is_the_root(repository: Path, tmp_path: Path) -> None:
    inside = without_file(str(repository / "apps"))
    assert (inside.path, inside.root) == (None, str(repository))
    assert without_file(str(tmp_path)).root == str(tmp_path)
