"""A file whose bytes are not text.

## What it does

Reports a file that is neither valid UTF-8 nor UTF-16 with a byte order mark, or that contains a NUL byte. A byte order
mark of UTF-8 is fine.

## Why this is bad

YAML and JSON are made of Unicode text. kubectl and the API server refuse other bytes, so nothing in the file can be
applied, and nothing in it can be checked. Such files were mostly saved in a legacy encoding (Latin-1, Windows-1252), or
are binary files (archives, encrypted secrets) with the suffix of a manifest. This is a fact of the file: kubectl
refuses it while reading, so the API server never sees it.

## How to fix

Save the file as UTF-8. If it is meant to be binary, rename it or exclude it in the configuration.

## References

- <https://yaml.org/spec/1.1/#id868524>
- <https://www.rfc-editor.org/rfc/rfc8259#section-8.1>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import Consequence, Example, Meta, Problem, Severity, World, input_problems

META: Final = Meta(
    code="OWN002",
    name="undecodable-file",
    severity=Severity.ERROR,
    consequence=Consequence.REJECTED,
    since="0.1.0",
    tags=("input",),
)

VALID: Final = (
    Example(
        "text beyond ASCII",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
data:
  greeting: Grüß Gott
""",
    ),
)

INVALID: Final[tuple[Example, ...]] = ()  # such bytes cannot stand in a text; tests/rules/test_input.py has them


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each file whose bytes are not text."""
    yield from input_problems(world, META.name, "Nothing in it was checked. Save it as UTF-8, or exclude it.")
