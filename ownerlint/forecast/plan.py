"""What a forecast is about, and what comes out of it."""

from __future__ import annotations

from dataclasses import dataclass

from ownerlint.collector.outcome import Deletion, Outcome


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be foreseen.

    Args:
        deletions: what is deleted, in order, after the collector has settled.
        fresh: whether the objects are applied to an empty cluster, so that every uid is new.
    """

    deletions: tuple[Deletion, ...] = ()
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Forecast:
    """What would become of the objects.

    Args:
        plan: what was asked.
        outcomes: one for each object that was asked about, in the order of the files.
        missed: deletions whose target was gone by then.
    """

    plan: Plan
    outcomes: tuple[Outcome, ...]
    missed: tuple[Deletion, ...] = ()
