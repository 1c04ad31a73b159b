"""Circles of ownership: the strongly connected parts of the solid edges, found without recursion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ownerlint.graph import Cycle, Edge
from ownerlint.model import KubeObject


def find_cycles(solid: Sequence[Edge]) -> tuple[Cycle, ...]:
    """Return one cycle for each group of two or more objects that own each other, in the order of the files.

    Args:
        solid: the solid edges.

    Returns:
        For each group a shortest circle through its first object in file order. Self-references are no cycles.
    """
    outgoing: dict[int, list[Edge]] = {}
    for edge in solid:
        if edge.owner is not edge.dependent:
            outgoing.setdefault(id(edge.dependent), []).append(edge)
    cycles = []
    for group in _Components(outgoing):
        members = {id(edge.dependent) for node in group for edge in outgoing[node]}
        first = min((outgoing[node][0].dependent for node in group), key=KubeObject.sort_key)
        cycles.append(Cycle(_circle(first, members, outgoing)))
    return tuple(sorted(cycles, key=lambda cycle: cycle.edges[0].dependent.sort_key()))


class _Components:
    """Strongly connected components of two nodes or more: Tarjan's algorithm with a stack of its own."""

    def __init__(self, outgoing: dict[int, list[Edge]]) -> None:
        self._outgoing = outgoing
        self._order: dict[int, int] = {}
        self._low: dict[int, int] = {}
        self._open: list[int] = []
        self._is_open: set[int] = set()
        self._work: list[tuple[int, Iterator[Edge]]] = []

    def __iter__(self) -> Iterator[list[int]]:
        for root in self._outgoing:
            if root in self._order:
                continue
            self._enter(root)
            while self._work:
                node, edges = self._work[-1]
                if not self._descend(node, edges):
                    self._work.pop()
                    yield from self._leave(node)

    def _enter(self, node: int) -> None:
        self._order[node] = self._low[node] = len(self._order)
        self._open.append(node)
        self._is_open.add(node)
        self._work.append((node, iter(self._outgoing[node])))

    def _descend(self, node: int, edges: Iterator[Edge]) -> bool:
        """Enter the next owner that has not been seen; False where there is none left."""
        for edge in edges:
            owner = id(edge.owner)
            if owner not in self._outgoing:
                continue
            if owner not in self._order:
                self._enter(owner)
                return True
            if owner in self._is_open:
                self._low[node] = min(self._low[node], self._order[owner])
        return False

    def _leave(self, node: int) -> Iterator[list[int]]:
        if self._work:
            above = self._work[-1][0]
            self._low[above] = min(self._low[above], self._low[node])
        if self._low[node] == self._order[node]:
            component: list[int] = []
            while not component or component[-1] != node:
                component.append(self._open.pop())
            self._is_open.difference_update(component)
            if len(component) > 1:
                yield component


def _circle(first: KubeObject, members: set[int], outgoing: dict[int, list[Edge]]) -> tuple[Edge, ...]:
    """Return the edges of a shortest way from an object back to itself inside its component (breadth first)."""
    arrived_by: dict[int, Edge] = {}
    queue = [id(first)]
    for node in queue:
        for edge in outgoing[node]:
            owner = id(edge.owner)
            if owner == id(first):
                return _way_back(edge, first, arrived_by)
            if owner in members and owner not in arrived_by:
                arrived_by[owner] = edge
                queue.append(owner)
    raise AssertionError("a component of two objects or more has a circle through each of them")


def _way_back(last: Edge, first: KubeObject, arrived_by: dict[int, Edge]) -> tuple[Edge, ...]:
    way = [last]
    while way[-1].dependent is not first:
        way.append(arrived_by[id(way[-1].dependent)])
    return tuple(reversed(way))
