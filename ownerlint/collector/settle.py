"""Run the collector until it has nothing left to do, first in, first out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from ownerlint.collector.collect import attempt_to_delete_item
from ownerlint.collector.journal import Cause, Note
from ownerlint.collector.propagation import delete, orphan_dependents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ownerlint.collector.cluster import Cluster
    from ownerlint.collector.state import PropagationPolicy


class Request(Struct, frozen=True, gc=False):
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


def settle(cluster: Cluster) -> None:
    """Let the collector work, first in, first out, until nothing is left to do."""
    while True:
        if cluster.to_orphan:
            orphan_dependents(cluster, cluster.to_orphan.pop())
        elif cluster.to_delete:
            attempt_to_delete_item(cluster, cluster.to_delete.pop())
        elif not retry(cluster):
            return


def retry(cluster: Cluster) -> bool:
    """Take up again what was held up by a reference that is now gone. Return whether there was any."""
    due = sorted(cluster.retry_due)
    cluster.retry_due.clear()
    for uid in due:
        cluster.examine(uid)
    return bool(due)
