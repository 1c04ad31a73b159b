"""How a command ends that cannot do its job."""

from __future__ import annotations

import sys
from typing import NoReturn

import click


def fail(message: str) -> NoReturn:
    """Say on standard error why the job cannot be done, and exit with 2."""
    click.echo(f"ownerlint: error: {message}", err=True)
    sys.exit(2)
