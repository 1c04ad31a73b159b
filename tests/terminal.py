"""What a program shows on a terminal of its own."""

from __future__ import annotations

import os


def shown_on(terminal: int) -> bytes:
    """Return what is written to a terminal until no program has it open, and close it.

    Args:
        terminal: our end of it (`pty.openpty`); this process must have closed the other one.
    """
    shown = b""
    try:
        while piece := os.read(terminal, 65536):
            shown += piece
    except OSError:  # how Linux says that a terminal has no writer any more
        pass
    finally:
        os.close(terminal)
    return shown
