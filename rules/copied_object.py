"""An object that was copied to another namespace together with its owner.

## What it does

Reports live objects of the same kind and name in two namespaces that name the same owner by uid, where the owner is of a
namespaced kind and not in the files. (Where it is, `cross-namespace-owner` tells which of them is the copy; a copy that is a
manifest is reported as `hard-coded-owner-uid`.)

## Why this is bad

A uid belongs to one object, in one namespace, and the garbage collector looks for an owner in the namespace of the
dependent. So at most one of the two has an owner; the other one it deletes within moments (recorded with Kubernetes 1.36;
before 1.20 it depended on luck, and siblings in the *owner's* namespace could be deleted instead). Tools that replicate
Secrets and ConfigMaps have often copied `ownerReferences` as well.

## How to fix

Remove `ownerReferences` from the copy, and make what copies it leave them behind.

## References

- <https://github.com/kubernetes/kubernetes/issues/65200>
- <https://github.com/mittwald/kubernetes-replicator/issues/120>
- <https://github.com/kyverno/kyverno/issues/2276>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Confidence,
    Consequence,
    Edge,
    Example,
    Meta,
    Pointer,
    Problem,
    Reason,
    Related,
    Severity,
    World,
    is_placeholder_uid,
    is_uid,
)

META: Final = Meta(
    code="OWN704",
    name="copied-object",
    severity=Severity.WARNING,
    consequence=Consequence.DELETED,
    since="0.1.0",
    presumes_applied=True,
    tags=("manifests",),
)

_SECRET = """\
apiVersion: v1
kind: Secret
metadata:
  name: {name}
  namespace: {namespace}
  uid: {uid}
  ownerReferences:
  - apiVersion: {api}
    kind: {kind}
    name: tls
    uid: 2b7e1516-28ae-4d2a-abf7-158809cf4f3c{mark}
"""

_CERTIFICATE = {"api": "cert-manager.io/v1", "kind": "Certificate"}
_FIRST = {"name": "tls", "namespace": "ingress", "uid": "9f86d081-884c-4d65-9a2f-eaa0c55ad015", "mark": ""}
_SECOND = {"name": "tls", "namespace": "shop", "uid": "7c9e6679-7425-40de-944b-e07fc1f90ae7", "mark": ""}
_MARKED = {**_SECOND, "mark": " # <- copied-object"}
_NODE = {"api": "v1", "kind": "Node"}

VALID: Final = (
    Example(
        "two Secrets of one owner in its namespace",
        _SECRET.format(**_FIRST, **_CERTIFICATE)
        + "---\n"
        + _SECRET.format(**{**_SECOND, "name": "tls-chain", "namespace": "ingress"}, **_CERTIFICATE),
    ),
    Example(
        "a cluster-scoped owner may own objects in every namespace",
        _SECRET.format(**_FIRST, **_NODE) + "---\n" + _SECRET.format(**_SECOND, **_NODE),
    ),
)

INVALID: Final = (
    Example(
        "one owner, two namespaces",
        _SECRET.format(**_FIRST, **_CERTIFICATE) + "---\n" + _SECRET.format(**_MARKED, **_CERTIFICATE),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each live object that has a namesake of the same owner in another namespace."""
    first: dict[str, str] = {}
    split: set[str] = set()
    unsettled = [edge for edge in world.graph.because(Reason.NOT_IN_FILES, Reason.KIND_UNSURE) if edge.dependent.live]
    for edge in unsettled:
        uid, namespace = edge.reference.uid, edge.dependent.namespace
        if namespace and first.setdefault(uid, namespace) != namespace:
            split.add(uid)
    originals: dict[tuple[str, str, str, str], Edge] = {}
    for edge in unsettled if split else ():
        if edge.reference.uid in split and _counts(world, edge):
            dependent = edge.dependent
            key = (edge.reference.uid, dependent.group, dependent.kind, dependent.name)
            original = originals.setdefault(key, edge)
            if original.dependent.namespace != dependent.namespace:
                yield _problem(edge, original)


def _counts(world: World, edge: Edge) -> bool:
    reference = edge.reference
    return (
        bool(edge.dependent.namespace)
        and is_uid(reference.uid)
        and not is_placeholder_uid(reference.uid)
        and world.kinds.namespaced(reference.api_version, reference.kind) is True
        and world.fates.acts_on(edge.dependent)
    )


def _problem(edge: Edge, original: Edge) -> Problem:
    dependent, other = edge.dependent, original.dependent
    return Problem(
        Pointer(dependent, f"{edge.reference.path}.uid"),
        f"{dependent.full_title} and its namesake in {other.namespace} name the same {edge.reference.title} as owner, which "
        f"can be in one of these namespaces only. The garbage collector takes it for absent in the other, and deletes "
        f"{dependent.title} there. Remove ownerReferences from the copy.",
        related=(Related(Pointer(other, f"{original.reference.path}.uid"), "the other one names it here"),),
        confidence=Confidence.MEDIUM,
    )
