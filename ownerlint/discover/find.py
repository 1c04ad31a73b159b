"""Paths → the files to read: sorted, each once, whatever order the disk gives and however the paths were written."""

from __future__ import annotations

import os
import re
import stat as modes
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import attrgetter

from msgspec import Struct, field

from ownerlint.discover.gitignore import Patterns, levels_above, repository_root
from ownerlint.discover.walk import Base, Found, Walk
from ownerlint.looks import Looks
from ownerlint.model import InputFault, Skipped, Source

TEST_DATA_FOLDERS = (
    "testdata",
    "_testdata",
    "test-data",
    "test_data",
    "fixtures",
    "__fixtures__",
    "test-fixtures",
    "test_fixtures",
    "testfixtures",
    "golden",
    "goldens",
    "goldenfiles",
    "__snapshots__",
    "vendor",
    "third_party",
    "node_modules",
)
"""Names of folders whose manifests are never applied from there, in lower case: test data, and other people's files."""

_TESTS = re.compile(r"tests?|testing|e2e.*|.*[-_.](?:e2e|tests?)")
"""Names of folders that are trees of tests."""

_FILE = attrgetter("file")

SKIP_REASONS = {
    "excluded": "named on the command line, but left out by an exclude pattern of the configuration",
    "symlink-loop": "a symbolic link that leads back to a folder it stands in",
    "symlink-outside": "a symbolic link to a folder outside the repository or the named folder",
    "not-a-regular-file": "a named pipe, socket or device",
}
"""Why discovery skips a path: stable word → meaning."""


class DiscoverOptions(Struct, frozen=True):
    """What to read and what to leave out.

    Args:
        gitignore: whether `.gitignore` files are respected in folders.
        exclude: patterns in the syntax of `.gitignore`, relative to `root`; they hold for named files too.
        root: folder that `exclude` and `collections` are relative to; the working directory unless said otherwise.
        collections: patterns in the syntax of `.gitignore`; each folder that fits is one collection.
        test_data: names of folders that hold test data or vendored files; compared without regard to case.
    """

    gitignore: bool = True
    exclude: tuple[str, ...] = ()
    root: str = field(default_factory=os.getcwd)
    collections: tuple[str, ...] = ()
    test_data: tuple[str, ...] = TEST_DATA_FOLDERS


class Discovered(Struct, frozen=True):
    """What there is to read, each list sorted by display path.

    Args:
        sources: the files, each real file once.
        skipped: what was passed over, with a word of `SKIP_REASONS`.
        faults: folders and links that could not be read.
    """

    sources: tuple[Source, ...]
    skipped: tuple[Skipped, ...]
    faults: tuple[InputFault, ...]


class PathNotFoundError(ValueError):
    """A path that was named does not exist.

    Args:
        path: the path as it was written.
    """

    def __init__(self, path: str) -> None:
        super().__init__(f"no such file or folder: {path!r}")
        self.path = path


def discover(
    paths: Sequence[str], options: DiscoverOptions, stdin: Source | None = None, looks: Looks | None = None
) -> Discovered:
    """Find the files to read.

    Folders are searched for `.yaml`, `.yml` and `.json`; hidden files and folders in them are passed over, and so is
    what `.gitignore` files leave out. A path that is named is always taken, whatever its suffix and whatever
    `.gitignore` says, unless an exclude pattern fits it. A file that is reached twice, also through symbolic links, is
    taken once: under its own path if that was reached, else under the first one in sorted order.

    Args:
        paths: folders, files, and `-` for standard input.
        options: what to leave out, and what belongs together.
        stdin: what `-` stands for.
        looks: where to note what was looked at.

    Raises:
        PathNotFoundError: a path does not exist, or `-` was given without `stdin`.
    """
    root = os.path.abspath(options.root)
    walk = Walk(
        exclude=Patterns(options.exclude, root, whole=True),
        collections=Patterns(options.collections, root),
        here=os.getcwd(),
        looks=Looks() if looks is None else looks,
    )
    files: dict[str, list[str]] = {}
    folders: list[Base] = []
    for path, written in sorted({_absolute(path): path for path in reversed(paths) if path != "-"}.items()):
        folder = _is_folder(path, written, walk)
        if folder is None:
            continue
        if walk.exclude.verdict(path, folder):
            walk.skip(display_path(path), "excluded")
        elif folder:
            folders.append(_base(path, options.gitignore, walk.looks))
        else:
            files.setdefault(os.path.dirname(path), []).append(os.path.basename(path))
    for base in sorted(folders, key=lambda base: (base.linked, base.path)):
        walk.folder(base)
    walk.follow_links()
    for path, names in files.items():
        base = _base(path, False, walk.looks)
        for name in names:
            walk.file(base, name)
    sources = [*_sources(walk, {name.lower() for name in options.test_data})]
    if "-" in paths:
        if stdin is None:
            raise PathNotFoundError("-")
        sources.append(stdin)
    return Discovered(
        sources=tuple(sorted(sources, key=_FILE)),
        skipped=tuple(sorted(walk.skipped, key=lambda skipped: (skipped.file, skipped.reason))),
        faults=tuple(sorted(walk.faults, key=lambda fault: fault.spot.file)),
    )


