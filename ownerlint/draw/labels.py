"""The words of the tree: one line for a node, and the notes at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import click

from ownerlint.draw.circles import circling
from ownerlint.draw.claims import MALFORMED
from ownerlint.draw.notes import left_out_words, place
from ownerlint.draw.options import Options
from ownerlint.draw.picture import Arrow, Picture
from ownerlint.report.visible import visible

_STYLES: Final[dict[str, dict[str, Any]]] = {
    "dangling": {"fg": "red"},
    MALFORMED: {"fg": "red"},
    "unresolvable": {"fg": "yellow"},
    "unknown": {"fg": "yellow", "dim": True},
}
_MARKS: Final = {
    "c": "the owner above is the controller",
    "b": "blocks the owner's foreground deletion (blockOwnerDeletion)",
}
_STATES: Final = ("solid", "waiting", "dangling", "unresolvable", "unknown", MALFORMED)


class Labels:
    """Writes the lines of one picture.

    Args:
        picture: what is drawn.
        options: how.
    """

    def __init__(self, picture: Picture, options: Options) -> None:
        self._picture = picture
        self._options = options
        self._circling = circling(picture.drawn_arrows)

    def heading(self, namespace: str) -> str:
        """Return the line above the trees of a namespace; an empty one means cluster-scoped, or not stated."""
        return self._style(f"namespace {visible(namespace)}" if namespace else "no namespace", bold=True)

    def node(self, number: int, arrow: Arrow | None, namespace: str, remark: str) -> str:
        """Return the line of a node.

        Args:
            number: of the node.
            arrow: the reference to the owner above; None at the top.
            namespace: that of the part of the tree.
            remark: further words, such as `see above`.
        """
        node = self._picture.nodes[number]
        text = visible(self._picture.titles[number])
        marks = _marks(arrow)
        if marks:
            text = f"{text} {self._style(f'[{marks}]', dim=True)}"
        said = ", ".join(filter(None, (*self._remarks(number, arrow, namespace), remark)))
        if said:
            text = f"{text} ({said})"
        if node.object is None:
            return self._style(text, **_STYLES[node.state])
        if self._options.places:
            text = f"{text} {self._style(visible(place(node.object)), dim=True)}"
        return text

    def notes(self) -> Iterator[str]:
        """Yield what the marks mean, how many references there are of each kind, and what was left out."""
        arrows = self._picture.drawn_arrows
        used = set("".join(map(_marks, arrows)))
        for mark, meaning in _MARKS.items():
            if mark in used:
                yield self._style(f"[{mark}] {meaning}", dim=True)
        counts = Counter(arrow.claim.state for arrow in arrows)
        amount = len(arrows)
        if arrows:
            kinds = ", ".join(f"{counts[state]} {state}" for state in _STATES if counts[state])
            yield f"{amount} owner reference{'' if amount == 1 else 's'}: {kinds}."
        else:
            yield "No owner references."
        if self._picture.left_out:
            yield left_out_words(self._picture)

    def _remarks(self, number: int, arrow: Arrow | None, namespace: str) -> Iterator[str]:
        node = self._picture.nodes[number]
        if node.object is None:
            yield f"{node.state}: {visible(node.reason)}"
        if number in self._picture.focus:
            yield self._style("focus", bold=True)
        if node.namespace != namespace:
            yield f"in namespace {visible(node.namespace)}" if node.namespace else "no namespace"
        if number in self._circling:
            yield "in a cycle"
        if node.object is not None and node.object.terminating:
            yield "being deleted"
        if arrow is not None and arrow.claim.waiting:
            yield "waits: the owner is in foreground deletion"

    def _style(self, text: str, **style: Any) -> str:
        return click.style(text, **style) if self._options.color else text


def _marks(arrow: Arrow | None) -> str:
    if arrow is None:
        return ""
    reference = arrow.claim.reference
    return f"{'c' if reference.controller else ''}{'b' if reference.block_owner_deletion else ''}"
