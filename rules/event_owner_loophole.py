"""An Event as owner, in a spelling that the API server lets pass.

## What it does

Reports an owner reference to an Event of group `events.k8s.io`, or to kind `event` in lower case. `v1` with `Event` is
rejected by the API server, and reported as `event-owner`.

## Why this is bad

The API server bans exactly `v1` `Event`. The same object under `events.k8s.io/v1`, or with the kind in lower case, is
accepted, and the garbage collector takes it for an owner like any other. As Events expire after an hour by default
(`--event-ttl`), the dependent is deleted some time after that. The collector does not watch Events and only looks from
time to time, so nobody can tell when.

That an Event of `events.k8s.io/v1` (since 1.19) is accepted, keeps the dependent where it is there, and has it deleted
where it is not, was recorded with Kubernetes 1.36; that Events in lower case pass was seen with the same release; that
Events are not watched was read in the source of Kubernetes 1.36 (`ignoredResources`).

## How to fix

Name the object that the Event is about, if that is what should own the dependent; else remove the reference. For
something that should vanish after a time, use a mechanism made for it, such as `ttlSecondsAfterFinished` of a Job.

## References

- <https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go>
- <https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Consequence,
    Example,
    Meta,
    OwnerReference,
    Pointer,
    Problem,
    Resolution,
    Severity,
    World,
    claimed_owner,
    distinct_references,
    edges_by_entry,
)

META: Final = Meta(
    code="OWN108",
    name="event-owner-loophole",
    severity=Severity.WARNING,
    consequence=Consequence.RISK,
    since="0.1.0",
    tags=("form",),
)

_DEPENDENT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-report
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: {api_version}
    kind: {kind}
    name: web.17a2c8a3f3b1d2c4
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
"""

VALID: Final = (
    Example("owned by the Pod that the Event is about", _DEPENDENT.format(api_version="v1", kind="Pod")),
    Example("custom kind of the same name", _DEPENDENT.format(api_version="example.com/v1", kind="Event")),
)

INVALID: Final = (
    Example(
        "Event of the other group",
        _DEPENDENT.format(api_version="events.k8s.io/v1", kind="Event # <- event-owner-loophole"),
    ),
    Example("lower case", _DEPENDENT.format(api_version="v1", kind="event # <- event-owner-loophole")),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each entry that names an Event and is accepted all the same."""
    for obj in world.irregular:
        events = [reference for reference in distinct_references(obj) if _is_loophole(reference)]
        edges = edges_by_entry(world.graph, obj) if events else {}
        for reference in events:
            edge = edges.get(reference.index)
            if edge is not None and edge.resolution not in (Resolution.DANGLING, Resolution.UNRESOLVABLE):
                yield Problem(
                    Pointer(obj, f"{reference.path}.kind"),
                    f"{obj.full_title} names {claimed_owner(reference)} of {reference.api_version} as its owner, a spelling "
                    "that escapes the API server's ban of Events as owners. Events expire after an hour by default, and then "
                    f"the garbage collector deletes {obj.title} at some time. Name the object that the Event is about.",
                )


def _is_loophole(reference: OwnerReference) -> bool:
    if reference.api_version == "events.k8s.io/v1":
        return reference.kind in ("Event", "event")
    return reference.api_version in ("v1", "/v1") and reference.kind == "event"
