"""What a run sees of the disk besides the contents of its manifests: so a later run can tell whether it would see the same.

Every look is noted with what was seen at that moment; what is absent counts as much as what is there. That folders hold
the same entries is found out by listing them again: not every file system moves the time of a folder when its entries change.
"""

from __future__ import annotations

import os
import stat as modes

TYPE_CHECKING = False  # `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

SUFFIXES: Final = (".yaml", ".yml", ".json")
"""Suffixes, in lower case, by which a file in a folder is taken for a manifest."""

FOLDER: Final = ">"
MANIFEST: Final = "-"
LINK: Final = "@"
OTHER: Final = "?"
"""What an entry of a folder is: something with the name of a manifest that is no file is `OTHER`."""

_NAMED: Final = frozenset({".git", ".gitignore", "Kustomization"})
"""Names that mean something without the suffix of a manifest."""


class Looks:
    """What was seen so far.

    Attributes:
        folders: listed folders; absolute path → what `signature` says of the entries.
        whole: folders of which all entries counted; absolute path → what `entries` says of them.
        files: files beside the manifests whose content counted; path → whether there was such a file.
        marks: paths of which only the kind counted; path → what `kind_of` says.
        links: paths of which it counted where symbolic links lead; path → the path without links.
    """

    __slots__ = ("files", "folders", "links", "marks", "whole")

    def __init__(self) -> None:
        self.folders: dict[str, str] = {}
        self.whole: dict[str, str] = {}
        self.files: dict[str, bool] = {}
        self.marks: dict[str, str] = {}
        self.links: dict[str, str] = {}

    def mark(self, path: str) -> None:
        """Note what stands at a path, or that nothing does."""
        self.marks[path] = kind_of(path)

    def file(self, path: str) -> bool:
        """Note that the content of a file counts, and return whether there is one."""
        there = self.files[path] = bool(kind_of(path))
        return there

    def lacks(self, folder: str, name: str) -> bool:
        """Return whether a listing that was noted tells that there is no such file, so that nobody has to look.

        Args:
            folder: absolute path.
            name: of a file that would show in the listing (`is_listed`).
        """
        entries = self.folders.get(folder)
        return entries is not None and name not in entries

    def link(self, path: str) -> None:
        """Note where a path leads."""
        self.links[path] = leads_to(path)


def kind_of(path: str) -> str:
    """Return what stands at a path: `FOLDER`, `MANIFEST` for any file, `OTHER`, `LINK` for one that leads nowhere; else empty."""
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return LINK if os.path.lexists(path) else ""
    return FOLDER if modes.S_ISDIR(mode) else MANIFEST if modes.S_ISREG(mode) else OTHER


def leads_to(path: str) -> str:
    """Return a path without symbolic links; itself where no file can have such a name."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path


def sort(entry: os.DirEntry[str]) -> str:
    """Return what an entry of a folder is to a run; empty for what is hidden or of no interest."""
    name = entry.name
    if name.startswith("."):
        return ""
    if entry.is_file(follow_symlinks=False):
        return MANIFEST if name.lower().endswith(SUFFIXES) else ""
    if entry.is_dir(follow_symlinks=False):
        return FOLDER
    if entry.is_symlink():
        return LINK
    return OTHER if name.lower().endswith(SUFFIXES) else ""


def is_listed(name: str) -> bool:
    """Return whether a file of this name would show in the `signature` of its folder."""
    return name in _NAMED or (name.lower().endswith(SUFFIXES) and not name.startswith("."))


def signature(sorts: Iterable[str], names: Iterable[str]) -> str:
    """Return the entries of a folder that a run goes by, as one text that has each of them once.

    Args:
        sorts: what each entry is (`sort`).
        names: of the entries, in the same order.
    """
    rows = zip(sorts, names, strict=True)
    return "/".join(sorted([sort + name for sort, name in rows if sort or name in _NAMED]))


def signature_of(path: str) -> str:
    """Return the same of the folder at a path.

    Raises:
        OSError: it cannot be listed.
    """
    with os.scandir(path) as scanned:
        entries = [*scanned]
    return signature(map(sort, entries), (entry.name for entry in entries))


def entries_of(path: str) -> str:
    """Return all entries of a folder, and which of them are folders; empty where it cannot be listed."""
    try:
        with os.scandir(path) as entries:
            rows = [f"{FOLDER if entry.is_dir(follow_symlinks=False) else OTHER}{entry.name}" for entry in entries]
    except OSError:
        return ""
    return "/".join(sorted(rows))
