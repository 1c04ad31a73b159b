"""The second run over the same files recalls the report of the first, and any change shows at once."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

import ownerlint
from tests.manifests import BAD, CLEAN, DEPENDENT
from tests.recall.runs import PADDING, check, repeat, rest

FORMATS = ("text", "json", "sarif")


@pytest.mark.parametrize("name", FORMATS)
def test_a_second_run_says_the_same_without_making_it(folder: Path, cache: Path, name: str) -> None:
    rest()
    without = check(folder, "--format", name, cache=None)
    first, second = (check(folder, "--format", name, cache=cache) for _ in "12")
    assert (first.recalled, second.recalled) == (False, True)
    assert without[:3] == first[:3] == second[:3]
    assert without.code == 1


def test_one_report_serves_every_format_and_output(folder: Path, cache: Path, tmp_path: Path) -> None:
    rest()
    check(folder, cache=cache)
    for name in FORMATS:
        written = tmp_path / f"report.{name}"
        outputs = ("--output", f"{name}={written}", "--exit-zero", "-v", "--color", "always")
        again = check(folder, *outputs, cache=cache)
        assert (again.recalled, again.code) == (True, 0)
        text = written.read_text()
        without = check(folder, *outputs, cache=None)
        assert (without[:3], written.read_text()) == (again[:3], text)


def test_the_exit_code_is_that_of_the_configuration(folder: Path, cache: Path) -> None:
    (folder / ".ownerlint.yaml").write_text("fail-on: error\nallow-empty: true\nignore: [OWN1]\n")
    rest()
    first, second = (check(folder, cache=cache) for _ in "12")
    assert second.recalled
    assert first[:3] == second[:3]
    assert first.code == 0


def edit(folder: Path) -> None:
    (folder / "deploy" / "bad.yaml").write_text(CLEAN)


def edit_unseen(folder: Path) -> None:
    path = folder / "deploy" / "bad.yaml"
    status = path.stat()
    path.write_text(BAD.replace("name: web\n", "name: wob\n"))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))


def exchange(folder: Path) -> None:
    (folder / "new").write_text(CLEAN)
    (folder / "new").replace(folder / "deploy" / "bad.yaml")


def remove(folder: Path) -> None:
    (folder / "deploy" / "bad.yaml").unlink()


def rename(folder: Path) -> None:
    (folder / "deploy" / "bad.yaml").rename(folder / "deploy" / "worse.yaml")


def rename_folder(folder: Path) -> None:
    (folder / "deploy").rename(folder / "testdata")


def hide_folder(folder: Path) -> None:
    (folder / "deploy").rename(folder / ".deploy")


def add(folder: Path) -> None:
    (folder / "deploy" / "also.yaml").write_text(BAD.replace("web-config", "other"))


def add_deep(folder: Path) -> None:
    (folder / "deploy" / "deep").mkdir()
    (folder / "deploy" / "deep" / "also.json").write_text("[")


def link(folder: Path) -> None:
    (folder / "linked.yaml").symlink_to(folder / "deploy" / "bad.yaml")


def ignore(folder: Path) -> None:
    (folder / ".gitignore").write_text("bad.yaml\n")


def exclude(folder: Path) -> None:
    (folder / ".git" / "info").mkdir()
    (folder / ".git" / "info" / "exclude").write_text("deploy/\n")


def configure(folder: Path) -> None:
    (folder / ".ownerlint.yaml").write_text("ignore: [OWN1]\n")


def configure_project(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[tool.ownerlint]\nignore = ['OWN1']\n")


def misspell_the_configuration(folder: Path) -> None:
    (folder / ".ownerlint.yml").write_text("ignore: [OWN1]\n")


def add_a_kustomization(folder: Path) -> None:
    (folder / "Kustomization").write_text("patches: [{path: deploy/bad.yaml}]\n")


def add_a_test(folder: Path) -> None:
    text = "apiVersion: chainsaw.kyverno.io/v1alpha1\nkind: Test\nmetadata: {name: a}\nspec: {steps: []}\n"
    (folder / "deploy" / "chainsaw-test.yaml").write_text(text)


def make_it_a_folder(folder: Path) -> None:
    (folder / "deploy" / "bad.yaml").unlink()
    (folder / "deploy" / "bad.yaml").mkdir()


CHANGES = (
    *(edit, edit_unseen, exchange, remove, rename, rename_folder, hide_folder, add, add_deep, link, ignore, exclude),
    *(configure, configure_project, misspell_the_configuration, add_a_kustomization, add_a_test, make_it_a_folder),
)


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_shows_at_once(folder: Path, cache: Path, change: Callable[[Path], None]) -> None:
    rest()
    check(folder, "--format", "json", cache=cache)
    assert check(folder, "--format", "json", cache=cache).recalled
    assert repeat(folder, "--format", "json", cache=cache)
    change(folder)
    assert repeat(folder, "--format", "json", cache=cache) is None
    again = check(folder, "--format", "json", cache=cache)
    # A mistake in the configuration ends a run before it makes a report.
    assert not again.recalled or again.code == 2
    assert again[:3] == check(folder, "--format", "json", cache=None)[:3]


@pytest.mark.parametrize("name", ["kustomization.yaml", "Kustomization", "chainsaw-test.yaml"])
def test_what_stands_above_the_named_folder_shows_too(folder: Path, cache: Path, name: str) -> None:
    rest()
    outcomes = [check(folder, "deploy", "clean.yaml", "--format", "json", cache=cache) for _ in "12"]
    assert outcomes[1].recalled
    (folder / name).write_text("kind: Test\nmetadata: {name: a}\npatches: [{path: deploy/bad.yaml}]\n")
    again = check(folder, "deploy", "clean.yaml", "--format", "json", cache=cache)
    assert not again.recalled
    assert again[:3] == check(folder, "deploy", "clean.yaml", "--format", "json", cache=None)[:3]


def test_the_chart_of_a_template_counts(folder: Path, cache: Path) -> None:
    (folder / "chart" / "templates").mkdir(parents=True)
    (folder / "chart" / "templates" / "a.yaml").write_text("a: {{ b }}\n" + PADDING)
    rest()
    assert [check(folder, "chart/templates", "deploy", cache=cache).recalled for _ in "12"] == [False, True]
    (folder / "chart" / "Chart.yaml").touch()
    again = check(folder, "chart/templates", "deploy", cache=cache)
    assert not again.recalled
    assert again[:3] == check(folder, "chart/templates", "deploy", cache=None)[:3]


def test_a_link_that_leads_elsewhere_shows(folder: Path, cache: Path) -> None:
    for name in ("one", "two"):
        (folder / f".{name}").mkdir()
        (folder / f".{name}" / "a.yaml").write_text(BAD.replace("web-config", name))
    (folder / "linked").symlink_to(folder / ".one")
    rest()
    assert [check(folder, "--format", "json", cache=cache).recalled for _ in "12"] == [False, True]
    (folder / "linked").unlink()
    (folder / "linked").symlink_to(folder / ".two")
    again = check(folder, "--format", "json", cache=cache)
    assert not again.recalled
    assert '"two"' in again.output


def test_a_link_that_comes_to_lead_inside_shows(folder: Path, cache: Path) -> None:
    (folder.parent / "outside").mkdir()
    (folder.parent / "outside" / "a.yaml").write_text(BAD)
    (folder / "linked").symlink_to(folder.parent / "outside")
    (folder / ".inside").mkdir()
    (folder / ".inside" / "a.yaml").write_text(BAD)
    rest()
    assert [check(folder, "--format", "json", cache=cache).recalled for _ in "12"] == [False, True]
    (folder / "linked").unlink()
    (folder / "linked").symlink_to(folder / ".inside")
    again = check(folder, "--format", "json", cache=cache)
    assert not again.recalled
    assert '"linked/a.yaml"' in again.output


def test_a_dump_that_ceases_to_look_like_one_shows(folder: Path, cache: Path) -> None:
    for place in ("cluster-scoped-resources/core", "namespaces/shop/core"):
        (folder / "dump" / place).mkdir(parents=True)
        (folder / "dump" / place / "a.yaml").write_text(DEPENDENT)
    rest()
    first, second = (check(folder, "--format", "json", cache=cache) for _ in "12")
    assert second.recalled
    assert '"dangling-owner"' in first.output
    (folder / "dump" / "cluster-scoped-resources" / "README").touch()
    again = check(folder, "--format", "json", cache=cache)
    assert not again.recalled
    assert again[:3] == check(folder, "--format", "json", cache=None)[:3]
    assert '"dangling-owner"' not in again.output


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        (".gitignore", "# nothing\n", "bad.yaml\n"),
        (".git/info/exclude", "# nothing\n", "deploy/\n"),
        (".ownerlint.yaml", "ignore: [OWN1]\n", "ignore: [OWN2]\n"),
        ("Kustomization", "patches: []\n", "patches: [{path: deploy/bad.yaml}]\n"),
    ],
)
def test_a_change_of_what_stands_beside_shows(folder: Path, cache: Path, name: str, before: str, after: str) -> None:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(before)
    rest()
    assert [check(folder, "--format", "json", cache=cache).recalled for _ in "12"] == [False, True]
    (folder / name).write_text(after)
    again = check(folder, "--format", "json", cache=cache)
    assert not again.recalled
    assert again[:3] == check(folder, "--format", "json", cache=None)[:3]


@pytest.mark.parametrize(
    "options", [("--world", "closed"), ("--ignore", "OWN1"), ("--min-confidence", "low"), ("--fail-on", "error")]
)
def test_other_options_are_another_question(folder: Path, cache: Path, options: tuple[str, ...]) -> None:
    rest()
    check(folder, cache=cache)
    first, second = (check(folder, *options, cache=cache) for _ in "12")
    assert (first.recalled, second.recalled) == (False, True)
    assert first[:3] == second[:3] == check(folder, *options, cache=None)[:3]
    assert check(folder, cache=cache).recalled


def test_another_working_directory_is_another_question(folder: Path, cache: Path) -> None:
    rest()
    check(folder, ".", cache=cache)
    again = check(folder, "..", cache=cache, inside="deploy")
    assert not again.recalled
    assert again[:3] == check(folder, "..", cache=None, inside="deploy")[:3]


def test_another_version_makes_its_own_report(folder: Path, cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rest()
    check(folder, cache=cache)
    monkeypatch.setattr(ownerlint, "__version__", "99")
    assert [check(folder, cache=cache).recalled for _ in "12"] == [False, True]


def test_what_is_no_business_of_a_run_disturbs_nothing(folder: Path, cache: Path) -> None:
    rest()
    check(folder, cache=cache)
    (folder / "README.md").write_text("hello")
    (folder / ".hidden.yaml").write_text("a: [")
    (folder / ".git" / "index").write_text("x")
    assert check(folder, cache=cache).recalled
