"""Results → Markdown: one table for each input, and a short one for the README."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.inputs import Input
from benchmarks.measure import LONGEST, Result
from benchmarks.tools import YARDSTICK

_MB = 1_000_000

HEAD = ("tool", "version", "median s", "CPU s", "MB/s", "peak MB", "times {yardstick}", "runs", "status")
START_HEAD = ("command", "version", "median ms", "CPU ms", "peak MB", "times click", "runs", "status")


@dataclass(frozen=True, slots=True)
class Heat:
    """What all tools needed for one input."""

    given: Input
    results: Sequence[Result]

    @property
    def yardstick(self) -> Result | None:
        """The tool that the others are compared with, where it took part."""
        return next((result for result in self.results if result.contestant.name == YARDSTICK), None)


def markdown(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table; the first column is text, the others are numbers."""
    ruler = ["---", *("--:" for _ in head[1:])]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (head, ruler, *rows))


def whole(heat: Heat) -> str:
    """Return all figures for one input, the fastest first."""
    head = [cell.format(yardstick=YARDSTICK) for cell in HEAD]
    rows = [_row(heat, result) for result in sorted(heat.results, key=lambda result: result.wall)]
    return f"### {_titled(heat.given)}\n\n{markdown(head, rows)}{_complaints(heat.results)}"


def starts(results: Sequence[Result]) -> str:
    """Return what starts cost; the first result is what the others are compared with."""
    rows = [
        (
            result.contestant.name,
            result.contestant.version,
            f"{result.wall * 1000:.0f}",
            f"{result.cpu * 1000:.0f}",
            f"{result.peak / _MB:.0f}",
            f"{result.wall / results[0].wall:.2f}",
            str(len(result.runs)),
            _statuses(result),
        )
        for result in results
    ]
    return f"### Start\n\n{markdown(START_HEAD, rows)}{_complaints(results)}"


def short(heats: Sequence[Heat]) -> str:
    """Return one table of all inputs: median seconds, and how many times as fast as the yardstick that is."""
    names = list(dict.fromkeys(_label(result) for heat in heats for result in heat.results))
    head = ["tool", *(_titled(heat.given) for heat in heats)]
    return markdown(head, [[name, *(_cell(heat, name) for heat in heats)] for name in names])


def _titled(given: Input) -> str:
    files = "1 file" if given.files == 1 else f"{given.files:,} files"
    return f"{given.title} ({files}, {given.size / _MB:.1f} MB)"


def _label(result: Result) -> str:
    """Return the tool with its version, as in `ownerlint 0.1.0, no cache`."""
    name, version = result.contestant.name, result.contestant.version
    tool, comma, mode = name.partition(",")
    return f"{tool} {version}{comma}{mode}"


def _cell(heat: Heat, name: str) -> str:
    result = next((result for result in heat.results if _label(result) == name), None)
    if result is None:
        return "-"
    return f"{_seconds(result)} s{_times(heat, result, ' ({}x)')}"


def _row(heat: Heat, result: Result) -> tuple[str, ...]:
    return (
        result.contestant.name,
        result.contestant.version,
        _seconds(result),
        f"{result.cpu:.2f}",
        "-" if result.stopped else f"{heat.given.size / _MB / result.wall:.1f}",
        f"{result.peak / _MB:.0f}",
        _times(heat, result, "{}") or "-",
        str(len(result.runs)),
        _statuses(result),
    )


def _seconds(result: Result) -> str:
    return f"above {LONGEST:.0f}" if result.stopped else f"{result.wall:.2f}"


def _times(heat: Heat, result: Result, form: str) -> str:
    """Return how many times as fast as the yardstick; nothing where that is not known."""
    if heat.yardstick is None or result.stopped:
        return ""
    times = heat.yardstick.wall / result.wall
    return form.format(f"{times:.1f}" if times >= 1 else f"{times:.2f}")


def _statuses(result: Result) -> str:
    return ", ".join(map(str, result.statuses))


def _complaints(results: Sequence[Result]) -> str:
    """Return what those say that ended otherwise than linters do: 0 nothing found, 1 something found."""
    lines = [
        f"- {result.contestant.name}, status {_statuses(result)}: {_complaint(result)}"
        for result in results
        if not {0, 1}.issuperset(result.statuses)
    ]
    return "\n" + "\n".join(lines) + "\n" if lines else ""


def _complaint(result: Result) -> str:
    said = result.runs[-1].complaint[:160].replace("`", "")
    return f"`{said}`" if said else "no message"
