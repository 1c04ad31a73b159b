"""Deleting a CustomResourceDefinition: its objects go first (apiextensions `finalizer/crd_finalizer.go`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownerlint.kinds import custom_kinds_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ownerlint.model import KubeObject

CLEANUP_FINALIZER = "customresourcecleanup.apiextensions.k8s.io"
"""Holds a CustomResourceDefinition that is being deleted until none of its objects is left."""


def objects_of(definition: KubeObject, objects: Sequence[KubeObject]) -> Iterator[KubeObject]:
    """Yield the objects whose kind a CustomResourceDefinition defines; none if the object is no definition."""
    defined = {(custom.group, custom.kind) for custom in custom_kinds_of([definition])}
    if defined:
        for obj in objects:
            if (obj.group, obj.kind) in defined:
                yield obj
