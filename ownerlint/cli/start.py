"""Where the program starts: it repeats what it said before where that still holds, and else does what the words say."""

from __future__ import annotations

import sys

from ownerlint.cli import interrupted
from ownerlint.cli.replay import Words, replay


def main(prog_name: str | None = None) -> None:
    """Run the program with the words of its command line, and exit.

    Args:
        prog_name: the program's name for its messages; taken from the command line unless given.
    """
    words = Words(sys.argv[1:])
    try:
        code = replay(words)
        if code is None:
            from ownerlint.garbage import seldom_collected  # noqa: PLC0415 - most of what follows is not needed above

            with seldom_collected():
                from ownerlint.cli.commands import main as command  # noqa: PLC0415 - click is slow to import

                command(prog_name=prog_name, obj=words)
    except KeyboardInterrupt:
        code = interrupted()
    sys.exit(code)
