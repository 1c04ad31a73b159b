"""The API server's store and the collector's graph and queues together: everything that changes during a run."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from ownerlint.collector.nodes import Claim, Graph, difference
from ownerlint.collector.state import FOREGROUND_FINALIZER, ORPHAN_FINALIZER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ownerlint.collector.classify import Standing
    from ownerlint.collector.journal import Note
    from ownerlint.collector.mapper import Mapper
    from ownerlint.collector.state import Stored
    from ownerlint.model import OwnerReference


class Queue:
    """A work queue without duplicates, first in, first out."""

    __slots__ = ("_items", "_order")

    def __init__(self, items: Iterable[str] = ()) -> None:
        self._order = deque(items)
        self._items = set(self._order)

    def add(self, uid: str) -> None:
        """Append an item, unless it waits already."""
        if uid not in self._items:
            self._items.add(uid)
            self._order.append(uid)

    def pop(self) -> str:
        """Remove and return the oldest item."""
        uid = self._order.popleft()
        self._items.remove(uid)
        return uid

    def take(self, uid: str) -> None:
        """Remove an item from wherever it stands."""
        self._order.remove(uid)
        self._items.remove(uid)

    def __iter__(self) -> Iterator[str]:
        return iter(self._order)

    def __len__(self) -> int:
        return len(self._order)


class Evaluation:
    """An evaluation under way: the references as they were read, and what the first ones were found to be worth."""

    __slots__ = ("references", "standings")

    def __init__(self, references: tuple[OwnerReference, ...], standings: tuple[Standing, ...] = ()) -> None:
        self.references = references
        self.standings = standings


class Cluster:
    """The whole state.

    Attributes:
        objects: what is stored, by uid. An object that is gone has no entry.
        graph: what the graph builder knows.
        to_delete: objects and virtual owners to examine (upstream `attemptToDelete`).
        to_orphan: objects whose dependents are to be let go (upstream `attemptToOrphan`).
        retrying: objects that a reference without mapping holds up. They are tried again for ever; it changes nothing
            until their own references change.
        retry_due: of these, the ones whose references have changed.
        misplaced: objects that a namespaced owner of a cluster-scoped object holds up; not tried again.
        unblocked: custom resources whose references were made non-blocking.
        evaluations: evaluations under way, by uid (only while the orders of the queue are explored).
        behind: owner whose deletion was requested last (only while exploring).
        ahead: its dependents that still stand before it in `to_delete`.
        notes: what last happened to each object, for explanations.
        mapper: the REST mapper.
    """

    __slots__ = (
        "ahead",
        "behind",
        "evaluations",
        "graph",
        "mapper",
        "misplaced",
        "notes",
        "objects",
        "retry_due",
        "retrying",
        "to_delete",
        "to_orphan",
        "unblocked",
    )

    def __init__(self, mapper: Mapper) -> None:
        self.mapper = mapper
        self.objects: dict[str, Stored] = {}
        self.graph = Graph()
        self.to_delete = Queue()
        self.to_orphan = Queue()
        self.retrying: set[str] = set()
        self.retry_due: set[str] = set()
        self.misplaced: set[str] = set()
        self.unblocked: set[str] = set()
        self.evaluations: dict[str, Evaluation] = {}
        self.behind = ""
        self.ahead: frozenset[str] = frozenset()
        self.notes: dict[str, Note] = {}

    def copy(self) -> Cluster:
        """Return an independent copy."""
        other = Cluster(self.mapper)
        other.objects = dict(self.objects)
        other.graph = self.graph.copy()
        other.to_delete = Queue(self.to_delete)
        other.to_orphan = Queue(self.to_orphan)
        other.retrying = set(self.retrying)
        other.retry_due = set(self.retry_due)
        other.misplaced = set(self.misplaced)
        other.unblocked = set(self.unblocked)
        other.evaluations = dict(self.evaluations)
        other.behind = self.behind
        other.ahead = self.ahead
        other.notes = dict(self.notes)
        return other

    def load(self, stored: Iterable[Stored]) -> None:
        """Let the collector start and see these objects: all nodes first, then their references, then deletions."""
        graph, objects = self.graph, self.objects
        for each in stored:
            objects[each.identity.uid] = each
        watched = [each for each in objects.values() if each.identity.monitored]
        for each in watched:
            graph.dependents[each.identity.uid] = {}
        for each in watched:
            if each.references:
                self._link(each, each.references)
        for each in watched:
            if each.deleting:
                self._transitions(None, each)

    def examine(self, uid: str) -> None:
        """Queue an object or virtual owner, unless examining it would do nothing."""
        if self.is_worth_examining(uid):
            self.to_delete.add(uid)

    def is_worth_examining(self, uid: str) -> bool:
        """Return whether examining an object or virtual owner could do anything before an event queues it again."""
        if uid in self.graph.virtual or uid in self.graph.deleting_dependents:
            return True
        stored = self.objects.get(uid)
        return stored is not None and not stored.deleting and bool(stored.references)

    def replace(self, new: Stored) -> None:
        """Store a new state of an object and let the graph builder see it (`processGraphChanges`, update)."""
        uid = new.identity.uid
        old = self.objects[uid]
        self.objects[uid] = new
        if not new.identity.monitored:
            self._poll(uid)
            return
        if old.references != new.references:
            change = difference(old.references, new.references)
            for owner in (*(each.uid for each in change.removed if each.block_owner_deletion), *change.unblocked):
                if owner in self.graph.dependents:
                    self.examine(owner)
            self._link(new, change.added)
            self.graph.unlink(uid, change.removed)
            if uid in self.retrying:
                self.retry_due.add(uid)
        self._transitions(old, new)

    def remove(self, uid: str) -> None:
        """Remove an object from the store and let the graph builder see it (`processGraphChanges`, delete)."""
        old = self.objects.pop(uid)
        self.retrying.discard(uid)
        self.retry_due.discard(uid)
        self.misplaced.discard(uid)
        if not old.identity.monitored:
            self._poll(uid)
            return
        dependents = self.graph.forget(uid)
        self.graph.unlink(uid, old.references)
        for dependent in dependents:
            self.examine(dependent)
        for reference in old.references:
            if reference.uid in self.graph.deleting_dependents:
                self.examine(reference.uid)

    def _poll(self, uid: str) -> None:
        """Queue a virtual node whose kind is not watched: the collector asks after it again and again."""
        if uid in self.graph.virtual:
            self.to_delete.add(uid)

    def _link(self, dependent: Stored, references: tuple[OwnerReference, ...]) -> None:
        """Enter a dependent with its owners (upstream `addDependentToOwners`).

        An owner that is not in the graph becomes a virtual node and is queued. A dependent whose reference does not fit
        what is known of its owner is queued for a live check; one that fits is trusted.
        """
        graph = self.graph
        uid, namespace = dependent.identity.uid, dependent.identity.namespace
        suspicious = False
        for reference in references:
            dependents = graph.dependents.get(reference.uid)
            if dependents is None:
                graph.dependents[reference.uid] = {uid: None}
                graph.virtual[reference.uid] = Claim(reference.api_version, reference.kind, namespace, reference.name)
                self.to_delete.add(reference.uid)
                continue
            dependents[uid] = None
            suspicious = suspicious or self._misfit(reference, namespace)
        if suspicious:
            self.examine(uid)

    def _misfit(self, reference: OwnerReference, namespace: str) -> bool:
        claim = self.graph.virtual.get(reference.uid)
        owner = claim if claim is not None else self.objects[reference.uid].identity
        if owner.namespace:
            if owner.namespace != namespace:
                return True
        elif claim is not None and namespace:
            return True
        return (reference.api_version, reference.kind, reference.name) != (owner.api_version, owner.kind, owner.name)

    def _transitions(self, old: Stored | None, new: Stored) -> None:
        """Queue what the beginning of an orphaning or of a foreground deletion calls for (`processTransitions`)."""
        if _begins(ORPHAN_FINALIZER, old, new):
            self.to_orphan.add(new.uid)
        elif _begins(FOREGROUND_FINALIZER, old, new):
            self.graph.deleting_dependents.add(new.uid)
            for dependent in self.graph.dependents[new.uid]:
                self.examine(dependent)
            self.examine(new.uid)


def _begins(finalizer: str, old: Stored | None, new: Stored) -> bool:
    if not new.deleting or finalizer not in new.finalizers:
        return False
    return old is None or not old.deleting or finalizer not in old.finalizers
