"""What a report depends on besides the files: the program itself, the libraries that read, and who runs it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import ownerlint
from ownerlint.plugins import plugin_entries

_LIBRARIES: Final = ("ryml", "ruamel.yaml", "_ruamel_yaml", "pathspec", "msgspec", "_yaml", "yaml")
"""Modules that decide what is read and what is found; an absent one counts as well."""

_CODE: Final = (".py", ".json")


def program() -> str | None:
    """Return what tells this state of the program from others; None where it cannot be told.

    Modules count by size and time of their files, as for records. There is no answer where a plugin is installed, whose
    rules may look at anything, or where the program runs out of an archive.
    """
    if plugin_entries():
        return None
    package = Path(ownerlint.__file__).parent
    places = [package, *(() if (package / "rules").is_dir() else (package.parent / "rules",))]
    user = getattr(os, "geteuid", int)()
    try:
        return "\n".join([ownerlint.__version__, sys.version, str(user), *_libraries(), *_code(places)])
    except OSError:
        return None


def _libraries() -> Iterator[str]:
    for name in _LIBRARIES:
        try:
            spec = find_spec(name)
        except ModuleNotFoundError:  # the package around it is absent
            spec = None
        yield _look(spec.origin) if spec and spec.origin else f"no {name}"


def _code(places: list[Path]) -> Iterator[str]:
    pending = [str(place) for place in places]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                if entry.name.endswith(_CODE):
                    yield _look(entry.path)
                elif entry.name != "__pycache__" and entry.is_dir():
                    pending.append(entry.path)


def _look(path: str) -> str:
    status = os.stat(path)
    return f"{path} {status.st_size} {status.st_mtime_ns}"
