"""What commands that read manifests without judging them share: reading, and telling what was read."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from ownerlint.cli.failure import fail

if TYPE_CHECKING:
    from ownerlint.cli.settings import Settings
    from ownerlint.run import Reading


def read_or_fail(settings: Settings) -> Reading:
    """Return what the PATHs hold; exit with 2 where one does not exist."""
    from ownerlint.discover import PathNotFoundError  # noqa: PLC0415 - start-up
    from ownerlint.run import read  # noqa: PLC0415 - start-up

    try:
        return read(settings.request)
    except PathNotFoundError as error:
        fail(str(error))


def tell(reading: Reading, settings: Settings, options: dict[str, Any]) -> None:
    """Tell on standard error what could not be read and what was; exit with 2 where that was no object, or a file is lost."""
    from ownerlint.report.visible import visible  # noqa: PLC0415 - start-up

    for fault in reading.faults:
        line = f":{fault.spot.span.line}" if fault.spot.span else ""
        click.echo(f"not read: {visible(fault.spot.file)}{line}: {visible(fault.detail)}", err=True)
    for failure in reading.failures:
        click.echo(f"ownerlint: error: {visible(failure.message)}", err=True)
    if options["verbose"]:
        tell_skipped(reading)
        for note in reading.notes:
            click.echo(visible(note), err=True)
    empty = not reading.objects and not settings.allow_empty
    if empty:
        message = "no Kubernetes object was found; give other PATHs, or --allow-empty"
        click.echo(f"ownerlint: error: {message}", err=True)
    if not options["quiet"]:
        click.echo(_summary(reading), err=True)
    if empty or reading.failures:
        sys.exit(2)


def tell_skipped(reading: Reading) -> None:
    """List on standard error what was skipped, with the reasons."""
    from ownerlint.discover import SKIP_REASONS as DISCOVERY_REASONS  # noqa: PLC0415 - start-up
    from ownerlint.load import SKIP_REASONS  # noqa: PLC0415 - start-up
    from ownerlint.report.visible import visible  # noqa: PLC0415 - start-up

    meanings = {**DISCOVERY_REASONS, **SKIP_REASONS}
    for skipped in reading.skipped:
        line = f":{skipped.line}" if skipped.line else ""
        click.echo(f"skipped {visible(skipped.file)}{line}: {skipped.reason}: {meanings[skipped.reason]}", err=True)


def _summary(reading: Reading) -> str:
    """Return one line that says what was read, what was skipped and why, and what could not be read."""
    from ownerlint.report.summary import skipped_words  # noqa: PLC0415 - start-up

    amounts = (("file", len(reading.sources)), ("document", reading.documents), ("object", len(reading.objects)))
    read = ", ".join(f"{amount} {noun}{'' if amount == 1 else 's'}" for noun, amount in amounts)
    skipped = f"skipped {len(reading.skipped)}"
    if reading.skipped:
        skipped += f" ({skipped_words(reading.skipped)})"
    parts = [f"Read {read}", skipped]
    if reading.faults:
        reasons = Counter(fault.rule for fault in reading.faults)
        words = ", ".join(f"{rule} {amount}" for rule, amount in sorted(reasons.items()))
        parts.append(f"not read {len(reading.faults)} ({words})")
    return "; ".join(parts) + "."
