from __future__ import annotations

import json
from io import StringIO

import pytest
from ruamel.yaml import YAML

from ownerlint.model import InputFault, KubeObject, Skipped, Span, Spot
from tests.load.helpers import one, read


def places(text: str | bytes, file: str = "test.yaml") -> list[tuple[str, int, tuple[int, ...], int]]:
    return [(obj.name, obj.place.document, obj.place.item, obj.place.line) for obj in read(text, file).objects]


def pod(name: str) -> str:
    return f"apiVersion: v1\nkind: Pod\nmetadata:\n  name: {name}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (pod("a"), [("a", 0, (), 1)]),
        (f"---\n{pod('a')}---\n{pod('b')}", [("a", 0, (), 2), ("b", 1, (), 7)]),
        (f"# one\n\n{pod('a')}--- # two\n# three\n{pod('b')}", [("a", 0, (), 3), ("b", 1, (), 9)]),
        (f"---\n---\n# nothing\n---\n{pod('a')}...\n---\n", [("a", 0, (), 5)]),
        (f"{pod('a')}...\n{pod('b')}", [("a", 0, (), 1), ("b", 1, (), 6)]),
        (f"%YAML 1.1\n# c\n---\n{pod('a')}...\n%TAG !x! !y\n---\n{pod('b')}", [("a", 0, (), 4), ("b", 1, (), 11)]),
        (f"--- !tag\n{pod('a')}", [("a", 0, (), 1)]),
        ("--- {apiVersion: v1, kind: Pod, metadata: {name: a}}\n", [("a", 0, (), 1)]),
        (f"---\t# tab\n{pod('a')}", [("a", 0, (), 2)]),
        (f"{pod('a')}---", [("a", 0, (), 1)]),
        (f"{pod('a')}data: |\n  ---\n  x\n---\n{pod('b')}", [("a", 0, (), 1), ("b", 1, (), 9)]),
        ('{"apiVersion":"v1","kind":"Pod"}\n{"apiVersion":"v1","kind":"Pod"}', [("", 0, (), 1), ("", 1, (), 1)]),
        ('{"apiVersion":"v1","kind":"Pod"}\n---\n{"apiVersion":"v1","kind":"Pod"}', [("", 0, (), 1), ("", 1, (), 3)]),
    ],
)
def test_where_documents_begin(text: str, expected: list[tuple[str, int, tuple[int, ...], int]]) -> None:
    assert places(text) == expected
    assert read(text).documents == len(expected)


@pytest.mark.parametrize("end", ["\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_line_ends_and_byte_order_marks(end: str, encoding: str) -> None:
    text = f"# c\n{pod('ä')}---\n{pod('b')}".replace("\n", end).encode(encoding)
    assert places(text) == [("ä", 0, (), 2), ("b", 1, (), 7)]


def test_lists_of_all_kinds() -> None:
    text = """apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: Pod, metadata: {name: a}}
- apiVersion: v1
  kind: PodList
  items:
  - metadata: {name: b}
  - {apiVersion: apps/v1, kind: Deployment, metadata: {name: c}}
- {apiVersion: example.com/v1, kind: WishList, metadata: {name: d}}
"""
    found = read(text).objects
    assert [(obj.api_version, obj.kind, obj.name, obj.place.item) for obj in found] == [
        ("v1", "Pod", "a", (0,)),
        ("v1", "Pod", "b", (1, 0)),
        ("apps/v1", "Deployment", "c", (1, 1)),
        ("example.com/v1", "WishList", "d", (2,)),
    ]


def test_list_items_that_are_no_objects() -> None:
    found = read("apiVersion: v1\nkind: List\nitems: [{kind: Pod}, 5, {}, {apiVersion: v1, kind: Pod}]\n")
    assert len(found.objects) == 1
    assert found.skipped == (Skipped("test.yaml", "no-kind", 1), Skipped("test.yaml", "not-a-manifest", 1))


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        ("", ["empty"]),
        ("---\n# nothing\n---\n", ["empty"]),
        ("a: b\n", ["not-a-manifest"]),
        ("- apiVersion: v1\n  kind: Pod\n", ["not-a-manifest"]),
        ("text\n---\n5\n", ["not-a-manifest"]),
        ("kind: Pod\n---\napiVersion: v1\nkind:\n---\na: b\n", ["no-kind", "not-a-manifest"]),
        ("apiVersion: v1\nkind: 5\n", ["no-kind"]),
        ("apiVersion: v1\nkind: List\n", ["empty-list"]),
        ("apiVersion: v1\nkind: PodList\nitems: []\n", ["empty-list"]),
        ("a: {{ .Values.x }}\n", ["template"]),
        ("apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Values.x }}\n", ["template"]),
        ("apiVersion: v1\nkind: Pod\n{% if x %}\na: b\n{% endif %}\n", ["template"]),
        ("apiVersion: v1\nkind: Pod\nmetadata:\n  name: {NAME}.x\n", ["template"]),
        ("a: [\n", ["not-a-manifest"]),
        (b"\x89PNG\x00\xff", ["not-a-manifest"]),
    ],
)
def test_a_file_without_any_object_is_skipped_as_a_whole(text: str | bytes, reasons: list[str]) -> None:
    found = read(text)
    assert (found.objects, found.faults) == ((), ())
    assert found.skipped == tuple(Skipped("test.yaml", reason) for reason in reasons)


