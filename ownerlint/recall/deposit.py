"""Writing a file of the cache: whole or not at all, and older ones go."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ownerlint.reading.folder import TEMPORARY, prepare, prune, thin

if TYPE_CHECKING:
    from ownerlint.recall.kept import Kept

_MOST: Final = 4
"""Files of one sort for one working directory: as when it is checked with different options in turn."""


def deposit(kept: Kept, content: Callable[[int], bytes]) -> bool:
    """Write a file, and return whether there was anything to write.

    Args:
        kept: where it goes.
        content: returns its bytes, or none where nothing is to be written; called with the descriptor of a new file in
            the same folder.

    Raises:
        OSError: it cannot be written.
    """
    path = Path(kept.path)
    draft = path.with_name(f"{path.stem}-{os.urandom(8).hex()}{TEMPORARY}")
    try:
        prepare(path.parent)
        if not _write(draft, content):
            return False
        draft.replace(path)
        thin(path.parent, kept.prefix, _MOST)
        prune(path.parent, path)
    finally:
        with suppress(OSError):  # there is no such folder
            draft.unlink(missing_ok=True)
    return True


def _write(draft: Path, content: Callable[[int], bytes]) -> bool:
    number = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(number, "wb") as stream:
        data = content(number)
        stream.write(data)
    return bool(data)
