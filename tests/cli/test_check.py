"""`ownerlint check`: what it prints where, and how it exits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import OWNER, UID, Run, dependent


def codes(output: str) -> list[tuple[str, int, str]]:
    return [(found["file"], found["line"], found["code"]) for found in json.loads(output)["findings"]]


def test_a_finding_has_place_name_code_message_and_exit_code(folder: Path, run: Run) -> None:
    result = run("check")
    assert result.returncode == 1
    assert "dependent.yaml:10:11: error: cross-namespace-owner (OWN201)" in result.stdout
    assert "owner.yaml:5:14" in result.stdout
    assert "\x1b" not in result.stdout
    assert result.stderr == ("Checked 2 files, 2 documents, 2 objects; skipped 0; found 1 error, 0 warnings, 0 info.\n")


def test_a_clean_folder_exits_with_zero(folder: Path, run: Run) -> None:
    (folder / "dependent.yaml").write_text(dependent())
    assert run("check").returncode == 0


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--fail-on", "error"], 1),
        (["--exit-zero"], 0),
        (["--ignore", "OWN201"], 0),
        (["--ignore", "cross-namespace-owner"], 0),
        (["--ignore", "OWN2"], 0),
        (["--select", "OWN2"], 1),
        (["--select", "dangling-owner,OWN311"], 0),
        (["--world", "open"], 1),
    ],
)
def test_exit_code_follows_the_options(folder: Path, run: Run, options: list[str], code: int) -> None:
    assert run("check", *options).returncode == code


def test_fail_on_error_lets_warnings_pass(tmp_path: Path, run: Run) -> None:
    manifest = "\n".join(line for line in dependent().splitlines() if "7c9e6679" not in line)
    (tmp_path / "authored.yaml").write_text(manifest)
    assert run("check").returncode == 1
    assert run("check", "--fail-on", "error").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "absent"], "absent"),
        (["check", "--select", "cross-namespace-ownr"], 'did you mean "cross-namespace-owner"?'),
        (["check", "--kubernetes-version", "9.9"], "9.9"),
        (["check", "--isolated", "--config", "x.yaml"], "contradict"),
        (["check", "--config", "absent.yaml"], "absent.yaml"),
        (["check", "--jobs", "0"], "--jobs"),
        (["check", "--format", "xml"], "xml"),
        (["check", "--output", "sarif"], "FORMAT=PATH"),
        (["check", "--output", "sarif=no/such/folder/x.sarif"], "no/such/folder/x.sarif"),
        (["check", "--stdin-filename", "x.yaml"], "--stdin-filename"),
        (["check", "-", "--format", "sarif"], "--stdin-filename"),
        (["explain", "dangling-ownr"], 'did you mean "dangling-owner"?'),
        (["chek"], "chek"),
    ],
)
def test_what_cannot_be_done_exits_with_two_and_says_why(
    folder: Path, run: Run, arguments: list[str], message: str
) -> None:
    result = run(*arguments, stdin="")
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_nothing_checked_is_a_failure_unless_allowed(tmp_path: Path, run: Run) -> None:
    (tmp_path / "values.yaml").write_text("replicas: 3\n")
    result = run("check")
    assert result.returncode == 2
    assert "nothing was checked" in result.stderr
    assert result.stderr.splitlines()[-1] == (
        "Checked 1 file, 1 document, 0 objects; skipped 1 (not-a-manifest 1); found 0 errors, 0 warnings, 0 info."
    )
    assert run("check", "--allow-empty").returncode == 0


def test_verbose_lists_what_was_skipped_and_why(folder: Path, run: Run) -> None:
    (folder / "values.yaml").write_text("replicas: 3\n")
    assert "skipped values.yaml: not-a-manifest: " in run("check", "--verbose").stderr


def test_a_syntax_error_is_a_finding_and_the_rest_goes_on(folder: Path, run: Run) -> None:
    (folder / "broken.yaml").write_text("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: 'x\n")
    result = run("check", "--format", "json")
    assert result.returncode == 1
    assert [code for _, _, code in codes(result.stdout)] == ["OWN001", "OWN201"]


def test_findings_are_the_same_for_relative_and_absolute_paths(folder: Path, run: Run) -> None:
    reports = [
        run("check", "--format", "json", *paths)
        for paths in ([], ["."], [str(folder)], ["owner.yaml", "dependent.yaml"])
    ]
    assert {report.stdout for report in reports} == {reports[0].stdout}
    assert codes(reports[0].stdout) == [("dependent.yaml", 10, "OWN201")]


def test_standard_input(tmp_path: Path, run: Run) -> None:
    text = f"{OWNER}---\n{dependent(namespace='billing')}"
    result = run("check", "-", "--format", "json", "--stdin-filename", "all.yaml", stdin=text)
    assert codes(result.stdout) == [("all.yaml", 17, "OWN201")]
    assert run("check", "-", stdin=text).returncode == 1


def test_reports_go_to_files_beside_standard_output(folder: Path, run: Run) -> None:
    result = run("check", "--output", "sarif=a.sarif", "--output", "json=b.json")
    assert result.returncode == 1
    assert "cross-namespace-owner" in result.stdout
    assert json.loads((folder / "a.sarif").read_text())["runs"][0]["results"][0]["ruleId"] == "OWN201"
    assert codes((folder / "b.json").read_text()) == [("dependent.yaml", 10, "OWN201")]


def test_index_resolves_but_reports_only_what_concerns_the_paths(folder: Path, run: Run) -> None:
    (folder / "other.yaml").write_text(dependent("other", owner="api"))
    arguments = ("check", "--format", "json", "--world", "closed", "--index", ".")
    assert codes(run(*arguments, "dependent.yaml").stdout) == [("dependent.yaml", 10, "OWN201")]
    assert codes(run(*arguments, "owner.yaml").stdout) == [
        ("dependent.yaml", 10, "OWN201"),
        ("other.yaml", 11, "OWN312"),
    ]
    assert codes(run("check", "--format", "json", "--world", "closed", "dependent.yaml").stdout) == [
        ("dependent.yaml", 11, "OWN321")
    ]


def test_configuration_is_found_and_the_command_line_counts_more(folder: Path, run: Run) -> None:
    (folder / ".ownerlint.yaml").write_text("ignore: [cross-namespace-owner]\n")
    assert run("check").returncode == 0
    assert run("check", "--isolated").returncode == 1
    (folder / ".ownerlint.yaml").write_text("wrld: closed\n")
    result = run("check")
    assert result.returncode == 2
    assert ".ownerlint.yaml" in result.stderr
    assert "world" in result.stderr


def test_ignore_entries_of_the_configuration(folder: Path, run: Run) -> None:
    entry = "ignore:\n- {rule: cross-namespace-owner, kind: ConfigMap, name: 'web-*', reason: known}\n"
    (folder / ".ownerlint.yaml").write_text(entry)
    result = run("check")
    assert result.returncode == 0
    assert "suppressed 1" in result.stderr


def test_a_comment_silences_its_line(folder: Path, run: Run) -> None:
    text = dependent(namespace="billing").replace("name: web\n", "name: web # ownerlint: ignore[OWN201] moved soon\n")
    (folder / "dependent.yaml").write_text(text)
    assert run("check").returncode == 0


def test_an_annotation_silences_its_object(folder: Path, run: Run) -> None:
    annotation = '  annotations:\n    ownerlint.dev/ignore: "cross-namespace-owner"\n  ownerReferences:'
    (folder / "dependent.yaml").write_text(dependent(namespace="billing").replace("  ownerReferences:", annotation))
    assert run("check").returncode == 0


def test_a_suppression_without_effect_is_reported(folder: Path, run: Run) -> None:
    text = dependent().replace("name: web\n", "name: web # ownerlint: ignore[OWN201]\n")
    (folder / "dependent.yaml").write_text(text)
    assert codes(run("check", "--format", "json").stdout) == [("dependent.yaml", 10, "OWN901")]
    assert run("check", "--select", "OWN3").returncode == 0


def test_colour_is_asked_for_or_absent(folder: Path, run: Run) -> None:
    assert "\x1b[" in run("check", "--color", "always").stdout
    assert "\x1b[" in run("check", "--color", "always", NO_COLOR="1").stdout
    assert "\x1b" not in run("check").stdout


def test_a_manifest_cannot_reach_the_terminal(folder: Path, run: Run) -> None:
    text = dependent(namespace="billing").replace("name: web-config", 'name: "\\e]0;owned\\a[red]x[/red]"')
    (folder / "dependent.yaml").write_text(text)
    result = run("check", "--color", "always")
    assert "\x1b]" not in result.stdout
    assert "\a" not in result.stdout
    assert "[red]x[/red]" in result.stdout


def test_gitignore_is_respected_unless_told_otherwise(folder: Path, run: Run) -> None:
    (folder / ".git").mkdir()
    (folder / ".gitignore").write_text("dependent.yaml\n")
    assert run("check").returncode == 0
    assert run("check", "--no-gitignore").returncode == 1


def test_a_file_above_the_limit_is_reported_and_the_option_raises_it(folder: Path, run: Run) -> None:
    result = run("check", "--format", "json", "--max-file-size", "200")
    assert ("dependent.yaml", "OWN003") in [(file, code) for file, _, code in codes(result.stdout)]
    assert codes(run("check", "--format", "json", "--max-file-size", "2MB").stdout) == [
        ("dependent.yaml", 10, "OWN201")
    ]


def test_rules_and_explain(tmp_path: Path, run: Run) -> None:
    assert "OWN201  cross-namespace-owner" in run("rules").stdout
    rows = json.loads(run("rules", "--format", "json").stdout)["rules"]
    assert {"OWN201", "OWN321"} <= {row["code"] for row in rows}
    assert run("explain", "OWN201").stdout == run("explain", "cross-namespace-owner").stdout
    assert run("explain", "own201").stdout.startswith("# cross-namespace-owner (OWN201)\n")


@pytest.mark.parametrize("command", [[], ["check"], ["rules"], ["explain"]])
def test_help(tmp_path: Path, run: Run, command: list[str]) -> None:
    short, long = run(*command, "-h"), run(*command, "--help")
    assert short.returncode == long.returncode == 0
    assert short.stdout == long.stdout
    assert "Usage: " in short.stdout


def test_shell_completion(tmp_path: Path, run: Run) -> None:
    assert UID not in run("--version").stdout
    result = run(COMP_WORDS="ownerlint che", COMP_CWORD="1", _OWNERLINT_COMPLETE="bash_complete")
    assert "check" in result.stdout
