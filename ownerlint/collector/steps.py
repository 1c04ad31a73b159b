"""The steps that workers can take next, for when every order of the work queue is explored."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ownerlint.collector.cluster import Evaluation
from ownerlint.collector.collect import advance, attempt_to_delete_item, begin, conclude
from ownerlint.collector.propagation import orphan_dependents
from ownerlint.collector.settle import retry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ownerlint.collector.cluster import Cluster

Step = tuple[Callable[["Cluster", str], None], str]
"""What a worker could do next: a function that changes the cluster in place, and the uid it is given."""


def rush(cluster: Cluster) -> list[Step]:
    """Take steps while there is no choice; return the steps to choose from, none where the collector is at rest."""
    while True:
        steps = list(_steps(cluster))
        if len(steps) > 1 or (not steps and not retry(cluster)):
            return steps
        for action, uid in steps:
            action(cluster, uid)


def _steps(cluster: Cluster) -> Iterator[Step]:
    """Yield what a worker could do next.

    Virtual owners are not among the choices: that they are absent is known before anything that follows from it.
    """
    for uid in tuple(cluster.to_delete):
        if uid in cluster.graph.virtual:
            yield _take_up, uid
            return
        if not cluster.is_worth_examining(uid):
            _take(cluster, uid)
    for uid in cluster.to_orphan:
        yield _orphan, uid
        if any(dependent in cluster.misplaced for dependent in cluster.graph.dependents[uid]):
            yield _orphan_unseen, uid
    for uid in cluster.evaluations:
        yield _go_on, uid
    for uid in cluster.to_delete:
        if uid not in cluster.evaluations and not (cluster.ahead and uid == cluster.behind):
            yield _take_up, uid


def _take(cluster: Cluster, uid: str) -> None:
    cluster.to_delete.take(uid)
    cluster.ahead -= {uid}


def _orphan(cluster: Cluster, uid: str) -> None:
    cluster.to_orphan.take(uid)
    orphan_dependents(cluster, uid)


def _orphan_unseen(cluster: Cluster, uid: str) -> None:
    """Orphan, but let the graph builder see the owner go before it sees that the dependents no longer name it.

    Kinds are watched separately. It matters for dependents that a namespaced owner holds up, as nothing else would
    have them examined again.
    """
    held_up = [dependent for dependent in cluster.graph.dependents[uid] if dependent in cluster.misplaced]
    _orphan(cluster, uid)
    if uid not in cluster.objects:
        for dependent in held_up:
            cluster.examine(dependent)


def _take_up(cluster: Cluster, uid: str) -> None:
    """Begin an evaluation; it is done in one go unless the object names a uid twice."""
    _take(cluster, uid)
    stored = cluster.objects.get(uid)
    if stored is None or not stored.names_a_uid_twice:
        attempt_to_delete_item(cluster, uid)
        return
    evaluation = begin(cluster, uid)
    if evaluation is not None:
        cluster.evaluations[uid] = evaluation
        _go_on(cluster, uid)


def _go_on(cluster: Cluster, uid: str) -> None:
    """Classify up to the next entry whose uid occurs again in the list, or conclude."""
    before = cluster.evaluations.pop(uid)
    evaluation = Evaluation(before.references, before.standings)
    uids = [reference.uid for reference in evaluation.references]
    end = len(evaluation.standings) + 1
    while end < len(uids) and uids.count(uids[end]) == 1:
        end += 1
    advance(cluster, uid, evaluation, end)
    if len(evaluation.standings) < len(uids) and uid in cluster.objects:
        cluster.evaluations[uid] = evaluation
    else:
        conclude(cluster, uid, evaluation)


def finish(cluster: Cluster) -> Cluster:
    """Bring the evaluations under way to their end, so that the rest can be run first in, first out."""
    for uid in tuple(cluster.evaluations):
        while uid in cluster.evaluations:
            _go_on(cluster, uid)
    return cluster
