"""Why an object ends as it does, for people; and the events that the collector may emit about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownerlint.collector.classify import Standing, classify, is_unresolvable
from ownerlint.collector.journal import Cause
from ownerlint.collector.state import FOREGROUND_FINALIZER
from ownerlint.collector.verdict import Consequence

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ownerlint.collector.cluster import Cluster
    from ownerlint.collector.state import Stored
    from ownerlint.model import OwnerReference

INVALID_NAMESPACE_EVENT = "OwnerRefInvalidNamespace"
"""Reason of the event about an owner that lives in another namespace (`graph_builder.go`)."""

_DELETED = {
    Cause.OWNERS_ABSENT: "every owner is absent: {}",
    Cause.OWNER_IN_FOREGROUND_DELETION: "its owner is being deleted in the foreground: {}",
    Cause.REQUESTED: "its deletion was requested",
}
_KEPT = {
    Cause.STRIPPED: "another owner exists; the collector removes what is absent: {}",
    Cause.ORPHANED: "its owner was deleted and let go of it: {}",
}


def events_of(stored: Stored, objects: Mapping[str, Stored]) -> tuple[str, ...]:
    """Return the reasons of the events that the collector may emit about an object.

    One is possible where a reference carries the uid of an observed object that lives in another namespace. Which of
    several such references it is about, and whether it comes at all, depends on the order of observation.
    """
    identity = stored.identity
    if not identity.monitored:
        return ()
    for reference in stored.references:
        owner = objects.get(reference.uid)
        if owner is not None and owner.identity.monitored and owner.identity.namespace not in ("", identity.namespace):
            return (INVALID_NAMESPACE_EVENT,)
    return ()


def explain(before: Stored, cluster: Cluster) -> tuple[str, Consequence | None]:
    """Return why an object is as it is at the end of a run, in a sentence and in a word.

    Args:
        before: the object at the beginning.
        cluster: the end.

    Returns:
        The reason, and the consequence: None for nothing, or only what was asked for.
    """
    note = cluster.notes.get(before.uid)
    after = cluster.objects.get(before.uid)
    begun = _DELETED[note.cause].format(_list(note.references)) if note is not None and note.cause in _DELETED else ""
    if after is None:
        asked_for = note is None or note.cause is Cause.REQUESTED
        return begun or "deleted", None if asked_for else Consequence.DELETED
    if after.deleting:
        return f"{begun}; {_holder(after, cluster)}" if begun else _holder(after, cluster), Consequence.DELETION_HANGS
    stuck = unresolvable(after, cluster)
    if stuck is not None:
        return _never(*stuck), Consequence.NEVER_COLLECTED
    if note is not None and note.cause in _KEPT:
        return _KEPT[note.cause].format(_list(note.references)), Consequence.STRIPPED
    return (f"an owner exists: {_list(after.references)}" if after.references else "it has no owner"), None


def _never(reference: OwnerReference, standing: Standing) -> str:
    if standing is Standing.MISPLACED:
        return f"never collected: a cluster-scoped object names the namespaced owner {reference.title}"
    return f"never collected: the cluster has no {reference.kind} in {reference.api_version}"


def unresolvable(stored: Stored, cluster: Cluster) -> tuple[OwnerReference, Standing] | None:
    """Return the first reference that cannot be resolved, which freezes the whole object; None if there is none."""
    for reference in stored.references:
        standing = classify(reference, stored.identity, cluster.objects, cluster.mapper)
        if is_unresolvable(standing):
            return reference, standing
    return None


def _holder(stored: Stored, cluster: Cluster) -> str:
    foreign = [finalizer for finalizer in stored.finalizers if finalizer != FOREGROUND_FINALIZER]
    if foreign:
        return f"held by its finalizers until their controllers remove them: {', '.join(foreign)}"
    if FOREGROUND_FINALIZER not in stored.finalizers:
        held = stored.identity.held
        return "held by spec.finalizers until its controller has emptied it" if held else "its deletion has begun"
    for uid in cluster.graph.dependents.get(stored.uid, ()):
        dependent = cluster.objects[uid]
        if any(each.uid == stored.uid and each.block_owner_deletion for each in dependent.references):
            identity = dependent.identity
            return f"waits for its blocking dependent {identity.kind}/{identity.name}"
    return "waits for its blocking dependents"


def _list(references: Iterable[OwnerReference]) -> str:
    return ", ".join([f"{each.kind}/{each.name} ({each.api_version}, uid {each.uid})" for each in references])
