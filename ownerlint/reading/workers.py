"""Processes that read. One that dies takes down one file, never the run.

Not `concurrent.futures`: there, one dead process breaks the whole pool, and nobody knows which task it had.
"""

from __future__ import annotations

import signal
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Final, NamedTuple

from ownerlint.load import LoadOptions
from ownerlint.model import Source
from ownerlint.reading.batches import Batch, Read, read_batch

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, SpawnContext
    from multiprocessing.process import BaseProcess

_GRACE: Final = 5
"""Seconds that a process has to end after it was told to."""


def read_in_processes(batches: Sequence[Batch], options: LoadOptions, jobs: int, *, kept: bool) -> Iterator[Read]:
    """Yield what came of each batch, in the order in which they are finished.

    A batch whose process dies or fails is read again, file by file: only the file to blame has a `failure`.

    Args:
        batches: what to read.
        options: how to load it.
        jobs: how many processes read at the same time.
        kept: whether the records are for the cache, too.

    Raises:
        OSError: the system gives no process at all.
    """
    team = _Team(options, kept=kept)
    queue = deque(batches)
    try:
        while queue or team.busy:
            while queue and team.busy < jobs:
                team.give(queue.popleft())
            for batch, read in team.finished():
                if read.failure and len(batch.indices) > 1:
                    queue.extend(map(_single, batch.indices, batch.sources))
                else:
                    yield read
        team.dismiss()
    finally:
        team.kill()


def _single(index: int, source: Source) -> Batch:
    return Batch((index,), (source,))


class _Worker(NamedTuple):
    process: BaseProcess
    connection: Connection


class _Team:
    """The processes, and what each of them is doing."""

    def __init__(self, options: LoadOptions, *, kept: bool) -> None:
        self._options = options
        self._kept = kept
        self._copies = _may_copy()
        self._context: ForkContext | SpawnContext = get_context("fork") if self._copies else get_context("spawn")
        self._idle: list[_Worker] = []
        self._busy: dict[Connection, tuple[_Worker, Batch]] = {}

    @property
    def busy(self) -> int:
        """How many processes have work."""
        return len(self._busy)

    def give(self, batch: Batch) -> None:
        """Hand a batch to a process that has nothing to do, or to a new one."""
        worker = self._idle.pop() if self._idle else self._start()
        self._busy[worker.connection] = (worker, batch)
        try:
            worker.connection.send(batch)
        except OSError:  # it died while it had nothing to do; `finished` sees that
            return

    def finished(self) -> list[tuple[Batch, Read]]:
        """Wait until one process or more has finished or died, and return what came of their batches."""
        found = []
        ready = wait(list(self._busy))
        for connection in [connection for connection in self._busy if connection in ready]:
            worker, batch = self._busy.pop(connection)
            try:
                read: Read = connection.recv()
            except (EOFError, OSError):
                read = Read(batch.indices, failure=_cause_of_death(worker))
            else:
                self._idle.append(worker)
            found.append((batch, read))
        return found

    def dismiss(self) -> None:
        """Let all processes end by themselves; none has work."""
        for worker in self._idle:
            worker.connection.close()
        for worker in self._idle:
            worker.process.join(_GRACE)

    def kill(self) -> None:
        """End all processes that are still there."""
        for worker in (*self._idle, *(worker for worker, _ in self._busy.values())):
            if worker.process.is_alive():
                worker.process.kill()
            worker.process.join()
            worker.connection.close()
            worker.process.close()
        self._idle.clear()
        self._busy.clear()

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        # A copy of this process has its own hold on these ends of pipes; while it lasts, nobody sees a pipe closed.
        copied = (ours, *self._busy, *(worker.connection for worker in self._idle)) if self._copies else ()
        process = self._context.Process(target=_work, args=(theirs, copied, self._options, self._kept), daemon=True)
        with _interrupts_blocked():
            process.start()
        # From now on the end of the process closes the pipe.
        theirs.close()
        return _Worker(process, ours)


def _work(connection: Connection, copied: Sequence[Connection], options: LoadOptions, kept: bool) -> None:
    """Read batches until nobody sends any more: the life of a process."""
    for other in copied:
        other.close()
    # Ctrl-C reaches every process of the terminal; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        while True:
            connection.send(read_batch(connection.recv(), options, kept=kept))
    except (EOFError, OSError):
        return


def _may_copy() -> bool:
    """Return whether processes may start as copies of this one, which takes a tenth of the time.

    That is unsafe on macOS, whose system libraries use threads, and wherever this process has threads of its own.
    """
    threading = sys.modules.get("threading")
    return sys.platform == "linux" and (threading is None or threading.active_count() == 1)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Start a process that does not know Ctrl-C from its first moment on."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _cause_of_death(worker: _Worker) -> str:
    worker.process.join(_GRACE)
    code = worker.process.exitcode
    worker.process.kill()
    worker.connection.close()
    if code is not None and code < 0:
        try:
            return f"its process was ended by {signal.Signals(-code).name}"
        except ValueError:
            return f"its process was ended by signal {-code}"
    return f"its process ended with exit code {code}"
