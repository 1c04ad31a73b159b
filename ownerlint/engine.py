"""Run the rules over a world; stamp, rank and locate what they yield. A rule that raises stops nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from msgspec import Struct

from ownerlint.finding import Finding, Location, RelatedLocation, ToolError, fingerprint
from ownerlint.model import KubeObject, Pointer, Setting, Spot
from ownerlint.rule import Confidence, Meta, Problem, Rule, World, WorldMode

_ENTRY = re.compile(r"metadata\.ownerReferences\[(\d+)\]")
_RANK = {Confidence.LOW: 0, Confidence.MEDIUM: 1, Confidence.HIGH: 2}


class Locator(Protocol):
    """Turns symbolic places into lines and columns."""

    def locate(self, where: Pointer | Spot) -> Location:
        """Return the file, line and column of a place."""

    def template_of(self, where: Pointer | Spot) -> str:
        """Return the path of the template that a place was rendered from; empty where none is known."""


class Stamped(Struct, frozen=True):
    """A problem with the rule that yielded it and how sure it is after the object's setting was considered."""

    meta: Meta
    problem: Problem
    confidence: Confidence


def at_least(confidence: Confidence, threshold: Confidence) -> bool:
    """Return whether a confidence reaches a threshold."""
    return _RANK[confidence] >= _RANK[threshold]


def run_rules(rules: Iterable[Rule], world: World) -> tuple[list[Stamped], list[ToolError]]:
    """Return every problem that the rules yield, stamped, and the rules that failed."""
    stamped: list[Stamped] = []
    errors: list[ToolError] = []
    for rule in rules:
        meta = rule.META
        last: Problem | None = None
        try:
            for problem in rule.check(world):
                last = problem
                confidence = _confidence(meta, problem, world.mode)
                if confidence is not None:
                    stamped.append(Stamped(meta, problem, confidence))
        except Exception as error:  # noqa: BLE001 - a rule's bug must not silence the other rules
            errors.append(ToolError(_failure(meta, error, last), rule=meta.name))
    return stamped, errors


def rank(stamped: Sequence[Stamped]) -> list[Stamped]:
    """Return the problems with only the foremost subject for each owner reference.

    What the API server rejects comes before scope, identity, deletion and exports: the hundreds of the codes, in
    order. So an entry has one fault, told once. Rules about security stand beside: who asks for them wants to hear of
    every way past a guard, whatever else is wrong there.
    """
    foremost: dict[tuple[int, str], str] = {}
    for item in stamped:
        entry = _ranked_entry(item)
        if entry is not None:
            subject = _subject(item.meta)
            foremost[entry] = min(subject, foremost.get(entry, subject))
    kept = []
    for item in stamped:
        entry = _ranked_entry(item)
        if entry is None or foremost[entry] == _subject(item.meta):
            kept.append(item)
    return kept


def finish(stamped: Iterable[Stamped], locator: Locator) -> list[tuple[Stamped, Finding]]:
    """Return each problem with its located finding, in the one order of reports; what would read the same, once."""
    found: dict[tuple[object, ...], tuple[Stamped, Finding]] = {}
    for item in sorted(stamped, key=_by_file):
        finding = _finding(item, locator)
        found.setdefault(finding.sort_key(), (item, finding))
    return sorted(found.values(), key=lambda pair: pair[1].sort_key())


def _finding(item: Stamped, locator: Locator) -> Finding:
    meta, problem = item.meta, item.problem
    where = problem.where
    obj, path = (where.object, where.path) if isinstance(where, Pointer) else (None, None)
    location = locator.locate(where)
    template = locator.template_of(where)
    return Finding(
        meta=meta,
        severity=problem.severity or meta.severity,
        confidence=item.confidence,
        consequence=problem.consequence or meta.consequence,
        message=f"{problem.message} (Rendered from {template}.)" if template else problem.message,
        location=location,
        object=obj,
        path=path,
        related=tuple(RelatedLocation(locator.locate(other.where), other.message) for other in problem.related),
        fingerprint=fingerprint(meta, obj, path, location.file, problem.message),
    )


def _confidence(meta: Meta, problem: Problem, mode: WorldMode) -> Confidence | None:
    """Return how sure the problem is given what its object is there for; None where it is no problem at all.

    Who calls the world closed says that the files are the state of a cluster, so then a folder's name means nothing.
    """
    where = problem.where
    if meta.presumes_applied and isinstance(where, Pointer):
        if where.object.setting is Setting.PARTIAL:
            return None
        if where.object.setting in (Setting.TEST_DATA, Setting.TESTS) and mode is not WorldMode.CLOSED:
            return Confidence.LOW
    return problem.confidence


def _failure(meta: Meta, error: Exception, last: Problem | None) -> str:
    where = last.where if last else None
    after = f" (after its problem at {_name(where.object)})" if isinstance(where, Pointer) else ""
    return f"rule {meta.name} ({meta.code}) failed: {type(error).__name__}: {error}{after}; the other rules went on"


def _name(obj: KubeObject) -> str:
    return f"{obj.title} in {obj.place.file}"


def _ranked_entry(item: Stamped) -> tuple[int, str] | None:
    return None if item.meta.security_severity else _entry(item.problem)


def _entry(problem: Problem) -> tuple[int, str] | None:
    where = problem.where
    if isinstance(where, Spot):
        return None
    match = _ENTRY.match(where.path)
    return (id(where.object), match[1]) if match else None


def _subject(meta: Meta) -> str:
    """Return the subject of a code: `OWN2` for `OWN201`."""
    return meta.code[:-2]


def _by_file(item: Stamped) -> tuple[str, int]:
    where = item.problem.where
    if isinstance(where, Spot):
        return (where.file, 0)
    return (where.object.place.file, where.object.place.document)
