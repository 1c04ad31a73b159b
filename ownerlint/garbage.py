"""Python's own garbage collector, which looks for cycles: kept from looking too often through what has hardly any."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_PATIENCE: Final = 20_000
"""Objects of Python that come to be, less those that go, before its garbage collector looks for cycles among them."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Keep the collector from looking through ever more modules and records, hardly any of which are garbage.

    It is not stopped, for what the careful parsers leave behind has cycles. Processes that are copied from this one
    meanwhile do the same.
    """
    before = gc.get_threshold()
    if before[0]:
        gc.set_threshold(max(before[0], _PATIENCE), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep Python's own garbage collector from looking through ever more records, none of which is garbage."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
