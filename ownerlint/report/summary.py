"""The counts in words: what was checked, what was skipped and why, what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ownerlint.finding import Report
from ownerlint.model import Skipped
from ownerlint.report.visible import visible
from ownerlint.rule import Severity


def summary_line(report: Report) -> str:
    """Return one line, without a line break, that says what was read, what was skipped and why, and what was found.

    It is the last line on stderr, so that a run that checked nothing never looks like one that found nothing.
    """
    summary = report.summary
    skipped = skipped_words(summary.skipped)
    read = (_count(summary.files, "file"), _count(summary.documents, "document"), _count(summary.objects, "object"))
    parts = [
        f"Checked {', '.join(read)}",
        f"skipped {len(summary.skipped)} ({skipped})" if skipped else "skipped 0",
        f"found {found_words(report)}",
    ]
    silenced = silenced_words(report)
    if silenced:
        parts.append(silenced)
    if report.errors:
        parts.append(failure_words(report))
    return "; ".join(parts) + "."


def closing_lines(report: Report) -> Iterator[tuple[str, str]]:
    """Yield the last lines of the report for people, each with its style: what was found, skipped, and failed."""
    silenced = silenced_words(report)
    yield f"Found {found_words(report)}{f'; {silenced}' if silenced else ''}.", "bold"
    skipped = report.summary.skipped
    if skipped:
        yield f"Skipped {len(skipped)}: {visible(skipped_words(skipped))}.", ""
    if report.errors:
        yield f"Not complete: {failure_words(report)}.", "bold red"


def found_words(report: Report) -> str:
    """Return the findings by severity, such as `1 error, 0 warnings, 2 info`."""
    counts = Counter(finding.severity for finding in report.findings)
    errors, warnings = _count(counts[Severity.ERROR], "error"), _count(counts[Severity.WARNING], "warning")
    return f"{errors}, {warnings}, {counts[Severity.INFO]} info"


def skipped_words(skipped: tuple[Skipped, ...]) -> str:
    """Return the reasons with their counts, the most frequent first; empty where nothing was skipped."""
    counts = Counter(entry.reason for entry in skipped)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{reason} {count}" for reason, count in ordered)


def silenced_words(report: Report) -> str:
    """Return what suppressions and a baseline kept back, such as `suppressed 3, baselined 1`; empty for nothing."""
    summary = report.summary
    amounts = (("suppressed", summary.suppressed), ("baselined", summary.baselined))
    return ", ".join(f"{word} {amount}" for word, amount in amounts if amount)


def failure_words(report: Report) -> str:
    """Return how often ownerlint itself failed, such as `1 failure of ownerlint itself`."""
    return f"{_count(len(report.errors), 'failure')} of ownerlint itself"


def _count(amount: int, noun: str) -> str:
    return f"{amount} {noun}" if amount == 1 else f"{amount} {noun}s"
