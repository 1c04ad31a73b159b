"""The graph as a tree for the terminal: owners on top, dependents below, one part for each namespace."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import click

from ownerlint.draw.circles import circling
from ownerlint.draw.claims import MALFORMED
from ownerlint.draw.homes import Homes
from ownerlint.draw.notes import left_out_words, place
from ownerlint.draw.options import Options
from ownerlint.draw.picture import Arrow, Picture
from ownerlint.report.visible import encodable, visible

_DEEPEST: Final = 24
"""Levels of one tree. What is deeper is drawn at the left again, so that the text grows with the objects only."""

_GUIDES: Final = ("├── ", "└── ", "│   ", "    ")
_ASCII_GUIDES: Final = ("|-- ", "`-- ", "|   ", "    ")
_STYLES: Final[dict[str, dict[str, Any]]] = {
    "dangling": {"fg": "red"},
    MALFORMED: {"fg": "red"},
    "unresolvable": {"fg": "yellow"},
    "unknown": {"fg": "yellow", "dim": True},
}
_MARKS: Final = {
    "c": "the owner above is the controller",
    "b": "blocks the foreground deletion of the owner above (blockOwnerDeletion)",
}
_STATES: Final = ("solid", "waiting", "dangling", "unresolvable", "unknown", MALFORMED)


class _Level(NamedTuple):
    """The dependents of one owner that are being drawn: those to come, and what stands to the left of them."""

    arrows: Iterator[tuple[Arrow, bool]]
    indent: str


def draw_tree(picture: Picture, options: Options) -> str:
    """Return the tree.

    An object is drawn in full once, below its controller or first owner; below its other owners it is referred to.
    """
    return "\n".join(encodable(line) for line in _Tree(picture, options).lines()) + "\n"


class _Tree:
    def __init__(self, picture: Picture, options: Options) -> None:
        self._picture = picture
        self._options = options
        self._guides = _ASCII_GUIDES if options.ascii else _GUIDES
        nodes, titles = picture.nodes, picture.titles
        order = sorted(picture.drawn, key=lambda number: (nodes[number].namespace, titles[number], number))
        rank = [0] * len(nodes)
        for place_in_order, number in enumerate(order):
            rank[number] = place_in_order
        self._homes = Homes(picture, rank)
        self._circling = circling(picture.drawn_arrows)
        self._shown: set[int] = set()

    def lines(self) -> Iterator[str]:
        """Yield every line."""
        namespace: str | None = None
        for root in self._homes.roots:
            its_own = self._picture.nodes[root].namespace
            if its_own != namespace:
                if namespace is not None:
                    yield ""
                namespace = its_own
                yield self._style(f"namespace {visible(its_own)}" if its_own else "no namespace", bold=True)
            yield from self._trees(root, its_own)
        if self._homes.roots:
            yield ""
        yield from self._notes()

    def _trees(self, root: int, namespace: str) -> Iterator[str]:
        """Yield the tree below a root, and those that continue it where it is too deep."""
        waiting = deque([root])
        while waiting:
            top = waiting.popleft()
            yield self._node(top, None, namespace, "(continued)" if top in self._shown else "")
            self._shown.add(top)
            levels = [self._level(top, "")]
            while levels:
                arrow, last = next(levels[-1].arrows, (None, False))
                if arrow is None:
                    levels.pop()
                    continue
                indent = levels[-1].indent
                number = arrow.dependent
                guide, deeper = self._guides[1 if last else 0], self._guides[3 if last else 2]
                if self._homes.of.get(number) is not arrow:
                    yield f"{indent}{guide}{self._reference(arrow, namespace)}"
                elif len(levels) < _DEEPEST or number not in self._homes.below:
                    yield f"{indent}{guide}{self._node(number, arrow, namespace)}"
                    levels.append(self._level(number, indent + deeper))
                else:
                    yield f"{indent}{guide}{self._node(number, arrow, namespace, '(continued below)')}"
                    waiting.append(number)
                self._shown.add(number)

    def _level(self, owner: int, indent: str) -> _Level:
        arrows = self._homes.below.get(owner, ())
        return _Level(((arrow, at == len(arrows)) for at, arrow in enumerate(arrows, 1)), indent)

    def _reference(self, arrow: Arrow, namespace: str) -> str:
        """Return the line of a dependent that is drawn in full elsewhere."""
        where = "see above" if arrow.dependent in self._shown else "see below"
        return self._node(arrow.dependent, arrow, namespace, f"({where})")
