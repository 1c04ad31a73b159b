"""Bytes → objects. The only place that knows a YAML or JSON parser.

Two layers read YAML. The fast one (`layers`) gives identity records where it is sure; the careful one (ruamel.yaml) gives
the same records for everything, and every position. Nothing else about the two differs.
"""

from __future__ import annotations

from ownerlint.load.positions import Positions
from ownerlint.load.records import SKIP_REASONS, LoadedFile, LoadOptions
from ownerlint.model import Source

__all__ = ["SKIP_REASONS", "LoadOptions", "LoadedFile", "Positions", "is_compiled", "load", "looks_templated"]


def load(source: Source, options: LoadOptions) -> LoadedFile:
    """Read one file. Whatever is wrong with the file is part of the answer; nothing is raised.

    Args:
        source: the file, or the bytes that stand for it.
        options: limits, and which parser to use.
    """
    from ownerlint.load.reader import load as read  # noqa: PLC0415 - start-up

    return read(source, options)


def is_compiled() -> bool:
    """Return whether the fast layer is the one in C, which needs a compiler when ownerlint is built."""
    from ownerlint.load.blocks import available  # noqa: PLC0415 - start-up

    return available()


def looks_templated(text: str) -> bool:
    """Return whether the text has the marks of a template engine, so that it may be no YAML before that has run."""
    from ownerlint.load.templates import looks_templated as search  # noqa: PLC0415 - start-up

    return search(text.encode("utf-8", "replace"))
