"""The options that several commands share, and whether they go together."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any, Final, TypeVar

import click

from ownerlint.cli.pace import pace_options
from ownerlint.cli.values import FileSize

_Command = TypeVar("_Command", bound=Callable[..., object])

_READING: Final = (
    click.option(
        "--world",
        type=click.Choice(("auto", "open", "closed")),
        help="Whether other objects may exist outside the files.  [default: auto]",
    ),
    click.option(
        "--kubernetes-version",
        metavar="VERSION",
        help="Release to judge kinds and versions by, such as 1.36, or 1.30..1.36 for an upgrade.  "
        "[default: the newest known]",
    ),
    click.option(
        "--index",
        multiple=True,
        metavar="PATH",
        help="Also read PATH to resolve owners; shown is what concerns the PATHs.",
    ),
    click.option("--config", "config_file", type=click.Path(dir_okay=False), help="Use this configuration file."),
    click.option("--isolated", is_flag=True, help="Use no configuration file."),
    click.option("--stdin-filename", metavar="NAME", help="Name that standard input (-) has in the output."),
    click.option("--no-gitignore", is_flag=True, help="Read files that .gitignore excludes, too."),
    click.option("--max-file-size", type=FileSize(), metavar="SIZE", help="Read files up to this size, such as 200MB."),
    click.option("--allow-empty", is_flag=True, help="Exit with 0 when no Kubernetes object was found."),
    click.option(
        "--color",
        type=click.Choice(("auto", "always", "never")),
        default="auto",
        show_default=True,
        help="Colour the text.",
    ),
    click.option("-q", "--quiet", is_flag=True, help="Print no summary line on standard error."),
)
"""What every command that reads manifests takes, in the order of the help text."""


def reading_options(command: _Command) -> _Command:
    """Add the options that say what to read and how, which `settings_of` understands, to a command."""
    return reduce(lambda function, option: option(function), reversed((*_READING, pace_options)), command)


def closed_reading_options(command: _Command) -> _Command:
    """Add the same options to a command that takes the files for the whole cluster unless the user says otherwise."""
    world = click.option(
        "--world",
        type=click.Choice(("auto", "open", "closed")),
        default="closed",
        show_default=True,
        help="Whether other objects may exist outside the files.",
    )
    return reduce(lambda function, option: option(function), reversed((world, *_READING[1:], pace_options)), command)


def contradiction(paths: tuple[str, ...], options: dict[str, Any]) -> str | None:
    """Return what is wrong with the options that every command has; None where they go together."""
    if options["isolated"] and options["config_file"]:
        return "--isolated and --config contradict each other; give one of them"
    if options["stdin_filename"] and "-" not in paths:
        return "--stdin-filename names standard input; add - to the PATHs"
    return None
