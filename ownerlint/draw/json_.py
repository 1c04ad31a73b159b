"""The graph for programs: JSON of a stable shape, described by `graph.schema.json`."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from ownerlint.draw.picture import Arrow, Picture
from ownerlint.model import KubeObject
from ownerlint.report.visible import encodable

FORMAT_VERSION: Final = 1
"""Raised when a key goes or changes its meaning; new keys do not raise it."""


class _Object(Struct, frozen=True, rename="camel"):
    id: str
    api_version: str
    kind: str
    namespace: str
    name: str
    uid: str
    file: str
    line: int


class _Claims(Struct, frozen=True, rename="camel"):
    api_version: str
    kind: str
    name: str
    uid: str


class _Reference(
    Struct, frozen=True, rename={"from_": "from", "decided_by": "decidedBy", "block": "blockOwnerDeletion"}
):
    from_: str
    to: str | None
    resolution: str | None
    reason: str
    decided_by: str | None
    controller: bool
    block: bool
    claims: _Claims


class _Document(Struct, frozen=True):
    version: int
    objects: list[_Object]
    references: list[_Reference]


def draw_json(picture: Picture) -> str:
    """Return the graph as one JSON object with an indentation of two spaces.

    Every object is in it, with or without owners and dependents, and every entry of its ownerReferences, in the order
    of the files. What a manifest held is passed on as it is; only lone surrogates, which valid JSON text cannot hold,
    become escapes.
    """
    document = _Document(
        version=FORMAT_VERSION,
        objects=[_object(node.object) for node in picture.nodes if node.object is not None],
        references=[_reference(arrow) for arrow in picture.arrows],
    )
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def _id(obj: KubeObject) -> str:
    """Return where the object stands, which tells it from all others even where identity and uid do not."""
    items = "".join(f"/{index}" for index in obj.place.item)
    return encodable(f"{obj.place.file}#{obj.place.document}{items}")


def _object(obj: KubeObject) -> _Object:
    return _Object(
        id=_id(obj),
        api_version=encodable(obj.api_version),
        kind=encodable(obj.kind),
        namespace=encodable(obj.namespace),
        name=encodable(obj.name),
        uid=encodable(obj.uid),
        file=encodable(obj.place.file),
        line=obj.place.line,
    )


def _reference(arrow: Arrow) -> _Reference:
    claim = arrow.claim
    reference = claim.reference
    return _Reference(
        from_=_id(claim.dependent),
        to=None if claim.owner is None else _id(claim.owner),
        resolution=None if claim.resolution is None else claim.resolution.value,
        reason=claim.reason,
        decided_by=None if claim.decided_by is None else _id(claim.decided_by),
        controller=reference.controller,
        block=reference.block_owner_deletion,
        claims=_Claims(*(encodable(text) for text in reference.coordinates())),
    )
