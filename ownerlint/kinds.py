"""Which kinds exist, in which scope and versions: the built-in table, CRDs in the files, configuration; else unknown."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct


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
        namespaced: True, False, or None where the scope is not known.
        suggestion: apiVersion and kind that was probably meant, as `apps/v1 Deployment`; empty where nothing is near.
        certain: False where the answer rests on the table of well-known CRDs alone, which a cluster may lack.
        canonical: the kind in its proper spelling (`ConfigMap` for `configmap`).
    """

    mapping: Mapping
    namespaced: bool | None
    suggestion: str = ""
    certain: bool = True
    canonical: str = ""
