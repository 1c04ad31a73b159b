"""A configuration file as text, as plain values with their lines, and what can be wrong with it."""

from __future__ import annotations

import os
import stat as modes
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

KeyPath: TypeAlias = "tuple[str | int, ...]"
"""Where a value stands: keys and list indices from the outside in."""

Value: TypeAlias = "str | int | float | bool | list[Value] | dict[str, Value] | None"
"""A value as JSON has it; a date is its text."""

MAX_BYTES = 256_000
"""Size above which a file is no configuration."""


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


def absolute_path(path: str) -> str:
    """Return a path from the root, without `.` and `..`; symbolic links stay what they are."""
    return os.path.normpath(Path(path).absolute())


def shown(path: str) -> str:
    """Return a path as messages show it: relative to the working directory where it lies inside, else absolute."""
    absolute, here = Path(absolute_path(path)), Path.cwd()
    return (absolute.relative_to(here) if absolute.is_relative_to(here) else absolute).as_posix()


def key_text(path: KeyPath) -> str:
    """Return a path of keys as people write it: `ignore[0].until`."""
    text = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)
    return text.removeprefix(".")


def text_of(path: str) -> str:
    """Return the text of a configuration file.

    Raises:
        ConfigError: it cannot be read, is no regular file, too large, or not UTF-8.
    """
    try:
        status = Path(path).stat()
        if not modes.S_ISREG(status.st_mode):
            raise ConfigError(shown(path), Mistake("it is no regular file"))
        if status.st_size > MAX_BYTES:
            raise ConfigError(shown(path), Mistake(f"it is larger than {MAX_BYTES} bytes, so it is no configuration"))
        return Path(path).read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise ConfigError(shown(path), Mistake(f"it cannot be read: {error.strerror or error}")) from error
    except UnicodeDecodeError as error:
        raise ConfigError(shown(path), Mistake(f"it is not UTF-8 (byte {error.start})")) from error


def _sentence(file: str, mistake: Mistake) -> str:
    place = file if mistake.line is None else f"{file}:{mistake.line}"
    text = f"{place}: {mistake.key}: {mistake.detail}" if mistake.key else f"{place}: {mistake.detail}"
    # The file may come with someone else's change, and must not speak to the terminal.
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)
