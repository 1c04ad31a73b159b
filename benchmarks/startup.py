"""What a start costs: nothing to read, or one small file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.inputs import Input
from benchmarks.measure import Contestant
from benchmarks.tools import CHECKOUT, OWNERLINT, ownerlint_version


def starts(one: Input, scratch: Path) -> Iterator[Contestant]:
    """Yield ownerlint's starts, after that of Python with click, which they are measured by.

    Args:
        one: a folder with one small file.
        scratch: a folder for the cache.
    """
    release = ownerlint_version()
    python = f"{sys.version_info.major}.{sys.version_info.minor}.{sys.version_info.micro}"
    yield Contestant('`python -c "import click"`', python, [sys.executable, "-c", "import click"], CHECKOUT)
    for arguments in (
        ["--version"],
        ["--help"],
        ["check", "--isolated", "--cache-dir", str(scratch / "caches" / "start"), str(one.folder)],
    ):
        shown = "check ONE-FILE" if len(arguments) > 1 else arguments[0]
        command = [*OWNERLINT, *arguments]
        yield Contestant(f"`ownerlint {shown}`", release, command, CHECKOUT)
