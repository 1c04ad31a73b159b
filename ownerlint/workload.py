"""The templates of workload manifests: the metadata that their controllers copy, or do not copy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.index import ObjectIndex
from ownerlint.model import KubeObject

_POD_TEMPLATE: Final = ("spec", "template", "metadata")
_POD_MAKERS: Final = (
    ("", "ReplicationController", _POD_TEMPLATE),
    ("apps", "DaemonSet", _POD_TEMPLATE),
    ("apps", "Deployment", _POD_TEMPLATE),
    ("apps", "ReplicaSet", _POD_TEMPLATE),
    ("apps", "StatefulSet", _POD_TEMPLATE),
    ("batch", "Job", _POD_TEMPLATE),
    ("batch", "CronJob", ("spec", "jobTemplate", *_POD_TEMPLATE)),
)
"""Group and kind of the built-in kinds that make Pods from a template, and where its metadata stands."""

Templated = tuple[KubeObject, str, list[object]]
"""A manifest, the symbolic path of a list in the metadata of one of its templates, and the list, which is not empty."""


def in_pod_templates(index: ObjectIndex, field: str) -> Iterator[Templated]:
    """Yield each pod template that has this list in its metadata (`finalizers`, `ownerReferences`), of manifests only."""
    for group, kind, steps in _POD_MAKERS:
        for obj in index.with_body(group, kind):
            found: object = obj.body
            for step in (*steps, field):
                found = found.get(step) if isinstance(found, dict) else None
            if isinstance(found, list) and found:
                yield obj, ".".join((*steps, field)), found


def in_claim_templates(index: ObjectIndex, field: str) -> Iterator[Templated]:
    """Yield each entry of a StatefulSet's `volumeClaimTemplates` that has this list in its metadata."""
    for obj in index.with_body("apps", "StatefulSet"):
        for number, claim in enumerate(obj.body["spec"].get("volumeClaimTemplates") or ()):
            found = claim.get("metadata", {}).get(field)
            if isinstance(found, list) and found:
                yield obj, f"spec.volumeClaimTemplates[{number}].metadata.{field}", found
