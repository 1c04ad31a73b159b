"""Reporters: functions of a report that return text. Nothing is printed here and nothing is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from ownerlint.finding import Report
from ownerlint.report.options import Options
from ownerlint.report.summary import closing_lines, summary_line

__all__ = ["FORMATS", "Options", "Reporter", "render", "summary_line"]

Reporter = Callable[[Report, Options], str]
"""Turns a report into text that ends with a line break, or into nothing at all."""


def _text(report: Report, options: Options) -> str:
    if not report.findings and not options.color:
        return "".join(f"{line}\n" for line, _ in closing_lines(report)) if options.summary else ""
    from ownerlint.report.text import render_text  # noqa: PLC0415 - clean runs need none

    return render_text(report, options)


def _json(report: Report, options: Options) -> str:
    from ownerlint.report.json_ import render_json  # noqa: PLC0415 - a run writes one format, seldom two

    return render_json(report, options)


def _sarif(report: Report, options: Options) -> str:
    from ownerlint.report.sarif import render_sarif  # noqa: PLC0415 - a run writes one format, seldom two

    return render_sarif(report, options)


FORMATS: Final[Mapping[str, Reporter]] = MappingProxyType({"text": _text, "json": _json, "sarif": _sarif})
"""Every format by the name that `--format` and `--output` take."""


def render(name: str, report: Report, options: Options) -> str:
    """Return the report in the format of this name.

    The result can always be encoded as UTF-8, whatever bytes file names and manifests held.

    Raises:
        KeyError: there is no such format in `FORMATS`.
    """
    return FORMATS[name](report, options)
