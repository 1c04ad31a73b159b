"""Commands → what they cost: each in a fresh process, in turn, so that a busy minute burdens all of them alike."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from subprocess import DEVNULL, Popen
from threading import Timer
from typing import Final

SLOW: Final = 20.0
"""Seconds from which the first run of a command is its only one."""

LONGEST: Final = 900.0
"""Seconds after which a command is stopped."""

ENVIRONMENT: Final = {
    **{name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"},
    "PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / "ownerlint-benchmarks" / "bytecode"),
}
"""Variables of every command: programs in Python find compiled modules, as installed ones do, and leave none elsewhere."""

_STOPPED: Final = -signal.SIGKILL


@dataclass(frozen=True, slots=True)
class Run:
    """One run of a command, with its start.

    Args:
        wall: seconds from start to end.
        cpu: seconds of all its processes, in user and in system mode.
        peak: bytes, the most resident memory of its largest process.
        status: exit status; below zero where a signal ended it.
        complaint: the last line of its standard error.
    """

    wall: float
    cpu: float
    peak: int
    status: int
    complaint: str = ""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A command to be measured.

    Args:
        name: for people.
        version: for people.
        command: program and arguments.
        folder: working directory.
        prepare: called before each run, outside the measured time.
    """

    name: str
    version: str
    command: Sequence[str]
    folder: Path
    prepare: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """All counted runs of one command."""

    contestant: Contestant
    runs: Sequence[Run] = field(default_factory=tuple)

    @property
    def wall(self) -> float:
        """Median of the seconds from start to end."""
        return median(run.wall for run in self.runs)

    @property
    def cpu(self) -> float:
        """Median of the seconds of work."""
        return median(run.cpu for run in self.runs)

    @property
    def peak(self) -> float:
        """Median of the peak memory, in bytes."""
        return median(run.peak for run in self.runs)

    @property
    def statuses(self) -> tuple[int, ...]:
        """Every exit status that occurred."""
        return tuple(sorted({run.status for run in self.runs}))

    @property
    def stopped(self) -> bool:
        """Whether it took longer than `LONGEST`."""
        return _STOPPED in self.statuses


def compare(contestants: Iterable[Contestant], rounds: int, tell: Callable[[str], None]) -> list[Result]:
    """Run every command once as a warm-up, then once in each round; a slow one only once in all.

    Args:
        contestants: the commands, in the order of a round.
        rounds: counted runs of each that is not slow.
        tell: told of each run.
    """
    results: list[tuple[Contestant, list[Run]]] = []
    warm: list[tuple[Contestant, list[Run]]] = []
    for contestant in contestants:
        first = run(contestant)
        tell(f"{contestant.name}: warm-up {first.wall:.2f} s, status {first.status}")
        slow = first.wall > SLOW
        results.append((contestant, [first] if slow else []))
        warm += [] if slow else results[-1:]
    for number in range(1, rounds + 1):
        for contestant, runs in warm:
            runs.append(run(contestant))
            tell(f"{contestant.name}: run {number} {runs[-1].wall:.2f} s, status {runs[-1].status}")
    return [Result(contestant, tuple(runs)) for contestant, runs in results]


def run(contestant: Contestant) -> Run:
    """Run a command once, with nothing to read and its output thrown away.

    Raises:
        OSError: the command cannot be started.
    """
    if contestant.prepare:
        contestant.prepare()
    with tempfile.TemporaryFile() as errors:
        start = time.perf_counter()
        process = Popen(
            contestant.command,
            cwd=contestant.folder,
            env=ENVIRONMENT,
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=errors,
            start_new_session=True,
        )
        timer = Timer(LONGEST, _stop, (process.pid,))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        complaint = _last_line(errors.read())
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)  # getrusage(2): bytes on macOS, else KiB
    return Run(wall, usage.ru_utime + usage.ru_stime, peak, process.returncode, complaint)


def _stop(process: int) -> None:
    """End a command with all the processes that it started."""
    os.killpg(process, signal.SIGKILL)


def _last_line(data: bytes) -> str:
    lines = data.decode(errors="replace").strip().splitlines()
    return lines[-1].strip() if lines else ""
