"""Whether an entry of the configuration fits a finding."""

from __future__ import annotations

from datetime import date
from fnmatch import fnmatchcase

from ownerlint.config.records import IgnoreEntry
from ownerlint.discover.gitignore import Patterns
from ownerlint.finding import Finding
from ownerlint.model import KubeObject
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

    def fits(self, finding: Finding, path: str) -> bool:
        """Return whether the entry silences a finding, given the absolute path of its file.

        An entry that asks for a kind, namespace or name does not fit a finding without an object.
        """
        entry = self.entry
        if entry.rule and not selects(entry.rule, finding.meta):
            return False
        if entry.kind or entry.namespace or entry.name:
            return finding.object is not None and self._fits_object(finding.object) and self._fits_file(path)
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


def has_passed(entry: IgnoreEntry, today: date | None) -> bool:
    """Return whether the last day of an entry lies before `today`; never where one of both is not known."""
    return today is not None and entry.until is not None and entry.until < today
