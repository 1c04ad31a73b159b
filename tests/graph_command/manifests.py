"""Manifests for tests of the whole command."""

from __future__ import annotations

import json
from typing import Any

from tests.builders import uid


def entry(kind: str, name: str, number: int, api_version: str = "v1", **flags: bool) -> dict[str, Any]:
    """Return one owner reference; the uid is `builders.uid(number)`."""
    return {"apiVersion": api_version, "kind": kind, "name": name, "uid": uid(number), **flags}


def manifest(
    kind: str,
    name: str,
    number: int | None = None,
    *owners: dict[str, Any],
    api_version: str = "v1",
    namespace: str = "shop",
    **metadata: Any,
) -> str:
    """Return one object as a document of a YAML stream, on two lines."""
    said: dict[str, Any] = {"name": name, **metadata}
    if namespace:
        said["namespace"] = namespace
    if number is not None:
        said["uid"] = uid(number)
    if owners:
        said["ownerReferences"] = list(owners)
    return f"---\n{json.dumps({'apiVersion': api_version, 'kind': kind, 'metadata': said})}\n"


SHOP = "".join(
    (
        manifest("Deployment", "web", 1, api_version="apps/v1"),
        manifest(
            "ReplicaSet",
            "web-1",
            2,
            entry("Deployment", "web", 1, "apps/v1", controller=True, blockOwnerDeletion=True),
            api_version="apps/v1",
        ),
        manifest("Pod", "web-1-a", 3, entry("ReplicaSet", "web-1", 2, "apps/v1", controller=True)),
        manifest("Service", "web", 4),
        manifest("ConfigMap", "routes", 5, entry("Deployment", "web", 1, "apps/v1"), entry("Service", "web", 4)),
        manifest("ConfigMap", "chicken", 6, entry("ConfigMap", "egg", 7)),
        manifest("ConfigMap", "egg", 7, entry("ConfigMap", "chicken", 6)),
        manifest("ConfigMap", "stale", 8, entry("Deployment", "web", 9, "apps/v1")),
        manifest("ConfigMap", "typo", 10, entry("Deploymnt", "web", 1, "apps/v1")),
        manifest("ConfigMap", "blank", 11, {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}),
        manifest("Secret", "token", 12, entry("ServiceAccount", "ci", 13), namespace="billing"),
        manifest("Lease", "n1", 14, entry("Node", "n1", 15), api_version="coordination.k8s.io/v1", namespace="leases"),
        manifest("Node", "n1", 15, namespace=""),
        manifest("Secret", "alone", namespace="billing"),
    )
)
"""Sound owners, a shared dependent, a circle, an object that is alone, and owners that are not found."""
