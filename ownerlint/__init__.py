"""ownerlint: a static linter for Kubernetes ownership. Programs use `ownerlint.api`."""

from typing import Final

__version__: Final = "0.1.0"
HOMEPAGE: Final = "https://github.com/ownerlint/ownerlint"
"""The project's address, as in `[project.urls]`."""
