"""One walk through folders: what is there, seen once, with the `.gitignore` files that hold on the way."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import Final, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from ownerlint.discover.dump_layouts import is_dump
from ownerlint.discover.gitignore import Levels, Patterns, ignored, own_levels
from ownerlint.looks import FOLDER, LINK, MANIFEST, OTHER, SUFFIXES, Looks, signature, sort
from ownerlint.model import InputFault, Skipped, Spot

Entries: TypeAlias = "list[os.DirEntry[str]]"

_NAME: Final = attrgetter("name")
_DISPLAY: Final = attrgetter("display")


class Group(Struct):
    """One collection that is being walked.

    Args:
        name: display path of its folder.
        proven: whether its files may speak for each other: nothing of it was left out.
    """

    name: str
    proven: bool = True


class Base(Struct, frozen=True):
    """A folder to walk, with all that is known on entering it.

    Args:
        path: absolute path to open.
        display: what to put before the names in it: empty, or ending with `/`.
        real: path without symbolic links.
        levels: the pattern lists that hold in it, apart from its own `.gitignore`.
        gitignore: whether `.gitignore` files are respected.
        bounds: real paths of the folders that symbolic links may not leave.
        top: root of the repository; empty where there is none.
        linked: whether it was reached through a symbolic link.
        group: the collection that it belongs to.
    """

    path: str
    display: str
    real: str
    levels: Levels
    gitignore: bool
    bounds: tuple[str, ...]
    top: str = ""
    linked: bool = False
    group: Group | None = None


class Found(Struct, frozen=True):
    """A file to read.

    Args:
        display: display path.
        path: absolute path to open.
        folder: the path of the folder that it stands in.
        top: root of the repository; empty where there is none.
        linked: whether it was reached through a symbolic link.
        group: the collection that it stands in.
    """

    display: str
    path: str
    folder: str
    top: str
    linked: bool
    group: Group | None

    @property
    def collection(self) -> str:
        """Name of the collection: the folder's where one is proven, else the file's own."""
        return self.group.name if self.group and self.group.proven else self.display

    def rank(self) -> tuple[bool, str]:
        """Key that orders several paths to one file: the least is the one to report."""
        return (self.linked, self.display)


class Walk(Struct):
    """The state of a walk.

    Args:
        exclude: patterns that leave paths out for good.
        collections: patterns of folders that are one collection each.
        here: working directory: what lies in it is shown relative to it.
        looks: where to note what was looked at.
    """

    exclude: Patterns
    collections: Patterns
    here: str
    looks: Looks = field(default_factory=Looks)
    skipped: list[Skipped] = field(default_factory=list)
    faults: list[InputFault] = field(default_factory=list)
    _files: dict[str, Found] = field(default_factory=dict)
    _visited: set[str] = field(default_factory=set)
    _links: list[Base] = field(default_factory=list)

    def found(self) -> list[Found]:
        """Return the files found so far, in the order of their display paths."""
        return sorted(self._files.values(), key=_DISPLAY)

    def skip(self, display: str, reason: str) -> None:
        """Note that a path was passed over."""
        self.skipped.append(Skipped(display, reason))

    def fault(self, display: str, error: OSError) -> None:
        """Note that a path could not be read."""
        detail = f"It cannot be read: {error.strerror or error}."
        self.faults.append(InputFault("unreadable-file", Spot(display or "."), detail))

    def folder(self, base: Base) -> None:
        """Walk a folder and all that is in it; links to folders are put off until `follow_links`."""
        pending = [base]
        while pending:
            current = pending.pop()
            if current.real not in self._visited:
                self._visited.add(current.real)
                pending.extend(reversed(self._enter(current)))

    def follow_links(self) -> None:
        """Walk the folders that symbolic links lead to, unless they were reached without."""
        while self._links:
            links, self._links = sorted(self._links, key=lambda base: base.display), []
            for base in links:
                self.folder(base)

    def file(self, base: Base, name: str) -> None:
        """Take one file of a folder, whatever its suffix."""
        path = os.path.join(base.path, name)
        self.looks.link(path)
        link = os.path.islink(path)
        real = os.path.realpath(path) if link else os.path.join(base.real, name)
        self._take(real, Found(base.display + name, path, base.path, base.top, base.linked or link, None))

    def _take(self, real: str, found: Found) -> None:
        known = self._files.get(real)
        if known is None or found.rank() < known.rank():
            self._files[real] = found

    def _enter(self, base: Base) -> list[Base]:
        try:
            with os.scandir(base.path) as scanned:
                entries = sorted(scanned, key=_NAME)
        except OSError as error:
            self.fault(base.display.rstrip("/"), error)
            _leave_out(base)
            return []
        names = [entry.name for entry in entries]
        sorts = [*map(sort, entries)]
        self.looks.folders[base.path] = signature(sorts, names)
        folders, files, links, others = _sort(entries, sorts)
        levels = _levels(base, names, self.looks)
        group = base.group or self._group(base, folders, files)
        if levels is not base.levels or group is not base.group:
            base = replace(base, levels=levels, group=group)
        if levels or self.exclude:
            folders = [entry for entry in folders if not self._left_out(base, entry, folder=True)]
            files = [entry for entry in files if not self._left_out(base, entry, folder=False)]
            others = [entry for entry in others if not self._left_out(base, entry, folder=False)]
        self._take_all(base, files)
        for entry in links:
            self._link(base, entry)
        for entry in others:
            self.skip(base.display + entry.name, "not-a-regular-file")
        return [self._below(base, entry) for entry in folders]

    def _take_all(self, base: Base, entries: Iterable[os.DirEntry[str]]) -> None:
        start = base.real.rstrip(os.sep) + os.sep
        display, folder, top, linked, group = base.display, base.path, base.top, base.linked, base.group
        known = self._files
        for entry in entries:
            name = entry.name
            real, found = start + name, Found(display + name, entry.path, folder, top, linked, group)
            if known.setdefault(real, found) is not found:
                self._take(real, found)

    def _below(self, base: Base, entry: os.DirEntry[str]) -> Base:
        name, path = entry.name, entry.path
        return Base(
            path=path,
            display="" if path == self.here else f"{base.display}{name}/",
            real=path if base.real == base.path else os.path.join(base.real, name),
            levels=base.levels,
            gitignore=base.gitignore,
            bounds=base.bounds,
            top=base.top,
            linked=base.linked,
            group=base.group,
        )

    def _group(self, base: Base, folders: Entries, files: Entries) -> Group | None:
        stated = self.collections and self.collections.verdict(base.path, folder=True)
        # Every layout of a dump has folders.
        if not stated and not (folders and is_dump(base.path, _names(folders), _names(files), self.looks)):
            return None
        return Group(base.display.rstrip("/") or ".")

    def _left_out(self, base: Base, entry: os.DirEntry[str], folder: bool) -> bool:
        out = bool(self.exclude.verdict(entry.path, folder)) or ignored(base.levels, entry.path, folder)
        if out:
            _leave_out(base)
        return out

    def _link(self, base: Base, entry: os.DirEntry[str]) -> None:
        display = base.display + entry.name
        manifest = entry.name.lower().endswith(SUFFIXES)
        self.looks.mark(entry.path)
        self.looks.link(entry.path)
        try:
            folder = entry.is_dir()
            missing = not folder and not os.path.exists(entry.path)
        except OSError:
            folder, missing = False, True
        # git sees a link as a file, whatever it leads to.
        if not (manifest or folder) or self._left_out(base, entry, folder=False):
            return
        real = os.path.realpath(entry.path)
        if folder:
            self._link_to_folder(base, entry, real)
        elif missing:
            self.fault(display, OSError(0, "the symbolic link leads nowhere"))
        elif not os.path.isfile(real):
            self.skip(display, "not-a-regular-file")
        else:
            self._take(real, Found(display, entry.path, base.path, base.top, True, base.group))

    def _link_to_folder(self, base: Base, entry: os.DirEntry[str], real: str) -> None:
        if _holds(real, base.real):
            self.skip(base.display + entry.name, "symlink-loop")
        elif not any(_holds(bound, real) for bound in base.bounds):
            self.skip(base.display + entry.name, "symlink-outside")
        else:
            self._links.append(replace(self._below(base, entry), real=real, linked=True))


def _levels(base: Base, names: Sequence[str], looks: Looks) -> Levels:
    if not base.gitignore:
        return ()
    if ".git" in names:
        # A repository in a repository (a submodule): what stands above it does not hold in it.
        return own_levels(base.path, looks)
    return (*base.levels, *own_levels(base.path, looks)) if ".gitignore" in names else base.levels


def _names(entries: Entries) -> set[str]:
    return {entry.name for entry in entries}


def _sort(entries: Entries, sorts: list[str]) -> tuple[Entries, ...]:
    """Return the folders, manifests, links, and other things with the name of a manifest; nothing that is hidden."""
    sorted_: dict[str, Entries] = {FOLDER: [], MANIFEST: [], LINK: [], OTHER: [], "": []}
    for entry, own in zip(entries, sorts, strict=True):
        sorted_[own].append(entry)
    return sorted_[FOLDER], sorted_[MANIFEST], sorted_[LINK], sorted_[OTHER]


def _leave_out(base: Base) -> None:
    # Where a part of a dump is not read, the absence of an owner proves nothing.
    if base.group:
        base.group.proven = False


def _holds(folder: str, path: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
