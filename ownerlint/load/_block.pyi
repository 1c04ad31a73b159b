from collections.abc import Callable
from typing import TypeAlias

from ownerlint.load.plain import Body, Plain

# Where the text of an object in a list begins and ends, its column, and what an outline has of it.
_Item: TypeAlias = tuple[int, int, int, dict[str, Plain]]

# Both return None where the reader is unsure, and raise what `resolve` raises, TypeError for arguments of other types, and
# UnicodeDecodeError where text that is wanted is no UTF-8. `resolve` is called with the text of plain scalars that may not
# be strings; it returns the very text where they are.

# The members of interest, and the objects of `items` where there is such a list; of a document that is a list, None for both.
def outline(
    data: bytes, resolve: Callable[[str], Plain], /
) -> tuple[dict[str, Plain] | None, list[_Item] | None] | None: ...

# All of the object that stands in `data[start:end]` at a column, without the members of the names `left_out`, a set. Raises
# ValueError where no object can stand there.
def body(
    data: bytes,
    start: int,
    end: int,
    column: int,
    left_out: set[str] | frozenset[str],
    resolve: Callable[[str], Body],
    /,
) -> dict[str, Body] | None: ...
