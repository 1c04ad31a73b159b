"""The table of ownerlint in a `pyproject.toml` → plain values, with the line of each."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from ownerlint.config.file import ConfigError, KeyPath, Mistake, Value, Written, shown, text_of

PYPROJECT = "pyproject.toml"
"""Name of the file that may hold settings of many tools."""

# Compiled when they are first asked for: only a pyproject.toml needs them.
_TOML_HEADER = r"""\s*\[(\[)?\s*tool\s*\.\s*["']?ownerlint["']?\s*(?:\.\s*["']?([\w-]+)["']?\s*)?\]"""
_TOML_ANY_HEADER = r"\s*\[[^\]=,]*\]\]?\s*(?:#.*)?$"
_TOML_KEY = r"""\s*["']?([\w-]+)["']?\s*="""


def read_toml(path: str, text: str) -> Written:
    """Return what the table `[tool.ownerlint]` says.

    Raises:
        ConfigError: the text is no TOML, or has no such table.
    """
    tools = _tools(_parse_toml(path, text))
    if "ownerlint" not in tools:
        raise ConfigError(shown(path), Mistake("it has no table [tool.ownerlint]"))
    return Written(_plain(tools["ownerlint"]), _toml_lines(text))


def has_settings(path: str) -> bool:
    """Return whether a `pyproject.toml` has settings of ownerlint, or is broken in a way that may hide them."""
    try:
        text = text_of(path)
        return "ownerlint" in text and "ownerlint" in _tools(_parse_toml(path, text))
    except ConfigError:
        # A broken or unreadable file of other tools is not our business, unless it speaks to ownerlint.
        try:
            return re.search(rb"^\s*\[+\s*tool\s*\.\s*ownerlint\b", Path(path).read_bytes(), re.MULTILINE) is not None
        except OSError:
            return False


def _parse_toml(path: str, text: str) -> dict[str, Any]:
    # By name, as tomli is only installed where the standard library has no tomllib.
    library = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    loads = cast("Callable[[str], dict[str, Any]]", library.loads)
    try:
        return loads(text)
    except ValueError as error:
        line = re.search(r"\(at line (\d+)", str(error))
        raise ConfigError(
            shown(path), Mistake(f"it is not TOML: {error}", line=int(line[1]) if line else None)
        ) from error
    except RecursionError:
        raise ConfigError(shown(path), Mistake("it is nested too deeply")) from None


def _tools(document: dict[str, Any]) -> dict[str, Any]:
    tools = document.get("tool")
    return tools if isinstance(tools, dict) else {}


def _plain(value: Any) -> Value:
    """Return a TOML value as JSON has it: dates and times as their text."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return value if isinstance(value, (str, int, float, bool)) else str(value)


def _toml_lines(text: str) -> dict[KeyPath, int]:
    """Return the lines of the tables and keys of ownerlint, as far as a look at each line for itself shows them."""
    lines: dict[KeyPath, int] = {}
    table: KeyPath | None = None
    counts: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if header := re.match(_TOML_HEADER, line):
            table = (header[2],) if header[2] else ()
            if header[1] and header[2]:
                counts[header[2]] = counts.get(header[2], -1) + 1
                lines.setdefault(table, number)
                table = (*table, counts[header[2]])
            lines.setdefault(table, number)
        elif re.match(_TOML_ANY_HEADER, line):
            table = None
        elif table is not None and (key := re.match(_TOML_KEY, line)):
            lines.setdefault((*table, key[1]), number)
    return lines
