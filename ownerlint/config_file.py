"""The text of a configuration file → plain values, with the line of each, whether it is YAML or TOML."""

from __future__ import annotations

import os
import re
import stat as modes
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    from ruamel.yaml import YAML
    from ruamel.yaml.nodes import Node

KeyPath: TypeAlias = "tuple[str | int, ...]"
"""Where a value stands: keys and list indices from the outside in."""

Value: TypeAlias = "str | int | float | bool | None | list[Value] | dict[str, Value]"
"""A value as JSON has it; a date is its text."""

PYPROJECT = "pyproject.toml"
MAX_BYTES = 1_000_000
MAX_VALUES = 50_000

_TOML_HEADER = re.compile(r"""\s*\[(\[)?\s*tool\s*\.\s*["']?ownerlint["']?\s*(?:\.\s*["']?([\w-]+)["']?\s*)?\]""")
_TOML_ANY_HEADER = re.compile(r"\s*\[[^\]=,]*\]\]?\s*(?:#.*)?$")
_TOML_KEY = re.compile(r"""\s*["']?([\w-]+)["']?\s*=""")


class Mistake(Struct, frozen=True):
    """One thing that is wrong in a configuration file.

    Args:
        detail: what is wrong, and what is probably meant.
        key: path of the key, such as `ignore[0].until`; empty for the file as a whole.
        line: line, from 1; None where it is not known.
    """

    detail: str
    key: str = ""
    line: int | None = None


class ConfigError(Exception):
    """A configuration file cannot be used.

    Args:
        file: the file, as messages name it.
        mistakes: what is wrong, in the order of the lines; at least one.
    """

    def __init__(self, file: str, *mistakes: Mistake) -> None:
        self.file = file
        self.mistakes = mistakes
        super().__init__("\n".join(_sentence(file, mistake) for mistake in mistakes))


