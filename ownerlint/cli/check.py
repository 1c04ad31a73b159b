"""`ownerlint check`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from ownerlint.cli import CONTEXT
from ownerlint.cli.failure import fail
from ownerlint.cli.options import contradiction, reading_options
from ownerlint.cli.remember import answer_to, show
from ownerlint.cli.terminal import color_wanted
from ownerlint.cli.values import OutputSpec

if TYPE_CHECKING:
    from ownerlint.finding import Report
    from ownerlint.recall.answer import Answer

FORMATS = ("text", "json", "sarif")
_SEVERITIES = ("error", "warning", "info")


@click.command("check", context_settings=CONTEXT)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--format",
    "format_",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="What goes to standard output.",
)
@click.option(
    "--output",
    "outputs",
    type=OutputSpec(FORMATS),
    multiple=True,
    metavar="FORMAT=PATH",
    help="Also write a report to a file; may be repeated.",
)
@click.option(
    "--select",
    multiple=True,
    metavar="RULE",
    help="Report only these rules: names, codes or code prefixes, separated by commas.",
)
@click.option("--ignore", multiple=True, metavar="RULE", help="Do not report these rules.")
@click.option(
    "--set",
    "sets",
    multiple=True,
    metavar="NAME",
    help="Report the rules of these sets: default, strict (takes in default), openshift, security; may be repeated.  "
    "[default: default]",
)
@click.option(
    "--fail-on",
    type=click.Choice(_SEVERITIES),
    help="Exit with 1 when there is a finding at or above this severity.  [default: warning]",
)
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even when there are findings.")
@click.option(
    "--min-confidence",
    type=click.Choice(("low", "medium", "high")),
    help="Report only findings of this confidence or more.  [default: medium]",
)
@reading_options
@click.option("-v", "--verbose", is_flag=True, help="Also list every skipped file on standard error.")
def command(paths: tuple[str, ...], **options: Any) -> None:
    """Find what is wrong with ownership in PATHs (default: the working directory).

    A PATH is a folder, searched for .yaml, .yml and .json, or a file of any name; - is standard input.

    Exit codes: 0 nothing at or above --fail-on, 1 findings, 2 the job could not be done.
    """
    if config_error := _conflict(paths, options):
        fail(config_error)
    answer, recall = answer_to(paths or (".",), options)
    report = answer.report
    output = _write(report, answer.root, options)
    nothing_checked = not report.summary.objects and not answer.allow_empty
    lines = _say(report, options, nothing_checked=nothing_checked)
    code = 2 if report.errors or nothing_checked else _exit_code(answer, options)
    if recall and not (options["outputs"] or options["verbose"] or options["color"] == "always"):
        show(recall, answer, code, output, lines)
    sys.exit(code)


def _conflict(paths: tuple[str, ...], options: dict[str, Any]) -> str | None:
    formats = {options["format_"], *(output.format for output in options["outputs"])}
    if "-" in paths and "sarif" in formats and not options["stdin_filename"]:
        return "a SARIF report of standard input needs a file name; add --stdin-filename NAME"
    return contradiction(paths, options)


def _write(report: Report, root: str, options: dict[str, Any]) -> str:
    """Write the report to standard output, and to each file that was asked for; return what went to standard output."""
    from ownerlint.report import Options, render  # noqa: PLC0415 - start-up

    terminal = sys.stdout.isatty()
    plain = Options(cwd=Path.cwd().resolve().as_posix(), root=Path(root).resolve().as_posix())
    shown = replace(
        plain,
        color=color_wanted(options["color"], terminal=terminal),
        width=_columns() if terminal else None,
    )
    text = render(options["format_"], report, shown)
    click.echo(text, nl=False, color=True)
    for output in options["outputs"]:
        try:
            Path(output.path).write_text(render(output.format, report, plain), encoding="utf-8")
        except OSError as error:
            fail(f"cannot write {output.path}: {error.strerror or error}")
    return text


def _columns() -> int:
    from shutil import get_terminal_size  # noqa: PLC0415 - slow to import, and only terminals have a width

    return get_terminal_size().columns


def _say(report: Report, options: dict[str, Any], *, nothing_checked: bool) -> list[str]:
    """Tell on standard error what went wrong with ownerlint itself, and what was read; return the lines at the end."""
    from ownerlint.report import summary_line  # noqa: PLC0415 - start-up
    from ownerlint.report.visible import visible  # noqa: PLC0415 - start-up

    for error in report.errors:
        click.echo(f"ownerlint: error: {visible(error.message)}", err=True)
    if options["verbose"]:
        for note in report.notes:
            click.echo(visible(note), err=True)
        from ownerlint.discover import SKIP_REASONS as DISCOVERY_REASONS  # noqa: PLC0415 - start-up
        from ownerlint.load import SKIP_REASONS, is_compiled  # noqa: PLC0415 - start-up

        meanings = {**DISCOVERY_REASONS, **SKIP_REASONS}
        for skipped in report.summary.skipped:
            line = f":{skipped.line}" if skipped.line else ""
            click.echo(f"skipped {visible(skipped.file)}{line}: {skipped.reason}: {meanings[skipped.reason]}", err=True)
        if not is_compiled():
            click.echo("the YAML reader in C is missing (no compiler built it): same results, slower", err=True)
    lines = []
    if nothing_checked:
        message = "no Kubernetes object was found, so nothing was checked; give other PATHs, or --allow-empty"
        lines.append(f"ownerlint: error: {message}")
    if not options["quiet"]:
        lines.append(summary_line(report))
    for line in lines:
        click.echo(line, err=True)
    return lines


def _exit_code(answer: Answer, options: dict[str, Any]) -> int:
    failing = _SEVERITIES[: _SEVERITIES.index(answer.fail_on) + 1]
    found = any(finding.severity.value in failing for finding in answer.report.findings)
    return 1 if found and not options["exit_zero"] else 0
