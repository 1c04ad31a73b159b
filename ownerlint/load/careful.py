"""Node trees → outlines: what Kubernetes makes of YAML mappings, with merge keys and repeated keys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from ownerlint.load.plain import UNREAD, WANTED, Body, Literal, Outline, Plain, Scalar, join
from ownerlint.load.scalars import resolve, resolve_tagged
from ownerlint.load.tree import CollectionNode, Node, ScalarNode, Target, target
from ownerlint.model import Fault, FaultKind

_MERGE_TAG = "tag:yaml.org,2002:merge"
_STRING_TAGS = frozenset({"!", "tag:yaml.org,2002:str", "tag:yaml.org,2002:timestamp"})


def scalar(node: ScalarNode) -> Scalar:
    """Return the value of a scalar node."""
    if node.tag is None:
        return resolve(node.value) if node.plain else node.value
    if node.tag in _STRING_TAGS:
        return node.value
    return resolve_tagged(node.value, node.tag)


def key_text(node: Node) -> str | None:
    """Return the text of a key as in JSON; None for a key that is a collection, which no object can have."""
    found = target(node)
    if not isinstance(found, ScalarNode):
        return None
    value = scalar(found)
    if value is None:
        return "null"
    if isinstance(value, Literal):
        return (
            str(value.value).lower()
            if value.type == "boolean"
            else f"{value.value:.17g}"
            if value.type == "float"
            else str(value.value)
        )
    return value


def is_merge(key: Node) -> bool:
    """Return whether this key is the merge key `<<`."""
    return (
        isinstance(key, ScalarNode) and key.value == "<<" and ((key.plain and key.tag is None) or key.tag == _MERGE_TAG)
    )


def members(mapping: CollectionNode, repeat: Callable[[str], None] | None = None) -> dict[str, tuple[Node, Node]]:
    """Return the members of a mapping by key, each as key node and value node.

    As in go-yaml v2, members count in the order written and the last one of a name wins, the merged ones standing where
    their `<<` stands. In a list of merged mappings the first one wins.

    Args:
        mapping: the mapping.
        repeat: called with each key that is written in this mapping more than once.
    """
    found: dict[str, tuple[Node, Node]] = {}
    written: set[str] = set()
    children = mapping.children
    for index in range(0, len(children) - 1, 2):
        key, value = children[index], children[index + 1]
        if is_merge(key):
            for merged in reversed(_merged(value)):
                found.update(members(merged))
            continue
        text = key_text(key)
        if text is None:
            continue
        if text in written and repeat is not None:
            repeat(text)
        written.add(text)
        found[text] = (key, value)
    return found


def _merged(value: Node) -> list[CollectionNode]:
    found = target(value)
    if isinstance(found, ScalarNode):
        return []
    candidates = [found] if found.is_mapping else [target(child) for child in found.children]
    return [node for node in candidates if isinstance(node, CollectionNode) and node.is_mapping]


def outline(root: Target) -> Outline | None:
    """Return the outline of an object; None where the node is no mapping."""
    if not isinstance(root, CollectionNode) or not root.is_mapping:
        return None
    duplicates: list[Fault] = []

    def repeated(key: str) -> None:
        if key == "metadata":
            duplicates.append(_duplicate("", key))

    top = members(root, repeated)
    values = {key: _plain(target(top[key][1]), key, duplicates) for key in WANTED if key in top}
    items: Callable[[], Iterable[Outline | None]] | None = None
    sequence = target(top["items"][1]) if "items" in top else None
    if isinstance(sequence, CollectionNode) and not sequence.is_mapping:
        items = partial(_outlines, sequence)
    return Outline(values, partial(_object_body, root), items, duplicates)


def _outlines(sequence: CollectionNode) -> Iterable[Outline | None]:
    return (outline(target(child)) for child in sequence.children)


def _plain(node: Target, path: str, duplicates: list[Fault]) -> Plain:
    if isinstance(node, ScalarNode):
        return scalar(node)
    if not node.is_mapping:
        return [_plain(target(child), f"{path}[{index}]", duplicates) for index, child in enumerate(node.children)]
    found = members(node, lambda key: duplicates.append(_duplicate(path, key)))
    return {
        key: _plain(target(value), join(path, key), duplicates)
        for key, (_, value) in found.items()
        if key not in UNREAD
    }


def _duplicate(path: str, key: str) -> Fault:
    return Fault(FaultKind.DUPLICATE_KEY, join(path, key), "", key)


def _object_body(root: CollectionNode, left_out: frozenset[str]) -> dict[str, Body]:
    return {key: _body(target(value), left_out) for key, (_, value) in members(root).items() if key not in left_out}


def _body(node: Target, left_out: frozenset[str]) -> Body:
    if isinstance(node, ScalarNode):
        value = scalar(node)
        return value.value if isinstance(value, Literal) else value
    if node.is_mapping:
        return _object_body(node, left_out)
    return [_body(target(child), left_out) for child in node.children]
