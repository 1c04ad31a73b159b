"""A manifest that is no YAML or JSON.

## What it does

Reports a document that cannot be parsed although it looks like a manifest: lines of it begin with `apiVersion:` and
`kind:`, and nothing in it shows that a template engine has yet to run. The other documents of the same file are still
checked. Templates and unparsable files of other kinds are skipped, and the summary says so.

## Why this is bad

kubectl, Helm, kustomize and every GitOps tool refuse such a document, and most refuse the whole file with it. What the
document says about ownership cannot be checked. Frequent causes are a tab used for indentation, a colon followed by a
blank inside an unquoted value, a quote that is never closed, and a merge conflict that was committed. This is a fact of
the file: kubectl turns it into JSON before it sends anything, so the API server never sees it.

## How to fix

Correct the text at the line and column that the message names; where a quote or bracket was never closed, the cause
stands further up. If the file is a template, lint what its engine renders.

## References

- <https://yaml.org/spec/1.1/>
- <https://github.com/kubernetes-sigs/yaml>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import Consequence, Example, Meta, Problem, Severity, World, input_problems

META: Final = Meta(
    code="OWN001",
    name="syntax-error",
    severity=Severity.ERROR,
    consequence=Consequence.REJECTED,
    since="0.1.0",
    tags=("input",),
)

VALID: Final = (
    Example(
        "colon in quotes",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
data:
  greeting: "note: this is text"
""",
    ),
    Example(
        "a file that is neither manifest nor YAML is skipped",
        """\
key: [never closed
""",
    ),
)

INVALID: Final = (
    Example(
        "colon and blank in a plain value",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
data:
  greeting: note: this is no text # <- syntax-error
""",
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each document that could not be parsed."""
    yield from input_problems(world, META.name, "No tool can apply this document. Correct the syntax there.")
