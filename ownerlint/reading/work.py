"""One reading of many files, from the first look at them to the cache of the next run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ownerlint.garbage import collector_paused
from ownerlint.load import LoadedFile, LoadOptions
from ownerlint.model import Source
from ownerlint.reading.batches import Batch, Read, divide, read_batch, work_of
from ownerlint.reading.one import Stamp, size_of, stamp_of
from ownerlint.reading.options import Lost, ReadFiles, ReadingOptions

if TYPE_CHECKING:
    from ownerlint.reading.cache import Cache, Fresh


class Work:
    """Reads these files.

    Args:
        sources: the files, in the order of the answer.
        loading: how to read each.
        options: in how many processes, and with what cache.
    """

    def __init__(self, sources: Sequence[Source], loading: LoadOptions, options: ReadingOptions) -> None:
        self._sources = sources
        self._loading = loading
        self._options = options
        self._stamps: list[Stamp | None] = []
        if options.cache is None:  # then nobody will want to know whether a file is still the same
            self._sizes = [*map(size_of, sources)]
        else:
            self._stamps = [stamp_of(source) for source in sources]
            rows = zip(sources, self._stamps, strict=True)
            self._sizes = [stamp.size if stamp else len(source.data or b"") for source, stamp in rows]
        self._files: list[LoadedFile | None] = [None] * len(sources)
        self._lost: dict[int, Lost] = {}
        self._kept = options.cache is not None and sum(self._sizes) >= options.worth

    def done(self) -> ReadFiles:
        """Read, and return what there was."""
        cache = self._cache()
        if cache is None:
            for read in self._read():
                self._take(read)
            return self._answer(())
        try:
            with collector_paused():
                self._files = cache.take(self._sources, self._stamps)
            if None in self._files:
                cache.begin()
            cache.keep([self._fresh(read) for read in self._read() if self._take(read)])
        finally:
            cache.discard()
        return self._answer(tuple(cache.notes))

    def _cache(self) -> Cache | None:
        if self._options.cache is None or not self._kept:
            return None
        from ownerlint.reading.cache import Cache  # noqa: PLC0415 - small runs need none

        return Cache(self._options.cache, self._options.root, self._loading)

    def _read(self) -> Iterator[Read]:
        """Yield the files that are still missing, as they come in."""
        missing = [index for index, file in enumerate(self._files) if file is None]
        sizes = [self._sizes[index] for index in missing]
        done, total = sum(self._sizes) - sum(sizes), sum(self._sizes)
        # A file is read by one process, and one alone would only add the way of its records to here.
        jobs = max(1, min(self._options.jobs, work_of(sizes) // self._options.share, len(missing)))
        for read in self._in_processes(missing, sizes, jobs) if jobs > 1 else self._here(missing):
            yield read
            done += sum(self._sizes[index] for index in read.batch)
            if self._options.progress:
                self._options.progress(done, total)

    def _here(self, indices: Sequence[int]) -> Iterator[Read]:
        for index in indices:
            yield read_batch(Batch((index,), (self._sources[index],)), self._loading, kept=self._kept, encoded=False)

    def _in_processes(self, missing: Sequence[int], sizes: Sequence[int], jobs: int) -> Iterator[Read]:
        from ownerlint.reading.workers import read_in_processes  # noqa: PLC0415 - multiprocessing is slow to import

        batches = [
            Batch(indices, [self._sources[index] for index in indices])
            for indices in ([missing[number] for number in numbers] for numbers in divide(sizes, jobs))
        ]
        return read_in_processes(batches, self._loading, jobs, kept=self._kept)

    def _take(self, read: Read) -> bool:
        """Enter what was read; return whether it was."""
        if read.failure:
            self._lost |= {index: Lost(self._sources[index].file, read.failure) for index in read.batch}
            return False
        for index, file in zip(read.batch, self._decoded(read) if read.data else read.files, strict=True):
            self._files[index] = file
        return True

    def _decoded(self, read: Read) -> list[LoadedFile]:
        from ownerlint.reading.columns import decode, name_of  # noqa: PLC0415 - small runs need none

        return decode(read.data, [name_of(self._sources[index]) for index in read.batch])

    def _fresh(self, read: Read) -> Fresh:
        from ownerlint.reading.cache import Fresh  # noqa: PLC0415 - small runs need none

        return Fresh([self._sources[index] for index in read.batch], read.known, read.data, read.files)

    def _answer(self, notes: tuple[str, ...]) -> ReadFiles:
        files = [
            LoadedFile(source.file) if file is None else file
            for source, file in zip(self._sources, self._files, strict=True)
        ]
        return ReadFiles(files, tuple(self._lost[index] for index in sorted(self._lost)), notes, self._stamps)
