"""A file or folder that cannot be read.

## What it does

Reports a file or folder that the operating system does not let ownerlint read: no permission, a broken symbolic link,
a link that leads back to itself, a pipe or device, or a file that vanished during the run.

## Why this is bad

Nothing in it was checked, and its objects are missing when owner references of other files are resolved. A run that
skips files in silence would look like a clean one. This is a fact of the file: what ownerlint cannot read, kubectl
mostly cannot either, so the API server never sees it.

## How to fix

Make the file readable for the user that runs ownerlint, remove the broken link, or exclude the path in the
configuration.

## References

- <https://man7.org/linux/man-pages/man2/open.2.html>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import Consequence, Example, Meta, Problem, Severity, World, input_problems

META: Final = Meta(
    code="OWN005",
    name="unreadable-file",
    severity=Severity.ERROR,
    consequence=Consequence.RISK,
    since="0.1.0",
    tags=("input",),
)

VALID: Final = (
    Example(
        "file that can be read",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
""",
    ),
)

INVALID: Final[tuple[Example, ...]] = ()  # a matter of the file system; tests/rules/test_input.py has one


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each file or folder that could not be read."""
    yield from input_problems(world, META.name, "Nothing in it was checked. Make it readable, or exclude it.")
