"""Of several copies of an object (overlays, releases, bundles in one repository), those that belong to a given file."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from typing import Final, Generic, TypeVar

from ownerlint.model import KubeObject

T = TypeVar("T")

MANY: Final = 100
"""Of more copies that are equally near, only so many are looked at, so that a look-up has a fixed cost."""


class Copies(Generic[T]):
    """Things by key and by the folders that they stand in.

    Args:
        things: each with its key and the object that says where it stands.
    """

    __slots__ = ("_by_place",)

    def __init__(self, things: Iterable[tuple[Hashable, KubeObject, T]]) -> None:
        self._by_place: dict[tuple[Hashable, str], list[T]] = {}
        for key, obj, thing in things:
            for place in _around(obj.place.file):
                self._by_place.setdefault((key, place), []).append(thing)

    def nearest(self, key: Hashable, file: str) -> tuple[T, ...]:
        """Return the things of this key in the file itself, else in its folder or below, else one folder further up, ...

        Empty where there is none; the first `MANY` where there are more.
        """
        for place in _around(file):
            found = self._by_place.get((key, place))
            if found is not None:
                return tuple(found[:MANY])
        return ()


def _around(file: str) -> Iterator[str]:
    """Yield the file, its folder, the folder above and so on, up to the empty path."""
    yield file
    while file:
        file = file.rpartition("/")[0]
        yield f"{file}/"
