"""One object: what the collector does with it once its references are classified (semantics 2c).

Upstream `attemptToDeleteItem` and `processDeletingDependentsItem`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownerlint.collector.classify import Standing, classify, is_unresolvable
from ownerlint.collector.cluster import Evaluation
from ownerlint.collector.journal import Cause, Note
from ownerlint.collector.propagation import Patch, delete, remove_finalizer, strip, unblock
from ownerlint.collector.state import FOREGROUND_FINALIZER, ORPHAN_FINALIZER, PropagationPolicy
from ownerlint.collector.virtual import virtual_owner_exists

if TYPE_CHECKING:
    from ownerlint.collector.cluster import Cluster
    from ownerlint.collector.state import Stored
    from ownerlint.model import OwnerReference


def attempt_to_delete_item(cluster: Cluster, uid: str) -> None:
    """Examine one object or virtual owner from beginning to end."""
    evaluation = begin(cluster, uid)
    if evaluation is not None:
        advance(cluster, uid, evaluation, len(evaluation.references))
        conclude(cluster, uid, evaluation)


def begin(cluster: Cluster, uid: str) -> Evaluation | None:
    """Do what comes before the references are classified; return the evaluation to go on with, or None."""
    graph = cluster.graph
    if uid in graph.virtual and not virtual_owner_exists(cluster, uid):
        return None
    latest = cluster.objects.get(uid)
    if latest is None:
        return None
    if latest.deleting and uid not in graph.deleting_dependents:
        return None
    if uid in graph.deleting_dependents:
        process_deleting_dependents_item(cluster, uid)
        return None
    return Evaluation(latest.references) if latest.references else None


def advance(cluster: Cluster, uid: str, evaluation: Evaluation, end: int) -> None:
    """Classify the references up to index `end`, as things stand now."""
    stored = cluster.objects.get(uid)
    if stored is None:
        return
    start = len(evaluation.standings)
    evaluation.standings = (
        *evaluation.standings,
        *[
            classify(reference, stored.identity, cluster.objects, cluster.mapper)
            for reference in evaluation.references[start:end]
        ],
    )


def conclude(cluster: Cluster, uid: str, evaluation: Evaluation) -> None:
    """Do what the classified references call for."""
    stored = cluster.objects.get(uid)
    if stored is None:
        return
    cluster.retrying.discard(uid)
    cluster.misplaced.discard(uid)
    for standing in evaluation.standings:
        if is_unresolvable(standing):
            (cluster.retrying if standing is Standing.UNMAPPABLE else cluster.misplaced).add(uid)
            return
    pairs = [*zip(evaluation.references, evaluation.standings, strict=True)]
    unsound = tuple([reference for reference, standing in pairs if standing is not Standing.SOLID])
    waiting = tuple([reference for reference, standing in pairs if standing is Standing.WAITING])
    if len(unsound) < len(pairs):
        if unsound:
            cluster.notes[uid] = Note(Cause.STRIPPED, unsound)
            strip(cluster, uid, {reference.uid for reference in unsound})
    elif stored.references != evaluation.references:
        # The DELETE conflicts, so the object is evaluated afresh.
        cluster.examine(uid)
    elif waiting and cluster.graph.dependents.get(uid):
        _delete_in_foreground(cluster, uid, waiting)
    else:
        cause = Cause.OWNER_IN_FOREGROUND_DELETION if waiting else Cause.OWNERS_ABSENT
        cluster.notes[uid] = Note(cause, waiting or unsound)
        delete(cluster, uid, _own_policy(stored))


def _delete_in_foreground(cluster: Cluster, uid: str, waiting: tuple[OwnerReference, ...]) -> None:
    """Delete an object that has dependents itself, because an owner waits for it.

    If a dependent is in foreground deletion, this may be a cycle, so the object lets its owners go first.
    """
    graph = cluster.graph
    if any(dependent in graph.deleting_dependents for dependent in graph.dependents[uid]):
        patched = unblock(cluster, uid)
        if patched is Patch.REFUSED:
            # An error like any other: tried again for ever, in vain while the references stay as they are.
            cluster.retrying.add(uid)
            return
        if patched is Patch.CHANGED:
            # The patch makes the DELETE that follows conflict, so the object is evaluated afresh.
            cluster.examine(uid)
            return
    cluster.notes[uid] = Note(Cause.OWNER_IN_FOREGROUND_DELETION, waiting)
    delete(cluster, uid, PropagationPolicy.FOREGROUND)


def _own_policy(stored: Stored) -> PropagationPolicy:
    if ORPHAN_FINALIZER in stored.finalizers:
        return PropagationPolicy.ORPHAN
    if FOREGROUND_FINALIZER in stored.finalizers:
        return PropagationPolicy.FOREGROUND
    return PropagationPolicy.BACKGROUND


def process_deleting_dependents_item(cluster: Cluster, uid: str) -> None:
    """Go on with a foreground deletion: let the owner go, or queue the dependents that block it (semantics 3b)."""
    blocking = [dependent for dependent in cluster.graph.dependents[uid] if _blocks(cluster.objects[dependent], uid)]
    if not blocking:
        remove_finalizer(cluster, uid, FOREGROUND_FINALIZER)
        return
    for dependent in blocking:
        if dependent not in cluster.graph.deleting_dependents:
            cluster.examine(dependent)


def _blocks(dependent: Stored, owner: str) -> bool:
    return any(each.uid == owner and each.block_owner_deletion for each in dependent.references)
