"""The hook `ownerlint`: every commit, the whole tree."""

from __future__ import annotations

from pathlib import Path

from tests.manifests import BAD, BAD_PLACE, CLEAN, DANGLING_PLACE, DEPENDENT, OWNER
from tests.pre_commit.repositories import Hooks, places


def test_a_commit_that_adds_a_bad_reference_fails_and_names_the_place(hooks: Hooks, tmp_path: Path) -> None:
    repository = hooks.repository(tmp_path, "ownerlint")
    repository.write(bad=BAD, clean=CLEAN)
    done = repository.commit("bad.yaml", "clean.yaml")
    assert done.returncode == 1
    assert places(done.stderr) == [f"bad.yaml:{BAD_PLACE}"]


def test_a_commit_that_deletes_only_the_owner_fails_in_a_closed_world(hooks: Hooks, tmp_path: Path) -> None:
    repository = hooks.repository(tmp_path, "ownerlint", "--world", "closed")
    repository.write(owner=OWNER, dependent=DEPENDENT)
    assert repository.commit("owner.yaml", "dependent.yaml").returncode == 0
    (tmp_path / "owner.yaml").unlink()
    done = repository.commit("owner.yaml")
    assert done.returncode == 1
    assert places(done.stderr) == [f"dependent.yaml:{DANGLING_PLACE}"]


def test_a_clean_commit_passes(hooks: Hooks, tmp_path: Path) -> None:
    repository = hooks.repository(tmp_path, "ownerlint")
    repository.write(clean=CLEAN, owner=OWNER, dependent=DEPENDENT)
    done = repository.commit("clean.yaml", "owner.yaml", "dependent.yaml")
    assert (done.returncode, places(done.stderr)) == (0, [])
    assert "Passed" in done.stderr


def test_a_commit_in_a_repository_without_manifests_passes(hooks: Hooks, tmp_path: Path) -> None:
    repository = hooks.repository(tmp_path, "ownerlint")
    (tmp_path / "notes.txt").write_text("nothing to lint\n", encoding="utf-8")
    done = repository.commit("notes.txt")
    assert done.returncode == 0
    assert "Passed" in done.stderr


def test_a_commit_that_touches_no_manifest_passes_among_clean_ones(hooks: Hooks, tmp_path: Path) -> None:
    repository = hooks.repository(tmp_path, "ownerlint")
    repository.write(owner=OWNER, dependent=DEPENDENT)
    repository.commit_unchecked()
    (tmp_path / "notes.txt").write_text("nothing to lint\n", encoding="utf-8")
    assert repository.commit("notes.txt").returncode == 0
