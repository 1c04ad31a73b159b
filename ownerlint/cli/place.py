"""Where the cache is unless the user says otherwise."""

from __future__ import annotations

import os
import sys


def default_cache_folder() -> str | None:
    """Return the folder where this user's programs keep what they can make again; None where there is no such place."""
    home = os.path.expanduser("~")  # noqa: PTH111 - pathlib is slow to import
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or _below(home, "AppData", "Local")
        return _below(base, "ownerlint", "Cache")
    if sys.platform == "darwin":
        return _below(home, "Library", "Caches", "ownerlint")
    # The XDG Base Directory Specification: a path that is not absolute is to be ignored.
    base = os.environ.get("XDG_CACHE_HOME", "")
    return _below(base if base.startswith("/") else _below(home, ".cache"), "ownerlint")


def _below(folder: str | None, *names: str) -> str | None:
    """Return a path in a folder; None where nobody knows this user's home, which leaves its sign as it is."""
    return None if folder is None or folder.startswith("~") else os.path.join(folder, *names)  # noqa: PTH118 - likewise
