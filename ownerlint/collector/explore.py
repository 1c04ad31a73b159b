"""Run the collector until it has nothing left to do: first in, first out, or in every order of its work queue.

The real collector has twenty workers, so items of its queue are taken up in any order, and an evaluation may see the
cluster change between two look-ups. Almost nowhere does that matter. It can where the objects that hang together show
one of the racing features (`races`); there every order is explored, within a bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from ownerlint.collector.cluster import Evaluation
from ownerlint.collector.collect import advance, attempt_to_delete_item, begin, conclude
from ownerlint.collector.journal import Cause, Note
from ownerlint.collector.propagation import delete, orphan_dependents
from ownerlint.collector.state import GC_FINALIZERS, ORPHAN_FINALIZER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ownerlint.collector.cluster import Cluster
    from ownerlint.collector.mapper import Mapper
    from ownerlint.collector.state import PropagationPolicy, Stored

BOUND = 400_000
"""How many object states one exploration may copy before it gives up on completeness."""


class Request(Struct, frozen=True):
    """A delete request: the uid of its target, and the policy it names, if any."""

    uid: str
    policy: PropagationPolicy | None = None


class Ends(Struct, frozen=True):
    """The states in which a run can end.

    Args:
        clusters: the states; the one that first in, first out leads to comes first.
        complete: False where the bound was hit, so that there may be others.
        missed: indices of the requests whose target was gone by then, in whatever order.
    """

    clusters: tuple[Cluster, ...]
    complete: bool = True
    missed: frozenset[int] = frozenset()


def races(component: Iterable[Stored], mapper: Mapper) -> bool:
    """Return whether the order of the work queue can matter among these objects, which hang together.

    The features are: a foreign finalizer, a preset `orphan`, a uid repeated in one object, and a cluster-scoped object
    that names a namespaced owner (if that owner orphans its dependents).
    """
    return any(
        each.identity.held
        or (not each.identity.namespace and _names_a_namespaced_owner(each, mapper))
        or ORPHAN_FINALIZER in each.finalizers
        or any(finalizer not in GC_FINALIZERS for finalizer in each.finalizers)
        or each.names_a_uid_twice
        for each in component
    )


def _names_a_namespaced_owner(stored: Stored, mapper: Mapper) -> bool:
    found = (mapper.map(reference.api_version, reference.kind) for reference in stored.references)
    return any(mapped is not None and mapped.namespaced for mapped in found)


def settle(cluster: Cluster) -> None:
    """Let the collector work, first in, first out, until nothing is left to do."""
    while True:
        if cluster.to_orphan:
            orphan_dependents(cluster, cluster.to_orphan.pop())
        elif cluster.to_delete:
            attempt_to_delete_item(cluster, cluster.to_delete.pop())
        elif not _retry(cluster):
            return


def run(cluster: Cluster, requests: Sequence[Request]) -> Ends:
    """Settle, then carry out each request in order, settling after each."""
    settle(cluster)
    missed = set()
    for index, request in enumerate(requests):
        if request.uid in cluster.objects:
            carry_out(cluster, request)
            settle(cluster)
        else:
            missed.add(index)
    return Ends((cluster,), missed=frozenset(missed))


def carry_out(cluster: Cluster, request: Request) -> None:
    """Carry out a delete request on an object that exists."""
    cluster.notes[request.uid] = Note(Cause.REQUESTED)
    delete(cluster, request.uid, request.policy)


def explore(cluster: Cluster, requests: Sequence[Request], bound: int = BOUND) -> Ends:
    """Do the same as `run` in every order of the work queue.

    Args:
        cluster: loaded, nothing done yet.
        requests: delete requests, in order.
        bound: how many object states may be copied.
    """
    explorer = _Explorer(cluster, bound)
    ends = explorer.settle([cluster])
    missed = set()
    for index, request in enumerate(requests):
        if not any(request.uid in end.objects for end in ends):
            missed.add(index)
        for end in ends:
            if request.uid in end.objects:
                carry_out(end, request)
                end.behind, end.ahead = request.uid, _ahead_of(end, request.uid)
        ends = explorer.settle(ends)
    return Ends(tuple(ends), explorer.complete, frozenset(missed))


def _ahead_of(cluster: Cluster, owner: str) -> frozenset[str]:
    """Return the dependents that see an owner whose foreground deletion was requested before it is let go.

    One event queues the dependents and then the owner, and nothing else is under way. The owner takes two requests, a
    look-up and the patch; a dependent takes a look-up of itself and then one for each reference. So a dependent whose
    first reference names the owner is always in time; one that looks up others before may be late.
    """
    objects = cluster.objects
    waiting = (objects[uid] for uid in cluster.to_delete if uid != owner and uid in objects)
    return frozenset(stored.uid for stored in waiting if stored.references and stored.references[0].uid == owner)


def _retry(cluster: Cluster) -> bool:
    """Take up again what was held up by a reference that is now gone. Return whether there was any."""
    due = sorted(cluster.retry_due)
    cluster.retry_due.clear()
    for uid in due:
        cluster.examine(uid)
    return bool(due)


class _Explorer:
    """Depth-first search over the states that the orders of the work queue lead to."""

    def __init__(self, cluster: Cluster, bound: int) -> None:
        self._uids = tuple(cluster.objects)
        self._states = max(bound // max(len(self._uids), 1), 1)
        self._interned: dict[Stored, Stored] = {}
        self.complete = True

    def settle(self, starts: Sequence[Cluster]) -> list[Cluster]:
        """Return every state in which the collector comes to rest from one of these, the first-in first-out one first."""
        ends: dict[object, Cluster] = {}
        seen: set[object] = set()
        stack = list(reversed(starts))
        while stack:
            cluster = stack.pop()
            steps = list(_steps(cluster))
            if not steps and _retry(cluster):
                steps = list(_steps(cluster))
            key = self._key(cluster)
            if key in seen:
                continue
            seen.add(key)
            if not steps:
                ends[key] = cluster
                continue
            if self._states <= 0:
                self.complete = False
                settle(_finish(cluster))
                ends[self._key(cluster)] = cluster
                continue
            self._states -= 1
            for action, uid in reversed(steps[1:]):
                after = cluster.copy()
                action(after, uid)
                stack.append(after)
            action, uid = steps[0]
            action(cluster, uid)
            stack.append(cluster)
        return list(ends.values())

    def _key(self, cluster: Cluster) -> object:
        interned, objects, graph = self._interned, cluster.objects, cluster.graph
        return (
            tuple(id(interned.setdefault(objects[uid], objects[uid])) if uid in objects else 0 for uid in self._uids),
            frozenset(cluster.to_delete),
            frozenset(cluster.to_orphan),
            frozenset(graph.deleting_dependents),
            frozenset(graph.virtual.items()),
            frozenset(graph.verified.items()),
            frozenset(cluster.retrying),
            frozenset(cluster.retry_due),
            frozenset(cluster.unblocked),
            cluster.ahead,
            frozenset((uid, each.references, each.standings) for uid, each in cluster.evaluations.items()),
        )


def _steps(cluster: Cluster) -> Iterator[tuple[Callable[[Cluster, str], None], str]]:
    """Yield what a worker could do next."""
    for uid in cluster.to_orphan:
        yield _orphan, uid
        if any(dependent in cluster.misplaced for dependent in cluster.graph.dependents[uid]):
            yield _orphan_unseen, uid
    for uid in cluster.evaluations:
        yield _go_on, uid
    for uid in cluster.to_delete:
        if uid not in cluster.evaluations and not (cluster.ahead and uid == cluster.behind):
            yield _take_up, uid


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
    cluster.to_delete.take(uid)
    cluster.ahead -= {uid}
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


def _finish(cluster: Cluster) -> Cluster:
    """Bring the evaluations under way to their end, so that the rest can be run first in, first out."""
    for uid in tuple(cluster.evaluations):
        while uid in cluster.evaluations:
            _go_on(cluster, uid)
    return cluster
