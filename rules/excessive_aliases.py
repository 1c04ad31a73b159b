"""A document whose YAML aliases expand to far more than was written.

## What it does

Reports a document whose aliases (`*name`) would expand to millions of values, or nest deeper than ownerlint reads. The
bounds follow those of go-yaml, which Kubernetes uses. Nothing is expanded to find this out.

## Why this is bad

A few hundred bytes of aliases of aliases can stand for gigabytes ("billion laughs", CVE-2019-11253). kubectl and the
API server refuse such a document with `yaml: document contains excessive aliasing`, since Kubernetes 1.16.2 and the
patch releases of the same time. Other tools in a pipeline may run out of memory on it. This is a fact of the file:
kubectl refuses it while reading, so no object of it reaches the API server.

## How to fix

Write the values out, or use fewer and shallower aliases. If the document comes from somebody else, do not feed it to
other YAML tools.

## References

- <https://github.com/kubernetes/kubernetes/issues/83253>
- <https://nvd.nist.gov/vuln/detail/CVE-2019-11253>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import Consequence, Example, Meta, Problem, Severity, World, input_problems

META: Final = Meta(
    code="OWN004",
    name="excessive-aliases",
    severity=Severity.ERROR,
    consequence=Consequence.REJECTED,
    since="0.1.0",
    tags=("input", "security"),
)

VALID: Final = (
    Example(
        "one alias",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  labels: &labels
    app: web
  annotations: *labels
""",
    ),
)

INVALID: Final = (
    Example(
        "aliases of aliases",
        """\
apiVersion: v1 # <- excessive-aliases
kind: ConfigMap
metadata:
  name: web-config
data:
  a: &a [x, x, x, x, x, x, x, x, x, x]
  b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
  c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
  d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
  e: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
  f: &f [*e, *e, *e, *e, *e, *e, *e, *e, *e, *e]
  g: &g [*f, *f, *f, *f, *f, *f, *f, *f, *f, *f]
""",
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each document with excessive aliases."""
    yield from input_problems(world, META.name, "Write the values out.")
