"""What a run wrote for the words that it was called with: so that a later run need not even understand them."""

from __future__ import annotations

from ownerlint.recall.kept import Kept
from ownerlint.recall.parts import joined, parted

TYPE_CHECKING = False  # `typing` is slow to import
if TYPE_CHECKING:
    from collections.abc import Sequence


class Shown:
    """What a run wrote.

    Attributes:
        code: its exit code.
        output, errors: what went to standard output and to standard error, in UTF-8.
    """

    __slots__ = ("code", "errors", "output")

    def __init__(self, code: int, output: bytes, errors: bytes) -> None:
        self.code = code
        self.output = output
        self.errors = errors

    def encoded(self) -> bytes:
        """Return it as bytes, which `decoded` reads."""
        return joined((str(self.code).encode(), self.output, self.errors))


def decoded(data: bytes) -> Shown:
    """Return what was encoded.

    Raises:
        ValueError: the data were not made by `Shown.encoded`.
    """
    code, output, errors = parted(data)
    return Shown(int(code), output, errors)


def shown_for(folder: str, here: str, words: Sequence[str]) -> Kept:
    """Return where it is kept.

    Args:
        folder: where the cache is.
        here: working directory.
        words: all that the run was called with.
    """
    return Kept(folder, "shown", here, "\0".join(words))
