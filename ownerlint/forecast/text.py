"""The forecast for people: what goes, what stays, what hangs and why, as a tree with counts.

Everything that came out of a manifest is made visible, so it cannot drive the terminal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import click

from ownerlint.collector.outcome import Outcome
from ownerlint.forecast.endings import Ending, ending_of
from ownerlint.forecast.families import Branch, families
from ownerlint.forecast.plan import Forecast
from ownerlint.report.visible import visible

_RACE: Final = "the real collector races here"
_HEADINGS: Final = {
    Ending.REJECTED: "rejected by the API server",
    Ending.DELETED: "deleted",
    Ending.OPEN: "open",
    Ending.HANGS: "hanging: deleted, but held",
    Ending.NEVER_COLLECTED: "never collected",
    Ending.STRIPPED: "kept, with fewer owner references",
}
_COUNTED: Final = {
    Ending.DELETED: "would be deleted",
    Ending.NEVER_COLLECTED: "never collected",
    Ending.HANGS: "would hang, deleted but held",
    Ending.OPEN: f"open, as {_RACE}",
    Ending.STRIPPED: "would lose owner references",
    Ending.REJECTED: "rejected by the API server",
}
_ALWAYS: Final = (Ending.DELETED, Ending.NEVER_COLLECTED)
"""What is counted even where there is none."""

_STYLES: Final[dict[Ending, dict[str, Any]]] = {
    Ending.REJECTED: {"fg": "red", "bold": True},
    Ending.DELETED: {"fg": "red", "bold": True},
    Ending.OPEN: {"fg": "cyan", "bold": True},
    Ending.HANGS: {"fg": "magenta", "bold": True},
    Ending.NEVER_COLLECTED: {"fg": "yellow", "bold": True},
    Ending.STRIPPED: {"fg": "yellow"},
}


@dataclass(frozen=True, slots=True)
class Options:
    """How the text is to look.

    Args:
        color: whether to colour the text with terminal escapes.
        ascii: whether lines are drawn with ASCII characters, for an output that has no others.
    """

    color: bool = False
    ascii: bool = False


class _Guides(NamedTuple):
    """What stands to the left of an entry, and of what is below it, where others follow or it is the last."""

    middle: str = "├── "
    last: str = "└── "
    past: str = "│   "
    blank: str = "    "


_ASCII: Final = _Guides("|-- ", "`-- ", "|   ")


def affected(forecast: Forecast) -> list[int]:
    """Return the numbers of the outcomes that `write_text` tells one by one: all objects to which anything happens."""
    return [number for number, outcome in enumerate(forecast.outcomes) if ending_of(outcome) is not Ending.KEPT]


def write_text(forecast: Forecast, lines: Sequence[int | None], options: Options) -> str:
    """Return the forecast for people.

    Args:
        forecast: what is told.
        lines: for each outcome, the first line of its object; None where there is none, or nothing happens to it.
        options: how it is to look.
    """
    return "\n".join(_Writer(forecast, lines, options).lines()) + "\n"


class _Writer:
    def __init__(self, forecast: Forecast, lines: Sequence[int | None], options: Options) -> None:
        self._forecast = forecast
        self._lines = lines
        self._color = options.color
        self._guides = _ASCII if options.ascii else _Guides()

    def lines(self) -> Iterator[str]:
        """Yield every line."""
        by_ending: dict[Ending, list[tuple[int, Outcome]]] = {ending: [] for ending in Ending}
        for number, outcome in enumerate(self._forecast.outcomes):
            by_ending[ending_of(outcome)].append((number, outcome))
        for ending, heading in _HEADINGS.items():
            members = by_ending[ending]
            if members:
                yield self._style(f"{len(members):,} {heading}", **_STYLES[ending])
                yield from self._groups(members, ending)
                yield ""
        yield self._summary({ending: len(members) for ending, members in by_ending.items()})
        cut_short = sum(not outcome.complete for outcome in self._forecast.outcomes)
        if cut_short:
            words = "hang together in knots too large to try every order of the collector's work"
            yield self._style(f"{cut_short:,} of them {words}; there may be further fates.", bold=True)

    def _groups(self, members: Iterable[tuple[int, Outcome]], ending: Ending) -> Iterator[str]:
        """Yield the trees of one ending, those that share a reason together, the largest group first."""
        tops = families(members, nested=not self._forecast.plan.fresh and ending is not Ending.REJECTED)
        groups: dict[str, list[Branch]] = {}
        for top in tops:
            groups.setdefault(_reason(top), []).append(top)
        for at, (reason, branches) in enumerate(groups.items(), 1):
            last = at == len(groups)
            yield f"{self._guides.last if last else self._guides.middle}{self._style(visible(reason), bold=True)}"
            yield from self._branches(branches, self._guides.blank if last else self._guides.past)

    def _branches(self, branches: Sequence[Branch], indent: str) -> Iterator[str]:
        levels = [(iter(_with_last(branches)), indent, True)]
        while levels:
            entries, left, is_top = levels[-1]
            branch, last = next(entries, (None, False))
            if branch is None:
                levels.pop()
                continue
            yield f"{left}{self._guides.last if last else self._guides.middle}{self._entry(branch, is_top=is_top)}"
            if branch.below:
                below = left + (self._guides.blank if last else self._guides.past)
                levels.append((iter(_with_last(branch.below)), below, False))

    def _entry(self, branch: Branch, *, is_top: bool) -> str:
        outcome = branch.outcome
        obj = outcome.object
        line = self._lines[branch.number]
        place = self._style(visible(obj.place.file) + (f":{line}" if line else ""), dim=True)
        said = [] if is_top or _goes_without_saying(outcome) else [_reason(branch)]
        if outcome.warnings:
            said.append(f"warned: {'; '.join(outcome.warnings)}")
        remark = f" ({visible('; '.join(said))})" if said else ""
        return f"{visible(obj.full_title)} {place}{remark}"

    def _summary(self, counts: dict[Ending, int]) -> str:
        total, kept = sum(counts.values()), counts[Ending.KEPT]
        parts = []
        for ending, words in _COUNTED.items():
            if counts[ending] or ending in _ALWAYS:
                at_once = " at once" if ending is Ending.DELETED and not self._forecast.plan.deletions else ""
                parts.append(f"{counts[ending]:,} {words}{at_once}")
        objects = f"{total:,} object{'' if total == 1 else 's'}"
        rest = "1 stays as it is" if kept == 1 else f"{kept:,} stay as they are"
        return self._style(f"Of {objects}, {', '.join(parts)}; {rest}.", bold=True)

    def _style(self, text: str, **style: Any) -> str:
        return click.style(text, **style) if self._color else text


def _with_last(branches: Sequence[Branch]) -> Iterator[tuple[Branch, bool]]:
    return ((branch, at == len(branches)) for at, branch in enumerate(branches, 1))


def _reason(branch: Branch) -> str:
    """Return why it ends so for an object, with its fates where there are several."""
    outcome = branch.outcome
    fates = [fate.value for fate in outcome.fates]
    if len(fates) > 1:
        return f"{' or '.join(fates)}: {_RACE}; likely: {outcome.reason}"
    return outcome.reason


def _goes_without_saying(outcome: Outcome) -> bool:
    """Return whether the owner above is reason enough: the object has no other."""
    return len(outcome.fates) == 1 and len({each.uid for each in outcome.object.owner_references}) == 1
