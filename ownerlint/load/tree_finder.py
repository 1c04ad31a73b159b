"""Finding places in a YAML document's node tree."""

from __future__ import annotations

from ownerlint.load.careful import members
from ownerlint.load.tree import AliasNode, CollectionNode, Node, ScalarNode, Target, target

Range = tuple[int, int]
_NOWHERE: Range = (0, 1)


class TreeFinder:
    """Finds places in one document; see `positions.Finder`."""

    def __init__(self, root: Target | None) -> None:
        self._root = root

    def find(self, item: tuple[int, ...], path: list[str | int]) -> Range:
        """Return where the value at a path in the object at `item` stands."""
        if self._root is None:
            return _NOWHERE
        node, _, missing = _walk(self._root, [step for index in item for step in ("items", index)])
        if missing:
            return _first_line(node)
        if not path:
            return _first_line(node)
        found, key, missing = _walk(node, path)
        if missing or (key is None and isinstance(found, CollectionNode)):
            return _first_line(found)
        return _value(found, key)

    def find_key(self, item: tuple[int, ...], path: list[str | int]) -> Range:
        """Return where the last key at a path stands."""
        if self._root is None:
            return _NOWHERE
        node, _, missing = _walk(self._root, [step for index in item for step in ("items", index)])
        if not missing:
            _, key, missing = _walk(node, path)
            if key is not None and not missing:
                return (key.start, key.end)
        return self.find(item, path)


def _walk(node: Node, path: list[str | int]) -> tuple[Node, Node | None, bool]:
    """Follow a path.

    Returns:
        the last node that exists, the key it stands under if it stands under one, and whether something is missing.
    """
    key: Node | None = None
    for step in path:
        found = target(node)
        if not isinstance(found, CollectionNode):
            return node, key, True
        if isinstance(step, int):
            if found.is_mapping or step >= len(found.children):
                return node, key, True
            node, key = found.children[step], None
        else:
            member = members(found).get(step) if found.is_mapping else None
            if member is None:
                return node, key, True
            key, node = member
    return node, key, False


def _value(node: Node, key: Node | None) -> Range:
    if key is not None and (
        (isinstance(node, CollectionNode) and not node.flow)
        or (isinstance(node, ScalarNode) and node.start == node.end)
    ):
        return (key.start, key.end)
    return (node.start, node.end)


def _first_line(node: Node) -> Range:
    """Return the range of the first line of a node, from its first key if it has one."""
    found = node
    while isinstance(found, CollectionNode) and not found.flow and found.children and not found.is_mapping:
        found = found.children[0]
    if isinstance(found, AliasNode) or not isinstance(found, CollectionNode) or len(found.children) < 2:
        return (found.start, found.end)
    if found.flow:
        return (found.start, found.end)
    key, value = found.children[0], found.children[1]
    if isinstance(value, CollectionNode) and not value.flow:
        return (key.start, key.end)
    return (key.start, max(key.end, value.end))
