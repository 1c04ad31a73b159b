"""What the user sees: a problem with its rule, its place in a file and its fingerprint; and the whole report."""

from __future__ import annotations

import re
from bisect import bisect_left

from msgspec import Struct

from ownerlint.model import KubeObject, Skipped, Span
from ownerlint.rule import Confidence, Consequence, Meta, Severity

_ENTRY = re.compile(r"metadata\.ownerReferences\[(\d+)\](?=\.|\Z)")


class Location(Struct, frozen=True):
    """A stretch of a file.

    Args:
        file: display path, POSIX separators; relative to the working directory where it lies inside.
        span: one line; None where a file could not be read at all.
    """

    file: str
    span: Span | None


class RelatedLocation(Struct, frozen=True):
    """A second place, with what is to be seen there."""

    location: Location
    message: str


class Finding(Struct, frozen=True):
    """One finding, complete.

    Args:
        meta: the rule.
        severity, confidence, consequence: after the problem's own words and the object's setting.
        message: plain text from the rule; may hold any character that a manifest held, so reporters escape it.
        location: where the fault is.
        object: the object at fault; None for a fault of a file.
        path: symbolic path in the object; None for a fault of a file.
        related: further places, the owner first.
        fingerprint: stable identity, free of line numbers.
    """

    meta: Meta
    severity: Severity
    confidence: Confidence
    consequence: Consequence
    message: str
    location: Location
    object: KubeObject | None
    path: str | None
    related: tuple[RelatedLocation, ...]
    fingerprint: str

    def sort_key(self) -> tuple[str, int, int, str, str, str]:
        """Key of the one order in which findings are reported."""
        span = self.location.span
        line, column = (span.line, span.column) if span else (0, 0)
        return (self.location.file, line, column, self.meta.code, self.path or "", self.message)


class ToolError(Struct, frozen=True):
    """A failure of ownerlint itself, a rule or a plugin; never of a manifest."""

    message: str
    rule: str | None = None
    file: str | None = None


class Summary(Struct, frozen=True):
    """What was read.

    Args:
        files: files read, skipped ones included.
        documents: YAML documents or JSON values that were not empty.
        objects: Kubernetes objects.
        skipped: what held nothing to judge, with reasons, sorted.
        suppressed: findings silenced by a comment, an annotation or the configuration.
        baselined: findings that a baseline knows.
    """

    files: int
    documents: int
    objects: int
    skipped: tuple[Skipped, ...]
    suppressed: int = 0
    baselined: int = 0


class Report(Struct, frozen=True):
    """The whole result of a run: what reporters are functions of.

    Args:
        findings: in the order of `Finding.sort_key`.
        errors: failures of ownerlint itself.
        summary: what was read.
        rules: metadata and documentation (docstring) of every active rule, in documentation order.
        snippets: lines of text by file, for the lines that findings and related places stand on: (file, line) → text.
        notes: sentences for those who ask for more words, such as why the cache was of no use.
    """

    findings: tuple[Finding, ...]
    errors: tuple[ToolError, ...]
    summary: Summary
    rules: tuple[tuple[Meta, str], ...]
    snippets: dict[tuple[str, int], str]
    notes: tuple[str, ...] = ()

    def count(self, severity: Severity) -> int:
        """Return the number of findings of this severity."""
        return sum(finding.severity is severity for finding in self.findings)


def fingerprint(meta: Meta, obj: KubeObject | None, path: str | None, file: str, detail: str) -> str:
    """Return the stable identity of a finding: 16 hex digits.

    It is made of the rule, the object's identity and the coordinates of the owner reference at fault, never of lines,
    so it survives reformatting and moves within a file. A fault without an object is identified by its file.
    """
    from hashlib import sha256  # noqa: PLC0415 - clean runs need none

    parts = [meta.code]
    if obj is None:
        parts += [file, detail]
    else:
        parts += [obj.api_version, obj.kind, obj.namespace, obj.name, *_owner_coordinates(obj, path or "")]
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _owner_coordinates(obj: KubeObject, path: str) -> tuple[str, ...]:
    match = _ENTRY.match(path)
    if match:
        references = obj.owner_references
        at = bisect_left(references, int(match[1]), key=lambda reference: reference.index)
        if at < len(references) and references[at].index == int(match[1]):
            return (*references[at].coordinates(), path[match.end() :])
    return (path,)
