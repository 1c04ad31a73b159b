"""The graph for programs, and its schema."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from ownerlint.draw.claims import MALFORMED, MERGED
from ownerlint.graph import Reason, Resolution
from ownerlint.model import KubeObject
from tests.builders import make, reference
from tests.graph_command.pictures import drawing

SCHEMA = json.loads(files("ownerlint.draw").joinpath("graph.schema.json").read_text(encoding="utf-8"))


def parsed(*objects: KubeObject) -> Any:
    document = json.loads(drawing("json", *objects).encode("utf-8"))
    Draft202012Validator(SCHEMA).validate(document)
    return document


def test_a_small_graph() -> None:
    owner = make("Deployment", "web", api_version="apps/v1", uid="u1", file="a.yaml")
    dependent = make(
        "Secret",
        "x",
        reference("Deployment", "web", "u1", api_version="apps/v1", controller=True, block=True),
        reference("Deployment", "web", "u2", api_version="apps/v1"),
        uid="u3",
        file="a.yaml",
        document=1,
    )
    assert parsed(owner, dependent) == {
        "version": 1,
        "objects": [
            {
                "id": "a.yaml#0",
                "apiVersion": "apps/v1",
                "kind": "Deployment",
                "namespace": "shop",
                "name": "web",
                "uid": "u1",
                "file": "a.yaml",
                "line": 1,
            },
            {
                "id": "a.yaml#1",
                "apiVersion": "v1",
                "kind": "Secret",
                "namespace": "shop",
                "name": "x",
                "uid": "u3",
                "file": "a.yaml",
                "line": 1,
            },
        ],
        "references": [
            {
                "from": "a.yaml#1",
                "to": "a.yaml#0",
                "resolution": "solid",
                "reason": "found",
                "decidedBy": None,
                "controller": True,
                "blockOwnerDeletion": True,
                "claims": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web", "uid": "u1"},
            },
            {
                "from": "a.yaml#1",
                "to": None,
                "resolution": "dangling",
                "reason": "uid-mismatch",
                "decidedBy": "a.yaml#0",
                "controller": False,
                "blockOwnerDeletion": False,
                "claims": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web", "uid": "u2"},
            },
        ],
    }


def test_entries_that_the_collector_never_sees() -> None:
    entry = reference("Pod", "a", "u1")
    found = parsed(make("Secret", "x", entry, entry, reference("Pod", "", "u1"), uid="u2"))["references"]
    assert [(one["resolution"], one["reason"]) for one in found] == [
        ("unknown", "not-in-files"),
        (None, "merged"),
        (None, "malformed"),
    ]


def test_the_schema_knows_every_word() -> None:
    words = SCHEMA["$defs"]["reference"]["properties"]
    assert set(words["resolution"]["enum"]) == {*(one.value for one in Resolution), None}
    assert set(words["reason"]["enum"]) == {*(one.value for one in Reason), MALFORMED, MERGED}


ANY = st.text(max_size=4)
NAMES = st.sampled_from(["a", "b", "c", ""]) | ANY
ENTRIES = st.builds(
    lambda kind, name, uid, version, controller: reference(kind, name, uid, api_version=version, controller=controller),
    st.sampled_from(["Pod", "Node", "Pdo", "PodList", ""]) | ANY,
    NAMES,
    st.sampled_from(["1", "2", "3"]) | ANY,
    st.sampled_from(["v1", "v9", "apps/v1", "example.com/v1"]) | ANY,
    st.booleans(),
)
OBJECTS = st.lists(
    st.tuples(
        st.sampled_from(["Pod", "Node", "Secret"]) | ANY,
        NAMES,
        st.sampled_from(["1", "2", "3", ""]),
        st.sampled_from(["shop", "billing", ""]),
        st.lists(ENTRIES, max_size=4),
    ),
    max_size=8,
)


@given(OBJECTS)
def test_each_object_and_each_reference_appears_exactly_once(
    drawn: list[tuple[str, str, str, str, list[Any]]],
) -> None:
    objects = [
        make(kind, name, *entries, uid=uid, namespace=namespace, document=number)
        for number, (kind, name, uid, namespace, entries) in enumerate(drawn)
    ]
    document = parsed(*objects)
    assert [one["id"] for one in document["objects"]] == [f"all.yaml#{number}" for number in range(len(objects))]
    expected = [
        (
            f"all.yaml#{obj.place.document}",
            dict(zip(("apiVersion", "kind", "name", "uid"), entry.coordinates(), strict=True)),
        )
        for obj in objects
        for entry in obj.owner_references
    ]
    assert [(one["from"], one["claims"]) for one in document["references"]] == expected
    for format_ in ("tree", "dot", "mermaid"):
        drawing(format_, *objects).encode("utf-8")
