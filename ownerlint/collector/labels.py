"""Label selectors as `aggregationRule.clusterRoleSelectors` uses them (apimachinery meta/v1 `LabelSelector`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ownerlint.model import KubeObject


def labels_of(obj: KubeObject) -> dict[str, str]:
    """Return the labels of an object with a body; what is no string is left out."""
    metadata = obj.body.get("metadata") if isinstance(obj.body, dict) else None
    labels = metadata.get("labels") if isinstance(metadata, dict) else None
    return _strings(labels)


def selectors_of(role: KubeObject) -> tuple[Mapping[str, Any], ...]:
    """Return the selectors of an aggregated ClusterRole; empty for any other role."""
    rule = role.body.get("aggregationRule") if isinstance(role.body, dict) else None
    selectors = rule.get("clusterRoleSelectors") if isinstance(rule, dict) else None
    return tuple(each for each in selectors if isinstance(each, dict)) if isinstance(selectors, list) else ()


def selects(selector: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    """Return whether a selector selects these labels: all its requirements hold. An empty selector selects everything.

    A malformed one selects nothing, as the API server refuses it (apimachinery `ValidateLabelSelector`).
    """
    wanted, expressions = _given(selector, "matchLabels", {}), _given(selector, "matchExpressions", [])
    if not isinstance(wanted, dict) or not isinstance(expressions, list):
        return False
    return wanted.items() <= labels.items() and all(_holds(each, labels) for each in expressions)


def needed_label(selector: Mapping[str, Any]) -> str:
    """Return a label key without which nothing is selected; empty where the selector also selects what has no labels."""
    expressions = selector.get("matchExpressions")
    listed = [each for each in expressions if isinstance(each, dict)] if isinstance(expressions, list) else []
    keys = [str(each.get("key")) for each in listed if each.get("operator") in ("In", "Exists")]
    return next(iter((*_strings(selector.get("matchLabels")), *keys)), "")


def _holds(expression: object, labels: Mapping[str, str]) -> bool:
    """Return whether a requirement is well-formed and holds (apimachinery labels `Requirement.Matches`)."""
    if not isinstance(expression, dict):
        return False
    key, operator, values = expression.get("key"), expression.get("operator"), _given(expression, "values", [])
    if not isinstance(key, str) or not isinstance(values, list) or any(not isinstance(each, str) for each in values):
        return False
    if operator in ("In", "NotIn"):
        return bool(values) and (labels.get(key) in values) == (operator == "In")
    return operator in ("Exists", "DoesNotExist") and not values and (key in labels) == (operator == "Exists")


def _given(mapping: Mapping[str, Any], key: str, otherwise: object) -> object:
    """Return a member; something else where it is not there, or null, which is the same to the API server."""
    value = mapping.get(key)
    return otherwise if value is None else value


def _strings(value: object) -> dict[str, str]:
    return {key: text for key, text in value.items() if isinstance(text, str)} if isinstance(value, dict) else {}
