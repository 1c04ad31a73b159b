"""What several rules about the form of an entry ask: which entries count, what is missing in them, what a uid is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ownerlint.collector import Consequence, Fates, Outlook, Verdict, costs_data, loss
from ownerlint.form import UUID, is_templated, well_formed, whole_entry
from ownerlint.graph import Edge, OwnerGraph, Reason
from ownerlint.model import Fault, FaultKind, KubeObject, OwnerReference, group_of

ENTRY_FIELDS: Final = ("apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion")
"""The fields of an owner reference (apimachinery meta/v1 `OwnerReference`)."""

_REQUIRED: Final = ENTRY_FIELDS[:4]
_MADE: Final = frozenset(
    {
        ("ReplicaSet", "Deployment"),
        *(("Pod", owner) for owner in ("ReplicaSet", "ReplicationController", "DaemonSet", "StatefulSet", "Job")),
        ("Pod", "Node"),  # the mirror of a static Pod
        ("Job", "CronJob"),
        ("ControllerRevision", "StatefulSet"),
        ("ControllerRevision", "DaemonSet"),
        ("EndpointSlice", "Service"),
        ("EndpointSlice", "Endpoints"),
        ("Lease", "Node"),
        ("CSINode", "Node"),
    }
)
_LONGEST: Final = 60
_ENTRY: Final = r"metadata\.ownerReferences\[(\d+)\]."
# Compiled when they are first asked for: few files hold a uid that a person typed.
_FILLER: Final = r"[xX*?.\u2026_-]+"
_BRACKETED: Final = r"<[^<>]*>|__\w+__|%\w+%|\[[^\[\]]*\]"
_STAND_IN: Final = (
    r"(?i)(?:todo|tbd|fixme|placeholder|change[-_ ]?me|replace[-_ ]?me|fill[-_ ]?me|insert|"
    r"replace[-_ ]?(?:with|this|by|the)|your|some|uid|uuid|owner[-_ ]?uid|none|null|nil|unknown|dummy|undefined|n/a)"
    r"(?:[-_ :.].*)?"
)


def is_made_by_kubernetes(obj: KubeObject, reference: OwnerReference) -> bool:
    """Return whether Kubernetes itself makes such objects for such owners: a Deployment's ReplicaSet, a Service's slices.

    Source: the controllers of kube-controller-manager and the kubelet; all of them in groups without a custom domain.
    """
    groups = (obj.group, group_of(reference.api_version))
    built_in = all("." not in group or group.endswith(".k8s.io") for group in groups)
    return built_in and (obj.kind, reference.kind) in _MADE


def shorten(text: str) -> str:
    """Return a text of a manifest for a message: at most 60 characters, the rest cut off."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "\u2026"


def claimed_owner(reference: OwnerReference) -> str:
    """Return the owner's name for messages even where the entry says little: `Kind/name`, one of them, or its number."""
    said = "/".join(part for part in (reference.kind, reference.name) if part)
    return shorten(said) if said else f"entry {reference.index + 1} of its ownerReferences"


def is_templated_entry(reference: OwnerReference) -> bool:
    """Return whether a template engine fills in any coordinate of this entry later."""
    return any(map(is_templated, reference.coordinates()))


def duplicates(obj: KubeObject) -> Iterator[tuple[OwnerReference, OwnerReference]]:
    """Yield each complete entry that repeats an earlier one whole, after that earlier one.

    Incomplete entries are left out: in a test assertion `- kind: Pod` twice means two owners.
    """
    if len(obj.owner_references) < 2:
        return
    faults = _faults_by_entry(obj)
    first: dict[tuple[object, ...], OwnerReference] = {}
    for reference in obj.owner_references:
        mistyped = any(fault.kind is FaultKind.WRONG_TYPE for fault in faults.get(reference.index, ()))
        if well_formed(reference) and not mistyped:
            earlier = first.setdefault(whole_entry(reference), reference)
            if earlier is not reference:
                yield earlier, reference


def distinct_references(obj: KubeObject) -> Iterator[OwnerReference]:
    """Yield the entries as the API server judges them: each one that repeats an earlier one whole is merged with it."""
    merged = {later.index for _, later in duplicates(obj)}
    for reference in obj.owner_references:
        if reference.index not in merged:
            yield reference


def intended_field(key: str) -> str:
    """Return the field of an owner reference that an unknown one was probably meant to be; empty if none is near."""
    by_lower = {field.lower(): field for field in ENTRY_FIELDS}
    lower = key.strip().lower().replace("_", "").replace("-", "")
    if lower in by_lower:
        return by_lower[lower]
    # difflib is slow to import and only wanted on the way to a finding.
    from difflib import get_close_matches  # noqa: PLC0415 - see above

    close = get_close_matches(lower, sorted(by_lower), n=1, cutoff=0.75)
    return by_lower[close[0]] if close else ""


