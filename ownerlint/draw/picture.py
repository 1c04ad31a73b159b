"""What a drawing shows: numbered nodes and the arrows between them, the same for every format."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property

from msgspec import Struct

from ownerlint.draw.claims import MERGED, Claim, claims_of
from ownerlint.form import whole_entry
from ownerlint.graph import OwnerGraph
from ownerlint.kinds import KindTable
from ownerlint.model import KubeObject, group_of


class Node(Struct, frozen=True):
    """An object in the files, or an owner that is only referred to (virtual).

    Args:
        api_version, kind, namespace, name: as the manifest writes them or, of a virtual owner, as the reference
            claims them: its namespace is where the collector looks, empty where its kind has none.
        object: the object; None for a virtual owner.
        state: why there is no object, in one word (`Claim.state`); empty for an object.
        reason: the same in a few words for people; empty for an object.
    """

    api_version: str
    kind: str
    namespace: str
    name: str
    object: KubeObject | None = None
    state: str = ""
    reason: str = ""


class Arrow(Struct, frozen=True):
    """One owner reference; `dependent` and `owner` are numbers of nodes."""

    dependent: int
    owner: int
    claim: Claim


class Picture:
    """All nodes and arrows of a drawing.

    Args:
        nodes: objects in the order of the files, then virtual owners in the order in which they are first named.
        arrows: by dependent, then in the order of its references; an entry that the API server merges with an earlier
            one is among them.
        focus: numbers of the nodes that the drawing is about; empty where it is about all.
    """

    def __init__(self, nodes: tuple[Node, ...], arrows: tuple[Arrow, ...], focus: frozenset[int] = frozenset()) -> None:
        self.nodes = nodes
        self.arrows = arrows
        self.focus = focus

    @cached_property
    def drawn_arrows(self) -> tuple[Arrow, ...]:
        """The arrows without merged entries, which say nothing that an earlier one has not said."""
        return tuple(arrow for arrow in self.arrows if arrow.claim.state != MERGED)

    @cached_property
    def drawn(self) -> tuple[int, ...]:
        """Numbers of the nodes that own, are owned or are in focus, in order."""
        shown = set(self.focus)
        for arrow in self.drawn_arrows:
            shown.update((arrow.dependent, arrow.owner))
        return tuple(sorted(shown))

    @cached_property
    def by_namespace(self) -> dict[str, list[int]]:
        """Numbers of the drawn nodes by namespace, sorted: first those without one."""
        found: dict[str, list[int]] = {}
        for number in self.drawn:
            found.setdefault(self.nodes[number].namespace, []).append(number)
        return {namespace: found[namespace] for namespace in sorted(found)}

    @property
    def left_out(self) -> int:
        """Number of objects that neither own nor are owned."""
        return len(self.nodes) - len(self.drawn)

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """For each node `Kind/name`, with the group where objects of several groups share the kind's name."""
        groups: dict[str, set[str]] = {}
        for node in self.nodes:
            groups.setdefault(node.kind, set()).add(group_of(node.api_version))
        return tuple(_title(node, several=len(groups[node.kind]) > 1) for node in self.nodes)

    def part(self, kept: Iterable[int], focus: Iterable[int]) -> Picture:
        """Return a smaller picture: these objects, and the virtual owners that they name.

        Args:
            kept: numbers of objects.
            focus: those among them that the picture is about.
        """
        wanted = set(kept)
        arrows = [
            arrow
            for arrow in self.arrows
            if arrow.dependent in wanted and (arrow.owner in wanted or self.nodes[arrow.owner].object is None)
        ]
        return self._cut(wanted, arrows, focus)

    def concerning(self, asked: AbstractSet[int]) -> Picture:
        """Return the picture of these objects, their owners and their dependents."""
        arrows = [arrow for arrow in self.arrows if arrow.dependent in asked or arrow.owner in asked]
        return self._cut(asked, arrows, ())

    def _cut(self, wanted: AbstractSet[int], arrows: list[Arrow], focus: Iterable[int]) -> Picture:
        ends = {number for arrow in arrows for number in (arrow.dependent, arrow.owner)}
        order = sorted(wanted | ends)
        number = {old: new for new, old in enumerate(order)}
        return Picture(
            tuple(self.nodes[old] for old in order),
            tuple(Arrow(number[arrow.dependent], number[arrow.owner], arrow.claim) for arrow in arrows),
            frozenset(number[old] for old in focus),
        )


def picture_of(objects: Sequence[KubeObject], graph: OwnerGraph, kinds: KindTable) -> Picture:
    """Return the picture of a resolved graph.

    Args:
        objects: all objects, in the order of the files; the number of each is its place in this order.
        graph: their references.
        kinds: tells whether an owner that is not in the files would stand in a namespace.
    """
    nodes = [Node(obj.api_version, obj.kind, obj.namespace, obj.name, obj) for obj in objects]
    numbers = {id(node.object): number for number, node in enumerate(nodes)}
    virtual: dict[tuple[str, ...], int] = {}
    arrows: list[Arrow] = []
    for dependent, obj in enumerate(objects):
        ends: dict[tuple[object, ...], int] = {}
        for claim in claims_of(obj, graph):
            whole = whole_entry(claim.reference)
            if claim.state == MERGED:
                owner = ends[whole]
            elif claim.owner is not None:
                owner = numbers[id(claim.owner)]
            else:
                node = _virtual(claim, kinds)
                key = (node.namespace, *claim.reference.coordinates(), node.state, node.reason)
                owner = virtual.setdefault(key, len(nodes))
                if owner == len(nodes):
                    nodes.append(node)
            ends.setdefault(whole, owner)
            arrows.append(Arrow(dependent, owner, claim))
    return Picture(tuple(nodes), tuple(arrows))


def _virtual(claim: Claim, kinds: KindTable) -> Node:
    reference = claim.reference
    cluster_scoped = kinds.namespaced(reference.api_version, reference.kind) is False
    return Node(
        api_version=reference.api_version,
        kind=reference.kind,
        namespace="" if cluster_scoped else claim.dependent.namespace,
        name=reference.name,
        state=claim.state,
        reason=claim.words,
    )


def _title(node: Node, *, several: bool) -> str:
    group = group_of(node.api_version) if several else ""
    kind = f"{node.kind or '(no kind)'}.{group}" if group else node.kind or "(no kind)"
    nameless = "(no name)" if node.object is None else "(generated name)"
    return f"{kind}/{node.name or nameless}"
