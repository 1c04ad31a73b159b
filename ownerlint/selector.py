"""The words that people select rules by: names, former names, codes, and beginnings of codes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ownerlint.rule import Meta

_CODE = re.compile(r"([A-Z]+)[0-9]*")

DEFAULT_SET: Final = "default"
STRICT_SET: Final = "strict"

SETS: Final[Mapping[str, str]] = MappingProxyType(
    {
        DEFAULT_SET: "what is wrong in every cluster; chosen where nothing else is",
        STRICT_SET: "the default set, and hints that need a look at more than the files",
        "openshift": "what matters where OwnerReferencesPermissionEnforcement is on, as in OpenShift",
        "security": "what lets an object slip past those who guard a cluster",
    }
)
"""The sets of the built-in rules, each in a few words. A plugin's rules may name further ones."""


def selects(word: str, meta: Meta) -> bool:
    """Return whether a word selects a rule.

    Args:
        word: the rule's name, a former name, its code, or a beginning of its code that has all the letters (`OWN`,
            `OWN2`, `OWN20`). Upper and lower case are the same.
        meta: the rule.
    """
    word = word.casefold()
    return word in _names(meta) or _begins(word, meta.code)


def names_exactly(word: str, meta: Meta) -> bool:
    """Return whether a word is the rule's name, a former name or its whole code, and so means no other rule."""
    return word.casefold() in _names(meta)


def is_offered(meta: Meta, sets: Iterable[str], select: Iterable[str] | None) -> bool:
    """Return whether a rule belongs to what a run may report.

    Args:
        meta: the rule.
        sets: the sets that are chosen; `strict` takes in `default`.
        select: the words that rules are selected by; a rule that one of them means alone is offered whatever its sets.
    """
    chosen = {name.casefold() for name in sets}
    if STRICT_SET in chosen:
        chosen.add(DEFAULT_SET)
    return not chosen.isdisjoint(meta.sets) or any(names_exactly(word, meta) for word in select or ())


def sets_of(metas: Iterable[Meta]) -> tuple[str, ...]:
    """Return the names of all sets, the built-in ones first."""
    return tuple(dict.fromkeys((*SETS, *(name for meta in metas for name in meta.sets))))


def unknown_set(word: str, known: Iterable[str]) -> str:
    """Return the sentence that tells a user that there is no such set, with those that there are."""
    listed = tuple(known)
    near = nearest(word, listed)
    return f'there is no set "{word}"; ' + (f'did you mean "{near}"?' if near else f"there are {', '.join(listed)}")


def is_known(word: str, metas: Iterable[Meta]) -> bool:
    """Return whether a word selects any of these rules."""
    return any(selects(word, meta) for meta in metas)


def names_of(metas: Iterable[Meta]) -> tuple[str, ...]:
    """Return every name and former name of these rules: what `unknown_rule` looks for the nearest in.

    Codes are left out: they differ in a digit, so the nearest of them would be a guess.
    """
    return tuple(name for meta in metas for name in (meta.name, *meta.aliases))


def split_words(text: str) -> tuple[str, ...]:
    """Return the words of a list that commas or white space separate, each once, in their order."""
    return tuple(dict.fromkeys(text.replace(",", " ").split()))


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that is most like this one, or an empty string where none is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - only mistakes need it

    spelled = {name.casefold(): name for name in sorted(known)}
    found = get_close_matches(word.casefold(), spelled, n=1, cutoff=0.6)
    return spelled[found[0]] if found else ""


def unknown_rule(word: str, known: Iterable[str]) -> str:
    """Return the sentence that tells a user that there is no such rule, with the nearest name where one is near.

    Args:
        word: what the user wrote.
        known: every name (`names_of`).
    """
    near = nearest(word, known)
    hint = f'did you mean "{near}"?' if near else "`ownerlint rules` lists them all"
    return f'there is no rule "{word}"; {hint}'


def _names(meta: Meta) -> tuple[str, ...]:
    return (meta.name.casefold(), meta.code.casefold(), *(alias.casefold() for alias in meta.aliases))


def _begins(word: str, code: str) -> bool:
    letters = _CODE.fullmatch(code)
    return letters is not None and len(word) >= len(letters[1]) and code.casefold().startswith(word)