def test_documents_beside_an_object_are_skipped_by_line() -> None:
    found = read(f"a: b\n---\n{pod('a')}---\nkind: x\n")
    assert found.skipped == (Skipped("test.yaml", "not-a-manifest", 1), Skipped("test.yaml", "no-kind", 8))
    assert found.documents == 3


def test_a_broken_document_leaves_the_others_readable() -> None:
    found = read(f"{pod('a')}---\n{pod('b')}  x: y: z\n---\n{pod('c')}")
    assert [obj.name for obj in found.objects] == ["a", "c"]
    assert [obj.place.document for obj in found.objects] == [0, 2]
    assert found.faults == (
        InputFault(
            "syntax-error", Spot("test.yaml", Span(10, 7, 10, 8)), "Mapping values are not allowed in this context."
        ),
    )


def test_template_marks_in_quotes_are_no_template() -> None:
    assert one("apiVersion: v1\nkind: Pod\nmetadata:\n  name: '{{ .Values.x }}'\n").name == "{{ .Values.x }}"


def test_a_mark_in_one_document_does_not_excuse_a_broken_other() -> None:
    found = read(f"{pod('a')}  annotations: {{x: '{{{{ $labels.x }}}}'}}\n---\n{pod('b')} x\n")
    assert [fault.rule for fault in found.faults] == ["syntax-error"]


def test_merge_keys_and_aliases() -> None:
    text = """apiVersion: v1
kind: Pod
metadata:
  labels: &labels {app: a}
  annotations: *labels
  <<: [{name: first, namespace: ns}, {name: second, uid: u}]
  name: own
  ownerReferences:
  - &owner {apiVersion: v1, kind: Node, name: node, uid: x}
  - <<: *owner
    uid: z
  - *owner
"""
    obj = one(text)
    assert (obj.name, obj.namespace, obj.uid) == ("own", "ns", "u")
    assert [(entry.kind, entry.uid) for entry in obj.owner_references] == [("Node", "x"), ("Node", "z"), ("Node", "x")]
    assert obj.faults == ()


@pytest.mark.parametrize(
    ("file", "kind"),
    [
        ("a/kustomization.yaml", ("kustomize.config.k8s.io/v1beta1", "Kustomization")),
        ("a/kustomization.yml", ("kustomize.config.k8s.io/v1beta1", "Kustomization")),
        ("Kustomization", ("kustomize.config.k8s.io/v1beta1", "Kustomization")),
        ("kyverno-test.yaml", ("cli.kyverno.io/v1alpha1", "Test")),
    ],
)
def test_files_whose_name_says_the_kind(file: str, kind: tuple[str, str]) -> None:
    obj = one("patches: [{path: a.yaml}]\n", file)
    assert (obj.api_version, obj.kind) == kind
    assert obj.body == {"patches": [{"path": "a.yaml"}]}


@pytest.mark.parametrize("as_json", [False, True])
def test_of_a_definition_the_schema_is_left_out(as_json: bool) -> None:
    definition = {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "wishes.example.com"},
        "spec": {
            "group": "example.com",
            "scope": "Namespaced",
            "names": {"kind": "Wish", "plural": "wishes"},
            "versions": [{"name": "v1", "served": True, "storage": True, "schema": {"openAPIV3Schema": {}}}],
        },
    }
    body = one(json.dumps(definition), "a.json").body if as_json else one(_yaml(definition)).body
    assert body == {
        **definition,
        "spec": {
            "group": "example.com",
            "scope": "Namespaced",
            "names": {"kind": "Wish", "plural": "wishes"},
            "versions": [{"name": "v1", "served": True, "storage": True}],
        },
    }


def _yaml(value: object) -> str:
    stream = StringIO()
    YAML(typ="safe").dump(value, stream)
    return stream.getvalue()


def test_what_else_is_read() -> None:
    text = """apiVersion: v1
kind: Pod
metadata:
  name: a
  namespace: ns
  uid: u
  deletionTimestamp: 2024-01-01T00:00:00Z
  finalizers: [a/b, c/d]
  annotations: {ownerlint.dev/ignore: "x, y"}
"""
    obj: KubeObject = one(text)
    assert obj.uid == "u"
    assert obj.deletion_timestamp == "2024-01-01T00:00:00Z"
    assert obj.finalizers == ("a/b", "c/d")
    assert obj.ignored == "x, y"
    assert obj.body is None


def test_comments_are_noticed() -> None:
    assert read(f"# ownerlint: ignore[x]\n{pod('a')}").has_comments
    assert not read(pod("a")).has_comments
