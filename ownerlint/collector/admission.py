"""What the API server answers when an object is created (semantics 1), and what it stores."""

from __future__ import annotations

from enum import Enum
from json import dumps
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from ownerlint.collector.decoding import decoding_error, decoding_warnings, unregistered_kind
from ownerlint.collector.qualified_names import qualified_name_errors
from ownerlint.collector.standard_finalizers import STANDARD_FINALIZERS, is_lax
from ownerlint.collector.state import FOREGROUND_FINALIZER, ORPHAN_FINALIZER
from ownerlint.form import is_event_owner, parses_as_group_version
from ownerlint.kinds import Mapping
from ownerlint.model import OwnerReference, group_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ownerlint.kinds import KindTable
    from ownerlint.model import KubeObject

_PROTECTION = {
    ("", "PersistentVolume"): "kubernetes.io/pv-protection",
    ("", "PersistentVolumeClaim"): "kubernetes.io/pvc-protection",
    ("storage.k8s.io", "VolumeAttributesClass"): "kubernetes.io/vac-protection",
}
"""Finalizers that the default admission plugin StorageObjectInUseProtection adds on create."""

_NOT_QUALIFIED = "name is neither a standard finalizer name nor is it fully qualified"
_DUPLICATES = (
    ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject"
    " such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: "
)


