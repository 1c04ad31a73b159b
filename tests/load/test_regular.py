"""The layer that reads shapes of lines takes nothing that YAML refuses, and means what YAML means."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ownerlint.load import LoadOptions, load
from tests.load.helpers import CAREFUL, FAST, one, read, source

KEYS = (
    *("apiVersion", "kind", "metadata", "name", "uid", "namespace", "ownerReferences", "finalizers", "annotations"),
    *("items", "spec", "managedFields", "labels", "on", "1", "a:b", "'q r'", '"q"', "null", "ownerreferences"),
    *("ownerlint.dev/ignore", "k:{}", ".", "~", "controller", "<<"),
)
VALUES = (
    *("", "v1", "Pod", "x", "1", "yes", "~", "a:b", "a: b", "a #c", "a #c: d", "a:", "a#b", "'a'", "'a''b'", "'a"),
    *('"a"', '"a\\"b"', '"a\\', '"a', '"\\x41"', "{}", "[]", "{ }", "[a, 'b']", "{a: b}", "|", ">-", "|2", "| #c"),
    *(
        "- a",
        "-a",
        "-",
        "--",
        "? a",
        ":a",
        "%a",
        "@a",
        "&a b",
        "*a",
        "!x y",
        "a ",
        "a  b",
        "é",
        "\u2028",
        "\x7f",
        "# c",
    ),
    *("a\tb", "\ta", "'", '"', "b'", 'b"', "b''", "c' d", "# c", "[a", "a]", "=", "<<", "0x1F", "2024-01-01", "List"),
)
LINES = st.tuples(
    st.integers(0, 5),
    st.sampled_from(["", "", "", "- ", "-  ", "- - "]),
    st.sampled_from([f"{key}: " for key in KEYS] + ["metadata: ", "items: ", "", "", "", "a:", "k :"]),
    st.sampled_from(VALUES + ("",) * 12),
).map(lambda parts: " " * parts[0] + parts[1] + (parts[2] + parts[3]).rstrip(" " if parts[3] != "a " else ""))
STARTS = (
    "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n",
    "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  ownerReferences:\n  - name: b\n    uid: c\n",
    "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata:\n    name: a\n",
    "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: a\nspec:\n  finalizers:\n  - kubernetes\n",
    "",
)


@settings(max_examples=600, deadline=None)
@given(start=st.sampled_from(STARTS), lines=st.lists(LINES, max_size=6), end=st.sampled_from(["", "\n", "\n\n"]))
def test_lines_of_any_shape(start: str, lines: list[str], end: str) -> None:
    read(start + "\n".join(lines) + end)


@pytest.mark.parametrize(
    ("metadata", "name"),
    [
        ("name: web-1", "web-1"),
        ("name: 'web'", "web"),
        ('name: "web"', "web"),
        ("name: web   ", "web"),
        ("name:   web", "web"),
        ("name: web # the shop", "web"),
        ("name: web\n    and more", "web and more"),
        ("name: 'web\n    shop'", "web shop"),
        ('name: "web\\\n    shop"', "webshop"),
        ("name: |-\n    web", "web"),
        ("'name': web", "web"),
        ("labels:\n    name: x\n  name: web", "web"),
        ("annotations:\n    text: |\n      name: no\n\n      uid: no\n  name: web", "web"),
        ("annotations:\n    text: 'a\n      name: no\n      # no comment'\n  name: web", "web"),
        ("managedFields:\n  - f:metadata:\n      name: no\n  name: web", "web"),
        ("# name: no\n  name: web\n# end", "web"),
    ],
)
def test_a_name_in_every_style(metadata: str, name: str) -> None:
    assert one(f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  {metadata}\n").name == name


@pytest.mark.parametrize(
    "wrong",
    [
        "a:\n    b: c\n   d: e",
        "a: b\n    c: d",
        "a: b\n  - c",
        "a:\n    b: c\n  - d",
        "a:\n    - b\n    c: d",
        "a: |\n      b\n     c",
        "a: 'b' c",
        "a: 'b\n    c",
        "a: b: c",
        "a: b\n    # c\n    d",
        'a: "\\q"',
        "a: b\n\tc: d",
    ],
)
def test_what_is_no_yaml_is_refused(wrong: str) -> None:
    found = read(f"apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n  {wrong}\n")
    assert [fault.rule for fault in found.faults] == ["syntax-error"]


def test_objects_of_one_shape_keep_their_own_values() -> None:
    text = "---\n".join(
        f"apiVersion: v1\nkind: Pod\nmetadata:\n  name: pod-{number}\n  uid: {number}-a\n  ownerReferences:\n"
        f"  - apiVersion: apps/v1\n    kind: ReplicaSet\n    name: web-{number % 7}\n    uid: u-{number % 7}\n"
        for number in range(300)
    )
    found = [(obj.name, obj.uid, obj.owner_references[0].name, obj.place.line) for obj in read(text).objects]
    assert found == [(f"pod-{i}", f"{i}-a", f"web-{i % 7}", i * 11 + 1) for i in range(300)]


def test_more_shapes_than_are_remembered() -> None:
    texts = [
        f"apiVersion: v1\nkind: Pod\nmetadata:\n  name: n{number}\n  labels:\n"
        + "".join(f"    key-{number}-{label}: x\n" for label in range(60))
        for number in range(1200)
    ]
    names = [obj.name for text in texts for obj in load(source(text), LoadOptions()).objects]
    assert names == [f"n{number}" for number in range(1200)]


def test_records_that_repeat_are_shared_by_objects_of_one_owner() -> None:
    text = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  ownerReferences:\n  - kind: X\n    controller: {}\n"
    first, second = (one(text.format(flag)).owner_references[0] for flag in ("true", "false"))
    assert (first.controller, first.explicit_false) == (True, ())
    assert (second.controller, second.explicit_false) == (False, ("controller",))


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_inside_a_value(data: bytes) -> None:
    text = b"apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  annotations:\n    a: |\n      x" + data + b"\n"
    assert load(source(text), FAST) == load(source(text), CAREFUL)
