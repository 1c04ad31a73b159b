"""The words that name an object on the command line: `KIND[.GROUP]/[NAMESPACE/]NAME`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Final, NamedTuple

from ownerlint.model import KubeObject
from ownerlint.report.visible import visible

FORM: Final = "KIND[.GROUP]/[NAMESPACE/]NAME"

_MOST: Final = 10
"""Candidates that a message names."""

_SEARCHED: Final = 10_000
"""Names among which the nearest are looked for, which is slow."""


class UnknownTargetError(ValueError):
    """No object, or more than one, answers to a target; the message names the candidates."""


class Target(NamedTuple):
    """What the user named.

    Args:
        kind: any letter case.
        group: None where it was not said; empty for the core group.
        namespace: None where it was not said; empty for objects whose manifest has none.
        name: exact.
    """

    kind: str
    group: str | None
    namespace: str | None
    name: str

    def fits(self, obj: KubeObject) -> bool:
        """Return whether an object answers to this."""
        return (
            obj.name == self.name
            and obj.kind.casefold() == self.kind.casefold()
            and self.group in (None, obj.group)
            and self.namespace in (None, obj.namespace)
        )


def parse_target(text: str) -> Target:
    """Return what a word names.

    `Service./web` is the Service of the core group, `Role//web` the Role whose manifest has no namespace.

    Raises:
        ValueError: the word does not have the form.
    """
    kind, *names = text.split("/")
    kind, dot, group = kind.partition(".")
    if not kind or len(names) not in (1, 2) or not names[-1]:
        raise ValueError(f"'{text}' is not {FORM}, such as Deployment/shop/web")
    return Target(kind, group if dot else None, names[0] if len(names) == 2 else None, names[-1])


def find_target(text: str, objects: Sequence[KubeObject]) -> tuple[KubeObject, ...]:
    """Return the object that a word names: all of them where several files hold the same one.

    Raises:
        ValueError: the word does not have the form.
        UnknownTargetError: no object answers to it, or objects of several kinds or namespaces do.
    """
    target = parse_target(text)
    found = tuple(obj for obj in objects if target.fits(obj))
    if not found:
        raise UnknownTargetError(f"there is no object '{visible(text)}'{_hint(target, objects)}")
    if len({(obj.group, obj.kind, obj.namespace) for obj in found}) > 1:
        raise UnknownTargetError(f"'{visible(text)}' is ambiguous; say which:{_listed(spellings(found))}")
    return found


def spellings(objects: Sequence[KubeObject]) -> list[str]:
    """Return words that name these objects and tell them from each other, sorted, each once."""
    several_groups = len({obj.group for obj in objects}) > 1
    several_namespaces = len({obj.namespace for obj in objects}) > 1
    words = set()
    for obj in objects:
        group = f".{obj.group}" if several_groups else ""
        namespace = f"{obj.namespace}/" if several_namespaces or obj.namespace else ""
        words.add(f"{obj.kind}{group}/{namespace}{obj.name}")
    return sorted(words)


def _hint(target: Target, objects: Iterable[KubeObject]) -> str:
    """Return the objects that may have been meant: of the same name, else of the same kind and a similar name."""
    named = [obj for obj in objects if obj.name == target.name]
    if not named:
        kind = target.kind.casefold()
        alike: dict[str, list[KubeObject]] = {}
        for obj in objects:
            if obj.kind.casefold() == kind:
                alike.setdefault(obj.name, []).append(obj)
        near = get_close_matches(target.name, sorted(alike)[:_SEARCHED], n=3, cutoff=0.6)
        named = [obj for name in near for obj in alike[name]]
    return f"; there is:{_listed(spellings(named))}" if named else ""


def _listed(words: Sequence[str]) -> str:
    more = [f"and {len(words) - _MOST} more"] if len(words) > _MOST else []
    return "".join(f"\n  {visible(word)}" for word in (*words[:_MOST], *more))
