"""A file above the size limit.

## What it does

Reports a file that is larger than ownerlint reads: 64 MiB of YAML, 2 GiB of JSON. The option `--max-file-size` raises
the limit.

## Why this is bad

Nothing in the file was checked, and its objects are missing when owner references of other files are resolved. The
limit is there so that a stray file cannot use up the memory of a CI machine. This is a fact of the file: nothing is
said about what Kubernetes would do with it.

## How to fix

Raise the limit, if the file is a dump that should be read; as JSON (`kubectl get -o json`) it takes a fraction of the
time and memory. Otherwise exclude the file in the configuration.

## References

- <https://kubernetes.io/docs/reference/kubectl/generated/kubectl_get/>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import Consequence, Example, Meta, Problem, Severity, World, input_problems

META: Final = Meta(
    code="OWN003",
    name="oversized-file",
    severity=Severity.ERROR,
    consequence=Consequence.RISK,
    since="0.1.0",
    tags=("input",),
)

VALID: Final = (
    Example(
        "file of ordinary size",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
""",
    ),
)

INVALID: Final[tuple[Example, ...]] = ()  # would be of 64 MiB; tests/rules/test_input.py lowers the limit


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each file that is too large."""
    yield from input_problems(world, META.name, "Nothing in it was checked.")
