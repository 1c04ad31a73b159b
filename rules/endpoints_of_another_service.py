"""An EndpointSlice that serves one Service and is owned by another.

## What it does

Reports an EndpointSlice whose label `kubernetes.io/service-name` names another Service than all of its owner references to
Services do; and Endpoints that an owner reference ties to another Service than the one of their own name, where that one is
in the files too. The Endpoints that own a mirrored EndpointSlice count as a Service would. Slices without the label, and owners
of other kinds, are left alone: they belong to whoever made them. The rule is in the set `strict`, as labels of live objects
take time to read.

## Why this is bad

Traffic follows the label: kube-proxy files a slice under the Service that the label names, and never looks at the owner (for
Endpoints, the name is the label). Deletion follows the owner reference: the garbage collector deletes the slice with the
Service that it names, and takes endpoints away from the other; and once the Service of the label is deleted, the slice stays.
A slice that the EndpointSlice controller manages does not last even that long: it deletes slices of a Service that are not
owned by it. EndpointSlices are served since release 1.16, and kube-proxy goes by them since 1.19; read in the source of
Kubernetes 1.36, not recorded.

## How to fix

Let label and owner reference name the same Service: in what makes the slice, take both from one variable. Do not copy a slice
of one Service for another; make the other Service with a selector, or the slice without an owner reference.

## References

- <https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/#ownership>
- <https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/proxy/endpointslicecache.go>
- <https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/endpointslice/reconciler.go>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Confidence,
    Consequence,
    Example,
    KubeObject,
    Meta,
    OwnerReference,
    Pointer,
    Problem,
    Severity,
    World,
    WorldMode,
    group_of,
    is_templated_entry,
)

META: Final = Meta(
    code="OWN734",
    name="endpoints-of-another-service",
    severity=Severity.WARNING,
    consequence=Consequence.RISK,
    since="0.1.0",
    presumes_applied=True,
    tags=("adoption",),
    sets=("strict",),
    needs_labels=True,
)

_SLICE: Final = """\
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata:
  name: web-x7k2p
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  labels:
    endpointslice.kubernetes.io/managed-by: {manager}
    kubernetes.io/service-name: {service}
  ownerReferences:
  - apiVersion: v1
    kind: Service
    name: web{mark}
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
"""

_ENDPOINTS: Final = """\
apiVersion: v1
kind: Endpoints
metadata:
  name: {name}
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: v1
    kind: Service
    name: web{mark}
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
---
apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: shop
  uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
---
apiVersion: v1
kind: Service
metadata:
  name: api
  namespace: shop
  uid: 9b2d4e8a-5c1f-4a7e-8d3b-6f0a1c2e4b5d
"""

_MARK: Final = " # <- endpoints-of-another-service"
_OPERATOR: Final = "web-operator.example.com"
_CONTROLLER: Final = "endpointslice-controller.k8s.io"

VALID: Final = (
    Example("label and owner agree", _SLICE.format(manager=_CONTROLLER, service="web", mark="")),
    Example("Endpoints of no Service", _ENDPOINTS.format(name="web-leader", mark="")),
)

INVALID: Final = (
    Example("slice of another Service", _SLICE.format(manager=_OPERATOR, service="api", mark=_MARK)),
    Example("slice that its controller deletes", _SLICE.format(manager=_CONTROLLER, service="api", mark=_MARK)),
    Example("Endpoints of another Service", _ENDPOINTS.format(name="api", mark=_MARK)),
)

_SERVICE_NAME: Final = "kubernetes.io/service-name"
_MANAGED_BY: Final = "endpointslice.kubernetes.io/managed-by"


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each set of endpoints that serves another Service than those that own it."""
    for obj in world.objects:
        if obj.owner_references and obj.kind in ("EndpointSlice", "Endpoints") and not obj.terminating:
            labels = dict(obj.selection.labels) if obj.selection else {}
            served = labels.get(_SERVICE_NAME, "") if _is_slice(obj) else _namesake(world, obj)
            owners = [reference for reference in obj.owner_references if _is_service(reference)]
            if served and owners and all(reference.name != served for reference in owners):
                yield _problem(obj, served, owners[0], managed=labels.get(_MANAGED_BY) == _CONTROLLER)


def _problem(obj: KubeObject, served: str, owner: OwnerReference, *, managed: bool) -> Problem:
    by = "label" if _is_slice(obj) else "name"
    then = (
        f"the EndpointSlice controller deletes it as soon as it looks at Service/{served}"
        if managed and owner.kind == "Service"
        else f"it is deleted with {owner.title}, and stays when Service/{served} is deleted"
    )
    return Problem(
        Pointer(obj, f"{owner.path}.name"),
        f"{obj.full_title} holds the endpoints of Service/{served} by its {by}, but {owner.title} owns it. Traffic goes by the "
        f"{by}, yet {then}. Name Service/{served} as the owner, or remove the owner reference.",
        confidence=Confidence.HIGH if obj.live else Confidence.MEDIUM,
    )


def _is_slice(obj: KubeObject) -> bool:
    return obj.group == "discovery.k8s.io" and obj.kind == "EndpointSlice"


def _namesake(world: World, obj: KubeObject) -> str:
    """Return the name of Endpoints that belong to a Service in the files, else an empty string."""
    if (obj.group, obj.kind) != ("", "Endpoints"):
        return ""
    collections = {service.place.collection for service in world.index.named("", "Service", obj.namespace, obj.name)}
    closed = world.mode is WorldMode.CLOSED and collections
    return obj.name if closed or obj.place.collection in collections else ""


def _is_service(reference: OwnerReference) -> bool:
    """Return whether this names a Service, or Endpoints, which have the name of theirs."""
    return (
        group_of(reference.api_version) == ""
        and reference.kind in ("Service", "Endpoints")
        and bool(reference.name)
        and not is_templated_entry(reference)
    )
