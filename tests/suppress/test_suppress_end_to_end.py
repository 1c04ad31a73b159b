"""Suppressions as users write them: real files, the real program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OBJECT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
"""
DANGLING = ("apps/a.yaml", 11, "dangling-owner")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "apps").mkdir()
    write(tmp_path, OBJECT)
    return tmp_path


def write(folder: Path, text: str, config: str = "") -> None:
    (folder / "apps" / "a.yaml").write_text(text, encoding="utf-8")
    (folder / ".ownerlint.yaml").write_text(f"world: closed\n{config}", encoding="utf-8")


def check(folder: Path, *arguments: str) -> tuple[int, list[tuple[str, int, str]], int]:
    """Return the exit code, file, line and rule of each finding, and how many were suppressed."""
    done = subprocess.run(
        [sys.executable, "-m", "ownerlint", "check", "--format", "json", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    report = json.loads(done.stdout)
    found = [(one["file"], one["line"], one["rule"]) for one in report["findings"]]
    return done.returncode, found, report["summary"]["suppressed"]


def test_a_finding_without_suppression_fails_the_check(folder: Path) -> None:
    assert check(folder) == (1, [DANGLING], 0)


@pytest.mark.parametrize(
    "text",
    [
        OBJECT.replace("7c11\n", "7c11 # ownerlint: ignore[dangling-owner] moved\n"),
        OBJECT.replace("    uid: 0d", "    # ownerlint: ignore[OWN3]\n    uid: 0d"),
        OBJECT.replace("  - api", "  # ownerlint: ignore[dangling-owner]\n  - api"),
        f"# ownerlint: ignore[dangling-owner]\n{OBJECT}",
        f"# ownerlint: ignore\n---\n{OBJECT}".replace("\n", "\r\n"),
        OBJECT.replace("  name: a\n", "  name: a\n  annotations:\n    ownerlint.dev/ignore: dangling-owner\n"),
    ],
)
def test_comments_and_annotations_silence_it(folder: Path, text: str) -> None:
    write(folder, text)
    assert check(folder) == (0, [], 1)


@pytest.mark.parametrize(
    "entry", ["{rule: OWN3, path: apps/}", "{kind: ConfigMap, namespace: shop}", "{path: /apps/a.yaml}"]
)
def test_the_configuration_silences_it_wherever_the_program_is_called(folder: Path, entry: str) -> None:
    write(folder, OBJECT, f"ignore: [{entry}]\n")
    assert check(folder) == (0, [], 1)
    assert check(folder / "apps") == (0, [], 1)
    assert check(folder / "apps", "a.yaml") == (0, [], 1)


def test_what_silences_nothing_is_reported_where_it_stands(folder: Path) -> None:
    text = OBJECT.replace("7c11\n", "7c11 # ownerlint: ignore[dangling-owner, self-reference, dangling]\n")
    write(folder, text, "ignore:\n- name: nobody\n- rule: OWN2\n  until: 2020-01-01\n")
    assert check(folder) == (
        1,
        [
            (".ownerlint.yaml", 3, "unused-suppression"),
            (".ownerlint.yaml", 4, "unused-suppression"),
            ("apps/a.yaml", 11, "unused-suppression"),
            ("apps/a.yaml", 11, "unknown-suppression"),
        ],
        1,
    )


def test_when_only_a_part_is_checked_only_entries_that_have_ended_are_reported(folder: Path) -> None:
    write(folder, OBJECT, "ignore:\n- rule: dangling-owner\n- name: nobody\n- rule: OWN2\n  until: 2020-01-01\n")
    assert check(folder, "apps/a.yaml") == (1, [(".ownerlint.yaml", 5, "unused-suppression")], 1)


def test_a_narrower_run_does_not_make_suppressions_unused(folder: Path) -> None:
    write(folder, OBJECT.replace("7c11\n", "7c11 # ownerlint: ignore[dangling-owner, cross-namespace-owner]\n"))
    assert check(folder, "--select", "dangling-owner,unused-suppression") == (0, [], 1)
    assert check(folder, "--ignore", "dangling-owner,cross-namespace-owner") == (0, [], 0)


def test_the_rule_about_unused_ones_can_be_switched_off(folder: Path) -> None:
    write(folder, OBJECT, "ignore: [unused-suppression, dangling-owner, {name: nobody}]\n")
    assert check(folder) == (0, [], 0)


def test_the_configuration_silences_what_is_said_of_suppressions(folder: Path) -> None:
    text = OBJECT.replace("7c11\n", "7c11 # ownerlint: ignore[dangling-owner, self-reference, dangling]\n")
    entries = "- rule: unused-suppression\n  path: apps/\n- rule: OWN902\n  path: /apps/a.yaml\n"
    write(folder, text, f"ignore:\n{entries}")
    assert check(folder) == (0, [], 3)


def test_an_entry_that_silences_nothing_said_of_suppressions_is_unused_itself(folder: Path) -> None:
    write(folder, OBJECT, "ignore:\n- rule: dangling-owner\n- rule: unused-suppression\n  path: apps/\n")
    assert check(folder) == (1, [(".ownerlint.yaml", 4, "unused-suppression")], 1)


def test_an_entry_about_the_configuration_silences_what_is_said_of_other_entries(folder: Path) -> None:
    ended = "- rule: OWN2\n  until: 2020-01-01\n"
    silent = "- rule: unused-suppression\n  path: .ownerlint.yaml\n"
    write(folder, OBJECT, f"ignore:\n- rule: dangling-owner\n- name: nobody\n{ended}{silent}")
    assert check(folder) == (0, [], 3)


COMMENT = "    name: web # ownerlint: ignore[cross-namespace-owner, event-owner]\n"
CROSS = OBJECT.replace("    name: web\n", COMMENT).replace("namespace: shop", "namespace: billing")
OWNER = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
"""
ONLY_THE_REST = [("apps/a.yaml", 10, "unused-suppression")]


def test_a_comment_is_not_called_unused_where_its_finding_may_be_due_to_files_that_are_not_checked(
    folder: Path,
) -> None:
    write(folder, CROSS.replace(", event-owner", ""))
    (folder / ".ownerlint.yaml").write_text("{}\n")
    (folder / "owner.yaml").write_text(OWNER)
    assert check(folder) == (0, [], 1)
    assert check(folder, "apps/a.yaml") == (0, [], 0)
    assert check(folder, "apps/a.yaml", "--index", ".") == (0, [], 1)
    (folder / "owner.yaml").unlink()
    assert check(folder, "apps/a.yaml") == (0, [], 0)
    assert check(folder) == (1, ONLY_THE_REST, 0)
    assert check(folder, "apps/a.yaml", "--index", ".") == (1, ONLY_THE_REST, 0)


def test_a_comment_is_not_called_unused_where_a_file_could_not_be_read(folder: Path) -> None:
    write(folder, CROSS.replace(", event-owner", ""))
    (folder / ".ownerlint.yaml").write_text("{}\n")
    (folder / "owner.yaml").write_text(f"{OWNER}  {{\n")
    assert check(folder) == (1, [("owner.yaml", 8, "syntax-error")], 0)


def test_a_comment_about_the_object_alone_is_judged_in_every_run(folder: Path) -> None:
    write(folder, CROSS)
    (folder / ".ownerlint.yaml").write_text("{}\n")
    (folder / "owner.yaml").write_text(OWNER)
    assert check(folder) == (1, ONLY_THE_REST, 1)
    assert check(folder, "apps/a.yaml") == (1, ONLY_THE_REST, 0)
