"""Outlines → objects: the one projection that all readers share."""

from __future__ import annotations

from collections.abc import Callable
from sys import intern
from typing import Final

from ownerlint.load.chainsaw_body import steps_only
from ownerlint.load.crd_body import SCHEMAS, trim_crd
from ownerlint.load.entries import finalizers, owner_references, unknown_field, wrong_type
from ownerlint.load.olm_body import permissions_only
from ownerlint.load.owned_templates import namespace_finalizers, owned_templates
from ownerlint.load.plain import UNREAD, Body, Outline, Plain, describe, join
from ownerlint.load.selection import labelled, selecting, selection
from ownerlint.model import Fault, FaultKind, KubeObject, Place, group_of

Trim = Callable[[Outline], "dict[str, Body] | None"]


def _whole(outline: Outline) -> dict[str, Body]:
    return outline.body(UNREAD)


def _definition(outline: Outline) -> dict[str, Body]:
    return trim_crd(outline.body(SCHEMAS))


def _workload(outline: Outline) -> dict[str, Body] | None:
    selection, templates = selecting(outline), owned_templates(outline)
    if selection is None or templates is None:
        return selection
    spec = {**_mapping(selection.get("spec")), **_mapping(templates.get("spec"))}
    return {**selection, "spec": spec}


def _mapping(value: Body) -> dict[str, Body]:
    return value if isinstance(value, dict) else {}


BODY_KINDS: Final[dict[tuple[str, str], Trim]] = {
    ("apiextensions.k8s.io", "CustomResourceDefinition"): _definition,
    ("", "Namespace"): namespace_finalizers,
    ("rbac.authorization.k8s.io", "Role"): _whole,
    ("rbac.authorization.k8s.io", "ClusterRole"): _whole,
    ("rbac.authorization.k8s.io", "RoleBinding"): _whole,
    ("rbac.authorization.k8s.io", "ClusterRoleBinding"): _whole,
    ("operators.coreos.com", "ClusterServiceVersion"): permissions_only,
    ("kustomize.config.k8s.io", "Kustomization"): _whole,
    ("kustomize.config.k8s.io", "Component"): _whole,
    ("chainsaw.kyverno.io", "Test"): steps_only,
    ("chainsaw.kyverno.io", "StepTemplate"): steps_only,
    ("cli.kyverno.io", "Test"): _whole,
    ("kuttl.dev", "TestStep"): _whole,
    ("kuttl.dev", "TestSuite"): _whole,
    ("kuttl.dev", "TestAssert"): _whole,
    ("kuttl.dev", "TestFile"): _whole,
    ("kudo.dev", "TestStep"): _whole,
    ("kudo.dev", "TestSuite"): _whole,
    ("kudo.dev", "TestAssert"): _whole,
    ("", "Pod"): labelled,
    ("", "ReplicationController"): _workload,
    ("apps", "DaemonSet"): _workload,
    ("apps", "Deployment"): _workload,
    ("apps", "ReplicaSet"): _workload,
    ("apps", "StatefulSet"): owned_templates,
    ("batch", "Job"): owned_templates,
    ("batch", "CronJob"): owned_templates,
}
"""Group and kind of the objects whose body is kept, and what is kept of it; None for an object that needs none."""

IGNORE_ANNOTATION: Final = "ownerlint.dev/ignore"

_KUSTOMIZATION = ("kustomize.config.k8s.io/v1beta1", "Kustomization")
_KYVERNO_TEST = ("cli.kyverno.io/v1alpha1", "Test")
TYPES_BY_FILE: Final = {
    "kustomization.yaml": _KUSTOMIZATION,
    "kustomization.yml": _KUSTOMIZATION,
    "Kustomization": _KUSTOMIZATION,
    "kyverno-test.yaml": _KYVERNO_TEST,
    "kyverno-test.yml": _KYVERNO_TEST,
}
_NO_TYPE = ("", "")


