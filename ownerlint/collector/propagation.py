"""Deletion propagation: what delete requests do, and the finalizers that carry the policy (semantics 3)."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ownerlint.collector.journal import Cause, Note
from ownerlint.collector.state import (
    FOREGROUND_FINALIZER,
    GC_FINALIZERS,
    ORPHAN_FINALIZER,
    PropagationPolicy,
)

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from ownerlint.collector.cluster import Cluster
    from ownerlint.collector.state import Stored


def effective_policy(stored: Stored, policy: PropagationPolicy | None) -> PropagationPolicy:
    """Return the policy of a delete request (semantics 3a).

    It is what the request says, else a GC finalizer that the object carries (the first), else the kind's default.
    """
    if policy is not None:
        return policy
    for finalizer in stored.finalizers:
        if finalizer == ORPHAN_FINALIZER:
            return PropagationPolicy.ORPHAN
        if finalizer == FOREGROUND_FINALIZER:
            return PropagationPolicy.FOREGROUND
    return PropagationPolicy.ORPHAN if stored.identity.orphans_by_default else PropagationPolicy.BACKGROUND


def deletion_finalizers(finalizers: tuple[str, ...], policy: PropagationPolicy) -> tuple[str, ...]:
    """Return the finalizers after a delete request: both GC finalizers go, the chosen one is appended.

    A list that has the right ones already is left alone (upstream `deletionFinalizersForGarbageCollection`).
    """
    kept = tuple(finalizer for finalizer in finalizers if finalizer not in GC_FINALIZERS)
    if policy is PropagationPolicy.ORPHAN:
        kept = (*kept, ORPHAN_FINALIZER)
    elif policy is PropagationPolicy.FOREGROUND:
        kept = (*kept, FOREGROUND_FINALIZER)
    return finalizers if set(kept) == set(finalizers) else kept


def delete(cluster: Cluster, uid: str, policy: PropagationPolicy | None) -> None:
    """Carry out a delete request on an object that exists."""
    stored = cluster.objects[uid]
    chosen = effective_policy(stored, policy)
    finalizers = stored.finalizers
    if stored.identity.monitored:
        finalizers = deletion_finalizers(finalizers, chosen)
    if finalizers or stored.identity.held:
        cluster.replace(replace(stored, finalizers=finalizers, deleting=True))
    else:
        cluster.remove(uid)


def remove_finalizer(cluster: Cluster, uid: str, finalizer: str) -> None:
    """Remove a finalizer from an object, which is gone if it was being deleted and nothing else holds it."""
    stored = cluster.objects.get(uid)
    if stored is None or finalizer not in stored.finalizers:
        return
    finalizers = tuple(each for each in stored.finalizers if each != finalizer)
    if stored.deleting and not finalizers and not stored.identity.held:
        cluster.remove(uid)
    else:
        cluster.replace(replace(stored, finalizers=finalizers))


def strip(cluster: Cluster, uid: str, owners: AbstractSet[str]) -> None:
    """Remove, by uid, every entry that names one of these owners."""
    stored = cluster.objects.get(uid)
    if stored is None:
        return
    references = tuple(reference for reference in stored.references if reference.uid not in owners)
    if len(references) != len(stored.references):
        cluster.replace(replace(stored, references=references))


class Patch(str, Enum):
    """How the API server answers a patch."""

    CHANGED = "changed"
    UNCHANGED = "unchanged"
    REFUSED = "refused"


def unblock(cluster: Cluster, uid: str) -> Patch:
    """Make an object's references non-blocking (upstream `unblockOwnerReferences...Patch`).

    A custom resource gets a new list in which every entry says `false`. On built-in kinds the patch is a strategic
    merge keyed by uid: where a uid is repeated, each patched entry is merged into the first entry of that uid. That may
    leave two entries with `controller: true`, which the API server refuses.
    """
    stored = cluster.objects[uid]
    if stored.identity.custom:
        # What was absent becomes `false`, so the first patch always changes the object.
        changed = uid not in cluster.unblocked
        cluster.unblocked.add(uid)
        references = tuple(replace(reference, block_owner_deletion=False) for reference in stored.references)
    else:
        merged = list(stored.references)
        for reference in stored.references:
            if reference.block_owner_deletion:
                first = next(index for index, each in enumerate(merged) if each.uid == reference.uid)
                controller = reference.controller or merged[first].controller
                merged[first] = replace(
                    reference, index=merged[first].index, controller=controller, block_owner_deletion=False
                )
        references = tuple(merged)
        changed = references != stored.references
        if sum(reference.controller for reference in references) > 1:
            return Patch.REFUSED
    if references != stored.references:
        cluster.replace(replace(stored, references=references))
    return Patch.CHANGED if changed else Patch.UNCHANGED


def orphan_dependents(cluster: Cluster, uid: str) -> None:
    """Take an owner out of every dependent, then let it go (upstream `attemptToOrphanWorker`)."""
    for dependent in tuple(cluster.graph.dependents.get(uid, ())):
        stored = cluster.objects.get(dependent)
        if stored is not None:
            dropped = tuple(reference for reference in stored.references if reference.uid == uid)
            cluster.notes[dependent] = Note(Cause.ORPHANED, dropped)
            strip(cluster, dependent, {uid})
    remove_finalizer(cluster, uid, ORPHAN_FINALIZER)
