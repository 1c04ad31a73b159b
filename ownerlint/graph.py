"""One edge per owner reference, each resolved once, exactly as the collector resolves it, plus one word: unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from msgspec import Struct

from ownerlint.model import KubeObject, OwnerReference


class WorldMode(str, Enum):
    """Whether other objects may exist outside the files.

    OPEN: they may, so an absent owner is unknown. CLOSED: the files are all there is. AUTO: an owner is absent only
    where its own collection proves that the owner's kind was collected for that namespace.
    """

    AUTO = "auto"
    OPEN = "open"
    CLOSED = "closed"


class Confidence(str, Enum):
    """How sure a verdict is. HIGH: proved by the files. MEDIUM: likely. LOW: a hint."""

    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


class Resolution(str, Enum):
    """What the collector makes of one reference (`classifyReferences`); UNKNOWN where the files cannot tell."""

    SOLID = "solid"
    DANGLING = "dangling"
    WAITING = "waiting"
    UNRESOLVABLE = "unresolvable"
    UNKNOWN = "unknown"


class Reason(str, Enum):
    """Why a reference has its resolution."""

    FOUND = "found"
    # dangling
    ABSENT = "absent"
    UID_MISMATCH = "uid-mismatch"
    OTHER_NAMESPACE = "other-namespace"
    UID_OF_OTHER = "uid-of-other"
    LIST_KIND = "list-kind"
    UNSTORABLE_KIND = "unstorable-kind"
    # waiting
    FOREGROUND_DELETION = "foreground-deletion"
    # unresolvable
    NO_SUCH_KIND = "no-such-kind"
    NO_SUCH_VERSION = "no-such-version"
    WRONG_GROUP = "wrong-group"
    WRONG_CASE = "wrong-case"
    NAMESPACED_OWNER_OF_CLUSTER_SCOPED = "namespaced-owner-of-cluster-scoped"
    # unknown
    NOT_IN_FILES = "not-in-files"
    AUTHORED_OWNER = "authored-owner"
    STITCHED = "stitched"
    NAMESPACE_UNKNOWN = "namespace-unknown"
    KIND_UNSURE = "kind-unsure"
    TEMPLATED = "templated"


class Edge(Struct, frozen=True):
    """One owner reference, resolved.

    Args:
        dependent: the object that carries the reference.
        reference: the entry.
        resolution: what the collector makes of it.
        reason: why.
        confidence: how sure.
        owner: the object in the files that decides: the owner itself where it was found, the object that contradicts
            where it was not (other uid, other namespace, other name); None where no object decides.
    """

    dependent: KubeObject
    reference: OwnerReference
    resolution: Resolution
    reason: Reason
    confidence: Confidence = Confidence.HIGH
    owner: KubeObject | None = None
