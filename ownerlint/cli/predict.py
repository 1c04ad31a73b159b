"""`ownerlint predict`."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING, Any

import click
from msgspec.structs import replace

from ownerlint.cli import CONTEXT
from ownerlint.cli.failure import fail
from ownerlint.cli.kind_exists import FORM as KIND_FORM
from ownerlint.cli.kind_exists import KindSpec
from ownerlint.cli.options import closed_reading_options, contradiction
from ownerlint.cli.settings import settings_of
from ownerlint.cli.terminal import can_draw_lines, color_wanted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ownerlint.collector.outcome import Deletion
    from ownerlint.forecast.plan import Forecast
    from ownerlint.kinds import CustomKind
    from ownerlint.model import KubeObject
    from ownerlint.run import Reading, Request

_POLICIES = ("background", "foreground", "orphan")


@click.command("predict", context_settings=CONTEXT)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option(
    "--delete",
    "targets",
    multiple=True,
    metavar="OBJECT",
    help="Then delete this object: KIND[.GROUP]/[NAMESPACE/]NAME; may be repeated, in order.",
)
@click.option(
    "--cascade",
    type=click.Choice(_POLICIES, case_sensitive=False),
    help="Propagation policy of every --delete.  [default: what the API server does by default for the object]",
)
@click.option("--fresh", is_flag=True, help="Apply all objects to an empty cluster, so that every uid is new.")
@click.option(
    "--kind-exists",
    "exist",
    type=KindSpec(),
    multiple=True,
    metavar=KIND_FORM,
    help="A kind that exists beside the built-in ones and those of CRDs in the files; may be repeated.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(("text", "json")),
    default="text",
    show_default=True,
    help="What goes to standard output.",
)
@click.option("--exit-code", is_flag=True, help="Exit with 1 when anything is deleted, never collected or hangs.")
@closed_reading_options
@click.option("-v", "--verbose", is_flag=True, help="Also list every skipped file on standard error.")
def command(paths: tuple[str, ...], **options: Any) -> None:
    """Foresee what the garbage collector would do with the objects in PATHs (default: the working directory).

    A PATH is a folder, searched for .yaml, .yml and .json, or a file of any name; - is standard input.

    The collector settles first; then each deletion is carried out, and the collector settles again. Live objects are
    taken as stored; for authored ones (and for all with --fresh) the API server's answer is foreseen too.

    Exit codes: 0 it was foreseen, 1 with --exit-code, 2 the job could not be done.
    """
    from ownerlint.cli.reading import read_or_fail, tell  # noqa: PLC0415 - start-up
    from ownerlint.registry import load_registry  # noqa: PLC0415 - start-up

    if wrong := contradiction(paths, options):
        fail(wrong)
    settings = settings_of(paths or (".",), options, load_registry())
    request = _with_kinds(settings.request, options)
    if options["cascade"] and not options["targets"]:
        _note("--cascade is the policy of deletions, and there is no --delete")
    reading = read_or_fail(settings)
    if not reading.objects and not settings.allow_empty:
        tell(reading, settings, options)
    forecast = _foresee(reading, request, options)
    click.echo(_written(forecast, reading, request, options), nl=False, color=True)
    tell(reading, settings, options)
    sys.exit(1 if options["exit_code"] and _is_bad(forecast) else 0)


def _with_kinds(request: Request, options: dict[str, Any]) -> Request:
    """Return the request with the kinds that the user says exist."""
    from ownerlint.cli.kind_exists import scoped  # noqa: PLC0415 - start-up
    from ownerlint.forecast.foresee import useful  # noqa: PLC0415 - start-up

    try:
        return replace(request, kinds=(*request.kinds, *useful(scoped(options["exist"]), request.release)))
    except ValueError as error:
        fail(str(error))


def _foresee(reading: Reading, request: Request, options: dict[str, Any]) -> Forecast:
    """Return the forecast, with notes on standard error; exit with 2 where a target is not found, or several are."""
    from ownerlint.forecast.foresee import foresee, missing_kinds, taking_part  # noqa: PLC0415 - start-up
    from ownerlint.forecast.plan import Plan  # noqa: PLC0415 - start-up

    objects = taking_part(reading)
    if len(objects) < len(reading.objects):
        amount = len(reading.objects) - len(objects)
        _note(f"{amount} that are no objects of a cluster (patches, assertions of tests, files of tools) left out")
    if (reading.faults or reading.failures) and options["world"] == "closed":
        _note("not everything could be read; what stands there counts as absent")
    plan = Plan(_deletions(objects, options), options["fresh"])
    # What was read stays to the end, so Python need not search it for unused circles again and again.
    gc.freeze()
    try:
        forecast = foresee(objects, reading.named, request, plan, reading.broken)
    finally:
        gc.unfreeze()
    for deletion in forecast.missed:
        _note(f"{deletion.target.full_title} was gone already when it was to be deleted, so nothing was done")
    _note_missing_kinds(missing_kinds(forecast, request, objects))
    return forecast


def _deletions(objects: Sequence[KubeObject], options: dict[str, Any]) -> tuple[Deletion, ...]:
    from ownerlint.collector.outcome import Deletion  # noqa: PLC0415 - start-up
    from ownerlint.collector.state import PropagationPolicy  # noqa: PLC0415 - start-up

    policy = PropagationPolicy(options["cascade"].capitalize()) if options["cascade"] else None
    return tuple(Deletion(_target(text, objects), policy) for text in options["targets"])


def _target(text: str, objects: Sequence[KubeObject]) -> KubeObject:
    """Return the object to delete; exit with 2 where it is not there, or the files show several of that name."""
    from ownerlint.cli.target import find_target  # noqa: PLC0415 - start-up
    from ownerlint.report.visible import visible  # noqa: PLC0415 - start-up

    try:
        found = find_target(text, objects)
    except ValueError as error:
        fail(str(error))
    if len(found) > 1 and len({obj.uid for obj in found} | {""}) != 2:
        places = "".join(f"\n  {visible(obj.place.file)}:{obj.place.line} {visible(obj.uid)}" for obj in found[:10])
        fail(f"'{visible(text)}' is ambiguous; the files hold {len(found)} objects of that name:{places}")
    return found[0]


def _written(forecast: Forecast, reading: Reading, request: Request, options: dict[str, Any]) -> str:
    from ownerlint.forecast.json_ import write_json  # noqa: PLC0415 - start-up
    from ownerlint.forecast.text import Options, affected, write_text  # noqa: PLC0415 - start-up

    if options["format_"] == "json":
        return write_json(forecast, _lines(forecast, range(len(forecast.outcomes)), reading, request))
    looks = Options(
        color=color_wanted(options["color"], terminal=sys.stdout.isatty()),
        ascii=not can_draw_lines(sys.stdout.encoding),
    )
    return write_text(forecast, _lines(forecast, affected(forecast), reading, request), looks)


def _lines(forecast: Forecast, wanted: Sequence[int], reading: Reading, request: Request) -> list[int | None]:
    """Return for each outcome the first line of its object, where that is wanted."""
    from ownerlint.load.lines import first_lines  # noqa: PLC0415 - start-up

    lines: list[int | None] = [None] * len(forecast.outcomes)
    by_file: dict[str, list[int]] = {}
    for number in wanted:
        by_file.setdefault(forecast.outcomes[number].object.place.file, []).append(number)
    for file, numbers in by_file.items():
        places = [forecast.outcomes[number].object.place for number in numbers]
        for number, line in zip(numbers, first_lines(reading.sources[file], places, request.loading), strict=True):
            lines[number] = line
    return lines


def _note_missing_kinds(kinds: Sequence[CustomKind]) -> None:
    """Say what to add where objects are rejected only because the files do not define their kinds."""
    from ownerlint.cli.kind_exists import spelling  # noqa: PLC0415 - start-up
    from ownerlint.report.visible import visible  # noqa: PLC0415 - start-up

    if kinds:
        words = "".join(f"\n  --kind-exists {visible(spelling(kind))}" for kind in kinds[:10])
        more = f"\n  and {len(kinds) - 10} more" if len(kinds) > 10 else ""
        _note(f"no CRD in the files defines these kinds; add the CRDs, or if they exist in the cluster:{words}{more}")


def _is_bad(forecast: Forecast) -> bool:
    from ownerlint.forecast.endings import is_bad  # noqa: PLC0415 - start-up

    return any(is_bad(outcome) for outcome in forecast.outcomes)


def _note(text: str) -> None:
    from ownerlint.report.visible import visible  # noqa: PLC0415 - start-up

    click.echo("\n".join(visible(line) for line in f"ownerlint: note: {text}".split("\n")), err=True)
