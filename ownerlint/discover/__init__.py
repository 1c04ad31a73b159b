"""Paths → the files to read, each once, in one order; and which of them come from one cluster at one time."""

from ownerlint.discover.find import (
    SKIP_REASONS,
    TEST_DATA_FOLDERS,
    Discovered,
    DiscoverOptions,
    PathNotFoundError,
    discover,
    display_path,
)

__all__ = [
    "SKIP_REASONS",
    "TEST_DATA_FOLDERS",
    "DiscoverOptions",
    "Discovered",
    "PathNotFoundError",
    "discover",
    "display_path",
]
