"""The report for programs: JSON of a stable shape, described by `findings.schema.json`."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from ownerlint.finding import Finding, RelatedLocation, Report, ToolError
from ownerlint.model import KubeObject, Skipped, Span
from ownerlint.report.options import Options
from ownerlint.report.visible import encodable
from ownerlint.rule import Severity

FORMAT_VERSION: Final = 1
"""Raised when a key goes or changes its meaning; new keys do not raise it."""


class _Tool(Struct, frozen=True):
    name: str
    version: str


class _Skipped(Struct, frozen=True):
    file: str
    reason: str


class _SkippedDocument(_Skipped, frozen=True):
    line: int


class _Summary(Struct, frozen=True):
    files: int
    documents: int
    objects: int
    skipped: list[_Skipped]
    error: int
    warning: int
    info: int
    suppressed: int
    baselined: int


class _Object(Struct, frozen=True, rename="camel"):
    api_version: str
    kind: str
    namespace: str
    name: str


class _Related(Struct, frozen=True):
    file: str
    line: int | None
    column: int | None
    message: str


class _Finding(Struct, frozen=True, rename="camel"):
    rule: str
    code: str
    severity: str
    confidence: str
    consequence: str
    message: str
    file: str
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    object: _Object | None
    path: str | None
    fixable: bool
    fingerprint: str
    related: list[_Related]


class _Error(Struct, frozen=True):
    message: str
    rule: str | None
    file: str | None


class _Document(Struct, frozen=True):
    version: int
    tool: _Tool
    summary: _Summary
    findings: list[_Finding]
    errors: list[_Error]


def render_json(report: Report, options: Options) -> str:
    """Return the report as one JSON object with an indentation of two spaces.

    What a manifest held is passed on as it is; only lone surrogates, which valid JSON text cannot hold, become escapes.
    """
    document = _Document(
        version=FORMAT_VERSION,
        tool=_Tool("ownerlint", options.version),
        summary=_summary(report),
        findings=[_finding(finding) for finding in report.findings],
        errors=[_error(error) for error in report.errors],
    )
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def _summary(report: Report) -> _Summary:
    summary = report.summary
    return _Summary(
        files=summary.files,
        documents=summary.documents,
        objects=summary.objects,
        skipped=[_skipped(entry) for entry in summary.skipped],
        error=report.count(Severity.ERROR),
        warning=report.count(Severity.WARNING),
        info=report.count(Severity.INFO),
        suppressed=summary.suppressed,
        baselined=summary.baselined,
    )


def _skipped(entry: Skipped) -> _Skipped:
    file = encodable(entry.file)
    return _Skipped(file, entry.reason) if entry.line is None else _SkippedDocument(file, entry.reason, entry.line)


def _finding(finding: Finding) -> _Finding:
    span = finding.location.span
    return _Finding(
        rule=finding.meta.name,
        code=finding.meta.code,
        severity=finding.severity.value,
        confidence=finding.confidence.value,
        consequence=finding.consequence.value,
        message=encodable(finding.message),
        file=encodable(finding.location.file),
        line=span.line if span else None,
        column=span.column if span else None,
        end_line=span.end_line if span else None,
        end_column=span.end_column if span else None,
        object=_object(finding.object) if finding.object is not None else None,
        path=None if finding.path is None else encodable(finding.path),
        fixable=False,
        fingerprint=finding.fingerprint,
        related=[_related(related) for related in finding.related],
    )


def _object(obj: KubeObject) -> _Object:
    return _Object(encodable(obj.api_version), encodable(obj.kind), encodable(obj.namespace), encodable(obj.name))


def _related(related: RelatedLocation) -> _Related:
    span: Span | None = related.location.span
    return _Related(
        file=encodable(related.location.file),
        line=span.line if span else None,
        column=span.column if span else None,
        message=encodable(related.message),
    )


def _error(error: ToolError) -> _Error:
    return _Error(encodable(error.message), error.rule, None if error.file is None else encodable(error.file))
