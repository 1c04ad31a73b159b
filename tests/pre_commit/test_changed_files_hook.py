"""The hook `ownerlint-files`: the names that pre-commit passes choose what is reported, never what is known."""

from __future__ import annotations

from pathlib import Path

from tests.manifests import BAD, BAD_PLACE, CLEAN, DANGLING_PLACE, DEPENDENT, OWNER
from tests.pre_commit.repositories import Hooks, places


def test_a_fault_in_another_file_is_not_reported(hooks: Hooks, tmp_path: Path) -> None:
    repository = hooks.repository(tmp_path, "ownerlint-files")
    repository.write(old=BAD)
    repository.commit_unchecked()
    repository.write(new=CLEAN)
    done = repository.commit("new.yaml")
    assert (done.returncode, places(done.stderr)) == (0, [])


def test_a_fault_in_a_staged_file_is_reported_alone(hooks: Hooks, tmp_path: Path) -> None:
    repository = hooks.repository(tmp_path, "ownerlint-files")
    repository.write(old=BAD)
    repository.commit_unchecked()
    repository.write(new=BAD.replace("web-config", "new-config"))
    done = repository.commit("new.yaml")
    assert (done.returncode, places(done.stderr)) == (1, [f"new.yaml:{BAD_PLACE}"])


def test_an_owner_that_is_not_staged_is_still_known(hooks: Hooks, tmp_path: Path) -> None:
    repository = hooks.repository(tmp_path, "ownerlint-files", "--world", "closed")
    repository.write(owner=OWNER)
    repository.commit_unchecked()
    repository.write(dependent=DEPENDENT)
    assert repository.commit("dependent.yaml").returncode == 0
    (tmp_path / "owner.yaml").unlink()
    repository.commit_unchecked()
    repository.write(dependent=f"{DEPENDENT}data: {{}}\n")
    done = repository.commit("dependent.yaml")
    assert (done.returncode, places(done.stderr)) == (1, [f"dependent.yaml:{DANGLING_PLACE}"])


def test_a_changed_owner_brings_up_the_dependent_that_no_longer_fits(hooks: Hooks, tmp_path: Path) -> None:
    repository = hooks.repository(tmp_path, "ownerlint-files", "--world", "closed")
    repository.write(owner=OWNER, dependent=DEPENDENT)
    repository.commit_unchecked()
    repository.write(owner=OWNER.replace("11111111-", "99999999-"))
    done = repository.commit("owner.yaml")
    assert (done.returncode, places(done.stderr)) == (1, [f"dependent.yaml:{DANGLING_PLACE}"])


def test_a_commit_that_touches_no_manifest_is_skipped(hooks: Hooks, tmp_path: Path) -> None:
    repository = hooks.repository(tmp_path, "ownerlint-files")
    (tmp_path / "notes.txt").write_text("nothing to lint\n", encoding="utf-8")
    done = repository.commit("notes.txt")
    assert done.returncode == 0
    assert "Skipped" in done.stderr


def test_more_files_than_one_command_line_holds_give_the_same_findings(hooks: Hooks, tmp_path: Path) -> None:
    """pre-commit starts a hook anew after 131,072 bytes of names, in an order of its own."""
    repository = hooks.repository(tmp_path, "ownerlint-files", "--world", "closed")
    deep = tmp_path / ("long" * 30)
    deep.mkdir()
    for number in range(1, 1101):
        (deep / f"{number:04}.yaml").write_text(CLEAN.replace("plain", f"plain-{number}"), encoding="utf-8")
    repository.write(a=BAD, m=DEPENDENT, z=BAD.replace("web-config", "last-config"))
    (deep / "owner.yaml").write_text(OWNER.replace("11111111-", "99999999-"), encoding="utf-8")
    repository.commit_unchecked()
    names = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.yaml")]
    assert sum(len(name) + 1 for name in names) > 131_072
    done = repository.pre_commit("run", "--all-files", "--verbose")
    assert done.stdout.count("Checked ") > 1
    assert sorted(set(places(done.stdout))) == [
        f"a.yaml:{BAD_PLACE}",
        f"m.yaml:{DANGLING_PLACE}",
        f"z.yaml:{BAD_PLACE}",
    ]
    assert done.returncode == 1
