"""What a reporter is told beside the report itself."""

from __future__ import annotations

from msgspec import Struct

from ownerlint import __version__


class Options(Struct, frozen=True):
    """How to write a report. Reporters read neither the environment nor the terminal: the caller decides.

    Args:
        width: cells of the terminal, for text; None where the output is piped: messages are then never wrapped.
        color: whether text may hold escape sequences for colour. Without it there is not a single escape.
        summary: whether text ends with the counts; off under `--quiet`.
        version: version of ownerlint that JSON and SARIF name.
        cwd: working directory that display paths are relative to: absolute, POSIX separators, symlinks resolved.
        root: repository root that SARIF paths are relative to, written like `cwd`. Without `cwd` and `root`, display
            paths are taken to be relative to the repository root already.
    """

    width: int | None = None
    color: bool = False
    summary: bool = True
    version: str = __version__
    cwd: str = ""
    root: str = ""
