"""Where the tree shows each node in full: below one of its owners, or at the top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ownerlint.draw.picture import Arrow, Picture


class Homes:
    """The forest that the tree draws: one home for each node, so that each is drawn once.

    A dependent is at home below its controller, else below its first owner; a node without owner, and the first of
    each circle, is at the top.

    Args:
        picture: what to draw.
        rank: sorts the nodes.

    Attributes:
        of: for each node that is not at the top, the arrow that it is drawn by.
        roots: numbers of the nodes at the top, in order of rank.
        below: the arrows to each owner, in order of their dependents' rank.
    """

    def __init__(self, picture: Picture, rank: Sequence[int]) -> None:
        self.of: dict[int, Arrow] = {}
        below: dict[int, list[Arrow]] = {}
        for arrow in picture.drawn_arrows:
            below.setdefault(arrow.owner, []).append(arrow)
            best = self.of.get(arrow.dependent)
            if best is None or (arrow.claim.reference.controller and not best.claim.reference.controller):
                self.of[arrow.dependent] = arrow
        for arrows in below.values():
            arrows.sort(key=lambda arrow: (rank[arrow.dependent], arrow.claim.reference.index))
        self.below: Mapping[int, Sequence[Arrow]] = below
        ordered = sorted(picture.drawn, key=rank.__getitem__)
        roots = [number for number in ordered if number not in self.of]
        reached: set[int] = set()
        for root in roots:
            self._reach(root, reached)
        for number in ordered:
            if number not in reached:
                first = min(self._circle(number), key=rank.__getitem__)
                del self.of[first]
                roots.append(first)
                self._reach(first, reached)
        self.roots = sorted(roots, key=rank.__getitem__)

    def _reach(self, root: int, reached: set[int]) -> None:
        """Add all that the tree draws below a node, and the node."""
        stack = [root]
        while stack:
            owner = stack.pop()
            reached.add(owner)
            stack += [
                arrow.dependent
                for arrow in self.below.get(owner, ())
                if self.of.get(arrow.dependent) is arrow and arrow.dependent not in reached
            ]

    def _circle(self, number: int) -> list[int]:
        """Return the circle of homes that a node stands in or below, which has no top to be reached from."""
        way: dict[int, None] = {}
        while number not in way:
            way[number] = None
            number = self.of[number].owner
        circle = list(way)
        return circle[circle.index(number) :]
