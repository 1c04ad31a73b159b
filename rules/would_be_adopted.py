"""A Pod or ReplicaSet that a controller in the same folder would adopt.

## What it does

Reports a manifest of a Pod without a controller whose labels match the selector of a ReplicaSet, ReplicationController or
DaemonSet that is a manifest of the same folder and namespace; and a ReplicaSet that so matches a Deployment. (A Deployment
never adopts a Pod: its ReplicaSets also ask for the label `pod-template-hash`.) Only selectors with `matchLabels` are
looked at. The rule is in the set `strict`, as manifests of one folder need not be applied together.

## Why this is bad

A controller takes every object in its namespace that its selector matches and that has no controller, adds an owner
reference to it, and counts it as its own: a ReplicaSet that has enough Pods deletes one, often the one just adopted,
and deleting the controller deletes the object. An owner reference without `controller: true` does not prevent it. Read
in the source of Kubernetes 1.36 (`ClaimObject`), where it has stood since 1.8 at least, not recorded.

## How to fix

Give the object labels that no selector matches, or delete the manifest and let the controller make it.

## References

- <https://kubernetes.io/docs/concepts/workloads/controllers/replicaset/#non-template-pod-acquisitions>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Confidence,
    Consequence,
    Example,
    KubeObject,
    Meta,
    Pointer,
    Problem,
    Related,
    Severity,
    World,
)

META: Final = Meta(
    code="OWN731",
    name="would-be-adopted",
    severity=Severity.WARNING,
    consequence=Consequence.RISK,
    since="0.1.0",
    presumes_applied=True,
    tags=("adoption",),
    sets=("strict",),
)

_REPLICA_SET = """\
apiVersion: apps/v1
kind: {kind}
metadata:
  name: web
  namespace: shop
spec:
  selector:
    matchLabels:
      app: web
    matchExpressions:
    - {{key: tier, operator: NotIn, values: [test]}}
---
apiVersion: v1
kind: Pod
metadata:
  name: web-debug{mark}
  namespace: shop
  labels:
    app: {app}
    tier: {tier}
"""

VALID: Final = (
    Example("other labels", _REPLICA_SET.format(kind="ReplicaSet", app="web-debug", tier="front", mark="")),
    Example("excluded by an expression", _REPLICA_SET.format(kind="ReplicaSet", app="web", tier="test", mark="")),
    Example(
        "a Deployment does not adopt Pods", _REPLICA_SET.format(kind="Deployment", app="web", tier="front", mark="")
    ),
)

INVALID: Final = (
    Example(
        "Pod beside a ReplicaSet",
        _REPLICA_SET.format(kind="ReplicaSet", app="web", tier="front", mark=" # <- would-be-adopted"),
    ),
)

_ADOPTERS: Final = (
    ("apps", "ReplicaSet", "", "Pod"),
    ("apps", "DaemonSet", "", "Pod"),
    ("", "ReplicationController", "", "Pod"),
    ("apps", "Deployment", "apps", "ReplicaSet"),
)
"""Group and kind of the controller, group and kind of what it adopts."""

_Place = tuple[str, str, str, str]
"""Folder, namespace, and the key and value of one label."""


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each manifest that the selector of a controller beside it matches."""
    for group, kind, its_group, its_kind in _ADOPTERS:
        controllers: dict[_Place, list[KubeObject]] = {}
        for controller in world.index.with_body(group, kind):
            for key, value in sorted(_match_labels(controller).items())[:1]:
                controllers.setdefault(_place(controller, key, value), []).append(controller)
        if controllers:
            for obj in world.index.with_body(its_group, its_kind):
                if not any(reference.controller for reference in obj.owner_references):
                    yield from _adopted(obj, controllers)


def _adopted(obj: KubeObject, controllers: dict[_Place, list[KubeObject]]) -> Iterator[Problem]:
    labels = _texts(_part(obj, "metadata", "labels"))
    for key, value in labels.items():
        for controller in controllers.get(_place(obj, key, value), ()):
            if _selects(controller, labels):
                yield Problem(
                    Pointer(obj, "metadata.name"),
                    f"{obj.full_title} has no controller, and the selector of {controller.title} beside it matches its "
                    f"labels. {controller.title} adopts it, counts it as its own and may delete it. Give it other labels, or "
                    f"delete the manifest.",
                    related=(Related(Pointer(controller, "spec.selector"), "this selector matches"),),
                    confidence=Confidence.MEDIUM,
                )
                return


def _place(obj: KubeObject, key: str, value: str) -> _Place:
    return (obj.place.folder, obj.namespace, key, value)


def _part(obj: KubeObject, section: str, key: str) -> object:
    within = obj.body.get(section) if isinstance(obj.body, dict) else None
    return within.get(key) if isinstance(within, dict) else None


def _texts(value: object) -> dict[str, str]:
    pairs = value.items() if isinstance(value, dict) else ()
    return {key: text for key, text in pairs if isinstance(key, str) and isinstance(text, str)}


def _match_labels(controller: KubeObject) -> dict[str, str]:
    """Return the labels that a selector asks for; a ReplicationController's selector is nothing but these."""
    selector = _part(controller, "spec", "selector")
    if controller.group == "" or not isinstance(selector, dict):
        return _texts(selector)
    return _texts(selector.get("matchLabels"))


def _selects(controller: KubeObject, labels: dict[str, str]) -> bool:
    """Return whether the whole selector matches (apimachinery `LabelSelectorAsSelector`)."""
    if any(labels.get(key) != value for key, value in _match_labels(controller).items()):
        return False
    selector = _part(controller, "spec", "selector")
    expressions = selector.get("matchExpressions") if controller.group and isinstance(selector, dict) else None
    return all(_fits(expression, labels) for expression in (expressions if isinstance(expressions, list) else ()))


def _fits(expression: object, labels: dict[str, str]) -> bool:
    if not isinstance(expression, dict):
        return False
    value = labels.get(str(expression.get("key")))
    listed = expression.get("values")
    values = listed if isinstance(listed, list) else []
    return {
        "In": value is not None and value in values,
        "NotIn": value is None or value not in values,
        "Exists": value is not None,
        "DoesNotExist": value is None,
    }.get(str(expression.get("operator")), False)
