"""Drawings of the owner graph: functions of a picture that return text. Nothing is printed here and nothing is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from ownerlint.draw.focus import around
from ownerlint.draw.options import Options
from ownerlint.draw.picture import Picture, picture_of

__all__ = ["FORMATS", "Options", "Picture", "around", "draw", "picture_of"]

Drawer = Callable[[Picture, Options], str]
"""Turns a picture into text that ends with a line break."""


def _tree(picture: Picture, options: Options) -> str:
    from ownerlint.draw.tree import draw_tree  # noqa: PLC0415 - a run draws one format

    return draw_tree(picture, options)


def _dot(picture: Picture, _: Options) -> str:
    from ownerlint.draw.dot import draw_dot  # noqa: PLC0415 - a run draws one format

    return draw_dot(picture)


def _mermaid(picture: Picture, _: Options) -> str:
    from ownerlint.draw.mermaid import draw_mermaid  # noqa: PLC0415 - a run draws one format

    return draw_mermaid(picture)


def _json(picture: Picture, _: Options) -> str:
    from ownerlint.draw.json_ import draw_json  # noqa: PLC0415 - a run draws one format

    return draw_json(picture)


FORMATS: Final[Mapping[str, Drawer]] = MappingProxyType(
    {"tree": _tree, "dot": _dot, "mermaid": _mermaid, "json": _json}
)
"""Every format by the name that `--format` takes."""


def draw(name: str, picture: Picture, options: Options) -> str:
    """Return the drawing in the format of this name.

    The result can always be encoded as UTF-8, whatever bytes file names and manifests held.

    Raises:
        KeyError: there is no such format in `FORMATS`.
    """
    return FORMATS[name](picture, options)