class Written(Struct, frozen=True):
    """What a configuration file says, unchecked.

    Args:
        settings: the values.
        lines: line, from 1, of each value whose place is known.
    """

    settings: Value
    lines: Mapping[KeyPath, int]

    def line(self, path: KeyPath) -> int | None:
        """Return the line of a value, or of the nearest one around it whose line is known."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path)


def shown(path: str) -> str:
    """Return a path as messages show it: relative to the working directory where it lies inside, else absolute."""
    absolute, here = os.path.abspath(path), os.getcwd()
    inside = absolute.startswith(here.rstrip(os.sep) + os.sep)
    return (os.path.relpath(absolute, here) if inside else absolute).replace(os.sep, "/")


def key_text(path: KeyPath) -> str:
    """Return a path of keys as people write it: `ignore[0].until`."""
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return text.removeprefix(".")


def read(path: str) -> Written:
    """Read a configuration file: TOML by its suffix, else YAML.

    Raises:
        ConfigError: the file cannot be read, is no YAML or TOML, or has no settings of ownerlint.
    """
    text = _text(path)
    return _read_toml(path, text) if path.endswith(".toml") else _read_yaml(path, text)


def has_settings(path: str) -> bool:
    """Return whether a `pyproject.toml` has settings of ownerlint, or is broken in a way that may hide them."""
    try:
        text = _text(path)
        return "ownerlint" in text and "ownerlint" in _tools(_parse_toml(path, text))
    except ConfigError:
        # A broken or unreadable file of other tools is not our business, unless it speaks to ownerlint.
        try:
            return re.search(rb"^\s*\[+\s*tool\s*\.\s*ownerlint\b", Path(path).read_bytes(), re.MULTILINE) is not None
        except OSError:
            return False


def _text(path: str) -> str:
    try:
        status = os.stat(path)
        if not modes.S_ISREG(status.st_mode):
            raise ConfigError(shown(path), Mistake("it is no regular file"))
        if status.st_size > MAX_BYTES:
            raise ConfigError(shown(path), Mistake(f"it is larger than {MAX_BYTES} bytes, so it is no configuration"))
        return Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ConfigError(shown(path), Mistake(f"it cannot be read: {error.strerror or error}")) from error
    except UnicodeDecodeError as error:
        raise ConfigError(shown(path), Mistake(f"it is not UTF-8 (byte {error.start})")) from error


def _read_yaml(path: str, text: str) -> Written:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    yaml = YAML(typ="safe", pure=True)
    lines: dict[KeyPath, int] = {}
    try:
        node = yaml.compose(text)
        settings = {} if node is None else _YamlReader(shown(path), yaml, lines).value(node, ())
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        detail = " ".join(str(error.problem or error.context).split())
        mistake = Mistake(f"it is not YAML: {detail}", line=None if mark is None else mark.line + 1)
        raise ConfigError(shown(path), mistake) from error
    except (YAMLError, ValueError) as error:
        raise ConfigError(shown(path), Mistake(f"it is not YAML: {' '.join(str(error).split())}")) from error
    except RecursionError:
        raise ConfigError(shown(path), Mistake("it is nested too deeply")) from None
    return Written({} if settings is None else settings, lines)


class _YamlReader:
    """Turns YAML nodes into values, and notes their lines. Aliases are allowed, but cannot blow the file up."""

    def __init__(self, file: str, yaml: YAML, lines: dict[KeyPath, int]) -> None:
        self._file = file
        self._yaml = yaml
        self._lines = lines
        self._left = MAX_VALUES

    def value(self, node: Node, path: KeyPath) -> Value:
        from ruamel.yaml.nodes import MappingNode, SequenceNode

        line = node.start_mark.line + 1
        self._lines.setdefault(path, line)
        self._left -= 1
        if self._left < 0:
            raise ConfigError(self._file, Mistake("it has too many values (aliases count each time)", line=line))
        if isinstance(node, SequenceNode):
            return [self.value(item, (*path, index)) for index, item in enumerate(node.value)]
        if isinstance(node, MappingNode):
            return self._mapping(node, path)
        return self._scalar(node)

    def _mapping(self, node: Node, path: KeyPath) -> Value:
        from ruamel.yaml.nodes import ScalarNode

        found: dict[str, Value] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, ScalarNode):
                raise ConfigError(self._file, Mistake("a key must be text", key_text(path), line))
            here = (*path, str(key.value))
            if key.value in found:
                raise ConfigError(self._file, Mistake("the key stands here a second time", key_text(here), line))
            self._lines[here] = line
            found[key.value] = self.value(value, here)
        return found

    def _scalar(self, node: Node) -> Value:
        if str(node.tag) == "tag:yaml.org,2002:timestamp":
            return str(node.value)  # a date is checked as text, so that an impossible one has the same answer
        value = self._yaml.constructor.construct_object(node)
        return value if isinstance(value, (str, int, float, bool)) or value is None else str(node.value)


def _read_toml(path: str, text: str) -> Written:
    tools = _tools(_parse_toml(path, text))
    if "ownerlint" not in tools:
        raise ConfigError(shown(path), Mistake("it has no table [tool.ownerlint]"))
    return Written(_plain(tools["ownerlint"]), _toml_lines(text))


def _parse_toml(path: str, text: str) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(text)
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
        if header := _TOML_HEADER.match(line):
            table = (header[2],) if header[2] else ()
            if header[1] and header[2]:
                counts[header[2]] = counts.get(header[2], -1) + 1
                lines.setdefault(table, number)
                table = (*table, counts[header[2]])
            lines.setdefault(table, number)
        elif _TOML_ANY_HEADER.match(line):
            table = None
        elif table is not None and (key := _TOML_KEY.match(line)):
            lines.setdefault((*table, key[1]), number)
    return lines


def _sentence(file: str, mistake: Mistake) -> str:
    place = file if mistake.line is None else f"{file}:{mistake.line}"
    return f"{place}: {mistake.key}: {mistake.detail}" if mistake.key else f"{place}: {mistake.detail}"
