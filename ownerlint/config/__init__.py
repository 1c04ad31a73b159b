"""The configuration file: where it is found, and what it says."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ownerlint.config.file import ConfigError, Mistake, Written, absolute_path, shown, text_of
from ownerlint.config.records import Config, IgnoreEntry, NamedRule
from ownerlint.config.toml import PYPROJECT, has_settings, read_toml
from ownerlint.config.values import parse_size, to_config
from ownerlint.selector import is_known, names_of, unknown_rule

if TYPE_CHECKING:
    from ownerlint.rule import Meta

__all__ = [
    "NAME",
    "Config",
    "ConfigError",
    "IgnoreEntry",
    "NamedRule",
    "find",
    "load",
    "parse_size",
    "require_known",
    "searched",
    "without_file",
]

NAME = ".ownerlint.yaml"
"""Name of the configuration file; `pyproject.toml` with a table `[tool.ownerlint]` is the other place."""

_MISSPELT = (".ownerlint.yml", ".ownerlint.json", ".ownerlint.toml")
_MOST_TOLD = 20


def find(start: str) -> str | None:
    """Return the absolute path of the configuration file that holds in a folder, or None.

    Searched are the folder and those above it up to the repository's root (the nearest that holds `.git`); outside a
    repository the folder alone, so that a file which somebody left higher up decides nothing.

    Args:
        start: path of the folder.

    Raises:
        ConfigError: a file is there whose name is almost right, or that cannot be read.
    """
    folder = absolute_path(start)
    top = _root(folder)
    while True:
        found = _in_folder(folder)
        if found is not None or folder == top:
            return found
        folder = str(Path(folder).parent)


def searched(start: str) -> tuple[str, ...]:
    """Return every path by which `find` goes, whether there is such a file or not: absolute, in the order of the search."""
    folder = absolute_path(start)
    top = Path(_root(folder))
    folders = [above for above in (Path(folder), *Path(folder).parents) if above == top or top in above.parents]
    return tuple(str(above / name) for above in folders for name in (NAME, *_MISSPELT, PYPROJECT))


def without_file(start: str) -> Config:
    """Return the configuration that holds without a file (`--isolated`, or none is found from `start` on)."""
    return Config(path=None, root=_root(absolute_path(start)))


def load(path: str) -> Config:
    """Read and check a configuration file.

    Args:
        path: a `.toml` file has its settings in the table `[tool.ownerlint]`; any other is YAML.

    Raises:
        ConfigError: the file cannot be read or has mistakes; the message names file, line, key and the nearest valid
            key or value. Whether rules exist is for `require_known` to say.
    """
    from ownerlint.config.check import mistakes  # noqa: PLC0415 - jsonschema is slow to import, and files are rare

    written = _read(path)
    if not isinstance(written.settings, dict):
        raise ConfigError(shown(path), Mistake("it must be a mapping of settings, such as `world: closed`", line=1))
    if found := mistakes(written):
        raise ConfigError(shown(path), *found[:_MOST_TOLD])
    return to_config(path, written, written.settings)


def require_known(config: Config, metas: Sequence[Meta]) -> None:
    """Check that every rule which the configuration names exists.

    Raises:
        ConfigError: there is none of that name, code or beginning of a code; with the nearest one.
    """
    known = names_of(metas)
    found = [
        Mistake(unknown_rule(named.word, known), named.key, named.line)
        for named in config.named
        if not is_known(named.word, metas)
    ]
    if found:
        raise ConfigError(shown(config.path or NAME), *found[:_MOST_TOLD])


def _read(path: str) -> Written:
    text = text_of(path)
    if path.endswith(".toml"):
        return read_toml(path, text)
    from ownerlint.config.yaml import read_yaml  # noqa: PLC0415 - ruamel.yaml is slow to import, and files are rare

    return read_yaml(path, text)


def _root(folder: str) -> str:
    """Return the nearest folder, from this one upwards, that holds `.git`; this one where none does."""
    here = Path(folder)
    return str(next((above for above in (here, *here.parents) if os.path.lexists(above / ".git")), here))


def _in_folder(folder: str) -> str | None:
    own = Path(folder, NAME)
    if os.path.lexists(own):
        return str(own)
    for name in _MISSPELT:
        path = Path(folder, name)
        if path.is_file():
            raise ConfigError(shown(str(path)), Mistake(f"this name is not read; rename the file to {NAME}"))
    project = Path(folder, PYPROJECT)
    return str(project) if project.is_file() and has_settings(str(project)) else None
