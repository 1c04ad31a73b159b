"""Telling manifests from templates and from other files, where the text does not parse.

In real repositories nine of ten unparsable files are templates; a finding for each would bury all else.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

from ownerlint.model import Source

# All patterns are compiled when they are first asked for: most files parse.
# `[[` opens a template in some engines and a test in shell scripts, which manifests often embed.
_MARKS: Final = rb"""(?mx)
    \{\{ | <% | \{% | \[\[(?!\[|\s*(?:-[a-z]\s|!|["']?\$)) | ^[ \t]*\#@ | \(@ | ^[ \t]*(?:-[ ]+)?\$\{ | ^[ \t]*@@
    | (?<!\$)\{[A-Z][A-Z0-9_]*\} | @[A-Z][A-Z0-9_]*@ | %[A-Z][A-Z0-9_]*%                  # placeholders for sed and others
    """
_LINE_MARKS: Final = (
    rb"(?m)^[ \t]*"
    rb"(?:\{\{-?\s*(?:/\*|\$|if|else|range|end|with|define|template|include|block)\b|\{\{-?\s*/\*|\{%|<%|\#@)"
)
_API_VERSION: Final = rb"(?m)^[\"']?apiVersion[\"']?[ \t]*:"
_KIND: Final = rb"(?m)^[\"']?kind[\"']?[ \t]*:"


def looks_templated(text: bytes) -> bool:
    """Return whether the text has the marks of a template engine (Go, Jinja, ERB, ytt, envsubst lines)."""
    return re.search(_MARKS, text) is not None


def has_template_lines(text: bytes) -> bool:
    """Return whether whole lines of the text are there for a template engine alone."""
    return re.search(_LINE_MARKS, text) is not None


def looks_like_manifest(text: bytes) -> bool:
    """Return whether lines begin with `apiVersion:` and `kind:`, or the text has both as JSON keys."""
    if re.search(_API_VERSION, text) and re.search(_KIND, text):
        return True
    return text.lstrip()[:1] == b"{" and b'"apiVersion"' in text and b'"kind"' in text


def may_be_in_chart(source: Source) -> bool:
    """Return whether `in_chart_templates` is worth asking, told from the path alone."""
    return "templates" in source.path or not source.path.startswith(os.sep)


def in_chart_templates(source: Source) -> bool:
    """Return whether the file stands in the `templates` folder of a Helm chart (one beside a `Chart.yaml`)."""
    if not source.path:
        return False
    try:
        folders = Path(source.path).absolute().parents
        return any(folder.name == "templates" and (folder.parent / "Chart.yaml").is_file() for folder in folders)
    except OSError:
        return False
