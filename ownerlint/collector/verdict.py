"""The words for what becomes of an object, and for what a fault leads to."""

from __future__ import annotations

from enum import Enum


class Consequence(str, Enum):
    """What will happen because of a fault."""

    REJECTED = "rejected"
    DELETED = "deleted"
    STRIPPED = "stripped"
    NEVER_COLLECTED = "never-collected"
    DELETION_HANGS = "deletion-hangs"
    WARNED = "warned"
    IGNORED = "ignored"
    RISK = "risk"


class Verdict(str, Enum):
    """What the collector makes of an object in the end.

    KEPT: it stays as it is. DELETED: the collector deletes it, though finalizers may hold it. STRIPPED: it stays, without
    some of its entries. FROZEN: it stays with an entry that the collector cannot resolve, or never looks at, so that it is
    never collected. UNKNOWN: it depends on owners of which the files do not show whether they exist.
    """

    KEPT = "kept"
    DELETED = "deleted"
    STRIPPED = "stripped"
    FROZEN = "frozen"
    UNKNOWN = "unknown"
