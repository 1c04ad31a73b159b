"""Settings that fit the schema → records; what a schema cannot say is checked here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from ownerlint.config.file import ConfigError, KeyPath, Mistake, Written, absolute_path, key_text, shown
from ownerlint.config.records import Config, IgnoreEntry, NamedRule
from ownerlint.kinds.crds import CustomKind

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
_SIZE = r"(?i)([0-9]{1,15}(?:\.[0-9]{1,15})?)\s*([kmg]?)(?:i?b)?"


def to_config(path: str, written: Written, settings: dict[str, Any]) -> Config:
    """Return the configuration that these settings mean.

    Args:
        path: the file.
        written: what it says, for the lines.
        settings: the same, checked against the schema.

    Raises:
        ConfigError: a date or a size that there is none of.
    """
    return _Reading(path, written, settings).config()


def parse_size(text: str) -> int | None:
    """Return the bytes of a size such as `200MB`, `64K` or `1000` (powers of 1024); None where it is no size, or zero."""
    parts = re.fullmatch(_SIZE, text.strip())
    return (int(float(parts[1]) * _UNITS[parts[2].lower()]) or None) if parts else None


class _Reading:
    """Makes the records, and collects the mistakes on the way."""

    def __init__(self, path: str, written: Written, settings: dict[str, Any]) -> None:
        self._path = absolute_path(path)
        self._root = str(Path(self._path).parent)
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
            sets=_texts(get("sets")) or (),
            ignores=tuple(self._entry(index, entry) for index, entry in ignored if isinstance(entry, dict)),
            fail_on=get("fail-on"),
            min_confidence=get("min-confidence"),
            world=get("world"),
            kubernetes_version=get("kubernetes-version"),
            exclude=_texts(get("exclude")) or (),
            index=tuple(absolute_path(str(Path(self._root, path))) for path in get("index", ())),
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

    def _size(self, written: float | str | None) -> int | None:
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
