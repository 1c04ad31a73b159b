"""Numbers that look random and are the same on every machine and every Python."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar
from uuid import UUID

_T = TypeVar("_T")
_NAME_LETTERS = "bcdfghjklmnpqrstvwxz2456789"
"""What Kubernetes makes generated names of (k8s.io/apimachinery/pkg/util/rand)."""


class Dice:
    """Draws from one seed. Only `getrandbits` is used: its sequence is fixed, that of the other methods is not."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1."""
        return self._random.getrandbits(48) % limit

    def pick(self, choices: Sequence[_T]) -> _T:
        """Return one of the choices."""
        return choices[self.below(len(choices))]

    def hexadecimal(self, digits: int) -> str:
        """Return so many hexadecimal digits."""
        return f"{self._random.getrandbits(4 * digits):0{digits}x}"

    def uid(self) -> str:
        """Return a uid as the API server makes them: a random UUID."""
        return str(UUID(int=self._random.getrandbits(128), version=4))

    def suffix(self, length: int) -> str:
        """Return the end of a generated name."""
        return "".join(self.pick(_NAME_LETTERS) for _ in range(length))

    def time(self) -> str:
        """Return a moment as Kubernetes writes it."""
        day = f"2026-{1 + self.below(9):02d}-{1 + self.below(28):02d}"
        return f"{day}T{self.below(24):02d}:{self.below(60):02d}:{self.below(60):02d}Z"

    def address(self) -> str:
        """Return the IP address of a Pod."""
        return f"10.{self.below(256)}.{self.below(256)}.{1 + self.below(254)}"
