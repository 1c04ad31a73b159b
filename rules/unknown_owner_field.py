"""A field that owner references do not have.

## What it does

Reports a field in an entry of `ownerReferences` other than apiVersion, kind, name, uid, controller and
blockOwnerDeletion; a misspelt name of the list (`ownerreferences`, `ownerReference`); and an `ownerReferences` that
stands beside `metadata` in place of inside it. Field names are compared exactly, with upper and lower case.

## Why this is bad

kubectl (since 1.25) asks for strict validation, and the API server answers 400, `strict decoding error: unknown field
"metadata.ownerReferences[0].namespace"`. Clients that do not ask for it, most controllers and deployment tools among
them, get a warning at most, and the field is dropped.

A `namespace` does not make the reference cross namespaces. The garbage collector looks for a namespaced owner in the
dependent's own namespace, and deletes the dependent if it is not there. A misspelt `blockOwnerDeletion` does not block;
a misspelt list gives the object no owner, so it is never collected. Recorded with Kubernetes 1.36, with and without
strict validation.

## How to fix

Correct the spelling, or delete the field. An owner in another namespace is not possible: use a finalizer on the owner,
or a label and a controller that cleans up.

## References

- <https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation>
- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    ENTRY_FIELDS,
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
    intended_field,
    is_templated,
    shorten,
)

META: Final = Meta(
    code="OWN113",
    name="unknown-owner-field",
    severity=Severity.ERROR,
    consequence=Consequence.REJECTED,
    since="0.1.0",
    tags=("form",),
)

_DEPENDENT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  {list}:
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
    {field}: {value}
"""

VALID: Final = (
    Example(
        "all six fields",
        _DEPENDENT.format(list="ownerReferences", field="blockOwnerDeletion", value="true\n    controller: true"),
    ),
)

INVALID: Final = (
    Example(
        "namespace of the owner",
        _DEPENDENT.format(list="ownerReferences", field="namespace", value="billing # <- unknown-owner-field"),
    ),
    Example(
        "letter case",
        _DEPENDENT.format(list="ownerReferences", field="blockownerdeletion", value="true # <- unknown-owner-field"),
    ),
    Example(
        "beside metadata in place of inside it",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
ownerReferences: # <- unknown-owner-field
- apiVersion: apps/v1
  kind: Deployment
  name: web
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each field that the API server would drop or refuse."""
    for obj in world.irregular:
        for fault in obj.faults:
            # `(kind)` and the like are expressions of test tools, not fields.
            if fault.kind is FaultKind.UNKNOWN_FIELD and "(" not in fault.found and not is_templated(fault.found):
                what, advice = _words(obj, fault)
                yield Problem(
                    Pointer(obj, fault.path, key=True),
                    f"{obj.full_title} {what}. kubectl's strict validation refuses it (400: unknown field), other clients "
                    f"lose it without an error. {advice}",
                )


def _words(obj: KubeObject, fault: Fault) -> tuple[str, str]:
    """Return what is wrong, as a clause without its subject, and what to do."""
    key = shorten(fault.found)
    if fault.path == "ownerReferences":
        return "has its ownerReferences beside metadata, where the API has no such field", "Move them into metadata."
    if not fault.path.startswith("metadata.ownerReferences["):
        return f"has the field {key} in its metadata, which the API does not have", "Did you mean ownerReferences?"
    if fault.found == "namespace":
        here = f"the dependent's namespace, {obj.namespace}" if obj.namespace else "the dependent's namespace"
        return (
            "gives a namespace in an owner reference, which has no such field",
            f"Delete it: the garbage collector looks for the owner in {here}, and nowhere else.",
        )
    meant = intended_field(fault.found)
    advice = f"Did you mean {meant}?" if meant else f"Delete it: the fields are {', '.join(ENTRY_FIELDS)}."
    return f"has the field {key} in an owner reference, which has no such field", advice
