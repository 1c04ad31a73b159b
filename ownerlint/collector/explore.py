"""Run the collector in every order of its work queue.

The real collector has twenty workers, so items of its queue are taken up in any order, and an evaluation may see the
cluster change between two look-ups. Almost nowhere does that matter. It can where the objects that hang together show
one of the racing features (`races`); there every order is explored, within a bound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownerlint.collector.settle import Ends, carry_out, settle
from ownerlint.collector.steps import finish, rush

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ownerlint.collector.cluster import Cluster
    from ownerlint.collector.settle import Request
    from ownerlint.collector.state import Stored
    from ownerlint.collector.steps import Step

BOUND = 100_000
"""How many objects the exploration of one component may copy, state by state, before it gives up on completeness."""

TOTAL_BOUND = 20 * BOUND
"""The same for all components of a run together."""


class Budget:
    """How much exploration is still allowed, counted in copied objects."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left

    def spend(self, objects: int) -> bool:
        """Take the cost of copying a state of so many objects; return False where that is too much."""
        if objects > self.left:
            return False
        self.left -= objects
        return True


def explore(starts: Sequence[Cluster], requests: Sequence[Request], budget: Budget) -> Ends:
    """Do the same as `run` in every order of the work queue.

    Args:
        starts: the same objects, loaded in each order of observation that matters; nothing done yet.
        requests: delete requests, in order.
        budget: how much may be copied; what is used is taken from it.
    """
    explorer = _Explorer(starts[0], budget)
    ends = explorer.settle(starts)
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


class _Explorer:
    """Depth-first search over the states that the orders of the work queue lead to."""

    def __init__(self, cluster: Cluster, budget: Budget) -> None:
        self._uids = tuple(cluster.objects)
        self._budget = budget
        self._interned: dict[Stored, Stored] = {}
        self.complete = True

    def settle(self, starts: Sequence[Cluster]) -> list[Cluster]:
        """Return every state in which the collector comes to rest from one of these, the first-in first-out one first.

        Where the budget is used up, every state found by then is brought to rest first in, first out.
        """
        ends: dict[object, Cluster] = {}
        seen: set[object] = set()
        stack = list(reversed(starts))
        while stack:
            cluster = stack.pop()
            steps = rush(cluster)
            key = self._key(cluster)
            if key in seen:
                continue
            seen.add(key)
            if not self.complete:
                settle(finish(cluster))
                ends.setdefault(self._key(cluster), cluster)
            elif not steps:
                ends[key] = cluster
            else:
                stack.extend(reversed(self._after(cluster, steps)))
        return list(ends.values())

    def _after(self, cluster: Cluster, steps: Sequence[Step]) -> list[Cluster]:
        """Return the states after each of these steps; the first one takes over the cluster at hand."""
        found = []
        for action, uid in steps[1:]:
            if not self._budget.spend(len(self._uids)):
                self.complete = False
                break
            after = cluster.copy()
            action(after, uid)
            found.append(after)
        action, uid = steps[0]
        action(cluster, uid)
        return [cluster, *found]

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


def _ahead_of(cluster: Cluster, owner: str) -> frozenset[str]:
    """Return the dependents that see an owner whose foreground deletion was requested before it is let go.

    One event queues the dependents and then the owner, and nothing else is under way. The owner takes two requests, a
    look-up and the patch; a dependent takes a look-up of itself and then one for each reference. So a dependent whose
    first reference names the owner is always in time; one that looks up others before may be late.
    """
    objects = cluster.objects
    waiting = (objects[uid] for uid in cluster.to_delete if uid != owner and uid in objects)
    return frozenset(stored.uid for stored in waiting if stored.references and stored.references[0].uid == owner)
