"""`ownerlint explain`."""

from __future__ import annotations

import sys

import click

from ownerlint.cli import CONTEXT
from ownerlint.cli.options import color_wanted, fail


@click.command("explain", context_settings=CONTEXT)
@click.argument("rule")
@click.option(
    "--color",
    type=click.Choice(("auto", "always", "never")),
    default="auto",
    show_default=True,
    help="Lay the page out for a terminal.",
)
def command(rule: str, color: str) -> None:
    """Show the page of RULE, a name or a code: what it reports, why that is bad, how to fix it."""
    from ownerlint.page import page  # noqa: PLC0415 - start-up
    from ownerlint.registry import load_registry  # noqa: PLC0415 - start-up
    from ownerlint.selector import names_of, unknown_rule  # noqa: PLC0415 - start-up

    registry = load_registry()
    wanted = rule.strip().lower()
    for candidate in registry.rules:
        meta = candidate.META
        if wanted in (meta.name, meta.code.lower(), *meta.aliases):
            text = page(candidate)
            break
    else:
        fail(unknown_rule(rule, names_of(registry.metas)))
    if not color_wanted(color, terminal=sys.stdout.isatty()):
        click.echo(text, nl=False)
        return
    from rich.console import Console  # noqa: PLC0415 - start-up
    from rich.markdown import Markdown  # noqa: PLC0415 - start-up

    Console(force_terminal=True, highlight=False).print(Markdown(text))
