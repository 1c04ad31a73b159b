"""A suppression that silences nothing.

## What it does

Reports a suppression that no finding needs: a comment `# ownerlint: ignore[...]`, a name in the annotation
`ownerlint.dev/ignore`, or an entry under `ignore:` in the configuration; and an entry of the configuration whose last day
(`until`) has passed. A suppression is judged only if all the rules that it names ran, so `--select` does not turn the
others into findings. And where only a part of the configuration's folder is checked, or a file could not be read, only
those are judged that are about the object itself, as the findings of other rules may be due to files that were not read.

## Why this is bad

The fault was repaired, moved to another line, or the name does not fit. What stays behind hides the next fault of that
kind at the same place, and readers look for a problem that is not there. This is a fact of the files: comments never
reach the API server, and the annotation means nothing to it.

## How to fix

Delete the suppression, or the name that is not needed. A comment belongs at the end of the line of the finding, on the
line above, or above the object.

## References

- <https://github.com/ownerlint/ownerlint#suppressing-findings>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import Consequence, Example, Meta, Problem, Severity, World

META: Final = Meta(
    code="OWN901",
    name="unused-suppression",
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
    uid: {uid} # ownerlint: ignore[owner-uid-format] {reason}
"""

VALID: Final = (
    Example(
        "the comment silences a finding",
        _DEPENDENT.format(uid="web-uid", reason="our aggregated API makes such uids"),
    ),
)

INVALID: Final = (
    Example(
        "there is nothing to silence",
        _DEPENDENT.format(uid="0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11", reason="# <- unused-suppression"),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield nothing: the engine reports these itself, once it has held all findings against all suppressions."""
    del world
    return iter(())
