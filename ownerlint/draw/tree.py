"""The graph as a tree for the terminal: owners on top, dependents below, one part for each namespace."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final, NamedTuple

from ownerlint.draw.homes import Homes
from ownerlint.draw.labels import Labels
from ownerlint.draw.options import Options
from ownerlint.draw.picture import Arrow, Picture

_DEEPEST: Final = 24
"""Levels of one tree. What is deeper is drawn at the left again, so that the text grows with the objects only."""


class _Guides(NamedTuple):
    """What stands to the left of a dependent, and of what is below it, where others follow or it is the last."""

    middle: str = "├── "
    last: str = "└── "
    past: str = "│   "
    blank: str = "    "


_ASCII: Final = _Guides("|-- ", "`-- ", "|   ")


class _Level(NamedTuple):
    """The dependents of one owner that are still to be drawn, each with whether it is the last, and their indent."""

    arrows: Iterator[tuple[Arrow, bool]]
    indent: str


def draw_tree(picture: Picture, options: Options) -> str:
    """Return the tree.

    An object is drawn in full once, below its controller, else below its first owner; below its other owners it is
    referred to. The end says what the marks mean, what was left out, and how many references there are of each kind.
    """
    return "\n".join(_Tree(picture, options).lines()) + "\n"


class _Tree:
    def __init__(self, picture: Picture, options: Options) -> None:
        self._picture = picture
        self._guides = _ASCII if options.ascii else _Guides()
        nodes, titles = picture.nodes, picture.titles
        order = sorted(picture.drawn, key=lambda number: (nodes[number].namespace, titles[number], number))
        rank = [0] * len(nodes)
        for position, number in enumerate(order):
            rank[number] = position
        self._homes = Homes(picture, rank)
        self._labels = Labels(picture, options)
        self._drawn: set[int] = set()

    def lines(self) -> Iterator[str]:
        """Yield every line."""
        before: str | None = None
        for root in self._homes.roots:
            namespace = self._picture.nodes[root].namespace
            if namespace != before:
                if before is not None:
                    yield ""
                yield self._labels.heading(namespace)
                before = namespace
            yield from self._trees(root, namespace)
        if before is not None:
            yield ""
        yield from self._labels.notes()

    def _trees(self, root: int, namespace: str) -> Iterator[str]:
        """Yield the tree below a root, and those that continue it where it is too deep."""
        tops = deque([root])
        while tops:
            top = tops.popleft()
            yield self._labels.node(top, None, namespace, "continued" if top in self._drawn else "")
            self._drawn.add(top)
            levels = [self._level(top, "")]
            while levels:
                arrow, last = next(levels[-1].arrows, (None, False))
                if arrow is None:
                    levels.pop()
                    continue
                indent, number = levels[-1].indent, arrow.dependent
                is_home = self._homes.of.get(number) is arrow
                remark = ""
                if not is_home:
                    remark = "see above" if number in self._drawn else "see below"
                elif number in self._homes.below and len(levels) == _DEEPEST:
                    remark = "continued below"
                    tops.append(number)
                elif number in self._homes.below:
                    levels.append(self._level(number, indent + (self._guides.blank if last else self._guides.past)))
                if is_home:
                    self._drawn.add(number)
                guide = self._guides.last if last else self._guides.middle
                yield f"{indent}{guide}{self._labels.node(number, arrow, namespace, remark)}"

    def _level(self, owner: int, indent: str) -> _Level:
        arrows = self._homes.below.get(owner, ())
        return _Level(((arrow, at == len(arrows)) for at, arrow in enumerate(arrows, 1)), indent)
