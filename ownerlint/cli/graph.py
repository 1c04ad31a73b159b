"""`ownerlint graph`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from ownerlint.cli import CONTEXT
from ownerlint.cli.failure import fail
from ownerlint.cli.options import contradiction, reading_options
from ownerlint.cli.settings import settings_of
from ownerlint.cli.terminal import can_draw_lines, color_wanted

if TYPE_CHECKING:
    from ownerlint.cli.settings import Settings
    from ownerlint.draw import Options, Picture
    from ownerlint.run import Reading

_DEPTH = 3


@click.command("graph", context_settings=CONTEXT)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--format",
    "format_",
    type=click.Choice(("tree", "dot", "mermaid", "json")),
    default="tree",
    show_default=True,
    help="What goes to standard output.",
)
@click.option(
    "--focus",
    metavar="OBJECT",
    help="Draw only this object with its owners and dependents: KIND[.GROUP]/[NAMESPACE/]NAME.",
)
@click.option(
    "--depth",
    type=click.IntRange(min=0),
    metavar="N",
    help=f"How far owners and dependents may be from the object in focus.  [default: {_DEPTH}]",
)
@reading_options
@click.option(
    "-v", "--verbose", is_flag=True, help="Also say where each object stands, and on standard error what was skipped."
)
def command(paths: tuple[str, ...], **options: Any) -> None:
    """Draw the owners and dependents in PATHs (default: the working directory).

    A PATH is a folder, searched for .yaml, .yml and .json, or a file of any name; - is standard input.

    Owners that the garbage collector does not find, or that are not in the files, are drawn as such.

    Exit codes: 0 it was drawn, 2 the job could not be done.
    """
    from ownerlint.cli.reading import read_or_fail, tell  # noqa: PLC0415 - start-up
    from ownerlint.draw import draw  # noqa: PLC0415 - start-up
    from ownerlint.registry import load_registry  # noqa: PLC0415 - start-up

    if options["depth"] is not None and not options["focus"]:
        fail("--depth says how far to go from the object in focus; add --focus OBJECT")
    if wrong := contradiction(paths, options):
        fail(wrong)
    settings = settings_of(paths or (".",), options, load_registry())
    reading = read_or_fail(settings)
    if reading.objects or settings.allow_empty:
        picture = _picture(reading, settings, options)
        click.echo(draw(options["format_"], picture, _looks(options)), nl=False, color=True)
    tell(reading, settings, options)


def _picture(reading: Reading, settings: Settings, options: dict[str, Any]) -> Picture:
    """Return what is to be drawn; exit with 2 where the object in focus is not found, or several are."""
    from ownerlint.cli.target import find_target  # noqa: PLC0415 - start-up
    from ownerlint.draw import around, picture_of  # noqa: PLC0415 - start-up
    from ownerlint.run import build_world  # noqa: PLC0415 - start-up

    world = build_world(reading, settings.request)
    whole = picture_of(world.objects, world.graph, world.kinds)
    if not options["focus"]:
        asked = {number for number, obj in enumerate(world.objects) if obj.place.file in reading.named}
        return whole if len(asked) == len(world.objects) else whole.concerning(asked)
    try:
        found = {id(obj) for obj in find_target(options["focus"], world.objects)}
    except ValueError as error:
        fail(str(error))
    depth = _DEPTH if options["depth"] is None else options["depth"]
    return around(whole, (number for number, obj in enumerate(world.objects) if id(obj) in found), depth)


def _looks(options: dict[str, Any]) -> Options:
    from ownerlint.draw import Options  # noqa: PLC0415 - start-up

    return Options(
        color=color_wanted(options["color"], terminal=sys.stdout.isatty()),
        places=options["verbose"],
        ascii=not can_draw_lines(sys.stdout.encoding),
    )
