"""Owner references in a volume claim template.

## What it does

Reports `ownerReferences` in `spec.volumeClaimTemplates` of a StatefulSet's manifest. A uid that a template fills in later is left alone, as
whoever fills it in knows the owner.

## Why this is bad

The StatefulSet copies the metadata of a claim template whole, owner references too, to every PersistentVolumeClaim. If
the uid is not that of a live owner in the same namespace, as after the owner was made anew or in another cluster, the
garbage collector deletes the claims, and with the usual reclaim policy `Delete` the volumes and their data. Elastic's
ECK did this on purpose, to tie the claims to the life of its own object. Read in the source of Kubernetes 1.36
(`getPersistentVolumeClaims`), where it has stood since 1.8 at least, not recorded; that an object with such a reference
is deleted within a second was recorded.

## How to fix

Remove them. If claims are to go away with the StatefulSet, say so in `spec.persistentVolumeClaimRetentionPolicy` (stable since 1.32).

## References

- <https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#persistentvolumeclaim-retention>
- <https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/controller/statefulset/stateful_set_utils.go>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Confidence,
    Consequence,
    Example,
    Meta,
    Pointer,
    Problem,
    Severity,
    World,
    in_claim_templates,
    is_templated,
)

META: Final = Meta(
    code="OWN722",
    name="volume-claim-template-owner-references",
    severity=Severity.WARNING,
    consequence=Consequence.DELETED,
    since="0.1.0",
    presumes_applied=True,
    tags=("templates",),
)

_STATEFUL_SET = """\
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web
  namespace: shop
spec:
  volumeClaimTemplates:
  - metadata:
      name: cache
  - metadata:
      name: data
      ownerReferences:
      - apiVersion: example.com/v1{mark}
        kind: Widget
        name: web
        uid: {uid}
"""

VALID: Final = (Example("filled in later", _STATEFUL_SET.format(mark="", uid="${WIDGET_UID}")),)

INVALID: Final = (
    Example(
        "hard-coded",
        _STATEFUL_SET.format(
            mark=" # <- volume-claim-template-owner-references", uid="0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11"
        ),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each volume claim template with an owner reference whose uid is written out, or is missing."""
    for obj, path, references in in_claim_templates(world.index, "ownerReferences"):
        for index, reference in enumerate(references):
            uid = reference.get("uid") if isinstance(reference, dict) else None
            if not (isinstance(uid, str) and is_templated(uid)):
                yield Problem(
                    Pointer(obj, f"{path}[{index}]"),
                    f"A volume claim template of {obj.full_title} has an owner reference, which every PersistentVolumeClaim gets. If its uid "
                    f"is not that of a live owner, the garbage collector deletes the claims, and their data is lost. Remove it, or use "
                    f"spec.persistentVolumeClaimRetentionPolicy.",
                    confidence=Confidence.MEDIUM,
                )
                break
