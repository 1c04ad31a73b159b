"""Words that several formats share."""

from __future__ import annotations

from ownerlint.draw.picture import Picture
from ownerlint.model import KubeObject


def left_out_words(picture: Picture) -> str:
    """Return the sentence that says how many objects are not drawn because they neither own nor are owned."""
    if picture.left_out == 1:
        return "1 object neither owns nor is owned and is left out."
    return f"{picture.left_out} objects neither own nor are owned and are left out."


def place(obj: KubeObject) -> str:
    """Return file and line of the document that an object stands in, and its place in it: `dump.yaml:1, items[3]`."""
    items = ".".join(f"items[{index}]" for index in obj.place.item)
    where = f"{obj.place.file}:{obj.place.line}"
    return f"{where}, {items}" if items else where
