"""The quick way of `ownerlint check`: to write again what an earlier run wrote that was called with the same words.

Such a run imports next to nothing, so it takes little longer than the start of Python. It is for plain cases only, and
believes nothing that the ordinary way would not (`ownerlint.recall`).
"""

from __future__ import annotations

import errno
import os
import sys

TYPE_CHECKING = False  # `typing` is slow to import
if TYPE_CHECKING:
    from typing import Final, TextIO

    from ownerlint.recall.shown import Shown

_SWITCHES: Final = frozenset({"--isolated", "--no-gitignore", "--allow-empty", "--exit-zero", "--quiet", "-q"})
"""Options without a value that may stand before `--cache-dir`."""

_CACHE: Final = "--cache-dir"

_ENVIRONMENT: Final = ("COLUMNS", "FORCE_COLOR", "NO_COLOR", "TERM", "UNICODE_VERSION")
"""Variables that libraries may ask when they make text."""


class Words(tuple[str, ...]):
    """What the program was called with, without its name; the commands get it as the object of click's context."""

    __slots__ = ()

    def key(self) -> tuple[str, ...]:
        """Return them with all that bears on how a command writes what it finds."""
        return (*self, *(f"{name}={os.environ.get(name, '')}" for name in _ENVIRONMENT))


def replay(words: Words) -> int | None:
    """Write what an earlier run wrote, and return its exit code; None where there is none to repeat.

    Raises:
        OSError: it could not be written, for another reason than that nobody reads it.
    """
    folder = folder_for(words)
    shown = _found(folder, words) if folder else None
    if shown is None:
        return None
    try:
        _write(sys.stdout, shown.output)
        _write(sys.stderr, shown.errors)
    except OSError as error:
        if error.errno != errno.EPIPE:
            raise
        _abandon()
        return 1
    return shown.code


def folder_for(words: Words) -> str | None:
    """Return the folder of the cache for a run that may be repeated; None where this is no plain case."""
    if words[:1] != ("check",) or os.name != "posix" or any(name.endswith("_COMPLETE") for name in os.environ):
        return None  # such variables are click's, by which it completes words for a shell
    return _cache_folder(words) if _is_plain(sys.stdout) and _is_plain(sys.stderr) and not sys.stdout.isatty() else None


def _found(folder: str, words: Words) -> Shown | None:
    from ownerlint.recall.program import program  # noqa: PLC0415 - most commands need none
    from ownerlint.recall.shown import decoded, shown_for  # noqa: PLC0415 - likewise

    try:
        # click refuses a folder that cannot be listed.
        if not os.access(folder, os.R_OK):
            return None
        found = shown_for(folder, os.getcwd(), words.key()).find(program, _today)  # noqa: PTH109 - pathlib is slow to import
        return decoded(found[1]) if found else None
    except (OSError, ValueError):
        return None


def _cache_folder(words: Words) -> str | None:
    """Return the folder of the cache that the words name, else the usual one; None where that is not plain to see."""
    places = [place for place, word in enumerate(words) if word.startswith(_CACHE)]
    if "--" in words or len(places) > 1:
        return None
    if not places:
        from ownerlint.cli.place import default_cache_folder  # noqa: PLC0415 - most commands need none

        return default_cache_folder()
    (place,) = places
    before, word = words[place - 1], words[place]
    if before.startswith("-") and "=" not in before and before not in _SWITCHES:  # it may be the value of that option
        return None
    name, equals, value = word.partition("=")
    return (value if equals else "".join(words[place + 1 : place + 2])) if name == _CACHE else None


def _is_plain(stream: TextIO | None) -> bool:
    """Return whether text goes through a stream as UTF-8; click has its own ways with others."""
    return stream is not None and (stream.encoding or "").lower() in {"utf-8", "utf8"}


def _today() -> str:
    from datetime import date  # noqa: PLC0415 - few reports depend on the day

    return date.today().isoformat()


def _write(stream: TextIO, text: bytes) -> None:
    stream.write(text.decode())
    stream.flush()


def _abandon() -> None:
    """Let what cannot be written go nowhere, so that Python does not try again when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())
