"""Objects on which deletion costs data, and the words for that."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ownerlint.model import KubeObject

_LOST = {
    ("", "Namespace"): "everything in it is lost",
    ("apiextensions.k8s.io", "CustomResourceDefinition"): "all objects of its kind are lost",
    ("", "PersistentVolume"): "its data is lost",
    ("", "PersistentVolumeClaim"): "its data is lost",
    ("apps", "StatefulSet"): "its data is lost",
    ("", "Secret"): "its data is lost",
}


def costs_data(obj: KubeObject) -> bool:
    """Return whether data is lost when this object is deleted (semantics 7, row 35)."""
    return (obj.group, obj.kind) in _LOST


def loss(obj: KubeObject, along: Sequence[KubeObject] = ()) -> str:
    """Return what is lost with an object, as a clause to append to a message; empty if nothing is.

    Args:
        obj: what is deleted.
        along: what goes with it.
    """
    lost = _LOST.get((obj.group, obj.kind))
    if lost:
        return f"; {lost}"
    costly = [each for each in along if costs_data(each)]
    if not costly:
        return ""
    more = f" and of {len(costly) - 1} more" if len(costly) > 1 else ""
    return f"; the data of {costly[0].title}{more} is lost"
