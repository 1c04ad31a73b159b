"""The command line: words in, exit code out."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # `typing` is slow to import
if TYPE_CHECKING:
    from typing import Any, Final

    from ownerlint.cli.commands import main

__all__ = ["CONTEXT", "interrupted", "main"]

CONTEXT: Final[dict[str, Any]] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def interrupted() -> int:
    """Say on standard error that Ctrl-C ended the run; return the exit code that shells give to it."""
    sys.stderr.write("ownerlint: interrupted\n")
    return 130


def __getattr__(name: str) -> Any:
    """Import the command `main` when it is asked for: a run that repeats an earlier one needs none (`cli/replay.py`)."""
    if name != "main":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from ownerlint.cli.commands import main as command  # noqa: PLC0415 - click is slow to import

    return command
