"""The fast YAML layer: rapidyaml's tree, walked only to what ownership needs.

It either gives the very outline that the careful layer gives, or says that it is unsure. rapidyaml accepts some texts
that YAML forbids and treats tabs, aliases, tags and merge keys in its own way. So libyaml's scan, which makes no Python
objects, decides first whether the text is YAML at all, and everything unusual is left to the careful layer.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from itertools import accumulate
from typing import Any, Final, cast

from ownerlint.load.plain import UNREAD, WANTED, Body, Literal, Outline, Plain
from ownerlint.load.scalars import resolve
from ownerlint.load.shape_values import UnsureError

_INDICATOR: Final = re.compile(rb"[&*!?]")
_MERGE_KEY: Final = re.compile(rb"<<[\"']?[ ]*:")
_NESTED_ON_A_LINE: Final = re.compile(rb"- +[-?] +[-?] +[-?] ")
_OTHER_LINE_ENDS: Final = (b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xa9", b"\xef\xbb\xbf")
_BLANK: Final = (b" ", b"\n", b"")
_BEFORE_A_NODE: Final = (b"", b"\n", b"-", b":", b"?", b",", b"[", b"{")
_MAX_HITS: Final = 500
_NO_BRACKETS: Final = bytes(byte for byte in range(256) if byte not in b"[]{}")
_STEPS: Final = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}
_KEPT_CAPACITY: Final = 1 << 12
_MAX_FLOW: Final = 60
_DEEP_INDENT: Final = b" " * 150
_ANNOTATION: Final = b"ownerlint.dev/ignore"
_READ: Final = frozenset(
    {"name", "namespace", "uid", "ownerReferences", "finalizers", "deletionTimestamp", "resourceVersion"}
)


@cache
def available() -> bool:
    """Return whether rapidyaml is installed and loads."""
    try:
        import_module("ryml")
    except ImportError:
        return False
    return True


def read(chunk: bytes) -> Outline | None:
    """Return the outline of the one document in the chunk; None where its root is no mapping.

    The outline is valid until the next call: all calls share one tree.

    Raises:
        UnsureError: where the careful layer must decide, also from the outline's functions.
    """
    if _is_unusual(chunk) or _nests_deep(chunk) or not _is_yaml(chunk):
        raise UnsureError
    reader = _reader()
    found = reader.outline(reader.parse(chunk), _ANNOTATION in chunk)
    if found is not None and b"\\" not in chunk:
        found.text = lambda: chunk
    return found


def _is_unusual(chunk: bytes) -> bool:
    """Return whether the text may hold anything that rapidyaml reads in a way of its own, or not at all."""
    return (
        b"\t" in chunk
        or (not chunk.isascii() and any(mark in chunk for mark in _OTHER_LINE_ENDS))
        or (not chunk.endswith(b"\n") and (b"|" in chunk or b">" in chunk))  # a block scalar's last line end
        or chunk.startswith(b"%")
        or b"\n%" in chunk
        or (b"<<" in chunk and _MERGE_KEY.search(chunk) is not None)
        or _has_indicator(chunk)
    )


def _has_indicator(chunk: bytes) -> bool:
    """Return whether something may be an anchor, an alias, a tag or a complex key: it stands where a node may begin."""
    for hits, match in enumerate(_INDICATOR.finditer(chunk)):
        here = match.start()
        blank = chunk[here + 1 : here + 2] in _BLANK
        if (blank and match[0] in (b"&", b"*")) or (not blank and match[0] == b"?"):
            continue  # names follow their marks at once, and a complex key follows a blank
        before = chunk[max(here - 200, 0) : here].rstrip(b" ")[-1:]
        if hits > _MAX_HITS or before in _BEFORE_A_NODE:
            return True
    return False


def _nests_deep(chunk: bytes) -> bool:
    """Return whether collections may nest deeply: in flow style that takes libyaml quadratic time."""
    if _DEEP_INDENT in chunk or _NESTED_ON_A_LINE.search(chunk):
        return True
    brackets = chunk.translate(None, _NO_BRACKETS)
    return len(brackets) > _MAX_FLOW and max(accumulate(_STEPS[byte] for byte in brackets)) > _MAX_FLOW


def _is_yaml(chunk: bytes) -> bool:
    from ruamel.yaml import cyaml  # noqa: PLC0415 - heavy
    from ruamel.yaml.error import YAMLError  # noqa: PLC0415 - heavy

    try:
        parser: Any = cyaml.__dict__["CParser"]  # written in C, under one of two module names, without type information
        parser(chunk).raw_parse()
    except YAMLError:
        return False
    return True


@cache
def _reader() -> _Reader:
    return _Reader()


class _Reader:
    """rapidyaml's tree, reused from document to document."""

    def __init__(self) -> None:
        ryml = import_module("ryml")  # optional, and without type information
        self._parse = ryml.parse_in_arena
        self._error: type[Exception] = ryml.ExceptionBasic
        self._none: int = ryml.NONE
        self._new_tree: Any = ryml.Tree
        self._tree: Any = self._new_tree()  # made by SWIG, without type information

    def parse(self, chunk: bytes) -> int:
        """Parse and return the id of the root of the document."""
        tree = self._tree
        if tree.capacity() > max(_KEPT_CAPACITY, len(chunk)):
            # Clearing takes time by capacity: one large document would slow all that follow.
            tree = self._tree = self._new_tree()
        tree.clear()
        tree.clear_arena()
        try:
            with _quiet_stderr():
                self._parse(chunk, tree=tree)
        except (self._error, RuntimeError) as error:
            raise UnsureError from error
        root: int = tree.root_id()
        if tree.is_stream(root):
            if tree.num_children(root) != 1:
                raise UnsureError
            root = tree.first_child(root)
        return root

    def outline(self, node: int, annotated: bool) -> Outline | None:
        tree = self._tree
        if not tree.is_map(node):
            return None
        top: dict[str, Plain] = {}
        items: Callable[[], Iterable[Outline | None]] | None = None
        seen: set[str] = set()
        for key, child in self._members(node):
            if key in WANTED:
                if key in seen:
                    raise UnsureError
                seen.add(key)
                top[key] = self._metadata(child, annotated) if key == "metadata" else self._value(child)
            elif key == "items":
                if key in seen:
                    raise UnsureError
                seen.add(key)
                items = partial(self._items, child, annotated) if tree.is_seq(child) else None
        return Outline(top, partial(self._body, node), items)

    def _items(self, node: int, annotated: bool) -> Iterator[Outline | None]:
        return (self.outline(child, annotated) for child in self._children(node))

    def _metadata(self, node: int, annotated: bool) -> Plain:
        if not self._tree.is_map(node):
            return self._value(node)
        found: dict[str, Plain] = {}
        seen: set[str] = set()
        for key, child in self._members(node):
            if key in seen:
                raise UnsureError
            seen.add(key)
            if key in _READ or (annotated and key == "annotations") or key.lower().startswith("ownerreference"):
                found[key] = self._value(child)
            elif key not in UNREAD:
                self._check_unique(child)
        return found

    def _check_unique(self, node: int) -> None:
        """Make sure that no key stands twice in a mapping, at any depth."""
        tree = self._tree
        if not tree.is_container(node):
            return
        keys = set()
        for child in self._children(node):
            if tree.is_map(node):
                keys.add(self._key(child))
            self._check_unique(child)
        if tree.is_map(node) and len(keys) != tree.num_children(node):
            raise UnsureError

    def _value(self, node: int) -> Plain:
        tree = self._tree
        if tree.is_map(node):
            found: dict[str, Plain] = {key: self._value(child) for key, child in self._members(node)}
            if len(found) != tree.num_children(node):
                raise UnsureError
            return found
        if tree.is_seq(node):
            return [self._value(child) for child in self._children(node)]
        if tree.is_val_literal(node) or tree.is_val_folded(node):
            # A comment in the header that has indicators of its own changes what rapidyaml keeps.
            raise UnsureError
        view = tree.val(node)
        text = "" if view is None else str(view, "utf-8")
        return resolve(text) if tree.is_val_plain(node) else text

    def _body(self, node: int, left_out: frozenset[str]) -> dict[str, Body]:
        found: dict[str, Body] = {}
        for key, child in self._members(node):
            if key in found:
                raise UnsureError
            if key not in left_out:
                found[key] = self._body_value(child, left_out)
        return found

    def _body_value(self, node: int, left_out: frozenset[str]) -> Body:
        if self._tree.is_map(node):
            return self._body(node, left_out)
        if self._tree.is_seq(node):
            return [self._body_value(child, left_out) for child in self._children(node)]
        value = self._value(node)
        return value.value if isinstance(value, Literal) else cast("Body", value)

    def _key(self, node: int) -> str:
        view = self._tree.key(node)
        if view is None:
            raise UnsureError
        text = str(view, "utf-8")
        if not self._tree.is_key_quoted(node) and resolve(text) is not text:
            raise UnsureError
        return text

    def _members(self, node: int) -> Iterator[tuple[str, int]]:
        for child in self._children(node):
            yield self._key(child), child

    def _children(self, node: int) -> Iterator[int]:
        tree = self._tree
        child = tree.first_child(node)
        while child != self._none:
            yield child
            child = tree.next_sibling(child)


@contextmanager
def _quiet_stderr() -> Iterator[None]:
    """Keep what rapidyaml's C code prints about a text it refuses away from the user."""
    try:
        kept = os.dup(2)
    except OSError:  # there is no standard error to keep clean
        yield
        return
    try:
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 2)
        os.close(silent)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
