"""The built-in rules, one module each, in documentation order. A test proves the list complete."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import cross_namespace_owner

if TYPE_CHECKING:
    from ownerlint.rule import Rule

RULES: Final[tuple[Rule, ...]] = (cross_namespace_owner,)
