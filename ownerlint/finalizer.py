"""What rules ask about finalizers: the form of a name, how strictly an object's kind is checked, who removes which."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Struct

from ownerlint import data
from ownerlint.collector.qualified_names import qualified_name_errors
from ownerlint.collector.standard_finalizers import STANDARD_FINALIZERS, is_lax
from ownerlint.collector.state import GC_FINALIZERS
from ownerlint.form import is_templated
from ownerlint.kinds import KindTable, Mapping
from ownerlint.model import FaultKind, KubeObject

_MISSPELT: Final = {
    "foreground": "foregroundDeletion",
    "foregrounddeletion": "foregroundDeletion",
    "foregrounddelete": "foregroundDeletion",
    "orphan": "orphan",
    "orphans": "orphan",
    "orphandependents": "orphan",
    "orphandeletion": "orphan",
    "orphanfinalizer": "orphan",
}
_LONGEST_NAME: Final = 63


class FinalizerForm(str, Enum):
    """What the name of a finalizer alone tells; each name has one form."""

    INVALID = "invalid"
    MISSPELT = "misspelt"
    UNQUALIFIED = "unqualified"
    NAMESPACES_OWN = "namespaces-own"
    COLLECTORS = "collectors"
    QUALIFIED = "qualified"


class NameCheck(str, Enum):
    """What the API server does about a finalizer without a domain (semantics V13, V14).

    STRICT rejects it: most kinds of Kubernetes itself. LAX takes it: some of these. WARNED: custom resources. UNKNOWN:
    a kind of which it is not known what it is.
    """

    STRICT = "strict"
    LAX = "lax"
    WARNED = "warned"
    UNKNOWN = "unknown"


class _Table(Struct, frozen=True):
    known: tuple[tuple[str, str, str], ...]


@lru_cache(maxsize=4096)
def finalizer_form(finalizer: str) -> FinalizerForm:
    """Return the form of a finalizer's name."""
    if qualified_name_errors(finalizer):
        return FinalizerForm.INVALID
    if finalizer in GC_FINALIZERS:
        return FinalizerForm.COLLECTORS
    if finalizer in STANDARD_FINALIZERS:
        return FinalizerForm.NAMESPACES_OWN
    if "/" in finalizer:
        return FinalizerForm.QUALIFIED
    return FinalizerForm.MISSPELT if meant_finalizer(finalizer) else FinalizerForm.UNQUALIFIED


def finalizer_fault(finalizer: str) -> str:
    """Return in a few words what makes a name invalid, to follow `a finalizer`; empty for a valid one."""
    if not qualified_name_errors(finalizer):
        return ""
    prefix, slash, name = finalizer.rpartition("/")
    faults = (
        (not finalizer, "without a name"),
        ("/" in prefix, "with more than one slash"),
        (slash and not prefix, "without a domain before the slash"),
        (not name, "without a name behind the slash"),
        (prefix and qualified_name_errors(f"{prefix}/a"), "whose domain is no DNS name in lower case"),
        (len(name.encode()) > _LONGEST_NAME, f"whose name is longer than {_LONGEST_NAME} characters"),
    )
    rest = "whose name has other characters than letters, digits, '-', '_' and '.', or has no letter or digit at an end"
    return next((words for found, words in faults if found), rest)


def meant_finalizer(finalizer: str) -> str:
    """Return the finalizer of the garbage collector that a misspelt one stands for; empty for any other."""
    word = finalizer.lower().replace("-", "").replace("_", "").replace(".", "")
    meant = _MISSPELT.get(word, "")
    return "" if meant == finalizer else meant


def name_check(obj: KubeObject, kinds: KindTable) -> NameCheck:
    """Return how strictly the API server takes the finalizers of an object of this kind."""
    found = kinds.resolve(obj.api_version, obj.kind)
    if found.built_in is not None:
        if not found.built_in.storable:
            return NameCheck.UNKNOWN
        return NameCheck.LAX if is_lax(obj) else NameCheck.STRICT
    custom = "." in obj.group and found.mapping in (Mapping.SERVED, Mapping.NO_SUCH_VERSION)
    return NameCheck.WARNED if custom else NameCheck.UNKNOWN


def finalizers_of(obj: KubeObject, *forms: FinalizerForm) -> Iterator[tuple[str, str]]:
    """Yield the finalizers of these forms, each once, with its symbolic path; not those that a template fills in later."""
    mistyped = {fault.path for fault in obj.faults if fault.kind is FaultKind.WRONG_TYPE}
    seen = set()
    for index, finalizer in enumerate(obj.finalizers):
        path = f"metadata.finalizers[{index}]"
        if finalizer in seen or path in mistyped or is_templated(finalizer):
            continue
        seen.add(finalizer)
        if finalizer_form(finalizer) in forms:
            yield finalizer, path


@lru_cache(maxsize=1)
def _removers() -> dict[str, str]:
    table = msgspec.json.decode(data.read("finalizers.json"), type=_Table)
    return {name: on.partition(" ")[0] for name, on, _ in table.known if name not in STANDARD_FINALIZERS}


def finalized_kind(finalizer: str) -> str:
    """Return the only kind from which anybody removes this finalizer of Kubernetes itself; empty for any other."""
    return _removers().get(finalizer, "")
