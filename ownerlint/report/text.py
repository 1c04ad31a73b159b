"""The report for people: findings grouped by file, each with its source line underlined and its owner's place.

Everything that came out of a manifest is made visible and goes into `rich.text.Text`, never into markup, so it can
neither drive the terminal nor style itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from itertools import groupby
from typing import Final

from rich.console import Console
from rich.text import Text

from ownerlint.finding import Finding, Location, Report
from ownerlint.report.options import Options
from ownerlint.report.snippet import excerpt
from ownerlint.report.summary import closing_lines
from ownerlint.report.visible import visible
from ownerlint.rule import Confidence, Severity

_STYLES: Final = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold cyan"}
_GUTTER: Final = "blue"
_RELATED: Final = "cyan"
_INDENT: Final = "  "
_PIPED_ROOM: Final = 160
"""Cells of a source line that are shown where there is no terminal to give a width."""
_LEAST_ROOM: Final = 20


def render_text(report: Report, options: Options) -> str:
    """Return the findings for people, grouped by file, then the counts.

    Messages are wrapped to the width of the terminal; the line with the place never is, so that it stays clickable.
    """
    # Every setting is stated, so that rich looks at neither the environment nor the real terminal.
    console = Console(
        file=StringIO(),
        width=options.width or _PIPED_ROOM,
        height=25,
        force_terminal=options.color,
        color_system="standard" if options.color else None,
        no_color=not options.color,
        legacy_windows=False,
        markup=False,
        highlight=False,
        emoji=False,
    )
    lines = _lines(report, options, console)
    if not options.color:
        return "".join(f"{line.plain}\n" for line in lines)
    with console.capture() as capture:
        for line in lines:
            console.print(line, soft_wrap=True)
    return capture.get()


def _lines(report: Report, options: Options, console: Console) -> Iterator[Text]:
    for file, group in groupby(report.findings, key=lambda finding: finding.location.file):
        findings = list(group)
        amount = "1 finding" if len(findings) == 1 else f"{len(findings)} findings"
        yield Text.assemble((visible(file), "bold underline"), f" ({amount})")
        yield Text()
        for finding in findings:
            yield from _finding(finding, report, options, console)
            yield Text()
    if options.summary:
        yield from (Text(line, style=style) for line, style in closing_lines(report))


def _finding(finding: Finding, report: Report, options: Options, console: Console) -> Iterator[Text]:
    style = _STYLES[finding.severity]
    sure = "" if finding.confidence is Confidence.HIGH else f", {finding.confidence.value} confidence"
    yield Text.assemble(
        (f"{_place(finding.location)}:", "bold"),
        " ",
        (f"{finding.severity.value}:", style),
        f" {visible(finding.meta.name)} ({visible(finding.meta.code)}){sure}",
    )
    yield from _wrapped(finding.message, options, console)
    places = [finding.location, *(related.location for related in finding.related)]
    gutter = max((len(str(place.span.line)) for place in places if place.span), default=1)
    yield from _snippet(finding.location, report, gutter, options, style)
    for related in finding.related:
        yield Text.assemble(_INDENT, (f"{_place(related.location)}:", "bold"), f" {visible(related.message)}")
        yield from _snippet(related.location, report, gutter, options, _RELATED)
    yield Text.assemble(_INDENT, ("help:", "bold"), f" ownerlint explain {visible(finding.meta.name)}")


def _wrapped(message: str, options: Options, console: Console) -> Iterator[Text]:
    text = Text(visible(message))
    if options.width is None:
        yield Text.assemble(_INDENT, text)
        return
    for line in text.wrap(console, max(options.width - len(_INDENT), _LEAST_ROOM)):
        line.rstrip()
        yield Text.assemble(_INDENT, line)


def _snippet(location: Location, report: Report, gutter: int, options: Options, style: str) -> Iterator[Text]:
    """Yield the source line with its span underlined; nothing where the file could not be read."""
    span = location.span
    line = report.snippets.get((location.file, span.line)) if span else None
    if span is None or line is None:
        return
    blank = f"{_INDENT}{' ' * gutter} |"
    shown = excerpt(line.rstrip("\r\n"), span, max((options.width or _PIPED_ROOM) - len(blank) - 1, _LEAST_ROOM))
    source = Text.assemble((f"{_INDENT}{span.line:>{gutter}} |", _GUTTER), f" {shown.text}")
    source.rstrip()
    yield source
    yield Text.assemble((blank, _GUTTER), " " * (shown.offset + 1), ("^" * shown.length, style))


def _place(location: Location) -> str:
    span = location.span
    return visible(location.file) + (f":{span.line}:{span.column}" if span else "")
