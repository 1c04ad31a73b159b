"""What goes into a prediction and what comes out of it."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from ownerlint.collector.admission import Admission, FieldError
from ownerlint.collector.state import PropagationPolicy
from ownerlint.collector.verdict import Consequence
from ownerlint.model import KubeObject


class Fate(str, Enum):
    """What becomes of an object."""

    KEPT = "kept"
    DELETED = "deleted"
    TERMINATING = "terminating"


class Deletion(Struct, frozen=True, gc=False):
    """A request to delete one object.

    Args:
        target: one of the objects given to `predict`.
        policy: the propagation policy; None for what the API server does by default for that kind and its finalizers.
    """

    target: KubeObject
    policy: PropagationPolicy | None = None


class Outcome(Struct, frozen=True, gc=False):
    """What becomes of one object.

    Args:
        object: the object as given.
        admission: whether the API server accepts it; a rejected object takes no further part.
        errors: why it is rejected.
        warnings: what the API server warns about.
        fates: every fate that the real collector can bring about, sorted; none for a rejected object.
        reason: one sentence for people.
        consequence: the same in one word; None where nothing happens to the object, or only what was asked for.
        owner_references: uids of the entries that remain on a kept or terminating object; None where that races.
        finalizers: what remains of them; None where that races.
        events: reasons of the events that the collector may emit about the object.
        complete: False where the exploration was cut short, so that there may be further fates.
    """

    object: KubeObject
    admission: Admission
    errors: tuple[FieldError, ...] = ()
    warnings: tuple[str, ...] = ()
    fates: tuple[Fate, ...] = ()
    reason: str = ""
    consequence: Consequence | None = None
    owner_references: tuple[str, ...] | None = ()
    finalizers: tuple[str, ...] | None = ()
    events: tuple[str, ...] = ()
    complete: bool = True


class Prediction(Struct, frozen=True):
    """What becomes of all objects.

    Args:
        outcomes: one for each object, in the order given.
        missed: requests whose target was already gone by then.
    """

    outcomes: tuple[Outcome, ...]
    missed: tuple[Deletion, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether every exploration came to its end."""
        return all(outcome.complete for outcome in self.outcomes)
