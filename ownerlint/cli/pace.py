"""How fast to read: processes, the cache and where it is, and the bar that shows how far reading has come."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from ownerlint.cli.place import default_cache_folder

if TYPE_CHECKING:
    from rich.progress import Progress

    from ownerlint.reading import ReadingOptions

_Command = TypeVar("_Command", bound=Callable[..., object])

_PATIENCE: Final = timedelta(seconds=1)
"""How long reading may take before a bar appears."""

cache_folder_option: Final = click.option(
    "--cache-dir", type=click.Path(file_okay=False), metavar="DIR", help="Folder of the cache."
)


def pace_options(command: _Command) -> _Command:
    """Add the options that change how fast files are read, and nothing else, to a command."""
    jobs = click.option(
        "--jobs", type=click.IntRange(min=1), metavar="N", help="Read in N processes.  [default: one for each core]"
    )
    no_cache = click.option("--no-cache", is_flag=True, help="Read every file, and remember nothing.")
    return jobs(no_cache(cache_folder_option(command)))


def pace_of(options: dict[str, Any], root: str) -> ReadingOptions:
    """Return how files are to be read.

    Args:
        options: those of `pace_options`.
        root: absolute path of the folder that the run is about.
    """
    from ownerlint.reading import ReadingOptions  # noqa: PLC0415 - start-up

    return ReadingOptions(
        jobs=options["jobs"] or _usable_cores(),
        cache=cache_folder(options),
        root=root,
        progress=_Bar().show if _bar_wanted(options) else None,
    )


def cache_folder(options: dict[str, Any]) -> str | None:
    """Return the folder of the cache; None where there is to be none."""
    return None if options["no_cache"] else options["cache_dir"] or default_cache_folder()


def _usable_cores() -> int:
    """Return how many cores this process may use, which is often less than the machine has."""
    if sys.version_info >= (3, 13):
        return os.process_cpu_count() or 1
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _bar_wanted(options: dict[str, Any]) -> bool:
    return (
        sys.stderr.isatty() and not options["quiet"] and not os.environ.get("CI") and os.environ.get("TERM") != "dumb"
    )


class _Bar:
    """A bar on standard error, which appears when reading takes long, and leaves nothing behind."""

    def __init__(self) -> None:
        self._began = datetime.now(timezone.utc)
        self._progress: Progress | None = None

    def show(self, done: int, total: int) -> None:
        """Show that so many bytes are read."""
        if self._progress is None:
            if done == total or datetime.now(timezone.utc) - self._began < _PATIENCE:
                return
            self._progress = self._start(total)
        self._progress.update(self._progress.task_ids[0], completed=done, refresh=True)
        if done == total:
            self._progress.stop()

    def _start(self, total: int) -> Progress:
        from rich.console import Console  # noqa: PLC0415 - heavy, and most runs are quick
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn  # noqa: PLC0415 - heavy

        # Without a thread of its own that draws: processes may be started as copies of this one.
        progress = Progress(
            TextColumn("Reading"),
            BarColumn(),
            DownloadColumn(),
            console=Console(stderr=True),
            transient=True,
            auto_refresh=False,
        )
        progress.add_task("", total=total)
        progress.start()
        click.get_current_context().call_on_close(progress.stop)
        return progress
