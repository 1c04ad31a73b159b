"""An owner whose deletion takes storage, namespaces or definitions along.

## What it does

Reports an owner, itself without an owner in the files, if a PersistentVolumeClaim, PersistentVolume, Namespace or
CustomResourceDefinition goes with it, because it has no other owner. Claims that a StatefulSet or a Pod owns are not reported:
Kubernetes itself sets these owners where it is told to. The rule is in the set `strict`, as such ownership is often meant.

## Why this is bad

Deleting the owner is one command, and the garbage collector asks no questions about any kind: it deletes a claim with
its data, or a Namespace with everything in it, as it deletes a ConfigMap. Cascades over several levels were recorded
with Kubernetes 1.36; in every supported release it exempts Events, and no other kind that is stored. Owners that live
for a short time, such as the record of a restore, have taken volumes along.

## How to fix

If the data must outlive the owner, remove the reference. Else see to it that the volume's reclaim policy is `Retain`, or that
a finalizer keeps people from deleting the owner by mistake.

## References

- <https://kubernetes.io/docs/concepts/architecture/garbage-collection/>
- <https://kubernetes.io/docs/concepts/storage/persistent-volumes/#reclaiming>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Consequence,
    Edge,
    Example,
    KubeObject,
    Meta,
    Pointer,
    Problem,
    Related,
    Resolution,
    Severity,
    World,
)

META: Final = Meta(
    code="OWN412",
    name="wide-blast-radius",
    severity=Severity.INFO,
    consequence=Consequence.RISK,
    since="0.1.0",
    tags=("deletion",),
    sets=("strict",),
)

_CLAIM = """\
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: data
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: {api}
    kind: {kind}
    name: db
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
---
apiVersion: {api}
kind: {kind}
metadata:
  name: db{mark}
  namespace: shop
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
"""

VALID: Final = (
    Example("claim of a StatefulSet", _CLAIM.format(api="apps/v1", kind="StatefulSet", mark="")),
    Example(
        "nothing precious",
        _CLAIM.format(api="example.com/v1", kind="Database", mark="").replace("PersistentVolumeClaim", "ConfigMap"),
    ),
)

INVALID: Final = (
    Example(
        "claim of a custom resource",
        _CLAIM.format(api="example.com/v1", kind="Database", mark=" # <- wide-blast-radius"),
    ),
)

_PRECIOUS: Final = {
    ("", "PersistentVolumeClaim"),
    ("", "PersistentVolume"),
    ("", "Namespace"),
    ("apiextensions.k8s.io", "CustomResourceDefinition"),
}
_BY_KUBERNETES: Final = {("apps", "StatefulSet"), ("", "Pod")}
_LEVELS: Final = 50
_SHOWN: Final = 3


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each topmost owner that takes something precious along."""
    precious: dict[int, list[KubeObject]] = {}
    roots: dict[int, KubeObject] = {}
    for edge in world.graph.edges(Resolution.SOLID):
        dependent = edge.dependent
        if (dependent.group, dependent.kind) in _PRECIOUS and _is_sole(world, edge):
            root = _root(world, edge)
            if root is not None:
                roots[id(root)] = root
                precious.setdefault(id(root), []).append(dependent)
    for key, root in roots.items():
        yield _problem(world, root, precious[key])


def _is_sole(world: World, edge: Edge) -> bool:
    """Return whether this owner alone holds the object, and no controller of Kubernetes set it."""
    owner = edge.owner
    return (
        owner is not None and (owner.group, owner.kind) not in _BY_KUBERNETES and _owner(world, edge.dependent) is owner
    )


def _owner(world: World, obj: KubeObject) -> KubeObject | None:
    """Return the one owner of an object in the files; None where it has none, or several."""
    edges = world.graph.references(obj)
    return edges[0].owner if len(edges) == 1 and edges[0].resolution is Resolution.SOLID else None


def _root(world: World, edge: Edge) -> KubeObject | None:
    """Return the topmost owner; None for a circle, or a chain without end."""
    root = edge.owner
    for _ in range(_LEVELS):
        above = _owner(world, root) if root is not None else None
        if above is None or root is None:
            return root
        root = above
    return None


def _problem(world: World, root: KubeObject, precious: list[KubeObject]) -> Problem:
    total = _cascade(world, root)
    more = len(precious) - _SHOWN
    named = ", ".join(obj.title for obj in precious[:_SHOWN]) + (f" and {more} more such" if more > 0 else "")
    taken = named if total == 1 else f"{total} objects of these files, among them {named},"
    related = tuple(Related(Pointer(obj, "metadata.name"), "this goes with it") for obj in precious[:_SHOWN])
    return Problem(
        Pointer(root, "metadata.name"),
        f"Deleting {root.full_title} takes {taken} along, unless they are orphaned. The garbage collector deletes them "
        f"without asking. If they are to outlive it, remove their ownerReferences.",
        related=related,
    )


def _cascade(world: World, root: KubeObject) -> int:
    """Return how many objects go with an owner, by references to a sole owner."""
    seen = {id(root)}
    pending = [root]
    while pending:
        for edge in world.graph.dependents(pending.pop()):
            if id(edge.dependent) not in seen and _owner(world, edge.dependent) is not None:
                seen.add(id(edge.dependent))
                pending.append(edge.dependent)
    return len(seen) - 1
