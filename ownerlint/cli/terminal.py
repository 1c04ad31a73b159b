"""What an output can show."""

from __future__ import annotations


def can_draw_lines(encoding: str | None) -> bool:
    """Return whether an output of this encoding has the characters that a tree's lines are made of."""
    try:
        "├└│─".encode(encoding or "ascii")
    except (LookupError, UnicodeEncodeError):
        return False
    return True
