"""The graph for Graphviz, in the DOT language (https://graphviz.org/doc/info/lang.html)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.draw.claims import MALFORMED
from ownerlint.draw.notes import left_out_words, place
from ownerlint.draw.picture import Arrow, Picture
from ownerlint.report.visible import visible

_LOOKS: Final = {
    "dangling": 'color="#c62828", fontcolor="#c62828", style=dashed',
    MALFORMED: 'color="#c62828", fontcolor="#c62828", style=dashed',
    "unresolvable": 'color="#b26a00", fontcolor="#b26a00", style=dashed',
    "unknown": 'color="#757575", fontcolor="#757575", style=dashed',
}
"""Attributes of a virtual owner, and of references to it, by state."""


def draw_dot(picture: Picture) -> str:
    """Return a directed graph with an edge from each dependent to its owner, owners on top.

    A namespace is a cluster. A thick edge leads to the controller; an edge that ends in a bar blocks the foreground
    deletion of the owner. What is dashed is not there.
    """
    return "\n".join(_lines(picture)) + "\n"


def _lines(picture: Picture) -> Iterator[str]:
    yield "digraph ownership {"
    if picture.left_out:
        yield f"  // {left_out_words(picture)}"
    yield "  rankdir=BT;"
    yield '  graph [fontname="sans-serif"];'
    yield '  node [shape=box, fontname="sans-serif"];'
    yield '  edge [fontname="sans-serif"];'
    for number, (namespace, members) in enumerate(picture.by_namespace.items()):
        if not namespace:
            yield from (_node(picture, member) for member in members)
            continue
        yield f"  subgraph cluster_{number} {{"
        yield f"    label={_quoted(f'namespace {namespace}')};"
        yield from (f"  {_node(picture, member)}" for member in members)
        yield "  }"
    yield from (_edge(arrow) for arrow in picture.drawn_arrows)
    yield "}"


def _node(picture: Picture, number: int) -> str:
    node = picture.nodes[number]
    title = _escaped(picture.titles[number])
    if node.object is None:
        return f'  n{number} [label="{title}\\n{_escaped(node.state)}: {_escaped(node.reason)}", {_LOOKS[node.state]}];'
    focus = ", penwidth=3" if number in picture.focus else ""
    return f'  n{number} [label="{title}", tooltip={_quoted(place(node.object))}{focus}];'


def _edge(arrow: Arrow) -> str:
    reference = arrow.claim.reference
    looks = [_LOOKS[arrow.claim.state]] if arrow.claim.state in _LOOKS else []
    if arrow.claim.waiting:
        looks.append('label="waiting"')
    if reference.controller:
        looks.append("penwidth=2")
    if reference.block_owner_deletion:
        looks.append("arrowhead=teenormal")
    attributes = f" [{', '.join(looks)}]" if looks else ""
    return f"  n{arrow.dependent} -> n{arrow.owner}{attributes};"


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    r"""Return a text for the inside of a quoted string that Graphviz shows as it is.

    A label's `\n`, `\N` and the like would be read as escapes (doc/info/attrs, escString), `&amp;` as an entity.
    """
    return visible(text).replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")
