"""The ways it can end for an object, as people count them."""

from __future__ import annotations

from enum import Enum
from typing import Final

from ownerlint.collector.admission import Admission
from ownerlint.collector.outcome import Fate, Outcome
from ownerlint.collector.verdict import Consequence


class Ending(str, Enum):
    """What becomes of an object, the most serious first.

    REJECTED: the API server does not take it. DELETED: it goes. OPEN: the real collector races, so there are several
    fates. HANGS: it is being deleted and something holds it. NEVER_COLLECTED: it stays whatever becomes of its owners.
    STRIPPED: it stays and loses entries of its ownerReferences. KEPT: nothing happens to it.
    """

    REJECTED = "rejected"
    DELETED = "deleted"
    OPEN = "open"
    HANGS = "hangs"
    NEVER_COLLECTED = "never-collected"
    STRIPPED = "stripped"
    KEPT = "kept"


_GONE: Final = {Fate.DELETED: Ending.DELETED, Fate.TERMINATING: Ending.HANGS}


def ending_of(outcome: Outcome) -> Ending:
    """Return how it ends for an object."""
    if outcome.admission is Admission.REJECTED:
        return Ending.REJECTED
    if len(outcome.fates) > 1:
        return Ending.OPEN
    return _GONE.get(outcome.fates[0]) or _staying(outcome)


def _staying(outcome: Outcome) -> Ending:
    if outcome.consequence is Consequence.NEVER_COLLECTED:
        return Ending.NEVER_COLLECTED
    if outcome.consequence is Consequence.STRIPPED or outcome.owner_references is None:
        return Ending.STRIPPED
    return Ending.KEPT


def is_bad(outcome: Outcome) -> bool:
    """Return whether an object is or may be deleted, is never collected, or hangs."""
    return bool({Fate.DELETED, Fate.TERMINATING} & {*outcome.fates}) or (
        outcome.consequence is Consequence.NEVER_COLLECTED
    )
