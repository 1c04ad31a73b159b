"""`ownerlint cache`."""

from __future__ import annotations

import click

from ownerlint.cli import CONTEXT
from ownerlint.cli.pace import cache_folder_option
from ownerlint.cli.place import default_cache_folder


@click.group("cache", context_settings=CONTEXT)
def command() -> None:
    """Look after the cache, which lets a second run read only what has changed."""


@command.command("clean", context_settings=CONTEXT)
@cache_folder_option
def clean(cache_dir: str | None) -> None:
    """Remove the cache; the next run reads every file again."""
    from ownerlint.reading.folder import clean as remove  # noqa: PLC0415 - start-up

    folder = cache_dir or default_cache_folder()
    if folder is None:
        click.echo("There is no place for a cache: the home folder is unknown.")
        return
    freed = remove(folder)
    click.echo(f"Removed {freed:,} bytes from {folder}." if freed else f"There is no cache in {folder}.")
