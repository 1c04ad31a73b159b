"""The configuration file: where it is found, and what it says."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ownerlint.config_file import PYPROJECT, ConfigError, KeyPath, Mistake, Written, has_settings, key_text, read, shown
from ownerlint.kinds.crds import CustomKind
from ownerlint.gitignore import repository_root
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
    "without_file",
]

NAME = ".ownerlint.yaml"
"""Name of the configuration file; `pyproject.toml` with a table `[tool.ownerlint]` is the other place."""

_MISSPELT = (".ownerlint.yml", ".ownerlint.json", ".ownerlint.toml")
_MOST_TOLD = 20
_UNITS = {"": 1, "k": 1000, "M": 1000**2, "G": 1000**3, "Ki": 1024, "Mi": 1024**2, "Gi": 1024**3}
_SIZE = re.compile(r"([0-9]{1,15}) ?(?:(k|M|G|Ki|Mi|Gi|)B)?")


class IgnoreEntry(Struct, frozen=True):
    """Findings that the configuration ignores: those that fit every field that is not empty.

    Args:
        rule: name, code or beginning of a code.
        kind: glob for the kind of the object at fault, or for `KIND.GROUP`.
        namespace: glob for its namespace as the manifest has it.
        name: glob for its name.
        path: pattern in the syntax of `.gitignore` for the file, relative to the configuration's folder.
        reason: why; for people.
        until: last day on which the entry holds; None for ever.
        file: display path of the configuration file.
        line: line of the entry there, from 1; None where it is not known.
    """

    rule: str = ""
    kind: str = ""
    namespace: str = ""
    name: str = ""
    path: str = ""
    reason: str = ""
    until: date | None = None
    file: str = ""
    line: int | None = None


class NamedRule(Struct, frozen=True):
    """A place in a configuration file where a rule is named, for `require_known`."""

    word: str
    key: str
    line: int | None


class Config(Struct, frozen=True):
    """What a configuration file says. None and empty mean that it says nothing, so that the default holds.

    Args:
        path: absolute path of the file; None where there is none.
        root: absolute path of the folder that its patterns are relative to: the file's; without a file the
            repository's, else the folder where the search began.
        select: names, codes or beginnings of codes of the rules to report.
        ignore: the same for rules not to report.
        ignores: findings not to report.
        fail_on: `error`, `warning` or `info`.
        min_confidence: `low`, `medium` or `high`.
        world: `auto`, `open` or `closed`.
        kubernetes_version: such as `1.36`.
        exclude: patterns in the syntax of `.gitignore`, relative to `root`.
        index: absolute paths of files and folders to read for resolution.
        collections: patterns in the syntax of `.gitignore`, relative to `root`, of folders that are one collection.
        kinds: custom kinds.
        test_data: names of folders of test data, in place of the built-in names.
        partial: patterns in the syntax of `.gitignore`, relative to `root`, of manifests incomplete on purpose.
        max_file_size: bytes.
        gitignore: whether `.gitignore` files are respected.
        allow_empty: whether it is no failure that there is nothing to check.
        named: every place that names a rule.
    """

    path: str | None
    root: str
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    ignores: tuple[IgnoreEntry, ...] = ()
    fail_on: str | None = None
    min_confidence: str | None = None
    world: str | None = None
    kubernetes_version: str | None = None
    exclude: tuple[str, ...] = ()
    index: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    kinds: tuple[CustomKind, ...] = ()
    test_data: tuple[str, ...] | None = None
    partial: tuple[str, ...] = ()
    max_file_size: int | None = None
    gitignore: bool | None = None
    allow_empty: bool | None = None
    named: tuple[NamedRule, ...] = ()


def find(start: str) -> str | None:
    """Return the absolute path of the configuration file that holds in a folder, or None.

    Searched are the folder and those above it up to the repository's root (the nearest that holds `.git`); outside a
    repository the folder alone, so that a file which somebody left higher up decides nothing.

    Args:
        start: path of the folder.

    Raises:
        ConfigError: a file is there whose name is almost right, or that cannot be read.
    """
    folder = os.path.abspath(start)
    top = repository_root(folder) or folder
    while True:
        found = _in_folder(folder)
        if found is not None or folder == top:
            return found
        folder = os.path.dirname(folder)


def without_file(start: str) -> Config:
    """Return the configuration that holds without a file (`--isolated`, or none is found from `start` on)."""
    folder = os.path.abspath(start)
    return Config(path=None, root=repository_root(folder) or folder)


def load(path: str) -> Config:
    """Read and check a configuration file.

    Args:
        path: a `.toml` file has its settings in the table `[tool.ownerlint]`; any other is YAML.

    Raises:
        ConfigError: the file cannot be read or has mistakes; the message names file, line, key and the nearest valid
            key or value. Whether rules exist is for `require_known` to say.
    """
    from ownerlint.config_check import mistakes

    written = read(path)
    if not isinstance(written.settings, dict):
        raise ConfigError(shown(path), Mistake("it must be a mapping of settings, such as `world: closed`", line=1))
    if found := mistakes(written):
        raise ConfigError(shown(path), *found[:_MOST_TOLD])
    return _Reading(path, written, written.settings).config()


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


def parse_size(text: str) -> int | None:
    """Return the bytes of a size such as `200MB`, `64KiB` or `1000`; None where it is no size, or zero."""
    parts = _SIZE.fullmatch(text)
    return (int(parts[1]) * _UNITS[parts[2] or ""] or None) if parts else None


def _in_folder(folder: str) -> str | None:
    own = os.path.join(folder, NAME)
    if os.path.lexists(own):
        return own
    for name in _MISSPELT:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            raise ConfigError(shown(path), Mistake(f"this name is not read; rename the file to {NAME}"))
    project = os.path.join(folder, PYPROJECT)
    return project if os.path.isfile(project) and has_settings(project) else None


class _Reading:
    """Makes records of settings that fit the schema; what a schema cannot say is checked here."""

    def __init__(self, path: str, written: Written, settings: dict[str, Any]) -> None:
        self._path = os.path.abspath(path)
        self._root = os.path.dirname(self._path)
        self._written = written
        self._settings = settings
        self._mistakes: list[Mistake] = []

    def config(self) -> Config:
        get = self._settings.get
        ignored = list(enumerate(get("ignore", ())))
        config = Config(
            path=self._path,
            root=self._root,
            select=_texts(get("select")),
            ignore=tuple(entry for _, entry in ignored if isinstance(entry, str)),
            ignores=tuple(self._entry(index, entry) for index, entry in ignored if isinstance(entry, dict)),
            fail_on=get("fail-on"),
            min_confidence=get("min-confidence"),
            world=get("world"),
            kubernetes_version=get("kubernetes-version"),
            exclude=_texts(get("exclude")) or (),
            index=tuple(os.path.normpath(os.path.join(self._root, path)) for path in get("index", ())),
            collections=_texts(get("collections")) or (),
            kinds=tuple(_kind(entry) for entry in get("kinds", ())),
            test_data=_texts(get("test-data")),
            partial=_texts(get("partial")) or (),
            max_file_size=self._size(get("max-file-size")),
            gitignore=get("gitignore"),
            allow_empty=get("allow-empty"),
            named=tuple(self._named()),
        )
        if self._mistakes:
            raise ConfigError(shown(self._path), *self._mistakes)
        return config

    def _entry(self, index: int, entry: dict[str, str]) -> IgnoreEntry:
        until = entry.get("until")
        return IgnoreEntry(
            rule=entry.get("rule", ""),
            kind=entry.get("kind", ""),
            namespace=entry.get("namespace", ""),
            name=entry.get("name", ""),
            path=entry.get("path", ""),
            reason=entry.get("reason", ""),
            until=None if until is None else self._date(until, ("ignore", index, "until")),
            file=shown(self._path),
            line=self._written.line(("ignore", index)),
        )

    def _date(self, text: str, where: KeyPath) -> date | None:
        try:
            return date.fromisoformat(text)
        except ValueError:
            self._mistakes.append(Mistake(f"there is no day {text}", key_text(where), self._written.line(where)))
            return None

    def _size(self, written: int | float | str | None) -> int | None:
        if written is None:
            return None
        size = parse_size(written) if isinstance(written, str) else int(written)
        if size is None:
            where = ("max-file-size",)
            self._mistakes.append(Mistake(f"{written} is no size", key_text(where), self._written.line(where)))
        return size

    def _named(self) -> Iterator[NamedRule]:
        for key in ("select", "ignore"):
            for index, entry in enumerate(self._settings.get(key, ())):
                where: KeyPath = (key, index) if isinstance(entry, str) else (key, index, "rule")
                word = entry if isinstance(entry, str) else entry.get("rule")
                if word is not None:
                    yield NamedRule(word, key_text(where), self._written.line(where))


def _texts(written: Sequence[str] | None) -> tuple[str, ...] | None:
    return None if written is None else tuple(written)


def _kind(entry: dict[str, Any]) -> CustomKind:
    scope = entry.get("scope")
    return CustomKind(
        group=entry["group"],
        kind=entry["kind"],
        namespaced=None if scope is None else scope == "Namespaced",
        versions=tuple(entry.get("versions", ())),
    )
