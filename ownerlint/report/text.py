"""The report for people: findings grouped by file, each with its source line underlined and its owner's place.

Everything that came out of a manifest is made visible, and styles stand beside the text, never in it, so it can neither
drive the terminal nor style itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Final

from ownerlint.finding import Finding, Location, Report
from ownerlint.report.options import Options
from ownerlint.report.snippet import excerpt
from ownerlint.report.summary import closing_lines
from ownerlint.report.visible import visible
from ownerlint.rule import Confidence, Severity

if TYPE_CHECKING:
    from ownerlint.report.styled import Line

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
    lines = _lines(report, options)
    if not options.color:
        return "".join(f"{''.join(text for text, _ in line)}\n" for line in lines)
    from ownerlint.report.styled import colored  # noqa: PLC0415 - rich is slow to import, and pipes need none

    return colored(lines)


def _lines(report: Report, options: Options) -> Iterator[Line]:
    for file, group in groupby(report.findings, key=lambda finding: finding.location.file):
        findings = list(group)
        amount = "1 finding" if len(findings) == 1 else f"{len(findings)} findings"
        yield ((visible(file), "bold underline"), (f" ({amount})", ""))
        yield ()
        for finding in findings:
            yield from _finding(finding, report, options)
            yield ()
    if options.summary:
        yield from ((line,) for line in closing_lines(report))


def _finding(finding: Finding, report: Report, options: Options) -> Iterator[Line]:
    style = _STYLES[finding.severity]
    sure = "" if finding.confidence is Confidence.HIGH else f", {finding.confidence.value} confidence"
    yield (
        (f"{_place(finding.location)}:", "bold"),
        (" ", ""),
        (f"{finding.severity.value}:", style),
        (f" {visible(finding.meta.name)} ({visible(finding.meta.code)}){sure}", ""),
    )
    yield from (((f"{_INDENT}{line}", ""),) for line in _wrapped(visible(finding.message), options))
    places = [finding.location, *(related.location for related in finding.related)]
    gutter = max((len(str(place.span.line)) for place in places if place.span), default=1)
    yield from _snippet(finding.location, report, gutter, options, style)
    for related in finding.related:
        yield ((_INDENT, ""), (f"{_place(related.location)}:", "bold"), (f" {visible(related.message)}", ""))
        yield from _snippet(related.location, report, gutter, options, _RELATED)
    yield ((_INDENT, ""), ("help:", "bold"), (f" ownerlint explain {visible(finding.meta.name)}", ""))


def _wrapped(message: str, options: Options) -> list[str]:
    if options.width is None:
        return [message]
    from ownerlint.report.styled import wrapped  # noqa: PLC0415 - rich is slow to import, and pipes need none

    return wrapped(message, max(options.width - len(_INDENT), _LEAST_ROOM))


def _snippet(location: Location, report: Report, gutter: int, options: Options, style: str) -> Iterator[Line]:
    """Yield the source line with its span underlined; nothing where the file could not be read."""
    span = location.span
    line = report.snippets.get((location.file, span.line)) if span else None
    if span is None or line is None:
        return
    blank = f"{_INDENT}{' ' * gutter} |"
    shown = excerpt(line.rstrip("\r\n"), span, max((options.width or _PIPED_ROOM) - len(blank) - 1, _LEAST_ROOM))
    source = f" {shown.text}".rstrip()
    yield ((f"{_INDENT}{span.line:>{gutter}} |", _GUTTER), (source, ""))
    yield ((blank, _GUTTER), (" " * (shown.offset + 1), ""), ("^" * shown.length, style))


def _place(location: Location) -> str:
    span = location.span
    return visible(location.file) + (f":{span.line}:{span.column}" if span else "")