def objects(outline: Outline | None, place: Place, *, labels: bool = False) -> list[KubeObject | str]:
    """Return the objects of a document, in order, and the reason (`SKIP_REASONS`) wherever there is none.

    Args:
        outline: of the document's root; None where that is no mapping.
        place: of the document's root.
        labels: keep labels and selectors (`LoadOptions.labels`).
    """
    return _objects(outline, place, TYPES_BY_FILE.get(place.file.rpartition("/")[2], _NO_TYPE), labels)


def _objects(outline: Outline | None, place: Place, fallback: tuple[str, str], labels: bool) -> list[KubeObject | str]:
    if outline is None:
        return ["not-a-manifest"]
    api_version = _text(outline.top.get("apiVersion")) or fallback[0]
    kind = _text(outline.top.get("kind")) or fallback[1]
    if not api_version or not kind:
        return ["no-kind" if api_version or kind else "not-a-manifest"]
    if kind == "List" and group_of(api_version) == "":
        return _items(outline, place, _NO_TYPE, labels)
    if kind.endswith("List") and outline.items is not None:
        return _items(outline, place, (api_version, kind.removesuffix("List")), labels)
    trim = BODY_KINDS.get((group_of(api_version), kind)) or (
        _whole if fallback in TYPES_BY_FILE.values() and kind == fallback[1] else None
    )
    return [_object(outline, place, intern(api_version), intern(kind), trim, labels=labels)]


def _items(outline: Outline, place: Place, inherited: tuple[str, str], labels: bool) -> list[KubeObject | str]:
    found: list[KubeObject | str] = []
    for index, item in enumerate(outline.items() if outline.items else ()):
        here = Place(place.file, place.document, (*place.item, index), place.line, place.collection)
        found += _objects(item, here, inherited, labels)
    return found or ["empty-list"]


def _object(
    outline: Outline, place: Place, api_version: str, kind: str, trim: Trim | None, *, labels: bool
) -> KubeObject:
    faults = outline.duplicates
    metadata = outline.top.get("metadata")
    if metadata is not None and not isinstance(metadata, dict):
        faults.append(wrong_type("metadata", "mapping", metadata))
    metadata = metadata if isinstance(metadata, dict) else {}
    if "ownerReferences" in outline.top:
        faults.append(unknown_field("ownerReferences", "ownerReferences"))
    for key in metadata:
        if key != "ownerReferences" and key.lower().rstrip("s") == "ownerreference":
            faults.append(unknown_field(join("metadata", key), key))
    return KubeObject(
        api_version=api_version,
        kind=kind,
        namespace=intern(_named(metadata, "namespace", faults)),
        name=_named(metadata, "name", faults),
        uid=_text(metadata.get("uid")) if _named(metadata, "uid", faults) else "",
        place=place,
        owner_references=owner_references(metadata.get("ownerReferences"), faults),
        finalizers=finalizers(metadata.get("finalizers"), faults),
        deletion_timestamp=_named(metadata, "deletionTimestamp", faults),
        faults=tuple(sorted(faults, key=_order)),
        ignored=_ignored(metadata.get("annotations")),
        body=trim(outline) if trim else None,
        versioned=metadata.get("resourceVersion") not in (None, ""),
        selection=selection(outline, group_of(api_version), kind) if labels else None,
    )


def _text(value: Plain) -> str:
    return value if isinstance(value, str) else ""


def _named(metadata: dict[str, Plain], key: str, faults: list[Fault]) -> str:
    """Return the text of a field that must be a string; a number keeps its text, so that messages can name it."""
    value = metadata.get(key)
    if isinstance(value, str):
        return value
    if value is not None:
        faults.append(wrong_type(f"metadata.{key}", "string", value))
    return describe(value)[1]


def _ignored(annotations: Plain) -> str | None:
    if not isinstance(annotations, dict) or annotations.get(IGNORE_ANNOTATION) is None:
        return None
    return describe(annotations[IGNORE_ANNOTATION])[1]


def _order(fault: Fault) -> tuple[str, str, str]:
    return (fault.path, fault.kind.value if isinstance(fault.kind, FaultKind) else "", fault.found)
