"""A metadata field of the wrong type, such as a quoted boolean.

## What it does

Reports a value in the metadata whose type the API server cannot decode: a string where `controller` or
`blockOwnerDeletion` want a boolean (`"true"`), a number or boolean where `uid`, `name`, `namespace` or a finalizer must
be a string, a mapping where `ownerReferences` or `finalizers` want a list. Unquoted `yes`, `on` and `True` are booleans
to Kubernetes, which reads YAML 1.1, and `null` is the same as nothing; neither is reported.

## Why this is bad

The API server rejects the object before it looks at anything else: 400, `json: cannot unmarshal string into Go struct
field OwnerReference.metadata.ownerReferences.controller of type bool`. Custom resources are treated alike. A template
that quotes everything, or a name of digits alone without quotes, is the usual cause. Recorded with Kubernetes 1.36, for
both; the fields have these types in every supported release.

## How to fix

Take the quotes off booleans; put quotes around names, uids and finalizers that YAML would read as numbers or booleans;
begin each entry of a list with a hyphen.

## References

- <https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/>
- <https://yaml.org/type/bool.html>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Consequence,
    Example,
    Fault,
    FaultKind,
    KubeObject,
    Meta,
    Pointer,
    Problem,
    Severity,
    World,
    is_templated,
    shorten,
)

META: Final = Meta(
    code="OWN112",
    name="mistyped-metadata",
    severity=Severity.ERROR,
    consequence=Consequence.REJECTED,
    since="0.1.0",
    tags=("form",),
)

_DEPENDENT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: {name}
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
    controller: {controller}
"""

VALID: Final = (
    Example("unquoted boolean, quoted digits", _DEPENDENT.format(name='"2026"', controller="true")),
    Example("boolean of YAML 1.1", _DEPENDENT.format(name="web-config", controller="yes")),
)

INVALID: Final = (
    Example("quoted boolean", _DEPENDENT.format(name="web-config", controller='"true" # <- mistyped-metadata')),
    Example("name of digits", _DEPENDENT.format(name="2026 # <- mistyped-metadata", controller="true")),
    Example(
        "entry without a hyphen",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  ownerReferences: # <- mistyped-metadata
    apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
    Example(
        "finalizer that is no list",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  finalizers: example.com/archive # <- mistyped-metadata
""",
    ),
)

_GO_TYPES = {"integer": "number", "float": "number", "boolean": "bool", "mapping": "object", "list": "array"}
_TRUE = ("true", "yes", "on", "y", "t", "1")
_FALSE = ("false", "no", "off", "n", "f", "0")


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each value in the metadata that the API server cannot decode."""
    for obj in world.irregular:
        for fault in obj.faults:
            if fault.kind is FaultKind.WRONG_TYPE and not _is_filled_in_later(fault):
                yield _problem(obj, fault)


def _is_filled_in_later(fault: Fault) -> bool:
    """Return whether the value is a template's, or an expression of a test tool (`($owner)`)."""
    return is_templated(fault.value) or fault.value.startswith("(")


def _problem(obj: KubeObject, fault: Fault) -> Problem:
    found = _GO_TYPES.get(fault.found, fault.found)
    value = shorten(fault.value)
    written = (
        f"the {fault.found} " + (f'"{value}"' if fault.found == "string" else value) if value else f"a {fault.found}"
    )
    return Problem(
        Pointer(obj, fault.path),
        f"{obj.full_title} has {written} as {fault.path}, which must be a {fault.expected}. The API server rejects the "
        f"object (400: cannot unmarshal {found}). {_advice(fault)}.",
    )


def _advice(fault: Fault) -> str:
    if fault.expected == "boolean":
        word = fault.value.strip().lower()
        for text, words in (("true", _TRUE), ("false", _FALSE)):
            if word in words:
                return f"Write {text} without quotes"
        return "Write true or false without quotes"
    if fault.expected == "string":
        return f'Write "{shorten(fault.value)}" in quotes' if fault.value else "Write one text in its place"
    if fault.expected == "list":
        return "Begin it with a hyphen, as the first entry of a list"
    if fault.found == "list":
        return "Take away the hyphen, or the brackets"
    return "Write its fields as key: value"
