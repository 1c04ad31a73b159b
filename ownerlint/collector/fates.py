"""The collector's verdict on each object, asked for one at a time, and the words for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from ownerlint.collector import phrases
from ownerlint.collector.loss import loss
from ownerlint.collector.verdict import Consequence, Verdict
from ownerlint.graph import Resolution

if TYPE_CHECKING:
    from ownerlint.collector.ending import Ending
    from ownerlint.collector.surroundings import Surroundings
    from ownerlint.graph import Edge, OwnerGraph
    from ownerlint.model import KubeObject

_EVENT_GROUPS = ("", "events.k8s.io")
_MAYBE_ELSEWHERE = (Resolution.UNRESOLVABLE, Resolution.UNKNOWN)
"""Resolutions whose owner may well exist, though no object in the files is it."""

_PROOFS = 100_000
"""How many objects may be simulated in one component, over and over, to prove that foreground deletions hang."""

COUNTED = 100
"""Most dependents that are counted as going along with an object."""


class Outlook(Struct, frozen=True):
    """What happens to an object with a faulty reference.

    Args:
        consequence: in one word.
        effect: what the collector does, as a clause for a message. It lacks its subject, the garbage collector:
            "deletes ConfigMap/web right after it is applied".
        costs_data: whether an object whose deletion costs data goes: this one, or one that goes along with it.
    """

    consequence: Consequence
    effect: str
    costs_data: bool = False


class _Component(Struct, frozen=True):
    """Objects that hang together.

    Args:
        members: all of them.
        numbers: of each member, by its `id`.
        endings: of each member; where the files leave open whether owners exist, first if they do, then if they don't.
        proofs: answers to whether the foreground deletion of a member is blocked by another, by their numbers.
    """

    members: tuple[KubeObject, ...]
    numbers: dict[int, int]
    endings: tuple[tuple[Ending, ...], ...]
    proofs: dict[tuple[int, int], bool]


class Fates:
    """The simulated collector's verdict on each object of a graph, and the words for it.

    What is asked for is simulated with all that hangs together with it, once. A world about which no rule asks costs
    nothing.

    Args:
        graph: the references, resolved.
        surroundings: what hangs together.
    """

    __slots__ = ("_components", "_graph", "_outlooks", "_surroundings")

    def __init__(self, graph: OwnerGraph, surroundings: Surroundings) -> None:
        self._graph = graph
        self._surroundings = surroundings
        self._components: dict[int, _Component] = {}
        self._outlooks: dict[int, Outlook] = {}

    def verdict(self, obj: KubeObject) -> Verdict:
        """Return what the collector makes of this object; UNKNOWN where that depends on what is not in the files."""
        verdicts = {ending.verdict for ending in self._endings(obj)}
        return verdicts.pop() if len(verdicts) == 1 else Verdict.UNKNOWN

    def consequence(self, obj: KubeObject) -> Consequence:
        """Return the consequence for an object that carries a faulty reference."""
        return self.outlook(obj).consequence

    def effect(self, obj: KubeObject) -> str:
        """Return what the collector does with an object that has a faulty reference (`Outlook.effect`)."""
        return self.outlook(obj).effect

    def outlook(self, obj: KubeObject) -> Outlook:
        """Return what happens to an object that has a faulty reference.

        Owners of which the files do not show whether they exist are presumed to; if it depends on them, it is said.
        """
        outlook = self._outlooks.get(id(obj))
        if outlook is None:
            outlook = self._outlooks[id(obj)] = self._weigh(obj)
        return outlook

    def if_owner_is_gone(self, obj: KubeObject) -> Outlook:
        """Return what happens to an object if the owners about which nothing is known turn out absent."""
        return self._outlook(obj, self._endings(obj)[-1], absent=True)

    def blocked_owner(self, obj: KubeObject) -> KubeObject | None:
        """Return an owner in the files whose foreground deletion waits for ever for this frozen object.

        Blocking dependents are counted by uid alone (`graph_builder.go`), so it does not matter that the reference is
        unresolvable. What waits is found by simulating that deletion.
        """
        if self._endings(obj)[0].verdict is not Verdict.FROZEN:
            return None
        for edge in self._graph.references(obj):
            owner = _holder(edge) if edge.reference.block_owner_deletion else None
            if owner is not None and self._hangs(owner, obj):
                return owner
        return None

    def acts_on(self, obj: KubeObject) -> bool:
        """Return whether the collector ever acts on this object because of its owners.

        It leaves an object alone that is being deleted already, and never watches events (semantics 2, 2c).
        """
        return not obj.terminating and not (obj.kind == "Event" and obj.group in _EVENT_GROUPS)

    def taken_along(self, obj: KubeObject, *, absent: bool = False) -> list[KubeObject]:
        """Return the dependents in the files that the collector deletes because it deletes this object.

        Args:
            obj: an object that goes.
            absent: whether the owners about which nothing is known are absent.

        Returns:
            Nearest first; `COUNTED` at most, so that many objects in one long chain do not take for ever.
        """
        found: dict[int, KubeObject] = {id(obj): obj}
        queue = [obj]
        for one in queue:
            for edge in self._graph.dependents(one):
                dependent = edge.dependent
                if id(dependent) not in found and self._goes(dependent, absent=absent):
                    found[id(dependent)] = dependent
                    queue.append(dependent)
                    if len(queue) > COUNTED:
                        return queue[1:]
        return queue[1:]

    def _weigh(self, obj: KubeObject) -> Outlook:
        present, *absent = self._endings(obj)
        if absent and absent[0].verdict is Verdict.DELETED and present.verdict in (Verdict.STRIPPED, Verdict.KEPT):
            edges = self._graph.references(obj)
            own = any(edge.resolution is Resolution.UNKNOWN for edge in edges)
            return Outlook(Consequence.STRIPPED, phrases.depends(obj, own=own))
        return self._outlook(obj, present, absent=False)

    def _goes(self, obj: KubeObject, *, absent: bool) -> bool:
        component = self._component(obj)
        return component.endings[-1 if absent else 0][component.numbers[id(obj)]].verdict is Verdict.DELETED

    def _outlook(self, obj: KubeObject, ending: Ending, *, absent: bool) -> Outlook:
        edges = self._graph.references(obj)
        if ending.verdict is Verdict.FROZEN:
            owner = self.blocked_owner(obj)
            hang = phrases.hangs(owner) if owner is not None else self._might_hang(obj)
            effect = phrases.never(obj, len(edges) - 1) + hang
            consequence = Consequence.NEVER_COLLECTED if owner is None else Consequence.DELETION_HANGS
            return Outlook(consequence, effect + phrases.otherwise(obj, ending.otherwise))
        if ending.verdict is Verdict.DELETED:
            others = any(edge.resolution is Resolution.SOLID for edge in edges)
            along = self.taken_along(obj, absent=absent)
            lost = loss(obj, along)
            effect = phrases.deletes(obj, along, ending, others=others, most=COUNTED)
            return Outlook(Consequence.DELETED, effect + lost, bool(lost))
        if obj.terminating:
            return Outlook(Consequence.IGNORED, phrases.leaves_alone(obj))
        owners = {edge.reference.uid for edge in edges}
        return Outlook(Consequence.STRIPPED, phrases.strips(obj, ending, entries=len(edges), owners=len(owners)))

    def _might_hang(self, obj: KubeObject) -> str:
        for edge in self._graph.references(obj):
            blocking = edge.reference.block_owner_deletion and edge.resolution in _MAYBE_ELSEWHERE
            if blocking and _holder(edge) is None:
                return phrases.might_hang(edge.reference)
        return ""

    def _endings(self, obj: KubeObject) -> tuple[Ending, ...]:
        component = self._component(obj)
        number = component.numbers[id(obj)]
        return tuple(endings[number] for endings in component.endings)

    def _component(self, obj: KubeObject) -> _Component:
        found = self._components.get(id(obj))
        if found is None:
            # Most runs never ask.
            from ownerlint.collector.ending import endings  # noqa: PLC0415 - see above

            members = self._surroundings.members(obj)
            edges = (edge for member in members for edge in self._graph.references(member))
            is_open = any(edge.resolution is Resolution.UNKNOWN for edge in edges)
            scenes = (self._surroundings.scene(members, presume=presume) for presume in (True, False)[: 1 + is_open])
            numbers = {id(member): number for number, member in enumerate(members)}
            found = _Component(members, numbers, tuple(endings(scene) for scene in scenes), {})
            self._components.update(dict.fromkeys(numbers, found))
        return found

    def _hangs(self, owner: KubeObject, blocker: KubeObject) -> bool:
        from ownerlint.collector.ending import hangs  # noqa: PLC0415 - most runs never ask

        component = self._component(blocker)
        pair = (component.numbers[id(owner)], component.numbers[id(blocker)])
        if pair not in component.proofs:
            if len(component.proofs) * len(component.members) > _PROOFS:
                # So it is in every recording; to prove it for each of so many would take for ever.
                return True
            scene = self._surroundings.scene(component.members, presume=True)
            component.proofs[pair] = hangs(scene, scene.uids[pair[0]], scene.uids[pair[1]])
        return component.proofs[pair]


def _holder(edge: Edge) -> KubeObject | None:
    """Return the object in the files that has the uid of a reference, whatever else the reference says."""
    owner = edge.owner
    return owner if owner is not None and owner.uid == edge.reference.uid else None
