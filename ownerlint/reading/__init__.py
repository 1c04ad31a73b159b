"""Sources → what is in them: in several processes, and from the cache where nothing has changed.

How the files are read never changes what is found in them (`ReadingOptions`).
"""

from __future__ import annotations

from collections.abc import Sequence

from ownerlint.load import LoadOptions
from ownerlint.model import Source
from ownerlint.reading.one import Stamp
from ownerlint.reading.options import Lost, Progress, ReadFiles, ReadingOptions

__all__ = ["Lost", "Progress", "ReadFiles", "ReadingOptions", "Stamp", "read_all"]


def read_all(sources: Sequence[Source], loading: LoadOptions, options: ReadingOptions) -> ReadFiles:
    """Read all files.

    Args:
        sources: the files, in the order of the answer.
        loading: how to read each.
        options: in how many processes, and with what cache.
    """
    from ownerlint.reading.work import Work  # noqa: PLC0415 - start-up

    return Work(sources, loading, options).done()
