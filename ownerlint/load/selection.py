"""Labels and selectors, by which controllers adopt: of manifests always, of live objects where a rule asks for them."""

from __future__ import annotations

from typing import Final

from ownerlint.load.plain import Body, Outline
from ownerlint.model import Selection

_CONTAINERS: Final = frozenset({"containers", "initContainers", "volumes", "managedFields"})
_SPEC: Final = frozenset({"spec", "managedFields"})


def labelled(outline: Outline) -> dict[str, Body] | None:
    """Return a manifest's labels as `{"metadata": {"labels": ...}}`; None for a live object.

    A cluster has a million Pods, and what could be adopted there has been: only manifests are of interest.
    """
    return None if _is_live(outline) else _kept(outline.body(_SPEC))


def selecting(outline: Outline) -> dict[str, Body] | None:
    """Return a manifest's labels, and its selector as `{"spec": {"selector": ...}}`; None for a live object."""
    return None if _is_live(outline) else _kept(outline.body(_CONTAINERS))


def _is_live(outline: Outline) -> bool:
    metadata = outline.top.get("metadata")
    return isinstance(metadata, dict) and bool(metadata.get("uid"))


def _kept(body: dict[str, Body]) -> dict[str, Body]:
    found: dict[str, Body] = {}
    for part, key in (("metadata", "labels"), ("spec", "selector")):
        mapping = body.get(part)
        if isinstance(mapping, dict) and key in mapping:
            found[part] = {key: mapping[key]}
    return found


_PASSED_OVER: Final = frozenset({"annotations", "managedFields", "ownerReferences", "status"})
_WITHOUT_TEMPLATE: Final = _PASSED_OVER | {"template"}
_SLICE_LABELS: Final = frozenset({"kubernetes.io/service-name", "endpointslice.kubernetes.io/managed-by"})
_KEPT_OF: Final[dict[tuple[str, str], tuple[frozenset[str], bool]]] = {
    ("", "Pod"): (_PASSED_OVER | {"spec"}, True),
    ("", "ReplicationController"): (_WITHOUT_TEMPLATE, False),
    ("", "Service"): (_PASSED_OVER | {"ports"}, False),
    ("apps", "DaemonSet"): (_WITHOUT_TEMPLATE, False),
    ("apps", "Deployment"): (_WITHOUT_TEMPLATE, False),
    ("apps", "ReplicaSet"): (_WITHOUT_TEMPLATE, True),
    ("discovery.k8s.io", "EndpointSlice"): (_PASSED_OVER | {"endpoints", "ports"}, True),
}
"""Group and kind of what `selection` looks at, names of members that need not be read, and whether labels count."""

_OPERATORS: Final = frozenset({"In", "NotIn", "Exists", "DoesNotExist"})
_NOTHING: Final = Selection()
_MOST_SHARED: Final = 1 << 14
_shared: dict[Selection, Selection] = {}


def selection(outline: Outline, group: str, kind: str) -> Selection | None:
    """Return labels and selector of an object, live or not; None where its kind has none or they are not valid.

    Objects with equal ones share them: a million Pods have the labels of a few thousand templates.
    """
    kept = _KEPT_OF.get((group, kind))
    if kept is None:
        return None
    left_out, labelled_kind = kept
    body = outline.body(left_out)
    metadata, spec = body.get("metadata"), body.get("spec")
    labels = _pairs(metadata.get("labels") if labelled_kind and isinstance(metadata, dict) else None)
    if kind == "EndpointSlice":
        labels = tuple(pair for pair in labels or () if pair[0] in _SLICE_LABELS)
    wanted, expressions = _selector(spec.get("selector") if isinstance(spec, dict) else None, plain=not group)
    found = Selection(labels or (), wanted, expressions)
    if found == _NOTHING:
        return None
    if len(_shared) > _MOST_SHARED:
        _shared.clear()
    return _shared.setdefault(found, found)


_Selector = tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str, tuple[str, ...]], ...]]


def _selector(value: Body, *, plain: bool) -> _Selector:
    """Return what a selector asks for; nothing where the API server would not accept it."""
    if plain:
        return _pairs(value) or (), ()
    if not isinstance(value, dict):
        return (), ()
    wanted = _pairs(value.get("matchLabels"))
    listed = value.get("matchExpressions") or []
    expressions = tuple(map(_expression, listed)) if isinstance(listed, list) else (None,)
    sound = tuple(one for one in expressions if one is not None)
    if wanted is None or len(sound) < len(expressions):
        return (), ()
    return wanted, sound


def _expression(value: Body) -> tuple[str, str, tuple[str, ...]] | None:
    if not isinstance(value, dict):
        return None
    key, operator, listed = value.get("key"), value.get("operator"), value.get("values") or []
    if not isinstance(key, str) or not isinstance(operator, str) or not isinstance(listed, list):
        return None
    values = tuple(one for one in listed if isinstance(one, str))
    return (key, operator, values) if operator in _OPERATORS and len(values) == len(listed) else None


def _pairs(value: Body) -> tuple[tuple[str, str], ...] | None:
    """Return labels, sorted; None where one of them is no text, which the API server does not accept."""
    if value is None:
        return ()
    if not isinstance(value, dict):
        return None
    found = tuple(sorted((key, text) for key, text in value.items() if isinstance(text, str)))
    return found if len(found) == len(value) else None
