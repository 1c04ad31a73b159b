"""What the reader in C is sure of, what it leaves to others, and what it makes of values."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from ownerlint.load import blocks, layers, project, regular
from ownerlint.load.plain import UNREAD, WANTED, UnsureError
from tests.load.block_readers import BASES, BUILT, agree, all_agree, parts, readers

SURE = (
    *BASES,
    "apiVersion: v1\nkind: Pod\nmetadata:\n    name: a\nspec:\n    b:\n    - c\n    -   d\n",
    "apiVersion: v1\nkind: Pod\nmetadata:\n  'name': a\n  \"uid\" : b\nspec:\n  - - a\n    - - b: c\n        d: e\n  -\n    f\n",
    "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  a: >-\n    b\n     c\n  d: |+\n    e\n\n  f: |2\n     g\n",
    "kind: Role\napiVersion: rbac.authorization.k8s.io/v1\nmetadata:\n  name: a\nrules: [{verbs: [get, 'list'], \"a\": 1}]\n",
    "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a # c\n  # c\n  managedFields:\n  - a: b\n    a: c\nspec:\n  a: b\n  a: c\n",
    'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  a: [b, # c\n    {c: d},\n  ]\n  e: {\n  f: "g\\t\\u00e9"\n  }',
    "apiVersion: v1\nkind: Pod\nmetadata:\n  name: 'a\n    b'\n  uid: \"c \\\n    d\"\n  namespace: e\n    f\n\n    g",
    "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  a: &x b\n  c: &y 'd'\n  e: *x\n  f: *y # c\n",
    "apiVersion: v1\nkind: PodList\nitems: [] # none\n",
    "apiVersion: v1\nkind: PodList\nitems:\n",
    "- apiVersion: v1\n- b\n",
    "a: b\n...\n",
    "a: |\n  b\n...  # c",
    "a: b # c\nd:\n- e\n... \n",
    "a: b\n  - c\n  ? d\n",
    "a: b",
)


@pytest.mark.parametrize("text", SURE)
def test_what_it_is_sure_of(text: str) -> None:
    all_agree(text)
    assert all(agree(reader, text) for reader in BUILT)


LEFT = parts(
    "¦a¦'a'¦[a]¦{a: b}¦|\n  a\n¦# a\n¦\n¦\t¦ a: b\n¦--- a: b\n¦... a: b\n¦%a: b\n¦a: b\n...\n\n¦a: b\n... c\n¦a: b\n...\nc: d\n¦a: b\n---\n¦a: 'b\n... c'\n¦"
    "a: [b,\n... c]\n¦a: b\n--- c: d\n¦<<: {kind: Pod}\n¦a: b\n<<:\n  kind: Pod\n¦"
    "kind: List\nitems:\n- <<: {kind: Pod}\n¦? a\n: b\n¦*a : b\n¦a: *b\n¦a: &b [c]\n¦a: &b\n  c: d\n¦a: !b c\n¦"
    "!a b: c\n¦&a b: c\n¦a: &b |\n  c\n¦a: *b c\n¦a:\tb\n¦a: b\tc\n¦a: b\n\tc: d\n¦a: 'b\n\tc'\n¦a: [b,\tc]\n¦"
    "a: |\n \tb\n¦a: b\n  \n \t\n¦a: b\x85\n¦a: b\u2028\n¦a: b\u2029\n¦a: b\ufeff\n¦a: \x7f\n¦a: \x01\n¦"
    'a: \ufffe\n¦a: \'b\' c\n¦a: \'b\n¦a: "b\\¦a: "\\q"\n¦a: "\\ud800"\n¦a: "\\x41"\n¦a: \'b\'#c\n¦'
    "a: [b]#c\n¦a: [b\n¦a: [b#c\n]\n¦a: [b]]\n¦a: {b}\n¦a: {b:c}\n¦a: [b: c]\n¦a: [- b]\n¦a: {{ b }}\n¦a: {b: c} d\n¦"
    "a: b: c\n¦a: b\n  c: d\n¦a: b\n# c\n  d\n¦a: b # c\n  d\n¦a: b\n  : c\n¦a: - b\n¦a: b\n c\nd\n¦"
    "a:\n    b: c\n  d: e\n¦a:\n  - b\n - c\n¦- a\nb: c\n¦a:\n- b\n c\nd: e\n- f\n¦a: |x\n¦a: |22\n¦"
    "a: |\n     \n  b\n¦a: |\n   b\n  c\n¦kind: a\nkind: b\n¦metadata:\n  a: b\n  a: c\n¦metadata: {1: a}\n¦"
    "metadata:\n  labels: {a: b, a: c}\n¦items: a\n¦items: {}\n¦items:\n- a\n¦items:\n-\n¦"
    'items: []\nitems: []\n¦kind: >\n  a\n¦kind: |+\n  a\n¦kind: |\n  a¦kind: "a\\tb"\n¦a: &\n¦a: &b,c d\n¦'
    "\"a\\n\": b\n¦'a''b': c\n"
)


LONG = (f"{'a' * 501}: b\n", f"{'a' * 1100}: b\n", f"a: {'[' * 200}{']' * 200}\n", "- " * 200 + "a\n")


@pytest.mark.parametrize("text", [*LEFT, *LONG])
def test_what_it_leaves_to_others(text: str) -> None:
    for reader in BUILT:
        with pytest.raises(UnsureError):
            reader(text.encode())


def test_many_anchors_and_aliases() -> None:
    head = "kind: A\napiVersion: v1\n"
    anchors = head + "".join(f"a{number}: &x{number} b\n" for number in range(65))
    aliases = head + "a: &x b\n" + "".join(f"b{number}: *x\n" for number in range(1001))
    for text in (anchors, aliases):
        all_agree(text)
        assert not any(agree(reader, text) for reader in BUILT)
        assert all(agree(reader, text[: text[:-1].rindex("\n") + 1]) for reader in BUILT)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("|\n    a\n      \n", "a\n  \n"),
        ("|-\n    a\n      \n", "a\n  "),
        ("|\n    a\n  \n\n", "a\n"),
        ("|-\n\n\n    a\n\n     b\n", "\n\na\n\n b"),
        ("|1\n      \n    a\n", "   \n a\n"),
        ("|\n", ""),
        ("'a \n\n\n  b '\n", "a\n\nb "),
        ("'a''b\n    ''c'\n", "a'b 'c"),
        ('"a \\\n    b\\nc \n    d"\n', "a b\nc d"),
        ('"\\"\\\\\\/\\r"\n', '"\\/\r'),
        ("a\n    b\n\n\n    c # d\n", "a b\n\nc"),
        ("a#b:c\n", "a#b:c"),
        ("a\n    - b\n    -c\n", "a - b -c"),
        ("[a b , 'c',\n    {d: 1, \"e\": ~}]\n", ["a b", "c", {"d": 1, "e": None}]),
        ("{a: [yes, 0x1F, .5], 'b c': {}}\n", {"a": [True, 31, 0.5], "b c": {}}),
        (
            "\n  - a\n  -\n  - - b\n    - c: d\n      e:\n  - f:\n    - g\n",
            ["a", None, ["b", {"c": "d", "e": None}], {"f": ["g"]}],
        ),
    ],
)
def test_a_value_in_a_body(value: str, expected: object) -> None:
    chunk = f"kind: A\nspec:\n  value: {value}end: x\n".encode().replace(b": \n", b":\n")
    for reader in BUILT:
        found = reader(chunk)
        assert found is not None
        assert found.body(frozenset()) == {"kind": "A", "spec": {"value": expected}, "end": "x"}
        assert found.body(frozenset({"value", "end"})) == {"kind": "A", "spec": {}}
    all_agree(chunk.decode())


def test_the_names_that_an_outline_has() -> None:
    names = {*WANTED, *regular._READ, *UNREAD, "spec", "status", "data", "generateName", "selfLink", "KIND", "ownerRef"}
    top = "".join(f"{name}: x\n" for name in sorted(names - {"metadata"}))
    metadata = "".join(f"  {name}: x\n" for name in sorted(names))
    annotations = f"  annotations:\n    other: x\n    {regular.IGNORE_ANNOTATION}: why\n"
    for reader in readers():
        found = reader(f"{top}metadata:\n{metadata}{annotations}".encode())
        assert found is not None
        assert found.top.keys() == WANTED
        kept = found.top["metadata"]
        assert isinstance(kept, dict)
        assert kept.keys() == regular._READ | {"annotations", "ownerRef"}
        assert kept["annotations"] == {regular.IGNORE_ANNOTATION: "why"}
    assert regular.IGNORE_ANNOTATION == project.IGNORE_ANNOTATION


@pytest.mark.parametrize("name", sorted({*UNREAD, "labels", "generateName"}))
def test_repeated_keys_count_but_under_what_nobody_reads(name: str) -> None:
    text = f"kind: Pod\napiVersion: v1\nmetadata:\n  name: a\n  {name}:\n    a: b\n    a: c\n"
    for reader in BUILT:
        assert agree(reader, text) is (name in UNREAD)


def test_items_have_their_own_text_and_body() -> None:
    chunk = b"kind: List\nitems:\n# c\n- kind: A\n  b: c\n# d\n-   kind: B\n"
    for reader in readers():
        found = reader(chunk)
        assert found is not None
        assert found.items is not None
        first, second = (one for one in found.items() if one is not None)
        assert [one.body(frozenset()) for one in (first, second)] == [{"kind": "A", "b": "c"}, {"kind": "B"}]
        texts = [one.text() for one in (found, first, second) if one.text is not None]
        assert [text.count(b"kind") for text in texts] == [3, 1, 1]


def test_a_checkout_without_a_compiler() -> None:
    with patch.object(blocks, "_block", None):
        assert not blocks.available()
        found = layers.read(b"kind: A\n")
        assert found is not None
        assert found.top == {"kind": "A"}
