"""What a report depends on besides the files: the program itself, the libraries that read and show, and who runs it."""

from __future__ import annotations

import os
import sys

import ownerlint
from ownerlint.plugins import plugin_entries

TYPE_CHECKING = False  # `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.machinery import ModuleSpec
    from typing import Final

_LIBRARIES: Final = (
    *("ruamel.yaml", "_ruamel_yaml", "pathspec", "msgspec", "_yaml", "yaml"),
    *("click", "rich"),
)
"""Modules that decide what is read, what is found, what the words of a command mean and how a report looks.

An absent one counts as well."""

_CODE: Final = (".py", ".json", ".so", ".pyd")


def program() -> str | None:
    """Return what tells this state of the program from others; None where it cannot be told.

    Modules count by size and time of their files, as for records. There is no answer where a plugin is installed, whose
    rules may look at anything, or where the program runs out of an archive.
    """
    if plugin_entries():
        return None
    package = os.path.dirname(ownerlint.__file__)
    rules = os.path.join(package, "rules")
    places = [package] if os.path.isdir(rules) else [package, os.path.join(os.path.dirname(package), "rules")]
    user = getattr(os, "geteuid", int)()
    try:
        return "\n".join([ownerlint.__version__, sys.version, str(user), *_libraries(), *_code(places)])
    except OSError:
        return None


def _libraries() -> Iterator[str]:
    for name in _LIBRARIES:
        spec = _spec(name)
        yield _look(spec.origin) if spec and spec.origin else f"no {name}"


def _spec(name: str) -> ModuleSpec | None:
    """Return where a module is, without importing the package around it, nor `importlib.util`, which takes as long."""
    path: Sequence[str] | None = None
    spec = None
    parts = name.split(".")
    for length in range(1, len(parts) + 1):
        whole = ".".join(parts[:length])
        found = (finder.find_spec(whole, path) for finder in sys.meta_path if hasattr(finder, "find_spec"))
        spec = next(filter(None, found), None)
        if spec is None:
            return None
        path = spec.submodule_search_locations
    return spec


def _code(places: list[str]) -> Iterator[str]:
    pending = list(places)
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
