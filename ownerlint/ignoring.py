"""Whether an entry of the configuration fits a finding."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from fnmatch import fnmatchcase

from ownerlint.config.records import IgnoreEntry
from ownerlint.discover.gitignore import Patterns
from ownerlint.model import KubeObject, Pointer, Spot
from ownerlint.rule import Meta
from ownerlint.selector import selects


class Entry:
    """An entry of the configuration, made ready to be asked often.

    Args:
        entry: the entry.
        root: absolute path of the folder that its `path` is relative to.
    """

    __slots__ = ("_files", "_patterns", "entry")

    def __init__(self, entry: IgnoreEntry, root: str) -> None:
        self.entry = entry
        self._patterns = Patterns([entry.path], root, whole=True) if entry.path else None
        self._files: dict[str, bool] = {}

    def fits(self, meta: Meta, obj: KubeObject | None, path: str) -> bool:
        """Return whether the entry silences a rule at an object, or where there is none, in a file.

        An entry that asks for a kind, namespace or name does not fit where there is no object.

        Args:
            meta: the rule.
            obj: the object that the finding is about; None for one that is not about an object.
            path: absolute path of the file.
        """
        entry = self.entry
        if entry.rule and not selects(entry.rule, meta):
            return False
        if entry.kind or entry.namespace or entry.name:
            return obj is not None and self._fits_object(obj) and self._fits_file(path)
        return self._fits_file(path)

    def _fits_object(self, obj: KubeObject) -> bool:
        entry = self.entry
        return (
            (not entry.kind or any(fnmatchcase(kind, entry.kind) for kind in (obj.kind, f"{obj.kind}.{obj.group}")))
            and (not entry.namespace or fnmatchcase(obj.namespace, entry.namespace))
            and (not entry.name or fnmatchcase(obj.name, entry.name))
        )

    def _fits_file(self, path: str) -> bool:
        if self._patterns is None:
            return True
        if path not in self._files:
            self._files[path] = bool(self._patterns.verdict(path, folder=False))
        return self._files[path]


class Held:
    """Entries of the configuration, and which of them were of use.

    Args:
        entries: those that hold.
        root: absolute path of the folder that their `path` is relative to.
        absolute: returns the absolute path of a file, given its display path.
    """

    __slots__ = ("_absolute", "_entries", "_used")

    def __init__(self, entries: Iterable[IgnoreEntry], root: str, absolute: Callable[[str], str]) -> None:
        self._entries = tuple(Entry(entry, root) for entry in entries)
        self._absolute = absolute
        self._used: set[int] = set()

    def silence(self, meta: Meta, obj: KubeObject | None, file: str, apart_from: IgnoreEntry | None = None) -> bool:
        """Return whether an entry silences a rule at an object, or where there is none, in a file.

        Args:
            meta: the rule.
            obj: the object that the finding is about.
            file: display path.
            apart_from: an entry that does not count.
        """
        path = self._absolute(file) if self._entries else ""
        fitting = {
            index
            for index, one in enumerate(self._entries)
            if one.entry is not apart_from and one.fits(meta, obj, path)
        }
        self._used |= fitting
        return bool(fitting)

    def silence_at(self, meta: Meta, where: Pointer | Spot, apart_from: IgnoreEntry | None = None) -> bool:
        """Return whether an entry silences a rule at a place."""
        if isinstance(where, Pointer):
            return self.silence(meta, where.object, where.object.place.file, apart_from)
        return self.silence(meta, None, where.file, apart_from)

    def idle(self) -> list[IgnoreEntry]:
        """Return the entries that were of no use so far."""
        return [one.entry for index, one in enumerate(self._entries) if index not in self._used]


def has_passed(entry: IgnoreEntry, today: date | None) -> bool:
    """Return whether the last day of an entry lies before `today`; never where one of both is not known."""
    return today is not None and entry.until is not None and entry.until < today
