"""What the rules about the form of an entry say beyond their examples: what they leave to each other, and their words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownerlint.entry import canonical_uid, is_placeholder_uid, is_uid, shorten
from ownerlint.finding import Finding
from ownerlint.registry import load_registry
from ownerlint.run import Request, check

UID_A = "0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11"
UID_B = "5b0c1d7e-3c52-4d0b-9b1a-0c8f4c1f6f02"
OBJECT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
"""


def entry(uid: str = UID_A, **fields: str) -> str:
    """Return one entry in flow style, on a line of its own."""
    whole = {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web", "uid": uid, **fields}
    return "  - {" + ", ".join(f"{key}: {value}" for key, value in whole.items() if value) + "}\n"


def lint(folder: Path, text: str, name: str = "a.yaml") -> list[Finding]:
    (folder / name).write_text(text, encoding="utf-8")
    report = check(Request(paths=(str(folder),), registry=load_registry()))
    assert not report.errors
    return list(report.findings)


def found(folder: Path, text: str, name: str = "a.yaml") -> list[tuple[str, int]]:
    return [(f.meta.name, f.location.span.line if f.location.span else 0) for f in lint(folder, text, name)]


def test_null_entry_is_one_fault(tmp_path: Path) -> None:
    assert found(tmp_path, OBJECT + "  -\n") == [("missing-owner-uid", 8)]


def test_each_missing_field_is_a_fault_of_its_own(tmp_path: Path) -> None:
    assert found(tmp_path, OBJECT + entry(uid="", name="")) == [("missing-owner-uid", 8), ("missing-owner-name", 8)]


def test_field_of_the_wrong_type_is_not_missing(tmp_path: Path) -> None:
    assert found(tmp_path, OBJECT + entry(uid="12345678")) == [("mistyped-metadata", 8)]


@pytest.mark.parametrize("key", ["UID", "Uid", "uuid"])
def test_misspelt_field_is_not_missing(tmp_path: Path, key: str) -> None:
    (finding,) = lint(tmp_path, OBJECT + entry(uid="", **{key: UID_A}))
    assert finding.meta.name == "unknown-owner-field"
    assert finding.message.endswith("Did you mean uid?")


def test_identical_controllers_are_merged_and_no_second_controller(tmp_path: Path) -> None:
    text = OBJECT + entry(controller="true") * 2
    assert found(tmp_path, text) == [("duplicate-owner-reference", 9)]


def test_each_controller_after_the_first_is_reported(tmp_path: Path) -> None:
    text = OBJECT + "".join(entry(uid=UID_A[:-1] + end, name=f"n{end}", controller="true") for end in "123")
    assert found(tmp_path, text) == [("several-controllers", 9), ("several-controllers", 10)]


def test_two_controllers_of_one_uid_are_told_once(tmp_path: Path) -> None:
    text = OBJECT + entry(controller="true") + entry(controller="true", blockOwnerDeletion="true")
    assert found(tmp_path, text) == [("several-controllers", 9)]


def test_absent_flag_and_false_make_two_entries(tmp_path: Path) -> None:
    # The API server compares the flags as pointers, so these are both stored.
    assert found(tmp_path, OBJECT + entry() + entry(controller="false")) == [("repeated-owner-uid", 9)]


def test_incomplete_twins_in_an_assertion_are_two_owners(tmp_path: Path) -> None:
    text = OBJECT + "  - kind: ReplicaSet\n" * 2
    assert found(tmp_path, text, "00-assert.yaml") == []


def test_fault_in_a_repeated_entry_is_told_at_the_first(tmp_path: Path) -> None:
    text = OBJECT + entry(uid="web-uid") * 2
    assert found(tmp_path, text) == [("owner-uid-format", 8), ("duplicate-owner-reference", 9)]


@pytest.mark.parametrize("uid", ['"{{ .Values.uid }}"', '"${UID}"', '"$(uid)"', '"<%= uid %>"'])
def test_template_expressions_are_not_judged(tmp_path: Path, uid: str) -> None:
    assert found(tmp_path, OBJECT + entry(uid=uid)) == []
    assert found(tmp_path, OBJECT + entry(controller=uid)) == []
    assert found(tmp_path, OBJECT + entry(apiVersion=uid)) == []


@pytest.mark.parametrize("word", ["yes", "on", "True", "Y", "null", "~"])
def test_booleans_of_yaml_1_1_and_null_are_fine(tmp_path: Path, word: str) -> None:
    assert found(tmp_path, OBJECT + entry(controller=word)) == []


def test_false_in_quotes_is_answered_with_false(tmp_path: Path) -> None:
    (finding,) = lint(tmp_path, OBJECT + entry(blockOwnerDeletion='"False"'))
    assert finding.message.endswith("Write false without quotes.")


def test_blocking_entry_of_no_such_group_holds_its_owner(tmp_path: Path) -> None:
    (finding,) = lint(tmp_path, OBJECT + entry(apiVersion="core/v1", kind="Pod", blockOwnerDeletion="true"))
    assert finding.meta.name == "core-group-prefix"
    assert "foreground deletion of Pod/web would hang for ever" in finding.message


def test_leading_slash_does_not_hide_a_worse_fault(tmp_path: Path) -> None:
    other = "---\napiVersion: v1\nkind: Pod\nmetadata: {name: web, namespace: shop, uid: " + UID_B + "}\n"
    text = OBJECT + entry(apiVersion="/v1", kind="Pod") + other
    assert found(tmp_path, text) == [("owner-uid-mismatch", 8)]


def test_capital_letters_name_the_object_that_is_meant(tmp_path: Path) -> None:
    owner = f"---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: web, namespace: shop, uid: {UID_A}}}\n"
    (finding,) = lint(tmp_path, OBJECT + entry(uid=UID_A.upper()) + owner)
    assert (finding.meta.name, finding.severity.value) == ("owner-uid-format", "error")
    assert finding.message.endswith(f"Write {UID_A}.")
    assert [related.location.span.line for related in finding.related if related.location.span] == [12]


def test_placeholder_beside_a_sound_owner_is_only_removed(tmp_path: Path) -> None:
    owner = f"---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: web, namespace: shop, uid: {UID_A}}}\n"
    (finding,) = lint(tmp_path, OBJECT + entry() + entry(uid="TODO", name="api") + owner)
    assert (finding.meta.name, finding.consequence.value) == ("placeholder-owner-uid", "stripped")


def test_namespace_in_an_entry_is_answered_with_where_the_collector_looks(tmp_path: Path) -> None:
    (finding,) = lint(tmp_path, OBJECT + entry(namespace="billing"))
    assert finding.meta.name == "unknown-owner-field"
    assert "in the dependent's namespace, shop, and nowhere else" in finding.message


def test_two_objects_run_into_one_are_told_apart(tmp_path: Path) -> None:
    text = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\napiVersion: v1\nkind: Secret\nmetadata:\n  name: b\n"
    (finding,) = lint(tmp_path, text)
    assert (finding.meta.name, finding.location.span and finding.location.span.line) == ("duplicate-key", 7)
    assert finding.message.endswith("If two objects are meant, put --- between them.")


def test_long_values_are_shortened(tmp_path: Path) -> None:
    (finding,) = lint(tmp_path, OBJECT + entry(uid="x1" * 500))
    assert finding.meta.name == "owner-uid-format"
    assert len(finding.message) < 500


@pytest.mark.parametrize(
    "uid",
    [
        "TODO",
        "<uid>",
        "REPLACE_ME",
        "replace-with-uid",
        "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
        "...",
        "__UID__",
        "null",
        "00000000-0000-0000-0000-000000000001",
        "11111111-1111-1111-1111-111111111111",
        "%UID%",
        "your-uid-here",
    ],
)
def test_placeholders(uid: str) -> None:
    assert is_placeholder_uid(uid)


@pytest.mark.parametrize("uid", ["123", "web-uid", "abc", "node-1", "12345678-1234-1234-1234-123456789012", "uid1"])
def test_other_words_are_no_placeholders(uid: str) -> None:
    assert not is_placeholder_uid(uid)


@given(st.uuids(version=4))
def test_real_uids_are_taken_for_what_they_are_in_any_spelling(value: object) -> None:
    text = str(value)
    assert is_uid(text)
    assert not is_placeholder_uid(text)
    assert {canonical_uid(text.upper()), canonical_uid("{" + text + "}"), canonical_uid(text.replace("-", ""))} == {
        text
    }


@given(st.text())
def test_any_text_can_stand_for_a_uid(text: str) -> None:
    assert len(shorten(text)) <= 60
    assert not (is_uid(text) and canonical_uid(text) != text)
    assert isinstance(is_placeholder_uid(text), bool)
