"""Which installed packages offer rules: asked on every run, so the answer "none" must be cheap."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False  # `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.metadata import EntryPoint
    from typing import Final

GROUP: Final = "ownerlint.rules"
"""Entry-point group of plugins; the value names a tuple of rules."""

_METADATA: Final = (".dist-info", ".egg-info")


def plugin_entries() -> Sequence[EntryPoint]:
    """Return the entry points of all plugins, by name."""
    if not any(map(_may_offer, sys.path)):
        return ()
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow, and few installations have plugins

    return sorted(entry_points(group=GROUP), key=lambda entry: entry.name)


def _may_offer(place: str) -> bool:
    """Return whether a place where modules are looked for may hold a plugin.

    The files that `importlib.metadata` reads and parses are searched for the name of the group alone. What is no
    folder, such as an archive, is left to it.
    """
    try:
        with os.scandir(place or ".") as entries:
            names = [entry.name for entry in entries if entry.name.lower().endswith(_METADATA)]
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return any(_names_group(os.path.join(place, name, "entry_points.txt")) for name in names)


def _names_group(path: str) -> bool:
    try:
        with open(path, "rb") as stream:
            return GROUP.encode() in stream.read()
    except (FileNotFoundError, NotADirectoryError):  # a package may have one file instead of a folder
        return False
    except OSError:
        return True
