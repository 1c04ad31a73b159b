"""SARIF 2.1.0 for code scanning: one run, deterministic, one-line regions, within the limits that GitHub sets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from ownerlint import HOMEPAGE
from ownerlint.finding import Finding, Location, Report, ToolError
from ownerlint.report.options import Options
from ownerlint.report.sarif_rules import LEVELS, reporting_descriptor
from ownerlint.report.sarif_uri import BASE_ID, artifact_location
from ownerlint.report.visible import encodable, visible
from ownerlint.rule import Severity

_SCHEMA: Final = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_SHOWN_RESULTS: Final = 5_000
_MOST_RESULTS: Final = 25_000
_MOST_RELATED: Final = 100
"""GitHub shows 5,000 results of a run and refuses a file with more than 25,000; it shows 100 locations of a result
(GitHub documentation, "SARIF support for code scanning")."""

_SEMANTIC_VERSION: Final = re.compile(r"\d+\.\d+\.\d+")
_RANK: Final = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}
_LINK_MARKS: Final = str.maketrans({"\\": "\\\\", "[": "\\[", "]": "\\]"})


def render_sarif(report: Report, options: Options) -> str:
    """Return the report as a SARIF 2.1.0 log.

    Suppressed findings are not in it (GitHub would show them as open alerts). Findings stand in the order of reports,
    unless they are more than GitHub shows: then the worst come first, and a notification says so.
    """
    pages = dict(report.rules)
    pages.update((finding.meta, "") for finding in report.findings if finding.meta not in pages)
    indices = {meta.code: index for index, meta in enumerate(pages)}
    codes = {meta.name: meta.code for meta in pages}
    findings, notes = _within_limits(report.findings)
    invocation: dict[str, object] = {"executionSuccessful": not report.errors}
    notifications = [*(_failure(error, codes, indices, options) for error in report.errors), *notes]
    if notifications:
        invocation["toolExecutionNotifications"] = notifications
    run = {
        "tool": {
            "driver": {
                "name": "ownerlint",
                _version_key(options.version): options.version,
                "informationUri": HOMEPAGE,
                "rules": [reporting_descriptor(meta, page) for meta, page in pages.items()],
            }
        },
        "automationDetails": {"id": "ownerlint/"},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {BASE_ID: {"description": {"text": "The root of the repository."}}},
        "invocations": [invocation],
        "results": [_result(finding, indices[finding.meta.code], options) for finding in findings],
    }
    log = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    return msgspec.json.format(msgspec.json.encode(log), indent=1).decode() + "\n"


def _version_key(version: str) -> str:
    """Return the key for the version: a Python version such as `0.2.0rc1` is no semantic version."""
    return "semanticVersion" if _SEMANTIC_VERSION.fullmatch(version) else "version"


def _within_limits(findings: Sequence[Finding]) -> tuple[Iterable[Finding], list[dict[str, object]]]:
    """Return the findings that GitHub takes, and a notification where it will not show them all."""
    if len(findings) <= _SHOWN_RESULTS:
        return findings, []
    worst_first = sorted(findings, key=lambda finding: _RANK[finding.severity])
    text = f"There are {len(findings)} findings, and GitHub shows {_SHOWN_RESULTS} at most: the worst come first."
    if len(findings) > _MOST_RESULTS:
        text += f" Only the first {_MOST_RESULTS} are in this file, since GitHub refuses a file with more."
    return worst_first[:_MOST_RESULTS], [{"level": "warning", "message": {"text": text}}]


def _failure(
    error: ToolError, codes: Mapping[str, str], indices: Mapping[str, int], options: Options
) -> dict[str, object]:
    notification: dict[str, object] = {"level": "error", "message": {"text": _message_text(error.message or "failed")}}
    code = codes.get(error.rule or "")
    if code is not None:
        notification["associatedRule"] = {"id": code, "index": indices[code]}
    if error.file is not None:
        notification["locations"] = [{"physicalLocation": {"artifactLocation": artifact_location(error.file, options)}}]
    return notification


def _result(finding: Finding, index: int, options: Options) -> dict[str, object]:
    related = finding.related[:_MOST_RELATED]
    text = _message_text(finding.message or finding.meta.name)  # an empty text is refused
    if related:
        # Code scanning links a related place only where the message names it, and shows the first sentence where
        # space is short: so the links come last.
        links = ", ".join(f"[{_message_text(place.message)}]({number})" for number, place in enumerate(related, 1))
        text += f" See: {links}."
    result: dict[str, object] = {
        "ruleId": finding.meta.code,
        "ruleIndex": index,
        "level": LEVELS[finding.severity],
        "message": {"text": text},
        "locations": [{"physicalLocation": _physical(finding.location, options)}],
    }
    if related:
        result["relatedLocations"] = [
            {
                "id": number,
                "message": {"text": _message_text(place.message)},
                "physicalLocation": _physical(place.location, options),
            }
            for number, place in enumerate(related, 1)
        ]
    result["partialFingerprints"] = {"ownerlint/v1": finding.fingerprint}
    properties = {"confidence": finding.confidence.value, "consequence": finding.consequence.value}
    if finding.path is not None:
        properties["path"] = encodable(finding.path)
    result["properties"] = properties
    return result


def _physical(location: Location, options: Options) -> dict[str, object]:
    """Return the SARIF `physicalLocation`: always a region on one line.

    A pull request shows an alert only where all its lines were changed in it. A file that could not be read is marked
    at its very start, since code scanning wants a region for every result.
    """
    span = location.span
    region = {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1}
    if span is not None:
        end = span.end_column if span.end_line == span.line else span.column + 1
        region = {"startLine": span.line, "startColumn": span.column, "endLine": span.line, "endColumn": end}
    return {"artifactLocation": artifact_location(location.file, options), "region": region}


def _message_text(text: str) -> str:
    """Return plain text for a SARIF message: brackets escaped where they are no link (SARIF 2.1.0, section 3.11.6)."""
    return visible(text).translate(_LINK_MARKS)