class Admission(str, Enum):
    """Whether an object comes into being."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"


class FieldError(Struct, frozen=True, gc=False):
    """One thing that the API server objects to.

    Args:
        field: path as the API server writes it (without index inside ownerReferences); for what cannot be decoded at
            all, the path in the manifest; empty where the kind itself is unknown.
        message: in the API server's words.
    """

    field: str
    message: str


class Answer(Struct, frozen=True, gc=False):
    """The answer to a create request.

    Args:
        admission: whether the object is accepted.
        code: HTTP status.
        errors: why it is rejected.
        warnings: texts of the `Warning` headers.
        references: owner references as they are stored.
        finalizers: as they are stored.
    """

    admission: Admission
    code: int
    errors: tuple[FieldError, ...] = ()
    warnings: tuple[str, ...] = ()
    references: tuple[OwnerReference, ...] = ()
    finalizers: tuple[str, ...] = ()


def as_stored(obj: KubeObject) -> Answer:
    """Return the answer for an object that is in the cluster already, whose metadata is what is stored."""
    return Answer(Admission.ACCEPTED, 200, (), (), merge_duplicates(obj.owner_references)[0], obj.finalizers)


def admit(obj: KubeObject, kinds: KindTable) -> Answer:
    """Return what the API server answers when this object is created.

    Args:
        obj: the manifest.
        kinds: which kinds exist.
    """
    refusal = _unknown_kind(obj, kinds)
    if refusal is not None:
        return refusal
    custom = is_custom(obj, kinds)
    undecodable = decoding_error(obj, custom=custom)
    if undecodable is not None:
        return _rejected(400, [FieldError(*undecodable)])
    warnings = decoding_warnings(obj)
    references, duplicates = merge_duplicates(obj.owner_references)
    if duplicates:
        warnings.append(_DUPLICATES + ", ".join(duplicates))
    finalizers = obj.finalizers
    errors = [*_reference_errors(references), *_finalizer_errors(finalizers)]
    if not custom and not is_lax(obj):
        errors.extend(_qualification_errors(finalizers))
    errors.extend(_namespace_errors(obj))
    if errors:
        return _rejected(422, errors, warnings)
    if custom:
        warnings.extend(_qualification_warnings(finalizers))
    protection = _PROTECTION.get((obj.group, obj.kind))
    if protection and protection not in finalizers:
        finalizers = (*finalizers, protection)
    return Answer(Admission.ACCEPTED, 201, (), tuple(warnings), references, finalizers)


def is_custom(obj: KubeObject, kinds: KindTable) -> bool:
    """Return whether an object is a custom resource, not of a kind of Kubernetes itself."""
    return kinds.resolve(obj.api_version, obj.kind).built_in is None


def merge_duplicates(
    references: Sequence[OwnerReference],
) -> tuple[tuple[OwnerReference, ...], tuple[str, ...]]:
    """Merge entries that are equal in all fields (V7).

    Returns:
        The entries that remain, and the uid of each that was dropped.
    """
    if len(references) < 2:
        return tuple(references), ()
    kept: dict[OwnerReference, OwnerReference] = {}
    dropped = tuple(
        reference.uid
        for reference in references
        if kept.setdefault(replace(reference, index=0), reference) is not reference
    )
    return tuple(kept.values()), dropped


def _rejected(code: int, errors: Sequence[FieldError], warnings: Sequence[str] = ()) -> Answer:
    return Answer(Admission.REJECTED, code, tuple(errors), tuple(warnings))


def _unknown_kind(obj: KubeObject, kinds: KindTable) -> Answer | None:
    found = kinds.resolve(obj.api_version, obj.kind)
    if found.mapping is Mapping.SERVED and found.canonical in ("", obj.kind) and found.certain:
        return None
    if found.mapping in (Mapping.UNSTORABLE, Mapping.LIST_KIND):
        return _rejected(400, [FieldError("", f"{obj.api_version} {obj.kind} is not stored")])
    if "." in group_of(obj.api_version) and found.mapping in (Mapping.UNSURE, Mapping.SERVED, Mapping.NO_SUCH_VERSION):
        message = f'no matches for kind "{obj.kind}" in version "{obj.api_version}"'
        return _rejected(404, [FieldError("", message)])
    return _rejected(400, [FieldError("", unregistered_kind(obj, found.canonical or obj.kind))])


def _reference_errors(references: Sequence[OwnerReference]) -> Iterator[FieldError]:
    """V1 to V6, in the order of upstream `ValidateOwnerReferences`."""
    field = "metadata.ownerReferences"
    controller: OwnerReference | None = None
    for reference in references:
        if not parses_as_group_version(reference.api_version):
            yield _invalid(f"{field}.apiVersion", reference.api_version, "version must not be empty")
        for name, value in (("kind", reference.kind), ("name", reference.name), ("uid", reference.uid)):
            if not value:
                yield _invalid(f"{field}.{name}", value, "must not be empty")
        if is_event_owner(reference):
            yield _invalid(field, _plain(reference), "/v1, Kind=Event is disallowed from being an owner")
        if not reference.controller:
            continue
        if controller is None:
            controller = reference
            continue
        names = f"{controller.kind}/{controller.name} and {reference.kind}/{reference.name}"
        detail = f'Only one reference can have Controller set to true. Found "true" in references for {names}'
        yield _invalid(field, [_plain(each) for each in references], detail)


def _finalizer_errors(finalizers: Sequence[str], field: str = "metadata.finalizers") -> Iterator[FieldError]:
    """V11 and V12, in the order of upstream `ValidateFinalizers`."""
    for finalizer in finalizers:
        for detail in qualified_name_errors(finalizer):
            yield _invalid(field, finalizer, detail)
    if ORPHAN_FINALIZER in finalizers and FOREGROUND_FINALIZER in finalizers:
        detail = f"finalizer {ORPHAN_FINALIZER} and {FOREGROUND_FINALIZER} cannot be both set"
        yield _invalid(field, list(finalizers), detail)


def _qualification_errors(finalizers: Sequence[str]) -> Iterator[FieldError]:
    """V13: built-in kinds want a domain in every finalizer but the standard ones."""
    for index, finalizer in enumerate(finalizers):
        if "/" not in finalizer and finalizer not in STANDARD_FINALIZERS:
            yield _invalid(f"metadata.finalizers[{index}]", finalizer, _NOT_QUALIFIED)


def _qualification_warnings(finalizers: Sequence[str]) -> Iterator[str]:
    """V14: custom resources are only warned about that."""
    for finalizer in finalizers:
        if "/" not in finalizer and finalizer not in STANDARD_FINALIZERS:
            path = " including a path (/)" if "." in finalizer else ""
            yield (
                f"metadata.finalizers: {dumps(finalizer)}: prefer a domain-qualified finalizer name{path}"
                " to avoid accidental conflicts with other finalizer writers"
            )


def _namespace_errors(obj: KubeObject) -> Iterator[FieldError]:
    """V16: the names in `spec.finalizers` of a Namespace."""
    if obj.kind != "Namespace" or obj.group or not isinstance(obj.body, dict):
        return
    spec = obj.body.get("spec")
    listed = spec.get("finalizers") if isinstance(spec, dict) else None
    for finalizer in listed if isinstance(listed, list) else ():
        if isinstance(finalizer, str):
            for detail in qualified_name_errors(finalizer):
                yield _invalid("spec.finalizers", finalizer, detail)
            if "/" not in finalizer and finalizer not in STANDARD_FINALIZERS:
                yield _invalid("spec.finalizers", finalizer, _NOT_QUALIFIED)


def _invalid(field: str, value: object, detail: str) -> FieldError:
    return FieldError(field, f"Invalid value: {dumps(value, separators=(',', ':'), ensure_ascii=False)}: {detail}")


def _plain(reference: OwnerReference) -> dict[str, str | bool]:
    """Return an entry as the API server prints it."""
    fields: dict[str, str | bool] = {
        "apiVersion": reference.api_version,
        "kind": reference.kind,
        "name": reference.name,
        "uid": reference.uid,
    }
    flags = {"controller": reference.controller, "blockOwnerDeletion": reference.block_owner_deletion}
    return fields | {flag: value for flag, value in flags.items() if value or flag in reference.explicit_false}
