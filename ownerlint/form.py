"""The form of owner references: which entries the API server accepts, and which objects need a closer look."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from ownerlint.model import Fault, FaultKind, KubeObject, OwnerReference

UUID: re.Pattern[str] = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
"""Shape of the uids that API servers make: RFC 4122 text, lower case."""

TEMPLATE: re.Pattern[str] = re.compile(
    r"\{\{|\$\{|\$\(|<%|\[\[|@@|^%[^%]+%$|^\$[A-Za-z_]\w*$|^(?:apiVersion|kind|name|uid)Value$"
)
"""A value that a template engine, envsubst, kustomize, ytt or a CI system fills in later, or that stands for any value:
the round-trip tests of Kubernetes APIs write `nameValue` (k8s.io/api apitesting/roundtrip)."""

_TEMPLATE_MARK = re.compile(r"[{$<\[@%]|Value")  # every `TEMPLATE` has one of these
_ORDINARY_VERSION = re.compile(r"(?:[a-z0-9][a-z0-9.-]*/)?v[0-9]+[a-z0-9]*")


def is_templated(value: str) -> bool:
    """Return whether the value is filled in later by a template engine, so that it says nothing yet."""
    return TEMPLATE.search(value) is not None


def may_be_templated(text: str) -> bool:
    """Return whether the text holds one of the characters that every templated value has; nearly none does."""
    return _TEMPLATE_MARK.search(text) is not None


def any_templated(values: Iterable[str]) -> bool:
    """Return whether one of the values is filled in later; for the many that are plain names, in one glance."""
    found = tuple(values)
    return _TEMPLATE_MARK.search("\n".join(found)) is not None and any(map(is_templated, found))


def parses_as_group_version(api_version: str) -> bool:
    """Return whether the API server finds a version in this apiVersion (semantics V1): `apps` counts, `apps/` does not."""
    return bool(api_version) and api_version.count("/") < 2 and not api_version.endswith("/")


def is_event_owner(reference: OwnerReference) -> bool:
    """Return whether this is exactly the owner that the API server bans (semantics V5): core `v1` `Event`."""
    return reference.kind == "Event" and reference.api_version in ("v1", "/v1")


def well_formed(reference: OwnerReference) -> bool:
    """Return whether the API server accepts this entry by itself (semantics V1 to V5)."""
    return bool(
        reference.kind
        and reference.name
        and reference.uid
        and parses_as_group_version(reference.api_version)
        and not is_event_owner(reference)
    )


def mistyped(dependent: KubeObject) -> frozenset[str]:
    """Return the paths of the entries that the API server's decoder refuses, so that they never come to be judged."""
    return frozenset(
        f"{entry}]"
        for entry, inside, _ in (fault.path.partition("].") for fault in dependent.faults if _is_type(fault))
        if inside
    )


def _is_type(fault: Fault) -> bool:
    return fault.kind is FaultKind.WRONG_TYPE and fault.path.startswith("metadata.ownerReferences[")


def looks_made_by_server(uid: str) -> bool:
    """Return whether this looks like a uid that an API server made, rather than one that a person typed."""
    return UUID.fullmatch(uid) is not None and len(set(uid)) > 4


def whole_entry(reference: OwnerReference) -> tuple[object, ...]:
    """Return all six fields, by which the API server recognises duplicates (semantic equality, not the uid alone).

    A flag that is written out as false is not equal to an absent one.
    """
    return (
        *reference.coordinates(),
        reference.controller,
        reference.block_owner_deletion,
        reference.explicit_false,
    )


def is_irregular(obj: KubeObject) -> bool:
    """Return whether the rules about form have anything to look at in this object.

    A sound reference costs one regular expression here and nothing in any rule about form.
    """
    if obj.faults:
        return True
    references = obj.owner_references
    if len(references) != 1:
        return bool(references)
    (reference,) = references
    return not (
        _is_ordinary_kind(reference.api_version, reference.kind)
        and reference.name
        and UUID.fullmatch(reference.uid)
        and (len(set(reference.uid[:8])) > 4 or len(set(reference.uid)) > 4)
    )


@lru_cache(maxsize=1024)
def _is_ordinary_kind(api_version: str, kind: str) -> bool:
    """Return whether no rule about form has anything to say of this apiVersion and kind; there are few in any world."""
    return bool(
        kind
        and kind != "Event"
        and not kind.islower()
        and _ORDINARY_VERSION.fullmatch(api_version)
        and not api_version.startswith("core/")
    )
