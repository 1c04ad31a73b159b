"""The answer to "what does the collector make of this apiVersion and kind?"."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import Enum

from msgspec import Struct

from ownerlint.kinds.data import BuiltInKind


class Mapping(str, Enum):
    """What the collector's REST mapper makes of an apiVersion and kind (semantics: what maps, what does not).

    SERVED maps to objects. LIST_KIND and UNSTORABLE map too, but the look-up of the owner always fails. The others do
    not map, so a reference to them is unresolvable; UNSURE: a custom group about which nothing is known.
    """

    SERVED = "served"
    LIST_KIND = "list-kind"
    UNSTORABLE = "unstorable"
    NO_SUCH_VERSION = "no-such-version"
    NO_SUCH_KIND = "no-such-kind"
    WRONG_GROUP = "wrong-group"
    WRONG_CASE = "wrong-case"
    UNSURE = "unsure"


class Kind(Struct, frozen=True):
    """What is known of one apiVersion and kind.

    Args:
        mapping: what the REST mapper makes of it.
        namespaced: True, False, or None where the scope is not known. Of a list kind: the scope of what it lists.
        suggestion: apiVersion and kind that was probably meant, as `apps/v1 Deployment`; empty where nothing is near.
        certain: False where the answer rests on the table of well-known CRDs alone, which a cluster may lack.
        canonical: the kind in its proper spelling (`ConfigMap` for `configmap`).
        introduced: first release that serves this version (`1.21`); empty where unknown and for custom kinds.
        removed: first release that no longer serves it; empty while it is served.
        default_on: False for a built-in version that the API server serves only when told to.
        built_in: the row of the built-in table, where there is one of exactly this version.
    """

    mapping: Mapping
    namespaced: bool | None
    suggestion: str = ""
    certain: bool = True
    canonical: str = ""
    introduced: str = ""
    removed: str = ""
    default_on: bool = True
    built_in: BuiltInKind | None = None


def nearest(word: str, choices: Iterable[str]) -> str:
    """Return the kind that was probably meant by a misspelled one: its plural, or a near spelling; empty if none is near.

    Letter case is ignored, as it is judged before.
    """
    # difflib is slow to import and only wanted on the way to a finding.
    from difflib import get_close_matches  # noqa: PLC0415 - see above

    by_lower = {choice.lower(): choice for choice in sorted(choices)}
    close = get_close_matches(word.strip().lower(), by_lower, n=1, cutoff=0.8)
    return by_lower[close[0]] if close else ""


def differs_in_case(kind: str, choices: Iterable[str]) -> str:
    """Return the choice that is this kind but for its letter case; empty if there is none."""
    lower = kind.lower()
    return next((choice for choice in choices if choice.lower() == lower), "")


def as_registered(kind: str, kinds: Collection[str]) -> str:
    """Return the proper spelling of a kind as the REST mapper registers it: exact, or all in lower case; else empty.

    Source: client-go `restmapper/discovery.go`, `NewDiscoveryRESTMapper`.
    """
    if kind in kinds:
        return kind
    return differs_in_case(kind, kinds) if kind == kind.lower() else ""