def incomplete_references(obj: KubeObject) -> Iterator[tuple[OwnerReference, tuple[str, ...]]]:
    """Yield each entry that lacks required fields, or has them empty, with these: of apiVersion, kind, name and uid.

    A field of the wrong type is there, and so is a misspelt one: each is a fault of its own.
    """
    faults: dict[int, list[Fault]] | None = None
    for reference in obj.owner_references:
        if all(reference.coordinates()):
            continue
        if faults is None:
            faults = _faults_by_entry(obj)
        spoilt = {_spoilt_field(fault) for fault in faults.get(reference.index, ())}
        empty = (field for field, value in zip(_REQUIRED, reference.coordinates(), strict=True) if not value)
        missing = tuple(field for field in empty if field not in spoilt)
        if missing:
            yield reference, missing


def without(obj: KubeObject, field: str) -> Iterator[OwnerReference]:
    """Yield each entry that lacks this field while at least one other is there.

    An entry without any required field is one fault, not four (see `empty_references`).
    """
    for reference, missing in incomplete_references(obj):
        if field in missing and len(missing) < len(_REQUIRED):
            yield reference


def empty_references(obj: KubeObject) -> Iterator[OwnerReference]:
    """Yield each entry that has none of the four required fields."""
    for reference, missing in incomplete_references(obj):
        if len(missing) == len(_REQUIRED):
            yield reference


def _faults_by_entry(obj: KubeObject) -> dict[int, list[Fault]]:
    """Return the faults inside entries by the entry's index; in one pass, as both may be many."""
    found: dict[int, list[Fault]] = {}
    for fault in obj.faults:
        match = re.match(_ENTRY, fault.path)
        if match:
            found.setdefault(int(match[1]), []).append(fault)
    return found


def _spoilt_field(fault: Fault) -> str:
    """Return the field of the entry that is there, but not as it should be."""
    if fault.kind is FaultKind.UNKNOWN_FIELD:
        return intended_field(fault.found)
    return fault.path.rpartition(".")[2]


def is_placeholder_uid(uid: str) -> bool:
    """Return whether a uid only keeps the place for one: `TODO`, `<uid>`, `xxxxxxxx-...`, all zeros or ones.

    A random UUID with only two different digits does not occur in practice.
    """
    text = uid.strip()
    if UUID.fullmatch(text.lower()):
        return len(set(text.lower())) <= 3  # two digits and the hyphen
    return any(re.fullmatch(pattern, text) for pattern in (_FILLER, _BRACKETED, _STAND_IN))


def is_uid(uid: str) -> bool:
    """Return whether this has the shape of the uids that the API server makes: a UUID in lower case."""
    return UUID.fullmatch(uid) is not None


def canonical_uid(text: str) -> str:
    """Return the UUID that is written here in another spelling: upper case, braces, no hyphens; empty if there is none."""
    digits = text.strip().lower().removeprefix("urn:uuid:").strip("{}").replace("-", "")
    if not re.fullmatch(r"[0-9a-f]{32}", digits):
        return ""
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def is_impossible_uid(uid: str) -> bool:
    """Return whether no object can have this uid: API servers make UUIDs, and whoever fills it in later is not known."""
    return not is_templated(uid) and (not is_uid(uid) or is_placeholder_uid(uid))


def absent_owner_outlook(graph: OwnerGraph, fates: Fates, obj: KubeObject) -> Outlook:
    """Return what happens to an object some of whose entries have uids that nothing can have."""
    if graph.references(obj):
        return fates.outlook(obj)
    when = "" if obj.live else " right after it is applied"
    return Outlook(Consequence.DELETED, f"deletes {obj.title}{when}{loss(obj)}", costs_data(obj))


def frozen_outlook(fates: Fates, obj: KubeObject, reference: OwnerReference) -> Outlook:
    """Return what happens to an object because this entry's kind does not map to anything."""
    if fates.verdict(obj) is Verdict.FROZEN:
        return fates.outlook(obj)
    hang = f", and foreground deletion of {claimed_owner(reference)} would hang for ever"
    effect = f"never collects {obj.title}" + (hang if reference.block_owner_deletion else "")
    return Outlook(Consequence.NEVER_COLLECTED, effect)


def edges_by_entry(graph: OwnerGraph, obj: KubeObject) -> dict[int, Edge]:
    """Return the resolutions of an object's entries by index, without those rejected or merged with an earlier one."""
    return {edge.reference.index: edge for edge in graph.references(obj)}


def namesake(edge: Edge | None) -> KubeObject | None:
    """Return the live object in the files that the entry names, though by another uid; None where there is none."""
    return edge.owner if edge is not None and edge.reason is Reason.UID_MISMATCH else None
