"""Label selectors as `aggregationRule.clusterRoleSelectors` uses them (apimachinery meta/v1 `LabelSelector`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    """Return whether a selector selects these labels: all its requirements hold. An empty selector selects everything."""
    wanted = _strings(selector.get("matchLabels"))
    return wanted.items() <= labels.items() and all(_holds(each, labels) for each in _expressions(selector))


def needed_label(selector: Mapping[str, Any]) -> str:
    """Return a label key without which nothing is selected; empty where the selector also selects what has no labels."""
    wanted = _strings(selector.get("matchLabels"))
    keys = [str(each.get("key")) for each in _expressions(selector) if each.get("operator") in ("In", "Exists")]
    return next(iter((*wanted, *keys)), "")


def _holds(expression: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    value, values = labels.get(str(expression.get("key"))), expression.get("values")
    listed = values if isinstance(values, list) else []
    operator = expression.get("operator")
    if operator == "In":
        return value in listed and value is not None
    if operator == "NotIn":
        return value not in listed
    return (value is not None) == (operator == "Exists")


def _expressions(selector: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    listed = selector.get("matchExpressions")
    return [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []


def _strings(value: object) -> dict[str, str]:
    return {key: text for key, text in value.items() if isinstance(text, str)} if isinstance(value, dict) else {}
