"""What the API server's decoder answers before it validates anything: wrong types, unknown fields (semantics V9, V10)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ownerlint.model import FaultKind, version_of

if TYPE_CHECKING:
    from ownerlint.model import Fault, KubeObject

_JSON_NAMES = {
    "string": "string",
    "integer": "number",
    "float": "number",
    "boolean": "bool",
    "list": "array",
    "mapping": "object",
}
_GO_FIELDS = {
    "ownerReferences": "[]v1.OwnerReference",
    "finalizers": "[]string",
    "uid": "types.UID",
    "controller": "bool",
    "blockOwnerDeletion": "bool",
    "labels": "map[string]string",
    "annotations": "map[string]string",
}
_GO_ITEMS = {"ownerReferences": "v1.OwnerReference", "finalizers": "string"}
_INDEX = re.compile(r"\[\d+\]")


def decoding_error(obj: KubeObject, *, custom: bool) -> tuple[str, str] | None:
    """Return path and message of the first value that cannot be decoded, or None."""
    for fault in obj.faults:
        if fault.kind is FaultKind.WRONG_TYPE:
            return fault.path, f"{_cannot_be_handled(obj, obj.kind)}: {_unmarshal(fault, custom=custom)}"
    return None


def unregistered_kind(obj: KubeObject, canonical: str) -> str:
    """Return what the decoder of a built-in group says of a kind that it does not know."""
    version = obj.api_version
    return f'{_cannot_be_handled(obj, canonical)}: no kind "{obj.kind}" is registered for version "{version}"'


def decoding_warnings(obj: KubeObject) -> list[str]:
    """Return the warnings about what the decoder drops (kubectl's strict validation makes errors of them)."""
    warnings = []
    for fault in obj.faults:
        if fault.kind is FaultKind.UNKNOWN_FIELD:
            warnings.append(f'unknown field "{fault.path}"')
        elif fault.kind is FaultKind.DUPLICATE_KEY:
            warnings.append(f'key "{fault.found}" already set in map')
    return warnings


def _cannot_be_handled(obj: KubeObject, as_kind: str) -> str:
    return f'{obj.kind} in version "{version_of(obj.api_version)}" cannot be handled as a {as_kind}'


def _unmarshal(fault: Fault, *, custom: bool) -> str:
    """Return the words of Go's JSON decoder. Custom resources have their metadata decoded by itself."""
    path = _INDEX.sub("", fault.path)
    steps = path.split(".")
    is_item = fault.path.endswith("]")
    field = steps[-1]
    wanted = _GO_ITEMS.get(field, "string") if is_item else _GO_FIELDS.get(field, "string")
    within_reference = len(steps) > 2 and steps[1] == "ownerReferences"
    struct = "OwnerReference" if within_reference else "ObjectMeta"
    if custom:
        path = path.removeprefix("metadata.")
    found = _JSON_NAMES.get(fault.found, fault.found)
    return f"json: cannot unmarshal {found} into Go struct field {struct}.{path} of type {wanted}"
