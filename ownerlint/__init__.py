"""ownerlint: a static linter for Kubernetes ownership. Programs use `ownerlint.api`."""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` is slow to import
if TYPE_CHECKING:
    from typing import Final

__version__: Final = "0.1.0"
HOMEPAGE: Final = "https://github.com/ownerlint/ownerlint"
"""The project's address, as in `[project.urls]`."""
