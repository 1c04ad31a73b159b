"""The files in the cache that keep a report each: found by the question, believed only where all of it fits."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final
from zlib import crc32

from msgspec import MsgspecError, Struct, msgpack

from ownerlint.looks import Looks

if TYPE_CHECKING:
    from pathlib import Path

    from ownerlint.recall.answer import Answer
    from ownerlint.recall.sight import Manifest

REST: Final = 2_000_000_000
"""Nanoseconds between which a disk may not tell two changes apart: FAT has steps of two seconds."""

_PROMPT: Final = 5_000_000
"""Nanoseconds within which two clocks are to be read."""
_READINGS: Final = 5

_MAGIC: Final = b"ownerlint report 1\n"
_CHECKSUM: Final = 4
_LARGEST: Final = 32 << 20
"""Bytes of a report; larger ones are made again, and their findings are the least of the reader's sorrows."""
_MOST: Final = 4
"""Reports for one working directory: as when it is checked with different options in turn."""


class Recall(Struct):
    """The reports of earlier runs that asked the same.

    Args:
        folder: where the cache is.
        here: working directory.
        asked: all that was asked, as text.
        program: what tells the state of the program.
        clock: returns the time in nanoseconds; asked once on making this, before anything is looked at.
        began: when this was made.
    """

    folder: str
    here: str
    asked: str
    program: str
    clock: Callable[[], int]
    began: int = 0

    def __post_init__(self) -> None:
        """Note when the run began."""
        self.began = self.clock()

    def answer(self, today: str) -> Answer | None:
        """Return what an earlier run came to; None where there was none, or it would see something else now.

        Args:
            today: the day of this run, as `2026-12-31`.
        """
        try:
            with open(self._path, "rb") as stream:
                data = stream.read()
        except OSError:
            return None
        start = len(_MAGIC) + _CHECKSUM
        if not data.startswith(_MAGIC) or data[len(_MAGIC) : start] != _checksum(data[start:]):
            return None
        from ownerlint.recall.answer import Kept  # noqa: PLC0415 - only where there is something to recall

        try:
            kept = msgpack.decode(memoryview(data)[start:], type=Kept)
        except (MsgspecError, ValueError):
            return None
        if kept.question != self._question or kept.answer.today not in {"", today} or not kept.sight.holds():
            return None
        return kept.answer

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
        from pathlib import Path  # noqa: PLC0415 - only where something is kept

        from ownerlint.reading.folder import TEMPORARY, prepare  # noqa: PLC0415 - only where something is kept

        folder, path = Path(self.folder), Path(self._path)
        draft = path.with_name(f"{path.stem}-{os.urandom(8).hex()}{TEMPORARY}")
        try:
            prepare(folder)
            self._write(draft, path, answer, manifests, looks)
        except OSError as error:
            return f"the report cannot be kept in {self.folder}: {error.strerror or error}"
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
        return ""

    def _write(self, draft: Path, path: Path, answer: Answer, manifests: Sequence[Manifest], looks: Looks) -> None:
        from ownerlint.reading.folder import prune, thin  # noqa: PLC0415 - only where something is kept

        number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "wb") as stream:
            data = self._encoded(self._limit(number), answer, manifests, looks)
            if data:
                stream.writelines((_MAGIC, _checksum(data), data))
        if data:
            draft.replace(path)
            thin(path.parent, self._prefix, _MOST)
            prune(path.parent, path)

    def _limit(self, draft: int) -> int | None:
        """Return when the run began, by the earlier of its own clock and that of the cache's disk; None where time ran back.

        The two clocks are read one after the other. Whatever comes between makes the limit too early, never too late; where
        it took long, as on a busy machine, they are read again.
        """
        for _ in range(_READINGS):
            before = self.clock()
            os.utime(draft)
            now = os.fstat(draft).st_mtime_ns
            after = self.clock()
            if after - before < _PROMPT:
                break
        taken = after - self.began
        return min(self.began, now - taken) if taken >= 0 else None

    def _encoded(self, limit: int | None, answer: Answer, manifests: Sequence[Manifest], looks: Looks) -> bytes:
        """Return what is to be kept; empty where it would not be believed, or not be the same again."""
        from ownerlint.recall.answer import Kept  # noqa: PLC0415 - only where something is kept
        from ownerlint.recall.sight import sight_of  # noqa: PLC0415 - only where something is kept

        sight = None if limit is None else sight_of(manifests, looks, limit - REST)
        if sight is None:
            return b""
        kept = Kept(self._question, sight, answer)
        try:
            data = msgpack.encode(kept)
            # What has no place in the encoding, such as a key that is a list, does not come back as it was.
            same = len(data) <= _LARGEST and msgpack.decode(data, type=Kept).answer == answer
        except (MsgspecError, OverflowError, TypeError, ValueError):
            return b""
        return data if same else b""

    @property
    def _question(self) -> bytes:
        return os.fsencode("\0".join((self.here, self.asked, self.program)))

    @property
    def _prefix(self) -> str:
        return f"{crc32(os.fsencode(self.here)):08x}-"

    @property
    def _path(self) -> str:
        return os.path.join(self.folder, f"{self._prefix}{crc32(os.fsencode(self.asked)):08x}.report")


def _checksum(data: bytes) -> bytes:
    return crc32(data).to_bytes(_CHECKSUM, "big")
