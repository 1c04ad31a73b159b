"""The cache: records of an earlier run, for files whose content is still the same.

A file is known by its stamp (size, times, inode); where that differs, or cannot be trusted, its content decides. All
files below one root share one file of the cache, because opening one file for each costs as much as parsing it.
Whatever is wrong with the cache, the run goes on without it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from ownerlint.load import LoadedFile, LoadOptions
from ownerlint.model import Source
from ownerlint.reading.batches import divide
from ownerlint.reading.columns import DamagedError, Name, NotEncodableError, decode, encode, name_of
from ownerlint.reading.fingerprint import fingerprint
from ownerlint.reading.folder import RECORDS, TEMPORARY, prepare, prune
from ownerlint.reading.one import Known, Stamp, digest_of, digest_of_file, stamp_of
from ownerlint.reading.shelf import Piece, Shelf, write

_TICK: Final = 2_000_000_000
"""Nanoseconds between which a disk may not tell two changes apart: FAT has steps of two seconds."""

_UNUSED: Final = 256 << 20
"""Bytes of records that a run did not ask for and yet keeps."""

_ELSEWHERE: Final = Name("", "")


class Fresh(NamedTuple):
    """Records that were just read: encoded, or as they are."""

    sources: Sequence[Source]
    known: Sequence[Known | None]
    data: bytes
    files: Sequence[LoadedFile]


class Cache:
    """What is known of the files below one root.

    Args:
        folder: where the cache is.
        root: absolute path that tells this file of the cache from others.
        options: as the files are loaded.
    """

    def __init__(self, folder: str, root: str, options: LoadOptions) -> None:
        self._folder = Path(folder)
        self._options = options
        key = digest_of(fingerprint(options) + os.fsencode(root))
        self._path = self._folder / f"{key.hex()}{RECORDS}"
        self._shelf = Shelf(self._path)
        self._began: int | None = None
        self._draft: BinaryIO | None = None
        self._updated: dict[tuple[int, int], Known] = {}
        self._used: set[int] = set()
        self._stale: set[int] = set()
        self._taken: list[tuple[Source, Known, LoadedFile, int]] = []
        self.notes: list[str] = []

    def take(self, sources: Sequence[Source], stamps: Sequence[Stamp | None]) -> list[LoadedFile | None]:
        """Return the records of each file; None where they are to be read."""
        places = {
            path: (number, index)
            for number, piece in enumerate(self._shelf.pieces)
            for index, path in enumerate(piece.paths)
        }
        wanted: dict[int, dict[int, int]] = {}
        for position, (source, stamp) in enumerate(zip(sources, stamps, strict=True)):
            place = places.get(os.fsencode(source.path)) if stamp else None
            if place is not None and stamp is not None:
                number, index = place
                if self._is_same(number, index, source, stamp):
                    wanted.setdefault(number, {})[index] = position
                else:
                    self._stale.add(number)
        found: list[LoadedFile | None] = [None] * len(sources)
        for number, positions in wanted.items():
            self._take_piece(number, positions, sources, found)
        return found

    def begin(self) -> None:
        """Open the file that will take the place of the old one; from now on, files may be read in order to be kept.

        Its own time tells by the disk's clock when that was: what changed shortly before may change again unseen.
        """
        if self._began is None:
            self._began = 0
            try:
                prepare(self._folder)
                draft = self._path.with_name(f"{self._path.stem}-{os.urandom(8).hex()}{TEMPORARY}")
                number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
                self._draft = os.fdopen(number, "wb")
                self._draft_path = draft
                self._began = os.fstat(number).st_mtime_ns
            except OSError as error:
                self._note(error)

    def keep(self, fresh: Sequence[Fresh]) -> None:
        """Write what this run has learned; nothing where it learned nothing."""
        learned = self._updated or self._stale or any(known for one in fresh for known in one.known)
        if self._draft is None or not learned:
            return
        try:
            with self._draft as stream:
                write(stream, self._pieces(fresh))
            self._draft_path.replace(self._path)
            prune(self._folder, self._path)
        except OSError as error:
            self._note(error)
            self.discard()

    def discard(self) -> None:
        """Remove what was begun and not finished."""
        if self._draft is not None:
            with suppress(OSError):  # what could not be written still has to be given up
                self._draft.close()
            self._draft_path.unlink(missing_ok=True)
            self._draft = None

    def _is_same(self, number: int, index: int, source: Source, stamp: Stamp) -> bool:
        known = self._shelf.pieces[number].known[index]
        if known is None:
            return False
        if known.sure and known.stamp == stamp:
            return True
        if (known.stamp.size, known.stamp.in_chart) != (stamp.size, stamp.in_chart):
            return False
        self.begin()
        now = stamp_of(source)
        if now is None or digest_of_file(source, self._options) != known.digest:
            return False
        self._updated[number, index] = self._judged(Known(now, known.digest))
        return True

    def _judged(self, known: Known) -> Known:
        """Return the same with a word on whether its stamp can be trusted: nothing had changed just then, or later."""
        limit = (self._began or 0) - _TICK
        return Known(known.stamp, known.digest, max(known.stamp.modified, known.stamp.changed) < limit)

    def _take_piece(
        self, number: int, positions: Mapping[int, int], sources: Sequence[Source], found: list[LoadedFile | None]
    ) -> None:
        piece = self._shelf.pieces[number]
        names = [
            name_of(sources[positions[index]]) if index in positions else _ELSEWHERE
            for index in range(len(piece.paths))
        ]
        data = self._shelf.read(piece)
        try:
            if data is None:
                raise DamagedError("another digest")
            files = decode(data, names)
        except DamagedError:
            self._stale.add(number)
            return
        self._used.add(number)
        for index, position in positions.items():
            found[position] = files[index]
            if number in self._stale:
                known = self._updated.get((number, index)) or piece.known[index]
                if known is not None:
                    self._taken.append((sources[position], known, files[index], position))

    def _pieces(self, fresh: Sequence[Fresh]) -> list[tuple[Piece, bytes]]:
        """Return all that is to be kept: pieces with a file that changed are made anew, the others stay as they are."""
        kept = list(self._old(self._used - self._stale))
        loose = [(source, known, file) for source, known, file, _ in self._taken]
        for one in fresh:
            known = [known and self._judged(known) for known in one.known]
            if one.data:
                kept.append(_piece(one.sources, known, one.data))
            else:
                rows = zip(one.sources, known, one.files, strict=True)
                loose += [(source, known, file) for source, known, file in rows if known is not None]
        kept += _repacked(loose)
        room = _UNUSED
        for piece, data in self._old(set(range(len(self._shelf.pieces))) - self._used - self._stale):
            room -= len(data)
            if room > 0:
                kept.append((piece, data))
        return kept

    def _old(self, numbers: set[int]) -> Iterator[tuple[Piece, bytes]]:
        for number in sorted(numbers):
            piece = self._shelf.pieces[number]
            data = self._shelf.read(piece)
            if data is not None:
                known = tuple(self._updated.get((number, index), known) for index, known in enumerate(piece.known))
                yield Piece(piece.paths, known, piece.size, piece.digest), data

    def _note(self, error: OSError) -> None:
        self.notes.append(f"the cache in {self._folder} cannot be written: {error.strerror or error}")


def _piece(sources: Sequence[Source], known: Sequence[Known | None], data: bytes) -> tuple[Piece, bytes]:
    paths = tuple(os.fsencode(source.path) for source in sources)
    return Piece(paths, tuple(known), len(data), digest_of(data)), data


def _repacked(loose: Sequence[tuple[Source, Known, LoadedFile]]) -> Iterator[tuple[Piece, bytes]]:
    for group in divide([known.stamp.size for _, known, _ in loose], 1):
        rows = [loose[index] for index in group]
        try:
            yield _packed(rows)
        except NotEncodableError:
            for row in rows:
                try:
                    yield _packed([row])
                except NotEncodableError:
                    continue  # such a file is read again in every run


def _packed(rows: Sequence[tuple[Source, Known, LoadedFile]]) -> tuple[Piece, bytes]:
    sources = [source for source, _, _ in rows]
    data = encode([file for _, _, file in rows], map(name_of, sources))
    return _piece(sources, [known for _, known, _ in rows], data)
