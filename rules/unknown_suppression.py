"""A suppression that names a rule that does not exist.

## What it does

Reports a name in a comment `# ownerlint: ignore[...]` or in the annotation `ownerlint.dev/ignore` that is no rule's name,
former name or code, and no beginning of a code. Rules of plugins count while the plugin is installed. In the configuration
file such a name is an error of the configuration.

## Why this is bad

The suppression does nothing. The finding that it was meant for is still reported, or will be when it comes. This is a
fact of the files: comments never reach the API server, and the annotation means nothing to it.

## How to fix

Correct the name; the message gives the nearest one. `ownerlint rules` lists them all.

## References

- <https://github.com/ownerlint/ownerlint#suppressing-findings>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import Consequence, Example, Meta, Problem, Severity, World

META: Final = Meta(
    code="OWN902",
    name="unknown-suppression",
    severity=Severity.WARNING,
    consequence=Consequence.IGNORED,
    since="0.1.0",
    tags=("suppression",),
)

_DEPENDENT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: {uid} # ownerlint: ignore[{name}] {reason}
"""

VALID: Final = (
    Example(
        "name of a rule",
        _DEPENDENT.format(uid="web-uid", name="owner-uid-format", reason="our aggregated API makes such uids"),
    ),
    Example(
        "code of a rule",
        _DEPENDENT.format(uid="web-uid", name="OWN115", reason="our aggregated API makes such uids"),
    ),
)

INVALID: Final = (
    Example(
        "misspelt name",
        _DEPENDENT.format(
            uid="0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11", name="dangling-owners", reason="# <- unknown-suppression"
        ),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield nothing: the engine reports these itself, as it reads the suppressions."""
    del world
    return iter(())
