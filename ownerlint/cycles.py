"""Circles of ownership: the strongly connected parts of the solid edges, found without recursion."""

from __future__ import annotations

from collections.abc import Sequence

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
    for group in _components(outgoing):
        members = {id(edge.dependent) for node in group for edge in outgoing[node]}
        first = min((outgoing[node][0].dependent for node in group), key=KubeObject.sort_key)
        cycles.append(Cycle(_circle(first, members, outgoing)))
    return tuple(sorted(cycles, key=lambda cycle: cycle.edges[0].dependent.sort_key()))


def _components(outgoing: dict[int, list[Edge]]) -> list[list[int]]:
    """Return the strongly connected components of two nodes or more (Tarjan's algorithm with an explicit stack)."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    on_stack: set[int] = set()
    stack: list[int] = []
    found: list[list[int]] = []
    for root in outgoing:
        if root in order:
            continue
        work = [(root, iter(outgoing[root]))]
        order[root] = low[root] = len(order)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, edges = work[-1]
            for edge in edges:
                owner = id(edge.owner)
                if owner not in outgoing:
                    continue
                if owner not in order:
                    order[owner] = low[owner] = len(order)
                    stack.append(owner)
                    on_stack.add(owner)
                    work.append((owner, iter(outgoing[owner])))
                    break
                if owner in on_stack:
                    low[node] = min(low[node], order[owner])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    cut = stack.index(node)
                    component = stack[cut:]
                    del stack[cut:]
                    on_stack.difference_update(component)
                    if len(component) > 1:
                        found.append(component)
    return found


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
