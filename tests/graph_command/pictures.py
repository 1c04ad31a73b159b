"""Pictures for tests, made of objects without files."""

from __future__ import annotations

from collections.abc import Sequence

from ownerlint.draw import Options, Picture, draw, picture_of
from ownerlint.graph import WorldMode
from ownerlint.index import ObjectIndex
from ownerlint.kinds import KindTable
from ownerlint.model import KubeObject, OwnerReference
from ownerlint.resolve import build_graph
from tests.builders import make, reference


def picture(objects: Sequence[KubeObject], mode: WorldMode = WorldMode.AUTO) -> Picture:
    """Return the picture of these objects."""
    kinds = KindTable.build(None, objects)
    return picture_of(objects, build_graph(objects, ObjectIndex(objects, kinds), kinds, mode), kinds)


def drawing(format_: str, *objects: KubeObject) -> str:
    """Return the drawing of these objects."""
    return draw(format_, picture(objects), Options())


def tree(*objects: KubeObject) -> list[str]:
    """Return the lines of the tree, up to the notes."""
    lines = drawing("tree", *objects).splitlines()
    return lines[: lines.index("")]


def live(name: str, *owners: str, controller: str = "", file: str = "all.yaml", document: int = 0) -> KubeObject:
    """Return a ConfigMap whose uid is made of its name, owned by others of that sort; `controller` is one of these."""
    entries: list[OwnerReference] = [
        reference("ConfigMap", owner, f"uid-of-{owner}", controller=owner == controller) for owner in owners
    ]
    return make("ConfigMap", name, *entries, uid=f"uid-of-{name}", file=file, document=document)
