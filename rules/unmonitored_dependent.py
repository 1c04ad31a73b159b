"""An owner reference on an object that the garbage collector never looks at, such as an Event.

## What it does

Reports an Event of either group (`v1`, `events.k8s.io/v1`) that has owner references, and a manifest with owner references of
a kind that is only answered and never stored, such as a TokenReview or a Binding. Silent where something else in the files
names the Event as its owner. The rule is in the set `strict`: the references do no harm.

## Why this is bad

The garbage collector watches every kind that can be listed, watched and deleted, except Events (`ignoredResources`; those of
`v1` since 1.8 at least). So the references have no effect: an Event with an owner that does not exist was recorded with
Kubernetes 1.36, and stays. Events go by themselves, an hour after they were written by default (`--event-ttl`); whoever counts
on the owner waits in vain. Only where another object names the Event as its owner does the collector come across the Event, and
follows its references after all (recorded). Kinds that are only answered are not stored at all, so there is nothing to delete.

## How to fix

Remove the owner references. An Event tells what it is about in `involvedObject` (`regarding` in `events.k8s.io/v1`).

## References

- <https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/>
- <https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/controller/garbagecollector/graph_builder.go>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import Consequence, Example, KubeObject, Meta, Pointer, Problem, Severity, World

META: Final = Meta(
    code="OWN421",
    name="unmonitored-dependent",
    severity=Severity.INFO,
    consequence=Consequence.IGNORED,
    since="0.1.0",
    presumes_applied=True,
    tags=("deletion",),
    sets=("strict",),
)

_DEPENDENT: Final = """\
apiVersion: {api_version}
kind: {kind}
metadata:
  name: web.17a2c8a3f3b1d2c4
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:{mark}
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
"""

VALID: Final = (
    Example("a kind that is watched", _DEPENDENT.format(api_version="v1", kind="ConfigMap", mark="")),
    Example("custom kind of the same name", _DEPENDENT.format(api_version="example.com/v1", kind="Event", mark="")),
)

INVALID: Final = (
    Example(
        "Event with an owner",
        _DEPENDENT.format(api_version="v1", kind="Event", mark=" # <- unmonitored-dependent"),
    ),
    Example(
        "Event of the other group",
        _DEPENDENT.format(api_version="events.k8s.io/v1", kind="Event", mark=" # <- unmonitored-dependent"),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each object with owner references that the collector does not watch."""
    unwatched: dict[tuple[str, str], str] = {}
    for obj in world.objects:
        if obj.owner_references:
            kind = (obj.api_version, obj.kind)
            if kind not in unwatched:
                unwatched[kind] = _unwatched(world, obj)
            if unwatched[kind] and not world.graph.dependents(obj):
                yield Problem(
                    Pointer(obj, "metadata.ownerReferences"),
                    f"{obj.full_title} has owner references, but {unwatched[kind]}. So they have no effect. Remove them.",
                )


def _unwatched(world: World, obj: KubeObject) -> str:
    """Return why the collector never looks at objects of this kind; an empty string where it does."""
    built_in = world.kinds.resolve(obj.api_version, obj.kind).built_in
    if built_in is None or built_in.gc_monitored:
        return ""
    if built_in.storable:
        return f"the garbage collector does not watch {obj.kind}s and never deletes one because of its owner"
    return f"a {obj.kind} is only answered and never stored"
