"""The graph as a Mermaid flowchart (https://mermaid.js.org/syntax/flowchart.html), for Markdown pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ownerlint.draw.claims import MALFORMED
from ownerlint.draw.notes import left_out_words
from ownerlint.draw.picture import Arrow, Picture
from ownerlint.report.visible import visible

_CLASSES: Final = {
    "dangling": "stroke:#c62828,color:#c62828,stroke-dasharray:4 3",
    MALFORMED: "stroke:#c62828,color:#c62828,stroke-dasharray:4 3",
    "unresolvable": "stroke:#b26a00,color:#b26a00,stroke-dasharray:4 3",
    "unknown": "stroke:#757575,color:#757575,stroke-dasharray:4 3",
    "focus": "stroke-width:4px",
}
_SPECIAL: Final = re.compile(r"[^\w./:, ()-]|_|^\d+(?=\.)|^-")
"""What Mermaid or the HTML that it makes might take for markup, in a text in double quotes; with a digit and dot, or a
dash, at its beginning the text would be a list of Markdown."""


def draw_mermaid(picture: Picture) -> str:
    """Return a flowchart with a link from each dependent to its owner, owners on top.

    A namespace is a subgraph. A thick link leads to the controller; `blocks` is a link that blocks the foreground
    deletion of the owner. What is dashed is not there.
    """
    return "\n".join(_lines(picture)) + "\n"


def _lines(picture: Picture) -> Iterator[str]:
    yield "flowchart BT"
    if picture.left_out:
        yield f"  %% {left_out_words(picture)}"
    for number, (namespace, members) in enumerate(picture.by_namespace.items()):
        if not namespace:
            yield from (_node(picture, member) for member in members)
            continue
        yield f'  subgraph s{number}["{_escaped(f"namespace {namespace}")}"]'
        yield from (f"  {_node(picture, member)}" for member in members)
        yield "  end"
    yield from (_link(arrow) for arrow in picture.drawn_arrows)
    yield from _classes(picture)


def _node(picture: Picture, number: int) -> str:
    node = picture.nodes[number]
    why = f"<br/>{_escaped(node.state)}: {_escaped(node.reason)}" if node.object is None else ""
    return f'  n{number}["{_escaped(picture.titles[number])}{why}"]'


def _link(arrow: Arrow) -> str:
    reference = arrow.claim.reference
    found = "==>" if reference.controller else "-->"
    line = "-.->" if arrow.claim.owner is None else found
    words = ["blocks"] if reference.block_owner_deletion else []
    if arrow.claim.waiting:
        words.append("waiting")
    label = f'|"{", ".join(words)}"|' if words else ""
    return f"  n{arrow.dependent} {line}{label} n{arrow.owner}"


def _classes(picture: Picture) -> Iterator[str]:
    members: dict[str, list[int]] = {}
    for number in picture.drawn:
        state = picture.nodes[number].state
        if state or number in picture.focus:
            members.setdefault(state or "focus", []).append(number)
    for name, looks in _CLASSES.items():
        if name in members:
            yield f"  classDef {name} {looks}"
            yield f"  class {','.join(f'n{number}' for number in members[name])} {name}"


def _escaped(text: str) -> str:
    """Return a text for the inside of double quotes, with Mermaid's own entity codes (`#35;` is a number sign)."""
    return _SPECIAL.sub(lambda found: "".join(f"#{ord(char)};" for char in found[0]), visible(text))
