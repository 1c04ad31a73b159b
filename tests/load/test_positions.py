from __future__ import annotations

import json

import pytest

from ownerlint.model import Place
from tests.load.helpers import marked, one, positions, read

TEXT = """# head
---
# comment
apiVersion: v1
kind: Pod
metadata:
  name: web   # c
  labels: {a: b, "x/y.z": c}
  empty:
  annotations:
    text: |
      one
      two
  ownerReferences:
  # comment
  - apiVersion: apps/v1
    kind: "ReplicaSet"
    name: web-1
    uid: 'é1'
    uid: u2
  - {name: flow,
     uid: u3}
  -
"""


@pytest.mark.parametrize(
    ("path", "line", "text"),
    [
        ("", 4, "apiVersion: v1"),
        ("kind", 5, "Pod"),
        ("metadata", 6, "metadata"),
        ("metadata.name", 7, "web"),
        ("metadata.labels", 8, '{a: b, "x/y.z": c}'),
        ('metadata.labels["x/y.z"]', 8, "c"),
        ("metadata.empty", 9, "empty"),
        ("metadata.annotations.text", 11, "|"),
        ("metadata.uid", 7, "name: web"),
        ("metadata.name.deeper", 7, "web"),
        ("metadata.ownerReferences", 14, "ownerReferences"),
        ("metadata.ownerReferences[0]", 16, "apiVersion: apps/v1"),
        ("metadata.ownerReferences[0].kind", 17, '"ReplicaSet"'),
        ("metadata.ownerReferences[0].uid", 20, "u2"),
        ("metadata.ownerReferences[0].controller", 16, "apiVersion: apps/v1"),
        ("metadata.ownerReferences[1]", 21, "{name: flow,"),
        ("metadata.ownerReferences[1].uid", 22, "u3"),
        ("metadata.ownerReferences[1].kind", 21, "{name: flow,"),
        ("metadata.ownerReferences[9].kind", 16, "apiVersion: apps/v1"),
        ("spec.replicas", 4, "apiVersion: v1"),
    ],
)
@pytest.mark.parametrize("form", ["plain", "crlf", "cr", "bom"])
def test_places_in_yaml(path: str, line: int, text: str, form: str) -> None:
    written = {
        "plain": TEXT.encode(),
        "crlf": TEXT.replace("\n", "\r\n").encode(),
        "cr": TEXT.replace("\n", "\r").encode(),
        "bom": TEXT.encode("utf-8-sig"),
    }[form]
    obj = one(written)
    span = positions(written).span(obj.place, path)
    assert (span.line, marked(written, span)) == (line, text)


def test_the_place_of_an_empty_entry() -> None:
    span = positions(TEXT).span(one(TEXT).place, "metadata.ownerReferences[2].uid")
    assert span.line == 23
    assert span.end_column > span.column


def test_keys() -> None:
    found, place = positions(TEXT), one(TEXT).place
    twice = found.key_span(place, "metadata.ownerReferences[0].uid")
    assert (twice.line, marked(TEXT, twice)) == (20, "uid")
    assert marked(TEXT, found.key_span(place, 'metadata.labels["x/y.z"]')) == '"x/y.z"'
    assert found.key_span(place, "metadata.absent") == found.span(place, "metadata.absent")


LISTS = """apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Pod
  metadata: {name: a}
-
  kind: PodList
  apiVersion: v1
  items:
  - metadata:
      name: b
---
apiVersion: v1
kind: PodList
items: [{"metadata": {"name": "c"}}, {"metadata":
  {"name": "d"}}]
"""


def test_items_of_lists() -> None:
    found = positions(LISTS)
    seen = {}
    for obj in read(LISTS).objects:
        name, first = found.span(obj.place, "metadata.name"), found.span(obj.place)
        seen[obj.name] = (name.line, marked(LISTS, name), first.line)
    assert seen == {"a": (6, "a", 4), "b": (12, "b", 11), "c": (16, '"c"', 16), "d": (17, '"d"', 16)}


@pytest.mark.parametrize("indent", [None, 2])
def test_places_in_json(indent: int | None) -> None:
    items = [
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": f"n{n}", "ownerReferences": [{"uid": f"ü{n}"}]}}
        for n in range(50)
    ]
    text = json.dumps({"items": items, "kind": "List", "apiVersion": "v1"}, indent=indent, ensure_ascii=False)
    found = positions(text, "a.json")
    objects = read(text, "a.json").objects
    assert len(objects) == 50
    for number, obj in enumerate(objects):
        uid = found.span(obj.place, "metadata.ownerReferences[0].uid")
        assert marked(text, uid) == f'"ü{number}"'
        assert marked(text, found.key_span(obj.place, "metadata.ownerReferences[0].uid")) == '"uid"'
        missing = found.span(obj.place, "metadata.ownerReferences[0].name")
        assert (missing.line, marked(text, missing)) == (uid.line, f'"uid": "ü{number}"')
        assert marked(text, found.span(obj.place)) == '"apiVersion": "v1"'


def test_json_values_one_after_the_other() -> None:
    text = (
        '{"apiVersion": "v1", "kind": "Pod"}\n\n{"apiVersion": "v1", "kind": "Node"}{"apiVersion": "v1", "kind": "Job"}'
    )
    objects = read(text, "a.json").objects
    spans = [positions(text, "a.json").span(obj.place, "kind") for obj in objects]
    assert [(span.line, marked(text, span)) for span in spans] == [(1, '"Pod"'), (3, '"Node"'), (3, '"Job"')]


def test_an_alias_stands_where_it_is_written() -> None:
    text = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: &n web\n  ownerReferences: [{name: *n}]\n"
    span = positions(text).span(one(text).place, "metadata.ownerReferences[0].name")
    assert (span.line, marked(text, span)) == (5, "*n")


def test_lines_for_snippets() -> None:
    found = positions("a\r\nb\rc\n")
    assert found.lines(1, 2) == ["a", "b"]
    assert found.lines(0, 9) == ["a", "b", "c", ""]
    assert found.text == "a\nb\nc\n"


def test_broken_documents_do_not_move_the_others() -> None:
    text = "a: [\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: x}\n"
    (obj,) = read(text).objects
    assert positions(text).span(obj.place, "metadata.name").line == 5


def test_a_document_that_is_not_there() -> None:
    assert positions("a: b\n").span(Place("test.yaml", 7, (), 1, ""), "x").line == 1
