"""What a run came to."""

from __future__ import annotations

from msgspec import Struct

from ownerlint.finding import Report


class Answer(Struct, frozen=True):
    """The result of a run, with the settings that say what to make of it.

    Args:
        report: the report.
        fail_on: severity from which on findings make the exit code 1.
        allow_empty: whether it is fine that no object was found.
        root: folder that SARIF paths are relative to.
        today: the day that the report is about, as `2026-12-31`; empty where it holds on every day.
    """

    report: Report
    fail_on: str
    allow_empty: bool
    root: str
    today: str = ""
