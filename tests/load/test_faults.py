from __future__ import annotations

import json

import pytest

from ownerlint.model import Fault, FaultKind, OwnerReference
from tests.load.helpers import one

WRONG, UNKNOWN, TWICE = FaultKind.WRONG_TYPE, FaultKind.UNKNOWN_FIELD, FaultKind.DUPLICATE_KEY
ENTRY = "metadata.ownerReferences[0]"


def with_metadata(metadata: str) -> str:
    return f"apiVersion: v1\nkind: Pod\nmetadata: {metadata}\n"


@pytest.mark.parametrize(
    ("metadata", "fault"),
    [
        ("{name: 5}", Fault(WRONG, "metadata.name", "string", "integer", "5")),
        ("{name: 010}", Fault(WRONG, "metadata.name", "string", "integer", "010")),
        ("{name: 1e3}", Fault(WRONG, "metadata.name", "string", "float", "1e3")),
        ("{namespace: on}", Fault(WRONG, "metadata.namespace", "string", "boolean", "on")),
        ("{name: [a]}", Fault(WRONG, "metadata.name", "string", "list")),
        ("{uid: {a: b}}", Fault(WRONG, "metadata.uid", "string", "mapping")),
        ("{deletionTimestamp: 5}", Fault(WRONG, "metadata.deletionTimestamp", "string", "integer", "5")),
        ("[]", Fault(WRONG, "metadata", "mapping", "list")),
        ("text", Fault(WRONG, "metadata", "mapping", "string", "text")),
        ("{ownerReferences: {name: a}}", Fault(WRONG, "metadata.ownerReferences", "list", "mapping")),
        ("{ownerReferences: a}", Fault(WRONG, "metadata.ownerReferences", "list", "string", "a")),
        ("{ownerReferences: [a]}", Fault(WRONG, ENTRY, "mapping", "string", "a")),
        ("{ownerReferences: [[]]}", Fault(WRONG, ENTRY, "mapping", "list")),
        ("{ownerReferences: [{uid: 5}]}", Fault(WRONG, f"{ENTRY}.uid", "string", "integer", "5")),
        ("{ownerReferences: [{name: no}]}", Fault(WRONG, f"{ENTRY}.name", "string", "boolean", "no")),
        ("{ownerReferences: [{kind: []}]}", Fault(WRONG, f"{ENTRY}.kind", "string", "list")),
        ("{ownerReferences: [{apiVersion: 1.0}]}", Fault(WRONG, f"{ENTRY}.apiVersion", "string", "float", "1.0")),
        ("{ownerReferences: [{controller: 'true'}]}", Fault(WRONG, f"{ENTRY}.controller", "boolean", "string", "true")),
        (
            "{ownerReferences: [{blockOwnerDeletion: 1}]}",
            Fault(WRONG, f"{ENTRY}.blockOwnerDeletion", "boolean", "integer", "1"),
        ),
        ("{ownerReferences: [{namespace: a}]}", Fault(UNKNOWN, f"{ENTRY}.namespace", "", "namespace")),
        (
            "{ownerReferences: [{blockownerdeletion: a}]}",
            Fault(UNKNOWN, f"{ENTRY}.blockownerdeletion", "", "blockownerdeletion"),
        ),
        ("{ownerReferences: [{a.b/c: a}]}", Fault(UNKNOWN, f'{ENTRY}["a.b/c"]', "", "a.b/c")),
        ("{ownerreferences: []}", Fault(UNKNOWN, "metadata.ownerreferences", "", "ownerreferences")),
        ("{ownerReference: {}}", Fault(UNKNOWN, "metadata.ownerReference", "", "ownerReference")),
        ("{finalizers: a}", Fault(WRONG, "metadata.finalizers", "list", "string", "a")),
        ("{finalizers: [a, 5]}", Fault(WRONG, "metadata.finalizers[1]", "string", "integer", "5")),
        ("{finalizers: [{}]}", Fault(WRONG, "metadata.finalizers[0]", "string", "mapping")),
        ("{name: a, name: b}", Fault(TWICE, "metadata.name", "", "name")),
        ("{labels: {a: b, a: c}}", Fault(TWICE, "metadata.labels.a", "", "a")),
        ("{labels: {x/a.b: b, x/a.b: c}}", Fault(TWICE, 'metadata.labels["x/a.b"]', "", "x/a.b")),
        ("{ownerReferences: [{uid: a, uid: b}]}", Fault(TWICE, f"{ENTRY}.uid", "", "uid")),
    ],
)
def test_each_fault(metadata: str, fault: Fault) -> None:
    assert one(with_metadata(metadata)).faults == (fault,)


