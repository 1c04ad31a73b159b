"""What an output can show."""

from __future__ import annotations

import os


def can_draw_lines(encoding: str | None) -> bool:
    """Return whether an output of this encoding has the characters that a tree's lines are made of."""
    try:
        "├└│─".encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True


def color_wanted(choice: str, *, terminal: bool) -> bool:
    """Return whether output is coloured: as asked, else on a terminal unless NO_COLOR is set (https://no-color.org)."""
    if choice == "auto":
        return terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return choice == "always"
