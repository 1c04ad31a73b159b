"""Objects for tests, without a loader between: small, and only what a test wants to say."""

from __future__ import annotations

from collections.abc import Sequence

from ownerlint.graph import Edge, OwnerGraph, WorldMode
from ownerlint.index import ObjectIndex
from ownerlint.kinds import KindTable
from ownerlint.model import KubeObject, OwnerReference, Place
from ownerlint.resolve import build_graph


def uid(number: int) -> str:
    """Return one of sixteen uids that look real."""
    return f"aaaaaaaa-1111-4222-8333-44445555{number:04x}"


def reference(
    kind: str,
    name: str,
    owner_uid: str,
    *,
    api_version: str = "v1",
    controller: bool = False,
    block: bool = False,
    index: int = 0,
) -> OwnerReference:
    """Return one entry."""
    return OwnerReference(index, api_version, kind, name, owner_uid, controller, block)


def make(
    kind: str,
    name: str,
    *references: OwnerReference,
    api_version: str = "v1",
    namespace: str = "shop",
    uid: str = "",
    finalizers: Sequence[str] = (),
    deleting: bool = False,
    file: str = "all.yaml",
    collection: str = "",
    document: int = 0,
) -> KubeObject:
    """Return one object; its references are numbered in order."""
    numbered = tuple(
        OwnerReference(index, *entry.coordinates(), entry.controller, entry.block_owner_deletion)
        for index, entry in enumerate(references)
    )
    return KubeObject(
        api_version=api_version,
        kind=kind,
        namespace=namespace,
        name=name,
        uid=uid,
        place=Place(file, document, (), 1, collection or file),
        owner_references=numbered,
        finalizers=tuple(finalizers),
        deletion_timestamp="2026-11-01T00:00:00Z" if deleting else "",
    )


def graph_of(*objects: KubeObject, mode: WorldMode = WorldMode.AUTO, release: str | None = None) -> OwnerGraph:
    """Return the graph of these objects."""
    kinds = KindTable.build(release, objects)
    return build_graph(objects, ObjectIndex(objects, kinds), kinds, mode)


def only_edge(*objects: KubeObject, mode: WorldMode = WorldMode.AUTO) -> Edge:
    """Return the single edge of the last object."""
    (edge,) = graph_of(*objects, mode=mode).references(objects[-1])
    return edge
