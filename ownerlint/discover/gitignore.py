"""Which paths `.gitignore` files and exclude patterns leave out, as git decides it.

Patterns are compiled by pathspec. What is added here: where the files stand, that the deepest one is asked first, and
that a pattern which cannot be compiled never matches (so does git).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from ownerlint.looks import Looks


class Patterns:
    """A list of patterns in the syntax of `.gitignore`, relative to one folder.

    Args:
        lines: the patterns; comments and blank lines are allowed.
        base: absolute path of the folder that the patterns are relative to.
        whole: whether a pattern that fits a folder also fits all that is in it. git asks the folders on the way down
            one by one and needs the answer for each path alone; a list that is asked only about a file needs it all.
    """

    __slots__ = ("_prefix", "_regexes", "_whole")

    def __init__(self, lines: Iterable[str], base: str, *, whole: bool = False) -> None:
        self._regexes = _compile(lines)
        self._prefix = base if base.endswith(os.sep) else base + os.sep
        self._whole = whole

    def __bool__(self) -> bool:
        return bool(self._regexes)

    def verdict(self, path: str, folder: bool) -> bool | None:
        """Return True where the last fitting pattern leaves the path out, False where it takes it back in, else None.

        Args:
            path: absolute path. Outside the patterns' folder the whole path is compared, so that patterns without a
                slash (`*.generated.yaml`) hold there too.
            folder: whether the path is a folder; patterns such as `build/` fit folders only.
        """
        if not self._regexes:
            return None
        relative = path[len(self._prefix) :] if path.startswith(self._prefix) else path.lstrip(os.sep)
        if os.sep != "/":
            relative = relative.replace(os.sep, "/")
        if not relative:
            return None
        if folder:
            relative += "/"
        for regex, include in self._regexes:
            if regex.search(relative) and (self._whole or _fits_itself(regex, relative)):
                return include
        return None


def _fits_itself(regex: re.Pattern[str], path: str) -> bool:
    if not regex.groups:
        # `vendor/**` is about what is in the folder, so that something in it can still be taken back in.
        return regex.search(path.rstrip("/")) is not None
    # pathspec lets other patterns fit all that is below the folder they name, and captures the slash after that folder.
    return any(all(end in {-1, len(path)} for _, end in match.regs[1:]) for match in regex.finditer(path))


Levels = tuple[Patterns, ...]
"""The pattern lists that hold in a folder, from the weakest (the repository's own) to the strongest (the nearest)."""


def ignored(levels: Levels, path: str, folder: bool) -> bool:
    """Return whether git ignores this path, given that it does not ignore the folder that the path stands in."""
    for patterns in reversed(levels):
        verdict = patterns.verdict(path, folder)
        if verdict is not None:
            return verdict
    return False


def repository_root(folder: str, looks: Looks | None = None) -> str | None:
    """Return the nearest folder, from this absolute one upwards, that holds `.git` (a folder, or a worktree's file).

    Args:
        folder: absolute path.
        looks: where to note what was looked at.
    """
    looks = Looks() if looks is None else looks
    while True:
        marker = os.path.join(folder, ".git")
        looks.mark(marker)
        if looks.marks[marker]:
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def levels_above(top: str, folder: str, looks: Looks | None = None) -> tuple[Levels, bool]:
    """Return the pattern lists of the folders from `top` down to the one above `folder`.

    Args:
        top: absolute path of the repository's root, or where there is none of the folder to begin with.
        folder: absolute path of the folder that is going to be read; `top` itself or below it.
        looks: where to note what was looked at.

    Returns:
        The levels that hold in `folder` apart from its own `.gitignore`, and whether git ignores `folder` itself, or a
        folder above it. In that case there are no levels: someone who names an ignored folder wants to see into it.
    """
    levels: Levels = () if folder == top else own_levels(top, looks)
    here = top
    below = folder[len(top) :].strip(os.sep)
    names = below.split(os.sep) if below else []
    for index, name in enumerate(names):
        here = os.path.join(here, name)
        if ignored(levels, here, folder=True):
            return (), True
        if index < len(names) - 1:
            levels += own_levels(here, looks)
    return levels, False


def own_levels(folder: str, looks: Looks | None = None) -> Levels:
    """Return what a folder adds itself: its `.gitignore`, and at a repository's root the `info/exclude` before it.

    Args:
        folder: absolute path.
        looks: where to note what was looked at.
    """
    looks = Looks() if looks is None else looks
    paths = (*_info_exclude(folder, looks), os.path.join(folder, ".gitignore"))
    found = [_read(path, folder, looks) for path in paths]
    return tuple(patterns for patterns in found if patterns)


def _info_exclude(folder: str, looks: Looks) -> tuple[str, ...]:
    marker = Path(folder, ".git")
    looks.mark(str(marker))
    try:
        if marker.is_file():
            looks.file(str(marker))
            # A linked worktree: the file names its own git folder, which names the common one.
            private = Path(folder, marker.read_text("utf-8", "surrogateescape").partition("gitdir:")[2].strip())
            common = private / "commondir"
            looks.file(str(common))
            marker = private / common.read_text("utf-8", "surrogateescape").strip() if common.is_file() else private
    except (OSError, ValueError):
        return ()
    return (str(marker / "info" / "exclude"),)


def _read(path: str, folder: str, looks: Looks) -> Patterns | None:
    looks.file(path)
    try:
        text = Path(path).read_bytes().decode("utf-8", "surrogateescape")
    except OSError:
        return None
    return Patterns(text.removeprefix("\ufeff").split("\n"), folder)


def _compile(lines: Iterable[str]) -> tuple[tuple[re.Pattern[str], bool], ...]:
    """Return regular expressions, the strongest (last) first, each with whether it leaves out or takes back in."""
    written = [line.rstrip("\r") for line in lines]
    written = [line for line in written if line.strip() and not line.startswith("#")]
    if not written:
        return ()
    from pathspec.gitignore import GitIgnoreSpec  # noqa: PLC0415 - only where there are patterns at all

    found: list[tuple[re.Pattern[str], bool]] = []
    for line in reversed(written):
        try:
            patterns = GitIgnoreSpec.from_lines([line]).patterns
        except ValueError:
            continue
        for pattern in patterns:
            regex = getattr(pattern, "regex", None)
            if isinstance(regex, re.Pattern) and pattern.include is not None:
                found.append((regex, pattern.include))
    return tuple(found)
