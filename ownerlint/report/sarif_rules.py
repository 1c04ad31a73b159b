"""The rules of a run as SARIF describes them: from their metadata and their documentation page."""

from __future__ import annotations

import re
from inspect import cleandoc
from typing import Final

from ownerlint import HOMEPAGE
from ownerlint.report.visible import encodable
from ownerlint.rule import Meta, Severity

LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
"""SARIF's word for each severity."""

_PROBLEM_SEVERITIES: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "recommendation"}
_NAME_LIMIT: Final = 255
_DESCRIPTION_LIMIT: Final = 1024
_TAG_LIMIT: Final = 20
"""GitHub refuses a file with a longer rule name or description, or with more tags on a rule (GitHub documentation,
"SARIF support for code scanning")."""

_BUILT_IN: Final = re.compile(r"OWN\d{3}")
_HEADING: Final = re.compile(r"^#{2,3} +(.*)$", re.MULTILINE)
"""Not one `#`: that is a comment in an example."""
_FENCE: Final = re.compile(r"^ *```.*\n?", re.MULTILINE)
_MARKED: Final = re.compile(r"`([^`\n]+)`|(\*{1,2})(?=\S)([^*\n]+)(?<=\S)\2|<(https?:[^>\s]+)>")


def reporting_descriptor(meta: Meta, page: str) -> dict[str, object]:
    """Return the SARIF `reportingDescriptor` of a rule.

    Args:
        meta: the rule.
        page: its docstring: a summary line, then Markdown with headings. May be empty (a plugin's rule).
    """
    page = encodable(cleandoc(page)).strip()
    summary, _, body = page.partition("\n")
    summary, body = summary.strip() or meta.name, body.strip()
    descriptor: dict[str, object] = {
        "id": meta.code,
        "name": _clip(meta.name, _NAME_LIMIT),
        "shortDescription": {"text": _clip(summary, _DESCRIPTION_LIMIT)},
        "fullDescription": {"text": _clip(_first_section(body) or summary, _DESCRIPTION_LIMIT)},
        "help": {"text": _plain(body) or summary, "markdown": body or summary},
    }
    if _BUILT_IN.fullmatch(meta.code):
        # A plugin's rule has its page elsewhere.
        descriptor["helpUri"] = f"{HOMEPAGE}/blob/main/docs/rules/{meta.name}.md"
    descriptor["defaultConfiguration"] = {"level": LEVELS[meta.severity]}
    properties: dict[str, object] = {
        "precision": "high",
        "problem.severity": _PROBLEM_SEVERITIES[meta.severity],
        "tags": sorted({"kubernetes", "ownership", *meta.tags})[:_TAG_LIMIT],
    }
    if meta.security_severity:
        # GitHub files whatever has this property under security.
        properties["security-severity"] = meta.security_severity
    descriptor["properties"] = properties
    return descriptor


def _first_section(body: str) -> str:
    """Return the text below the first heading, its lines joined."""
    sections = _HEADING.split(body)
    text = sections[2] if len(sections) > 2 else body
    return " ".join(_plain(text).split())


def _plain(markdown: str) -> str:
    """Return Markdown as text for viewers that cannot show it: no marks, headings as lines of their own."""
    unfenced = _FENCE.sub("", _HEADING.sub(r"\1", markdown))
    return _MARKED.sub(lambda match: match[1] or match[3] or match[4], unfenced).strip()


def _clip(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 3].rstrip() + "..."
