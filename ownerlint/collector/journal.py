"""What happened to an object and why: notes that the simulation leaves for explanations."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from ownerlint.model import OwnerReference


class Cause(str, Enum):
    """Why an object is as it is in the end."""

    OWNERS_ABSENT = "owners-absent"
    OWNER_IN_FOREGROUND_DELETION = "owner-in-foreground-deletion"
    REQUESTED = "requested"
    STRIPPED = "stripped"
    ORPHANED = "orphaned"


class Note(Struct, frozen=True, gc=False):
    """One thing that happened.

    Args:
        cause: why.
        references: the references that decided.
    """

    cause: Cause
    references: tuple[OwnerReference, ...] = ()
