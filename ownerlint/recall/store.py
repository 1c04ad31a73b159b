"""The reports of earlier runs: found by the question, believed only where all of it fits, and kept for the next run."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from msgspec import MsgspecError, msgpack

from ownerlint.recall.kept import Kept
from ownerlint.recall.shown import Shown, shown_for

if TYPE_CHECKING:
    from ownerlint.looks import Looks
    from ownerlint.recall.answer import Answer
    from ownerlint.recall.witness import Manifest

REST: Final = 2_000_000_000
"""Nanoseconds between which a disk may not tell two changes apart: FAT has steps of two seconds."""

_PROMPT: Final = 5_000_000
"""Nanoseconds within which two clocks are to be read."""
_READINGS: Final = 5

_LARGEST: Final = 32 << 20
"""Bytes of a report; larger ones are made again, and their findings are the least of the reader's sorrows."""


class Recall:
    """The reports of earlier runs that asked the same.

    Attributes:
        folder: where the cache is.
    """

    def __init__(self, folder: str, here: str, asked: str, program: str, clock: Callable[[], int]) -> None:
        """Note when the run began, so make this before anything is looked at.

        Args:
            folder: where the cache is.
            here: working directory.
            asked: all that was asked, as text.
            program: what tells the state of the program.
            clock: returns the time in nanoseconds.
        """
        self.folder = folder
        self._here = here
        self._program = program
        self._clock = clock
        self._began = clock()
        self._kept = Kept(folder, "report", here, asked)
        self._sight: bytes | None = None

    def answer(self, today: str) -> Answer | None:
        """Return what an earlier run came to; None where there was none, or it would see something else now.

        Args:
            today: the day of this run, as `2026-12-31`.
        """
        found = self._kept.find(lambda: self._program, lambda: today)
        if found is None:
            return None
        from ownerlint.recall.answer import Answer  # noqa: PLC0415 - only where there is something to recall

        sight, content = found
        try:
            answer = msgpack.decode(content, type=Answer)
        except (MsgspecError, ValueError):
            return None
        self._sight = sight
        return answer

    def keep(self, answer: Answer, manifests: Sequence[Manifest], looks: Looks, worth: int) -> str:
        """Keep what this run came to, unless it is small or cannot be told from what another run would come to.

        Args:
            answer: the result.
            manifests: all files that were read.
            looks: what was looked at beside them.
            worth: bytes of files from which on a report is kept.

        Returns:
            Why it could not be written, for people; empty where nothing went wrong.
        """
        if sum(manifest.numbers[0] for manifest in manifests) < worth:
            return ""
        from ownerlint.recall.deposit import deposit  # noqa: PLC0415 - only where something is kept
        from ownerlint.recall.witness import sight_of  # noqa: PLC0415 - only where something is kept

        seen: bytes | None = None

        def content(draft: int) -> bytes:
            nonlocal seen
            limit = self._limit(draft)
            seen = None if limit is None else sight_of(manifests, looks, limit - REST)
            encoded = _encoded(answer) if seen else b""
            return self._kept.bytes_of(self._program, answer.today, seen, encoded) if seen and encoded else b""

        try:
            written = deposit(self._kept, content)
        except OSError as error:
            return f"the report cannot be kept in {self.folder}: {error.strerror or error}"
        self._sight = seen if written else None
        return ""

    def show(self, words: Sequence[str], shown: Shown, today: str) -> None:
        """Keep what this run wrote, if its report was recalled or is kept.

        Args:
            words: all that the run was called with.
            shown: what it wrote.
            today: the day that the report is about; empty where it holds on every day.
        """
        data = shown.encoded()
        if not self._sight or len(data) > _LARGEST:
            return
        from ownerlint.recall.deposit import deposit  # noqa: PLC0415 - only where something is kept

        kept = shown_for(self.folder, self._here, words)
        whole = kept.bytes_of(self._program, today, self._sight, data)
        with suppress(OSError):  # the next run is a little slower then
            deposit(kept, lambda _: whole)

    def _limit(self, draft: int) -> int | None:
        """Return when the run began, by the earlier of its own clock and that of the cache's disk; None where time ran back.

        The two clocks are read one after the other. Whatever comes between makes the limit too early, never too late; where
        it took long, as on a busy machine, they are read again.
        """
        for _ in range(_READINGS):
            before = self._clock()
            os.utime(draft)
            now = os.fstat(draft).st_mtime_ns
            after = self._clock()
            if after - before < _PROMPT:
                break
        taken = after - self._began
        return min(self._began, now - taken) if taken >= 0 else None


def _encoded(answer: Answer) -> bytes:
    """Return what came of a run as bytes; none where it is too long, or would not come back as it was."""
    try:
        data = msgpack.encode(answer)
        # What has no place in the encoding, such as a key that is a list, does not come back as it was.
        same = len(data) <= _LARGEST and msgpack.decode(data, type=type(answer)) == answer
    except (MsgspecError, OverflowError, TypeError, ValueError):
        return b""
    return data if same else b""
