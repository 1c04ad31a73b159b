"""How a drawing is to look."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """What only the format `tree` heeds.

    Args:
        color: whether to colour the text with terminal escapes.
        places: whether to say where each object stands.
        ascii: whether lines are drawn with ASCII characters, for an output that has no others.
    """

    color: bool = False
    places: bool = False
    ascii: bool = False