def display_path(path: str) -> str:
    """Return how a path is shown: relative to the working directory where it lies inside, else absolute; with `/`."""
    here = os.getcwd()
    absolute = _absolute(path)
    if not _inside(absolute, here):
        # The working directory is known by its real path; an argument may have come to it through a link.
        real = os.path.realpath(absolute)
        absolute = real if _inside(real, here) else absolute
    if absolute == here:
        return "."
    shown = absolute[len(here) :].lstrip(os.sep) if _inside(absolute, here) else absolute
    return shown if os.sep == "/" else shown.replace(os.sep, "/")


def _absolute(path: str) -> str:
    absolute = os.path.abspath(path)
    # `link/..` is not where the text of the path suggests; only the file system knows.
    if ".." in path.split(os.sep) and os.path.realpath(path) != os.path.realpath(absolute):
        return os.path.realpath(path)
    return absolute


def _inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder if folder.endswith(os.sep) else folder + os.sep)


def _is_folder(path: str, written: str, walk: Walk) -> bool | None:
    for spelling in {path, written}:
        walk.looks.mark(spelling)
        walk.looks.link(spelling)
    try:
        status = os.stat(path) if written else None
    except (FileNotFoundError, NotADirectoryError, ValueError):
        status = None
    except OSError as error:
        walk.fault(display_path(path), error)
        return None
    if status is None:
        raise PathNotFoundError(written)
    return modes.S_ISDIR(status.st_mode)


def _base(folder: str, gitignore: bool, looks: Looks) -> Base:
    repository = repository_root(folder, looks)
    here = os.getcwd()
    top = repository or (here if _inside(folder, here) else folder)
    shown = display_path(folder)
    real = os.path.realpath(folder)
    looks.link(folder)
    looks.link(top)
    return Base(
        path=folder,
        display="" if shown == "." else f"{shown.rstrip('/')}/",
        real=real,
        levels=levels_above(top, folder, looks)[0] if gitignore else (),
        gitignore=gitignore,
        bounds=(real, os.path.realpath(top)),
        top=top if repository else "",
        linked=real != folder,
    )


def _sources(walk: Walk, test_data: set[str]) -> Iterable[Source]:
    verdicts: dict[tuple[str, str], tuple[bool, bool]] = {}
    for found in walk.found():
        key = (found.folder, found.top)
        verdict = verdicts.get(key)
        if verdict is None:
            above = _folders_above(found, found.folder)
            verdict = verdicts[key] = (not test_data.isdisjoint(above), any(map(_is_tree_of_tests, above)))
        yield Source(found.display, found.path, None, found.collection, *verdict)


@lru_cache(maxsize=4096)
def _is_tree_of_tests(name: str) -> bool:
    """Return what the name of a folder says, in lower case: there are fewer names than folders."""
    return _TESTS.fullmatch(name) is not None


def _folders_above(found: Found, folder: str) -> list[str]:
    """Return the names, in lower case, of the folders that tell what a file is there for.

    Within a repository, what stands above it says nothing, and the answer must not hang on the working directory. Of a
    file that is in no repository and not below the working directory, nothing is said by the folders it happens to be in.
    """
    shown = folder[len(found.top) :] if found.top else os.path.dirname(found.display)
    if not found.top and os.path.isabs(found.display):
        return []
    return shown.replace(os.sep, "/").lower().split("/")
