"""The careful YAML layer: a document → nodes with their places, from the events of ruamel.yaml's C parser.

Aliases are never expanded: an alias node points at the node it stands for. So a document's tree is never larger than
the document, whatever its aliases would expand to.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from ownerlint.load.records import UnreadableError

MAX_DEPTH: Final = 256
"""How deep collections may nest. The deepest known custom resource definitions need about 60 levels."""

_LOW, _HIGH = 400_000, 4_000_000


class ScalarNode:
    """A scalar. `plain`: neither quoted nor a block; `tag`: None where none is written. Offsets count characters."""

    __slots__ = ("end", "plain", "start", "tag", "value")
    size = 1
    aliased = 0
    height = 0

    def __init__(self, value: str, tag: str | None, plain: bool, start: int, end: int) -> None:
        self.value = value
        self.tag = tag
        self.plain = plain
        self.start = start
        self.end = end


class CollectionNode:
    """A mapping (children: key, value, key, value ...) or a sequence.

    `size` and `height` are those after expanding all aliases, `aliased` is the part of `size` that stems from aliases;
    they are only known where the document has aliases.
    """

    __slots__ = ("aliased", "children", "end", "flow", "height", "is_mapping", "size", "start")

    def __init__(self, is_mapping: bool, flow: bool, start: int) -> None:
        self.is_mapping = is_mapping
        self.flow = flow
        self.start = start
        self.end = start
        self.children: list[Node] = []
        self.size = 0
        self.aliased = 0
        self.height = 0

    def measure(self) -> None:
        """Set size, aliased and height from the children."""
        self.size = 1 + sum(child.size for child in self.children)
        self.aliased = sum(child.aliased for child in self.children)
        self.height = 1 + max((child.height for child in self.children), default=0)


class AliasNode:
    """An alias, and the node that it stands for."""

    __slots__ = ("end", "start", "target")

    def __init__(self, target: Target, start: int, end: int) -> None:
        self.target = target
        self.start = start
        self.end = end

    @property
    def size(self) -> int:
        """Nodes after expansion."""
        return self.target.size + 1

    @property
    def aliased(self) -> int:
        """Nodes that stem from aliases: all of them."""
        return self.target.size

    @property
    def height(self) -> int:
        """Levels of collections."""
        return self.target.height


Target: TypeAlias = ScalarNode | CollectionNode
Node: TypeAlias = ScalarNode | CollectionNode | AliasNode


def target(node: Node) -> Target:
    """Return the node itself, or what it stands for."""
    return node.target if isinstance(node, AliasNode) else node


def parse(chunk: bytes) -> Target | None:
    """Return the root of the one document in the chunk; None where it is empty.

    Raises:
        UnreadableError: rules `syntax-error` and `excessive-aliases`; lines count from the start of the chunk.
    """
    from ruamel.yaml.error import MarkedYAMLError, YAMLError  # noqa: PLC0415 - heavy
    from ruamel.yaml.reader import ReaderError  # noqa: PLC0415 - heavy

    builder = _Builder(chunk)
    try:
        return builder.build()
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        detail = ", ".join(part for part in (error.context, error.problem) if part)
        raise builder.refusal(detail, mark.index if mark else 0) from error
    except ReaderError as error:
        # The reader counts bytes, and the text is valid UTF-8: only control characters are left to refuse.
        offset = len(chunk[: error.position].decode("utf-8", "ignore"))
        raise builder.refusal(f"the character U+{int(error.character):04X} is not allowed in YAML", offset) from error
    except YAMLError as error:
        raise builder.refusal(str(error), 0) from error


class _Builder:
    def __init__(self, chunk: bytes) -> None:
        self._chunk = chunk
        self._root: Node | None = None
        self._stack: list[CollectionNode] = []
        self._closed: list[CollectionNode] = []
        self._anchors: dict[str, Target] = {}
        self._open: set[int] = set()
        self._has_alias = False

    def refusal(
        self, detail: str, offset: int, rule: str = "syntax-error", *, too_deep: bool = False
    ) -> UnreadableError:
        before = self._chunk.decode("utf-8")[:offset]
        line = before.count("\n")
        sentence = f"{detail[:1].upper()}{detail[1:]}."
        return UnreadableError(rule, sentence, line + 1, offset - before.rfind("\n"), too_deep=too_deep)

    def build(self) -> Target | None:
        from ruamel.yaml import YAML  # noqa: PLC0415 - heavy
        from ruamel.yaml.events import (  # noqa: PLC0415 - heavy
            AliasEvent,
            DocumentStartEvent,
            MappingStartEvent,
            NodeEvent,
            ScalarEvent,
            SequenceStartEvent,
        )

        containers = (MappingStartEvent, SequenceStartEvent)
        ends = {"MappingEndEvent", "SequenceEndEvent"}
        documents = 0
        for event in YAML(typ="safe", pure=False).parse(self._chunk):
            start = event.start_mark.index
            if isinstance(event, ScalarEvent):
                plain = event.implicit[0]
                self._add(ScalarNode(event.value, event.tag, plain, start, event.end_mark.index), event.anchor)
            elif isinstance(event, containers):
                node = CollectionNode(isinstance(event, MappingStartEvent), event.flow_style is True, start)
                self._add(node, event.anchor)
                self._push(node)
            elif isinstance(event, AliasEvent):
                self._add_alias(event)
            elif type(event).__name__ in ends:
                self._pop(event.end_mark.index if self._stack[-1].flow else start)
            elif isinstance(event, DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise self.refusal("a document ends here and another begins without `---`", start)
            elif isinstance(event, NodeEvent):
                raise self.refusal("an unknown construct stands here", start)
        self._check_aliases()
        return self._root if self._root is None else target(self._root)

    def _add(self, node: Target | AliasNode, anchor: str | None) -> None:
        if anchor is not None and not isinstance(node, AliasNode):
            self._anchors[anchor] = node
        if self._stack:
            parent = self._stack[-1]
            if parent.is_mapping and len(parent.children) % 2 == 0 and isinstance(target(node), CollectionNode):
                # An unquoted `{{ name }}` of a template reads as such a mapping.
                raise self.refusal(
                    "a mapping or a list stands as a key, which no Kubernetes object can have", node.start
                )
            parent.children.append(node)
        else:
            self._root = node

    def _add_alias(self, event: Any) -> None:  # an event class without type information
        found = self._anchors.get(event.anchor)
        if found is None:
            raise self.refusal(f"the alias *{event.anchor} has no anchor before it", event.start_mark.index)
        if id(found) in self._open:
            raise self.refusal(
                f"the anchor &{event.anchor} contains itself", event.start_mark.index, "excessive-aliases"
            )
        self._has_alias = True
        self._add(AliasNode(found, event.start_mark.index, event.end_mark.index), None)

    def _push(self, node: CollectionNode) -> None:
        self._stack.append(node)
        self._open.add(id(node))
        if len(self._stack) > MAX_DEPTH:
            raise self.refusal(f"the document nests more than {MAX_DEPTH} levels deep", node.start, too_deep=True)

    def _pop(self, end: int) -> None:
        node = self._stack.pop()
        self._open.discard(id(node))
        node.end = end
        self._closed.append(node)

    def _check_aliases(self) -> None:
        """Refuse what Kubernetes' reader refuses as excessive aliasing (goyaml.v2 decode.go, allowedAliasRatio)."""
        if not self._has_alias:
            return
        for node in self._closed:  # what an alias stands for was always closed before the alias
            node.measure()
            if node.height > MAX_DEPTH:
                raise self.refusal(
                    f"the aliases nest more than {MAX_DEPTH} levels deep", node.start, "excessive-aliases"
                )
        size, aliased = self._closed[-1].size, self._closed[-1].aliased
        share = 0.99 - 0.89 * (min(max(size, _LOW), _HIGH) - _LOW) / (_HIGH - _LOW)
        if aliased > 100 and size > 1000 and aliased > share * size:
            raise self.refusal(
                f"the aliases make {_count(size)} nodes of {_count(size - aliased)}, which Kubernetes refuses too",
                self._closed[-1].start,
                "excessive-aliases",
            )


def _count(number: int) -> str:
    return f"{number:,}" if number < 10**9 else "more than a billion"
