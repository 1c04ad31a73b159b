"""Types of option values beyond those of click."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click


class Output(NamedTuple):
    """A report that goes to a file."""

    format: str
    path: str


if TYPE_CHECKING:
    # Newer releases of click say what a type converts to; older ones, which are supported too, cannot be subscripted.
    OutputType = click.ParamType[Output]
    SizeType = click.ParamType[int]
else:
    OutputType = SizeType = click.ParamType


class OutputSpec(OutputType):
    """`FORMAT=PATH`."""

    name = "format=path"

    def __init__(self, formats: tuple[str, ...]) -> None:
        self._formats = formats

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Output:
        """Return the format and the path of one `--output`."""
        if isinstance(value, Output):
            return value
        name, equals, path = str(value).partition("=")
        if not equals or not path:
            self.fail(f"'{value}' is not FORMAT=PATH, such as sarif=ownerlint.sarif", param, ctx)
        if name not in self._formats:
            self.fail(f"there is no format '{name}'; choose from {', '.join(self._formats)}", param, ctx)
        return Output(name, path)


class FileSize(SizeType):
    """A size as the configuration takes it: `200MB`, `64MiB`, `1000`."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the size in bytes."""
        from ownerlint.config import parse_size  # noqa: PLC0415 - start-up

        size = parse_size(str(value).strip())
        if size is None:
            self.fail(f"'{value}' is no size; write bytes, or a number with a unit, such as 200MB", param, ctx)
        return size
