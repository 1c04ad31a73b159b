"""The installed program, as the tests of the command line run it."""

from __future__ import annotations

from tests.cli.conftest import Run, run

__all__ = ["Run", "run"]
