"""JSON for programs, and its schema."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator, ValidationError

import ownerlint
from ownerlint.finding import Report, ToolError
from ownerlint.model import KubeObject, Place
from ownerlint.report import Options, render
from tests.report.samples import finding, owner, report, typical, unreadable

PLAIN = Options()
SCHEMA = json.loads(files("ownerlint.report").joinpath("findings.schema.json").read_text(encoding="utf-8"))


def parsed(some: Report, options: Options = PLAIN) -> Any:
    document = json.loads(render("json", some, options).encode("utf-8"))
    Draft202012Validator(SCHEMA).validate(document)
    return document


def test_typical_report() -> None:
    document = parsed(typical(), Options(version="1.2.3"))
    prints = [entry.pop("fingerprint") for entry in document["findings"]]
    assert prints == [entry.fingerprint for entry in typical().findings]
    assert document == {
        "version": 1,
        "tool": {"name": "ownerlint", "version": "1.2.3"},
        "summary": {
            "files": 3,
            "documents": 7,
            "objects": 7,
            "skipped": [
                {"file": "chart/templates/a.yaml", "reason": "helm-template"},
                {"file": "docs/b.yaml", "reason": "not-a-manifest", "line": 9},
            ],
            "error": 2,
            "warning": 0,
            "info": 0,
            "suppressed": 0,
            "baselined": 0,
        },
        "findings": [
            {
                "rule": "syntax-error",
                "code": "OWN001",
                "severity": "error",
                "confidence": "high",
                "consequence": "rejected",
                "message": "It cannot be read.",
                "file": "apps/locked.yaml",
                "line": None,
                "column": None,
                "endLine": None,
                "endColumn": None,
                "object": None,
                "path": None,
                "fixable": False,
                "related": [],
            },
            {
                "rule": "cross-namespace-owner",
                "code": "OWN201",
                "severity": "error",
                "confidence": "high",
                "consequence": "deleted",
                "message": "ConfigMap shop/web-config is owned by Deployment/db in another namespace.",
                "file": "apps/web.yaml",
                "line": 12,
                "column": 11,
                "endLine": 12,
                "endColumn": 14,
                "object": {"apiVersion": "v1", "kind": "ConfigMap", "namespace": "shop", "name": "web-config"},
                "path": "metadata.ownerReferences[0].name",
                "fixable": False,
                "related": [{"file": "infra/db.yaml", "line": 4, "column": 9, "message": "the owner is here"}],
            },
        ],
        "errors": [
            {
                "message": "rule exported-owner (OWN701) failed: KeyError: 'x'",
                "rule": "cross-namespace-owner",
                "file": None,
            }
        ],
    }


def test_clean_report_has_every_list() -> None:
    document = parsed(report())
    assert document["findings"] == []
    assert document["errors"] == []
    assert document["summary"]["skipped"] == []
    assert document["tool"]["version"] == ownerlint.__version__


def test_owner_in_a_file_that_cannot_be_read() -> None:
    document = parsed(report(finding(related=(owner(span=None),))))
    assert document["findings"][0]["related"] == [
        {"file": "infra/db.yaml", "line": None, "column": None, "message": "the owner is here"}
    ]


def test_file_name_that_is_no_unicode_becomes_an_escape() -> None:
    document = parsed(report(unreadable("caf\udce9.yaml"), errors=(ToolError("no \ud800", file="\udcff"),)))
    assert document["findings"][0]["file"] == r"caf\udce9.yaml"
    assert document["errors"] == [{"message": r"no \ud800", "rule": None, "file": r"\udcff"}]


ANY_TEXT = st.text(st.characters(exclude_categories=()), min_size=1)


@given(file=ANY_TEXT, message=ANY_TEXT, name=ANY_TEXT)
def test_any_text_gives_valid_json_in_every_format_that_is_json(file: str, message: str, name: str) -> None:
    obj = KubeObject(name, name, name, name, name, Place(file, 0, (), 1, file))
    some = report(finding(message, file=file, obj=obj, path=name, related=(owner(file),)))
    parsed(some)
    json.loads(render("sarif", some, Options()).encode("utf-8"))


def test_control_characters_pass_through_for_programs_to_judge() -> None:
    assert parsed(report(finding("a\x1b[31m\n\u202e")))["findings"][0]["message"] == "a\x1b[31m\n\u202e"


def test_schema_is_valid_and_strict() -> None:
    Draft202012Validator.check_schema(SCHEMA)

    def objects(schema: Any) -> list[Any]:
        if isinstance(schema, list):
            return [found for item in schema for found in objects(item)]
        if not isinstance(schema, dict):
            return []
        return [*([schema] if "properties" in schema else []), *(f for v in schema.values() for f in objects(v))]

    for schema in objects({key: value for key, value in SCHEMA.items() if key != "$schema"}):
        assert schema.get("additionalProperties") is False
        optional = set(schema["properties"]) - set(schema["required"])
        assert optional <= {"line"}


@pytest.mark.parametrize("key", ["version", "tool", "summary", "findings", "errors"])
def test_schema_notices_a_missing_key(key: str) -> None:
    document = parsed(typical())
    del document[key]
    with pytest.raises(ValidationError):
        Draft202012Validator(SCHEMA).validate(document)
