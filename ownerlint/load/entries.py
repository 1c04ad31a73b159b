"""Owner references and finalizers as plain values → records, with what the API server's decoder would object to.

What it objects to is seen in `encoding/json` and `sigs.k8s.io/json`: a value of another JSON type is refused (400), null
is the same as nothing, an unknown field is dropped with a warning or, under strict validation, refused.
"""

from __future__ import annotations

from sys import intern
from typing import Final

from ownerlint.load.plain import Literal, Plain, describe, join
from ownerlint.model import Fault, FaultKind, OwnerReference

_STRINGS: Final = ("apiVersion", "kind", "name", "uid")
_BOOLEANS: Final = ("controller", "blockOwnerDeletion")
_FIELDS: Final = (*_STRINGS, *_BOOLEANS)
_KNOWN: Final = frozenset(_FIELDS)
_MOST_SEEN: Final = 1 << 15
_SEEN: Final[dict[tuple[object, ...], tuple[OwnerReference]]] = {}


def owner_references(value: Plain, faults: list[Fault]) -> tuple[OwnerReference, ...]:
    """Return the entries of `metadata.ownerReferences` that are mappings or null, and add the faults of all."""
    path = "metadata.ownerReferences"
    if value is None:
        return ()
    if not isinstance(value, list):
        faults.append(wrong_type(path, "list", value))
        return ()
    if len(value) == 1 and isinstance(value[0], dict):
        return _entry(0, value[0], faults)
    found = []
    for index, entry in enumerate(value):
        if entry is None:
            # A null in a list of structs is a struct of zero values.
            found.append(OwnerReference(index))
        elif isinstance(entry, dict):
            found.extend(_entry(index, entry, faults))
        else:
            faults.append(wrong_type(f"{path}[{index}]", "mapping", entry))
    return tuple(found)


def _entry(index: int, entry: dict[str, Plain], faults: list[Fault]) -> tuple[OwnerReference]:
    """Return the one entry in a tuple: dependents of one owner share it, and most have this entry alone."""
    seen = (index, *map(entry.get, _FIELDS))
    try:
        found = _SEEN.get(seen) if _KNOWN.issuperset(entry) else None
    except TypeError:  # a list or a mapping in the place of a scalar
        return (_new_entry(index, entry, faults),)
    if found is None:
        before = len(faults)
        found = (_new_entry(index, entry, faults),)
        if len(faults) == before:
            if len(_SEEN) > _MOST_SEEN:
                _SEEN.clear()
            _SEEN[seen] = found
    return found


def _new_entry(index: int, entry: dict[str, Plain], faults: list[Fault]) -> OwnerReference:
    path = f"metadata.ownerReferences[{index}]"
    if not _KNOWN.issuperset(entry):
        faults.extend(unknown_field(join(path, key), key) for key in entry if key not in _KNOWN)
    strings = [_string(entry.get(key), path, key, faults) for key in _STRINGS]
    flags = [_boolean(entry.get(key), path, key, faults) for key in _BOOLEANS]
    return OwnerReference(
        index=index,
        api_version=intern(strings[0]),
        kind=intern(strings[1]),
        name=strings[2],
        uid=strings[3],
        controller=flags[0] is True,
        block_owner_deletion=flags[1] is True,
        explicit_false=tuple(key for key, flag in zip(_BOOLEANS, flags, strict=True) if flag is False),
    )


def finalizers(value: Plain, faults: list[Fault]) -> tuple[str, ...]:
    """Return `metadata.finalizers`, one string for each element, and add the faults."""
    path = "metadata.finalizers"
    if value is None:
        return ()
    if not isinstance(value, list):
        faults.append(wrong_type(path, "list", value))
        return ()
    found = []
    for index, element in enumerate(value):
        if element is not None and not isinstance(element, str):
            faults.append(wrong_type(f"{path}[{index}]", "string", element))
        found.append(intern(describe(element)[1]))
    return tuple(found)


def wrong_type(path: str, expected: str, value: Plain) -> Fault:
    """Return the fault of a value of the wrong type."""
    found, text = describe(value)
    return Fault(FaultKind.WRONG_TYPE, path, expected, found, text)


def unknown_field(path: str, key: str) -> Fault:
    """Return the fault of a field that the API does not have."""
    return Fault(FaultKind.UNKNOWN_FIELD, path, "", key)


def _string(value: Plain, path: str, key: str, faults: list[Fault]) -> str:
    if isinstance(value, str):
        return value
    if value is not None:
        faults.append(wrong_type(f"{path}.{key}", "string", value))
    return ""


def _boolean(value: Plain, path: str, key: str, faults: list[Fault]) -> bool | None:
    if isinstance(value, bool):
        return value
    if isinstance(value, Literal) and value.type == "boolean":
        return bool(value.value)
    if value is not None:
        faults.append(wrong_type(f"{path}.{key}", "boolean", value))
    return None