def test_owner_references_beside_the_metadata() -> None:
    obj = one("apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nownerReferences: []\n")
    assert obj.faults == (Fault(UNKNOWN, "ownerReferences", "", "ownerReferences"),)


@pytest.mark.parametrize("file", ["a.yaml", "a.json"])
def test_metadata_written_twice(file: str) -> None:
    text = '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "metadata": {"name": "b"}}'
    obj = one(text, file)
    assert obj.name == "b"
    assert obj.faults == (Fault(TWICE, "metadata", "", "metadata"),)


def test_json_keeps_the_text_of_numbers_and_finds_repeated_keys() -> None:
    obj = one(
        '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": 1.50, "uid": "a", "uid": true,'
        ' "labels": {"a": "", "a": ""}, "ownerReferences": [{"uid": 12}, null]}}',
        "a.json",
    )
    assert obj.name == "1.50"
    assert obj.uid == ""
    assert obj.faults == (
        Fault(TWICE, "metadata.labels.a", "", "a"),
        Fault(WRONG, "metadata.name", "string", "float", "1.50"),
        Fault(WRONG, f"{ENTRY}.uid", "string", "integer", "12"),
        Fault(TWICE, "metadata.uid", "", "uid"),
        Fault(WRONG, "metadata.uid", "string", "boolean", "true"),
    )
    assert obj.owner_references == (OwnerReference(0), OwnerReference(1))


@pytest.mark.parametrize(
    "metadata", ["", "null", "{}", "{name: null, uid: ~, ownerReferences: , finalizers: null}", "{ownerReferences: []}"]
)
def test_nothing_and_null_are_the_same(metadata: str) -> None:
    obj = one(with_metadata(metadata))
    assert (obj.name, obj.uid, obj.owner_references, obj.finalizers, obj.faults) == ("", "", (), (), ())


def test_a_null_entry_and_a_null_finalizer_are_empty() -> None:
    obj = one(with_metadata("{ownerReferences: [null, {}], finalizers: [a/b, null]}"))
    assert obj.owner_references == (OwnerReference(0), OwnerReference(1))
    assert obj.finalizers == ("a/b", "")
    assert obj.faults == ()


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize(
    "words", [{True: "yes", False: "no"}, {True: "On", False: "OFF"}, {True: "true", False: "false"}]
)
def test_booleans_of_yaml_1_1(words: dict[bool, str], value: bool) -> None:
    obj = one(
        with_metadata(f"{{ownerReferences: [{{controller: {words[value]}, blockOwnerDeletion: {words[value]}}}]}}")
    )
    flags = () if value else ("controller", "blockOwnerDeletion")
    assert obj.owner_references == (
        OwnerReference(0, controller=value, block_owner_deletion=value, explicit_false=flags),
    )
    assert obj.faults == ()


def test_a_number_stays_readable_as_a_name_but_not_as_an_owners() -> None:
    obj = one(with_metadata("{name: 0x10, namespace: 5, ownerReferences: [{name: 7, uid: 8, kind: Pod}]}"))
    assert (obj.name, obj.namespace) == ("0x10", "5")
    assert obj.owner_references == (OwnerReference(0, kind="Pod"),)


def test_a_scalar_entry_leaves_the_numbers_of_the_others() -> None:
    assert one(with_metadata("{ownerReferences: [a, {uid: b}]}")).owner_references == (OwnerReference(1, uid="b"),)


def test_managed_fields_are_not_looked_into() -> None:
    assert one(with_metadata("{name: a, managedFields: [{a: 1, a: 2}]}")).faults == ()


def test_a_whole_reference() -> None:
    entry = {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web", "uid": "u", "controller": True}
    obj = one(json.dumps({"apiVersion": "v1", "kind": "Pod", "metadata": {"ownerReferences": [entry]}}), "a.json")
    assert obj.owner_references == (OwnerReference(0, "apps/v1", "ReplicaSet", "web", "u", controller=True),)
