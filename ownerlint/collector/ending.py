"""How it ends for each of the objects that hang together, nobody deleting anything; and what a deletion would do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from ownerlint.collector.classify import Standing, classify
from ownerlint.collector.cluster import Cluster
from ownerlint.collector.explain import unresolvable
from ownerlint.collector.explore import Budget, explore
from ownerlint.collector.races import orders, races
from ownerlint.collector.settle import Ends, Request, run
from ownerlint.collector.state import PropagationPolicy, Stored
from ownerlint.collector.verdict import Verdict

if TYPE_CHECKING:
    from ownerlint.collector.surroundings import Scene

_BOUND = 5_000
"""How many objects the exploration of one component may copy. A check wants the likely answers soon."""

_WORST_FIRST = (Verdict.DELETED, Verdict.FROZEN, Verdict.STRIPPED, Verdict.KEPT)


class Ending(Struct, frozen=True):
    """How it ends for one object.

    Args:
        verdict: the worst that can happen.
        otherwise: what happens instead if the collector's workers take things up in another order; None where that
            makes no difference.
        left: number of its references that remain.
        finalizers: those that hold the object once it is deleted.
    """

    verdict: Verdict
    otherwise: Verdict | None = None
    left: int = 0
    finalizers: tuple[str, ...] = ()


def endings(scene: Scene) -> tuple[Ending, ...]:
    """Return how it ends for each member of a scene."""
    ends = _settle(scene)
    before = {stored.uid: stored for stored in scene.stored}
    return tuple(_ending(before[uid], ends) for uid in scene.uids)


def hangs(scene: Scene, owner: str, blocker: str) -> bool:
    """Return whether foreground deletion of an owner never ends as long as another object stays as it is.

    Args:
        scene: both and all that hangs together with them.
        owner: uid of the object that is deleted, once everything has settled.
        blocker: uid of the object that may hold it up.
    """
    cluster = Cluster(scene.mapper)
    cluster.load(scene.stored)
    run(cluster, [Request(owner, PropagationPolicy.FOREGROUND)])
    waiting, blocking = cluster.objects.get(owner), cluster.objects.get(blocker)
    return (
        waiting is not None
        and waiting.in_foreground_deletion
        and blocking is not None
        and (owner == blocker or not blocking.deleting)
        and any(reference.uid == owner and reference.block_owner_deletion for reference in blocking.references)
    )


def _settle(scene: Scene) -> Ends:
    """Let the collector come to rest, in every order of its queue where that can matter."""
    several = races(scene.stored, scene.mapper)
    starts = []
    for order in orders(scene.stored) if several else (scene.stored,):
        cluster = Cluster(scene.mapper)
        cluster.load(order)
        starts.append(cluster)
    return explore(starts, (), Budget(_BOUND)) if several else run(starts[0], ())


def _ending(before: Stored, ends: Ends) -> Ending:
    found: dict[Verdict, Stored | None] = {}
    for cluster in ends.clusters:
        after = cluster.objects.get(before.uid)
        found.setdefault(_verdict(before, after, cluster), after)
    worst, *others = sorted(found, key=_WORST_FIRST.index)
    after = found[worst]
    return Ending(
        worst,
        others[0] if others else None,
        len(after.references) if after is not None else 0,
        after.finalizers if after is not None and worst is Verdict.DELETED else (),
    )


def _verdict(before: Stored, after: Stored | None, cluster: Cluster) -> Verdict:
    if after is None or (after.deleting and not before.deleting):
        return Verdict.DELETED
    if before.deleting:
        return Verdict.KEPT
    if unresolvable(after, cluster) is not None:
        return Verdict.FROZEN
    if len(after.references) < len(before.references):
        return Verdict.STRIPPED
    # What nothing makes the collector look at stays, whatever its references are worth.
    standings = (classify(each, after.identity, cluster.objects, cluster.mapper) for each in after.references)
    return Verdict.FROZEN if Standing.DANGLING in standings else Verdict.KEPT
