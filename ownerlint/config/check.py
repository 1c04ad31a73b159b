"""Checks the values of a configuration file against its JSON Schema, and says in plain words what is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from ownerlint.config.file import KeyPath, Mistake, Value, Written, key_text
from ownerlint.selector import nearest

SCHEMA = Path(__file__).parent.parent / "config.schema.json"
"""The JSON Schema of the configuration, which editors can use, too."""

_WORDS = {
    "string": "text",
    "object": "a mapping",
    "array": "a list",
    "integer": "a whole number",
    "boolean": "true or false",
}


def mistakes(written: Written) -> list[Mistake]:
    """Return what the schema has against these settings, in the order of the lines; empty where it has nothing."""
    validator = Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))
    told: dict[KeyPath, str] = {}
    # One mistake for each value: the first of these says most, and that a value also fits no alternative is no news.
    for error in sorted(validator.iter_errors(written.settings), key=_weight):
        for path, detail in _explain(error):
            told.setdefault(path, detail)
    placed = [Mistake(detail, key_text(path), written.line(path)) for path, detail in told.items()]
    return sorted(placed, key=lambda mistake: (mistake.line or 0, mistake.key))


def _weight(error: ValidationError) -> tuple[int, str]:
    weights = {"type": 0, "minLength": 1, "anyOf": 3}
    return (weights.get(str(error.validator), 2), error.json_path)


def _explain(error: ValidationError) -> Iterator[tuple[KeyPath, str]]:
    """Yield the place and the description of each mistake that one error of the validator stands for."""
    path: KeyPath = tuple(error.absolute_path)
    rule = str(error.validator)
    value, schema = cast("Value", error.instance), cast("dict[str, Any]", error.schema)
    if rule == "additionalProperties" and isinstance(value, dict):
        for key in value:
            if key not in schema["properties"]:
                yield (*path, key), _unknown_key(key, list(schema["properties"]))
    elif rule == "required" and isinstance(value, dict):
        missing = [key for key in schema["required"] if key not in value]
        if error.message.startswith(repr(missing[0])):  # the validator tells each missing key in an error of its own
            yield path, f"it needs {_listed(missing, 'and')}"
    else:
        yield path, _detail(rule, value, schema)


def _detail(rule: str, value: Value, schema: dict[str, Any]) -> str:
    if rule == "type":
        return _wrong_type(value, schema)
    if rule == "enum":
        near = nearest(value, schema["enum"]) if isinstance(value, str) else ""
        hint = f"; did you mean {near}?" if near else ""
        return f"it must be {_listed(schema['enum'], 'or')}, not {_written(value)}{hint}"
    if rule == "anyOf":
        keys = [key for one in schema["anyOf"] for key in one.get("required", ())]
        return f"it does not say which findings; give at least one of {_listed(keys, 'or')}"
    if rule in ("minLength", "minItems"):
        return "it must not be empty"
    if rule == "minimum":
        return f"it must be at least {schema['minimum']}"
    examples = [str(example) for example in schema.get("examples", ()) if isinstance(example, str)]
    return f"it cannot be {_written(value)}" + (f"; write for example {examples[0]}" if examples else "")


def _wrong_type(value: Value, schema: dict[str, Any]) -> str:
    wanted = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    hint = ""
    if "array" in wanted and isinstance(value, str):
        hint = f"; write [{value}]"
    elif "string" in wanted and isinstance(value, (bool, int, float)):
        hint = "; write it in quotes"
    return f"it must be {_listed([_WORDS[word] for word in wanted], 'or')}, not {_kind(value)}{hint}"


def _unknown_key(key: str, known: list[str]) -> str:
    near = nearest(key.replace("_", "-"), known)
    return "there is no such key; " + (f"did you mean {near}?" if near else f"there are {_listed(known, 'and')}")


def _kind(value: Value) -> str:
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, (int, float)):
        return "a number"
    return _WORDS[{str: "string", list: "array", dict: "object"}[type(value)]]


def _written(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False)


def _listed(words: list[str], conjunction: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {conjunction} {words[-1]}"
