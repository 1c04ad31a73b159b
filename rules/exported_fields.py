"""A manifest with fields that only the API server writes, left over from an export.

## What it does

Reports two things that are proof of an export that is to be applied: an object without `metadata.uid` that has a
`metadata.resourceVersion`, and an object with `metadata.uid` in a file that a kustomization lists under `resources`. Other
objects with a uid are taken for a dump, and are not reported. Manifests in folders of test data are reported only with low
confidence.

## Why this is bad

A `resourceVersion` makes the API server refuse to create the object (500, `resourceVersion should not be set on objects to be
created`; a server-side dry run does not show it), and to update it once the object has changed (409). A `uid` is
ignored when the object is created, and refused (409) by server-side apply and where the object has another one. Owner
references that were exported too name the owner by a uid that is right in one cluster only: anywhere else the garbage
collector deletes the object right after it is applied. All this was recorded with Kubernetes 1.36; `resourceVersion` has been
refused on create since 1.8 at least. `creationTimestamp`, `generation` and `selfLink` are dropped without a word and are not
reported. A `deletionTimestamp` is the matter of `committed-deletion-timestamp`.

## How to fix

Remove `uid`, `resourceVersion`, `creationTimestamp`, `generation`, `managedFields`, `ownerReferences` and `status`.

## References

- <https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions>
- <https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import Consequence, Example, KubeObject, Meta, Pointer, Problem, Severity, World, applied_files

META: Final = Meta(
    code="OWN703",
    name="exported-fields",
    severity=Severity.WARNING,
    consequence=Consequence.REJECTED,
    since="0.1.0",
    presumes_applied=True,
    tags=("manifests",),
)

_EXPORT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7{uid_mark}
  resourceVersion: "812345"{version_mark}
"""

VALID: Final = (
    Example("live object: a dump", _EXPORT.format(uid_mark="", version_mark="")),
    Example(
        "dropped by the API server",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  creationTimestamp: null
""",
    ),
)

INVALID: Final = (
    Example(
        "resourceVersion in a manifest",
        """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  resourceVersion: "812345" # <- exported-fields
""",
    ),
    Example(
        "exported object in a kustomization",
        """\
# file: base/kustomization.yaml
resources:
- web-config.yaml
# file: base/web-config.yaml
"""
        + _EXPORT.format(uid_mark="", version_mark=" # <- exported-fields"),
    ),
    Example(
        "with its owner",
        """\
# file: base/kustomization.yaml
resources: [web-config.yaml]
# file: base/web-config.yaml
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7 # <- exported-fields
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: 0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11
""",
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each object that is to be applied and has a field that the API server writes."""
    applied = applied_files(world.index)
    for obj in world.objects:
        if obj.versioned if not obj.live else (obj.place.file in applied):
            yield _problem(world, obj)


def _problem(world: World, obj: KubeObject) -> Problem:
    field = "resourceVersion" if obj.versioned else "uid"
    consequence, outcome = (
        Consequence.REJECTED,
        (
            "the API server refuses to create the object, and to update it once it has changed"
            if obj.versioned
            else "server-side apply refuses to create the object, and any apply to update one with another uid"
        ),
    )
    owners = ""
    if obj.live and world.graph.references(obj):
        outlook = world.fates.if_owner_is_gone(obj)
        consequence = outlook.consequence
        owners = f"; where its owner has another uid, the garbage collector {outlook.effect}"
    return Problem(
        Pointer(obj, f"metadata.{field}"),
        f"{obj.full_title} is to be applied, but has a {field}, which only the API server writes: it is left over from an "
        f"export. With it {outcome}{owners}. Remove {field}, and what else was exported with it.",
        consequence=consequence,
    )
