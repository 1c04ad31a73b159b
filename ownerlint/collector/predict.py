"""The public face of the collector: objects and delete requests in, the fate of each object out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from ownerlint.collector.admission import Admission, Answer, admit, as_stored
from ownerlint.collector.cluster import Cluster
from ownerlint.collector.components import components
from ownerlint.collector.definitions import CLEANUP_FINALIZER, objects_of
from ownerlint.collector.explain import events_of, explain
from ownerlint.collector.explore import BOUND, TOTAL_BOUND, Budget, explore
from ownerlint.collector.identities import Identities
from ownerlint.collector.mapper import Mapper
from ownerlint.collector.outcome import Deletion, Fate, Outcome, Prediction
from ownerlint.collector.races import orders, races
from ownerlint.collector.settle import Ends, Request, run
from ownerlint.collector.state import UNSTATED_NAMESPACE, Identity, Stored
from ownerlint.collector.verdict import Consequence
from ownerlint.model import KubeObject

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from ownerlint.collector.state import Key
    from ownerlint.kinds import KindTable


def predict(
    objects: Sequence[KubeObject],
    kinds: KindTable,
    deletions: Sequence[Deletion] = (),
    *,
    fresh: bool = False,
    presumed: Collection[str] = (),
    bound: int = BOUND,
) -> Prediction:
    """Return what the API server and the garbage collector make of these objects.

    The collector settles first; then each deletion is carried out in the order given, settling after each. The world
    is closed: an owner that is neither among the objects nor presumed is absent.

    Args:
        objects: in the order of the files. A live object is taken as stored, an authored one is created first.
        kinds: which kinds exist.
        deletions: what to delete, in order.
        fresh: create every object anew in an empty cluster, so that every uid is new and none that is written fits.
        presumed: uids of owners that are taken to exist outside the files (where the world is open).
        bound: how many objects the exploration of one component may copy (`explore.BOUND`).

    Raises:
        ValueError: a target is none of the objects.
    """
    return _Run(objects, kinds, fresh=fresh).predict(deletions, frozenset(presumed), bound)


class _Run:
    """One prediction: the objects as they are stored, and what was answered when they were created."""

    def __init__(self, objects: Sequence[KubeObject], kinds: KindTable, *, fresh: bool) -> None:
        self._objects = objects
        self._kinds = kinds
        # An empty cluster shows nothing of what it serves.
        self._mapper = Mapper(kinds, () if fresh else objects)
        self._answers: list[Answer] = []
        self._uids: list[str] = []
        self._stored: dict[str, Stored] = {}
        self._identities = Identities(kinds, self._mapper)
        self._anywhere: set[str] = set()
        self._places: dict[str, set[Key]] = {}
        for number, obj in enumerate(objects):
            live = obj.live and not fresh
            answer = as_stored(obj) if live else admit(obj, kinds)
            self._answers.append(answer)
            # No reference can name the uid of an object that is yet to be created.
            uid = obj.uid if live else f"\0{number}"
            self._uids.append(uid)
            if answer.admission is Admission.ACCEPTED:
                self._store(uid, obj, answer, live=live)
        self._place()

    def _store(self, uid: str, obj: KubeObject, answer: Answer, *, live: bool) -> None:
        identity = self._identities.of(obj, uid)
        if uid in self._stored:
            self._places.setdefault(uid, set()).add((identity.resource, identity.namespace, identity.name))
            return
        deleting = live and bool(obj.deletion_timestamp)
        self._stored[uid] = Stored(identity, answer.references, answer.finalizers, deleting)
        if identity.namespace == UNSTATED_NAMESPACE and self._kinds.namespaced(obj.api_version, obj.kind) is None:
            self._anywhere.add(uid)

    def _place(self) -> None:
        """Let a GET find objects wherever the files show them, and those that may be anywhere wherever they are sought.

        Where manifests leave the scope open, objects may well be cluster-scoped, so that every namespace finds them.
        """
        for dependent in self._stored.values() if self._anywhere else ():
            for reference in dependent.references:
                mapped = self._mapper.map(reference.api_version, reference.kind)
                if reference.uid in self._anywhere and mapped is not None and mapped.resource is not None:
                    owner = self._stored[reference.uid].identity
                    if (mapped.resource, reference.name) == (owner.resource, owner.name):
                        place = (mapped.resource, dependent.identity.namespace, reference.name)
                        self._places.setdefault(reference.uid, set()).add(place)
        for uid, places in self._places.items():
            stored = self._stored[uid]
            aliases = frozenset(place for place in places if not stored.identity.is_found_at(*place))
            self._stored[uid] = replace(stored, identity=replace(stored.identity, aliases=aliases))

    def predict(self, deletions: Sequence[Deletion], presumed: frozenset[str], bound: int) -> Prediction:
        places = {id(obj): uid for obj, uid in zip(self._objects, self._uids, strict=True)} if deletions else {}
        requests: list[Request] = []
        origins: list[int] = []
        defined: dict[str, list[str]] = {}
        for index, deletion in enumerate(deletions):
            uid = places.get(id(deletion.target))
            if uid is None:
                raise ValueError(f"{deletion.target.title} is none of the objects")
            instances = [places[id(obj)] for obj in objects_of(deletion.target, self._objects)]
            if instances and uid in self._stored:
                defined[uid] = instances
            requests.extend(Request(instance) for instance in instances)
            requests.append(Request(uid, deletion.policy))
            origins.extend([-1] * len(instances) + [index])
        ends: dict[str, Ends] = {}
        missed = set(range(len(requests)))
        for members, found, indices in self._simulate(requests, presumed, bound):
            ends.update(dict.fromkeys(members, found))
            missed.difference_update(index for position, index in enumerate(indices) if position not in found.missed)
        for definition, instances in defined.items():
            self._hold_back(definition, instances, ends)
        outcomes = tuple(
            self._outcome(obj, uid, answer, ends.get(uid))
            for obj, uid, answer in zip(self._objects, self._uids, self._answers, strict=True)
        )
        gone = sorted(origins[position] for position in missed if origins[position] >= 0)
        return Prediction(outcomes, tuple(deletions[index] for index in gone))

    def _hold_back(self, definition: str, instances: Sequence[str], ends: dict[str, Ends]) -> None:
        """Put back a definition that was deleted while some of its objects cannot go."""
        left = [uid for uid in instances if uid in ends and any(uid in each.objects for each in ends[uid].clusters)]
        for cluster in ends[definition].clusters if left else ():
            before = self._stored[definition]
            if definition not in cluster.objects:
                finalizers = (*before.finalizers, CLEANUP_FINALIZER)
                cluster.objects[definition] = Stored(before.identity, before.references, finalizers, True)

    def _simulate(
        self, requests: Sequence[Request], presumed: frozenset[str], bound: int
    ) -> Iterable[tuple[list[str], Ends, list[int]]]:
        """Yield the uids of objects that were run together, how that can end, and the indices of their requests."""
        targets = {request.uid for request in requests}
        named = {reference.uid for stored in self._stored.values() for reference in stored.references}
        active = [
            stored
            for uid, stored in self._stored.items()
            if stored.references or stored.deleting or uid in named or uid in targets
        ]
        active.extend(self._outsiders(presumed & named))
        together: list[Stored] = []
        total = TOTAL_BOUND
        for component in components(active):
            if races(component, self._mapper):
                budget = Budget(min(bound, total))
                total -= budget.left
                yield self._run(component, requests, budget)
                total += budget.left
            else:
                together.extend(component)
        yield self._run(together, requests)

    def _run(
        self, objects: list[Stored], requests: Sequence[Request], budget: Budget | None = None
    ) -> tuple[list[str], Ends, list[int]]:
        members = {stored.uid for stored in objects}
        indices = [index for index, request in enumerate(requests) if request.uid in members]
        mine = [requests[index] for index in indices]
        starts = []
        for order in orders(objects) if budget is not None else (objects,):
            cluster = Cluster(self._mapper)
            cluster.load(order)
            starts.append(cluster)
        ends = run(starts[0], mine) if budget is None else explore(starts, mine, budget)
        return list(members), ends, indices

    def _outsiders(self, uids: frozenset[str]) -> Iterable[Stored]:
        """Yield the owners outside the files that are presumed to exist, as the first reference describes them."""
        left = set(uids) - self._stored.keys()
        for stored in self._stored.values():
            for reference in stored.references:
                mapped = self._mapper.map(reference.api_version, reference.kind)
                if reference.uid not in left or mapped is None or mapped.resource is None:
                    continue
                namespace = stored.identity.namespace if mapped.namespaced else ""
                if mapped.namespaced and not namespace:
                    continue
                left.discard(reference.uid)
                kind = (reference.api_version, reference.kind)
                yield Stored(Identity(reference.uid, *kind, namespace, reference.name, mapped.resource))

    def _outcome(self, obj: KubeObject, uid: str, answer: Answer, ends: Ends | None) -> Outcome:
        if answer.admission is Admission.REJECTED:
            reason = f"the API server rejects it: {answer.errors[0].field} {answer.errors[0].message}".replace(
                ":  ", ": "
            )
            return Outcome(obj, answer.admission, answer.errors, answer.warnings, (), reason, Consequence.REJECTED)
        before = self._stored[uid]
        if ends is None:
            return Outcome(
                obj,
                answer.admission,
                warnings=answer.warnings,
                fates=(Fate.KEPT,),
                reason="it has no owner",
                finalizers=before.finalizers,
            )
        if len(ends.clusters) == 1:
            return self._certain(obj, before, answer, ends)
        states = [cluster.objects.get(uid) for cluster in ends.clusters]
        remaining = [state for state in states if state is not None]
        references = {tuple(reference.uid for reference in state.references) for state in remaining}
        finalizers = {state.finalizers for state in remaining}
        reason, consequence = explain(before, ends.clusters[0])
        return Outcome(
            obj,
            answer.admission,
            warnings=answer.warnings,
            fates=tuple(sorted({_fate(state) for state in states}, key=str)),
            reason=reason,
            consequence=consequence,
            owner_references=(references.pop() if references else ()) if len(references) <= 1 else None,
            finalizers=(finalizers.pop() if finalizers else ()) if len(finalizers) <= 1 else None,
            events=events_of(before, self._stored),
            complete=ends.complete,
        )

    def _certain(self, obj: KubeObject, before: Stored, answer: Answer, ends: Ends) -> Outcome:
        """Return the outcome for an object for which it can end in one way only."""
        (cluster,) = ends.clusters
        state = cluster.objects.get(before.identity.uid)
        reason, consequence = explain(before, cluster)
        return Outcome(
            obj,
            answer.admission,
            (),
            answer.warnings,
            _ONLY[_fate(state)],
            reason,
            consequence,
            () if state is None else tuple([reference.uid for reference in state.references]),
            () if state is None else state.finalizers,
            events_of(before, self._stored) if before.references else (),
            ends.complete,
        )


_ONLY: Final = {fate: (fate,) for fate in Fate}


def _fate(state: Stored | None) -> Fate:
    if state is None:
        return Fate.DELETED
    return Fate.TERMINATING if state.deleting else Fate.KEPT
