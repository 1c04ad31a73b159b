"""One object: what the collector does with it once its references are classified (semantics 2c).

Upstream `attemptToDeleteItem` and `processDeletingDependentsItem`, and the end of virtual owners (2a).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownerlint.collector.classify import UNRESOLVABLE, Standing, classify
from ownerlint.collector.cluster import Evaluation
from ownerlint.collector.journal import Cause, Note
from ownerlint.collector.nodes import Claim
from ownerlint.collector.propagation import Patch, delete, remove_finalizer, strip, unblock
from ownerlint.collector.state import FOREGROUND_FINALIZER, ORPHAN_FINALIZER, PropagationPolicy

if TYPE_CHECKING:
    from ownerlint.collector.cluster import Cluster
    from ownerlint.collector.state import Stored


def attempt_to_delete_item(cluster: Cluster, uid: str) -> None:
    """Examine one object or virtual owner from beginning to end."""
    evaluation = begin(cluster, uid)
    if evaluation is not None:
        advance(cluster, uid, evaluation, len(evaluation.references))
        conclude(cluster, uid, evaluation)


def begin(cluster: Cluster, uid: str) -> Evaluation | None:
    """Do what comes before the references are classified; return the evaluation to go on with, or None."""
    graph = cluster.graph
    if uid in graph.virtual and not _virtual_owner_exists(cluster, uid):
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
        *(
            classify(reference, stored.identity, cluster.objects, cluster.mapper)
            for reference in evaluation.references[start:end]
        ),
    )


def conclude(cluster: Cluster, uid: str, evaluation: Evaluation) -> None:
    """Do what the classified references call for."""
    stored = cluster.objects.get(uid)
    if stored is None:
        return
    standings = evaluation.standings
    cluster.retrying.discard(uid)
    cluster.misplaced.discard(uid)
    for standing in standings:
        if standing in UNRESOLVABLE:
            (cluster.retrying if standing is Standing.UNMAPPABLE else cluster.misplaced).add(uid)
            return
    pairs = tuple(zip(evaluation.references, standings, strict=True))
    unsound = tuple(reference for reference, standing in pairs if standing is not Standing.SOLID)
    if len(unsound) < len(pairs):
        if unsound:
            cluster.notes[uid] = Note(Cause.STRIPPED, unsound)
            strip(cluster, uid, {reference.uid for reference in unsound})
        return
    if stored.references != evaluation.references:
        cluster.examine(uid)
        return
    waiting = tuple(reference for reference, standing in pairs if standing is Standing.WAITING)
    dependents = cluster.graph.dependents.get(uid)
    if waiting and dependents:
        if any(each in cluster.graph.deleting_dependents for each in dependents):
            patched = unblock(cluster, uid)
            if patched is Patch.REFUSED:
                # An error like any other: tried again for ever, in vain while the references stay as they are.
                cluster.retrying.add(uid)
                return
            if patched is Patch.CHANGED:
                # The patch has made the DELETE that follows conflict, so the object is evaluated afresh.
                cluster.examine(uid)
                return
        cluster.notes[uid] = Note(Cause.OWNER_IN_FOREGROUND_DELETION, waiting)
        delete(cluster, uid, PropagationPolicy.FOREGROUND)
        return
    cause = Cause.OWNER_IN_FOREGROUND_DELETION if waiting else Cause.OWNERS_ABSENT
    cluster.notes[uid] = Note(cause, waiting or unsound)
    delete(cluster, uid, _own_policy(stored))


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


def _virtual_owner_exists(cluster: Cluster, uid: str) -> bool:
    """Look a virtual owner up; if it is absent, let its dependents know."""
    claim = cluster.graph.virtual[uid]
    mapped = cluster.mapper.map(claim.api_version, claim.kind)
    if mapped is None or (mapped.namespaced and not claim.namespace):
        return False
    stored = cluster.objects.get(uid)
    if stored is not None and mapped.resource is not None:
        namespace = claim.namespace if mapped.namespaced else ""
        if stored.identity.is_found_at(mapped.resource, namespace, claim.name):
            return True
    _virtual_delete(cluster, uid, claim)
    return False


def _virtual_delete(cluster: Cluster, uid: str, claim: Claim) -> None:
    """Process a virtual delete event: a virtual owner was found absent under the identity it was taken to have.

    The dependents that claim this identity are queued. If others claim another one, the node stays and is taken to
    have that; an identity that was found absent before is not asked for again (the collector does so for ever).
    """
    graph = cluster.graph
    identity = Claim(claim.api_version.removeprefix("/"), claim.kind, claim.namespace, claim.name)
    matching: list[str] = []
    others: list[Claim] = []
    for dependent in graph.dependents[uid]:
        stored = cluster.objects[dependent]
        namespace = stored.identity.namespace
        foreign = bool(identity.namespace) and identity.namespace != namespace
        fits = False
        for reference in stored.references:
            if reference.uid != uid:
                continue
            if not foreign and identity.matches(reference):
                fits = True
            else:
                others.append(Claim(reference.api_version, reference.kind, namespace, reference.name))
        if fits:
            matching.append(dependent)
    if not others:
        graph.forget(uid)
        for dependent in matching:
            cluster.examine(dependent)
        return
    for dependent in matching:
        cluster.examine(dependent)
    verified = graph.verified.get(uid, frozenset()) | {claim}
    graph.verified[uid] = verified
    if claim == identity:
        unverified = [other for other in others if other not in verified]
        if unverified:
            graph.virtual[uid] = min(unverified, key=_claim_order)
            cluster.to_delete.add(uid)


def _claim_order(claim: Claim) -> tuple[str, str, str, str]:
    """Order of upstream `referenceLessThan`."""
    return (claim.kind, claim.api_version, claim.namespace, claim.name)
