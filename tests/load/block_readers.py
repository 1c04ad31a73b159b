"""The layers that read block style, and how to compare them with the careful layer."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from itertools import product
from types import ModuleType
from typing import Final
from unittest.mock import patch

from ownerlint.load import blocks, careful, layers, project, tree
from ownerlint.load.crd_body import SCHEMAS
from ownerlint.load.plain import UNREAD, Outline, UnsureError
from ownerlint.model import Place

Read = Callable[[bytes], "Outline | None"]

LEFT_OUT: Final = (frozenset[str](), UNREAD, SCHEMAS, frozenset({"name", "a", "spec"}))
FILES: Final = ("test.yaml", "kustomization.yaml")


def _in_python(chunk: bytes) -> Outline | None:
    with patch.object(blocks, "_block", None):
        return layers.read(chunk)


BUILT: Final[list[Read]] = [blocks.read] if blocks.available() else []


def readers() -> list[Read]:
    return [*BUILT, _in_python]


def modules() -> list[ModuleType]:
    """The module in C, where it was built."""
    return [import_module("ownerlint.load._block")] if BUILT else []


def parts(text: str) -> list[str]:
    """The parts of a text, between broken bars: fragments of YAML need nearly all other characters themselves."""
    return text.split("¦")


def _said(outline: Outline | None, file: str, labels: bool) -> str:
    """Objects and reasons, as text, which also tells `1` from `True` and takes NaN for equal."""
    return repr(project.objects(outline, Place(file, 0, (), 1, file), labels=labels))


def _compare_bodies(outline: Outline, other: Outline) -> None:
    """Compare the bodies of an object, or of all in a list, as far as the first reader is sure of them."""
    for left_out in LEFT_OUT:
        with suppress(UnsureError):
            assert repr(outline.body(left_out)) == repr(other.body(left_out))
    with suppress(UnsureError):
        listed = [list(one.items()) if one.items else [] for one in (outline, other)]
        for one, expected in zip(*listed, strict=True):
            assert one is not None
            assert expected is not None
            _compare_bodies(one, expected)


def agree(reader: Read, text: str) -> bool:
    """Compare with the careful layer; return whether the reader was sure of the objects."""
    chunk = text.encode()
    try:
        found = reader(chunk)
    except UnsureError:
        return False
    root = tree.parse(chunk)  # raises where the document is to be refused
    assert root is not None
    other = careful.outline(root)
    assert (found is None) == (other is None)
    if found is not None and other is not None:
        _compare_bodies(found, other)
    sure = True
    for file, labels in product(FILES, (False, True)):
        try:
            said = _said(reader(chunk), file, labels)
        except UnsureError:
            sure = False
        else:
            assert said == _said(careful.outline(root), file, labels)
    return sure


def all_agree(text: str) -> None:
    for reader in readers():
        agree(reader, text)


BASES = (
    """apiVersion: v1
kind: Pod
metadata:
  name: a
  uid: "u\\n"
  labels: {a: b, c: [d, e]}
  annotations:
    ownerlint.dev/ignore: foo
    other: |
      x

      y
  ownerReferences:
  - apiVersion: apps/v1
    kind: ReplicaSet
    name: web # c
    controller: yes
  -
  - {}
  finalizers: [a/b, 'c', 5, ~]
spec:
  a: &x b
  c: *x
""",
    """kind: List
apiVersion: v1
items:
# c
- kind: Role
  metadata:
      name: multi
       line
  rules:
    - verbs: ['a''b',
        "c"]
      text: |-
        d

-   kind: Z
    apiVersion: g/v1
    metadata: {name: z, "uid": 0x1F}
    spec: 'quoted

      text'
""",
)
