"""An Event as owner.

## What it does

Reports an owner reference to a core `v1` Event. The spellings that escape the API server's ban are reported by
`event-owner-loophole`.

## Why this is bad

The API server rejects the object: 422, `/v1, Kind=Event is disallowed from being an owner`. Events expire after an hour
by default (`--event-ttl`), and the garbage collector does not watch them, so nothing can sensibly depend on one. The
rejection was recorded with Kubernetes 1.36; the ban has been there since 1.8 at least (`BannedOwners`).

## How to fix

Name the object that the Event is about, if that is what should own the dependent; else remove the reference.

## References

- <https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go>
- <https://kubernetes.io/docs/reference/kubernetes-api/cluster-resources/event-v1/>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Consequence,
    Example,
    Meta,
    Pointer,
    Problem,
    Severity,
    World,
    claimed_owner,
    distinct_references,
    is_event_owner,
)

META: Final = Meta(
    code="OWN107",
    name="event-owner",
    severity=Severity.ERROR,
    consequence=Consequence.REJECTED,
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

INVALID: Final = (Example("owned by an Event", _DEPENDENT.format(api_version="v1", kind="Event # <- event-owner")),)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each entry that names a core v1 Event."""
    for obj in world.irregular:
        for reference in distinct_references(obj):
            if is_event_owner(reference):
                yield Problem(
                    Pointer(obj, f"{reference.path}.kind"),
                    f"{obj.full_title} names {claimed_owner(reference)} as its owner. The API server rejects the object "
                    "(422: /v1, Kind=Event is disallowed from being an owner). Name the object that the Event is about, or "
                    "remove the reference.",
                )
