"""`ownerlint explain`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from ownerlint.cli import CONTEXT
from ownerlint.cli.failure import fail
from ownerlint.cli.terminal import color_wanted

if TYPE_CHECKING:
    from ownerlint.messages import Match
    from ownerlint.registry import Registry


@click.command("explain", context_settings=CONTEXT)
@click.argument("rule", required=False)
@click.option(
    "--error",
    metavar="TEXT",
    help="Explain a message of the API server, the garbage collector or kubectl instead; - reads it from standard input.",
)
@click.option(
    "--color",
    type=click.Choice(("auto", "always", "never")),
    default="auto",
    show_default=True,
    help="Lay the page out for a terminal.",
)
def command(rule: str | None, error: str | None, color: str) -> None:
    """Show the page of RULE, a name or a code: what it reports, why that is bad, how to fix it.

    With --error: what an error, warning or event of Kubernetes means, which rules find its cause, and what to do.
    """
    if (rule is None) == (error is None):
        fail(
            "give a RULE, or --error TEXT" if rule is None else "RULE and --error exclude each other; give one of them"
        )
    from ownerlint.registry import load_registry  # noqa: PLC0415 - start-up

    registry = load_registry()
    text = _page(rule, registry) if rule is not None else _explanation(error or "", registry)
    if not color_wanted(color, terminal=sys.stdout.isatty()):
        click.echo(text, nl=False)
        return
    from rich.console import Console  # noqa: PLC0415 - start-up
    from rich.markdown import Markdown  # noqa: PLC0415 - start-up

    Console(force_terminal=True, highlight=False).print(Markdown(text))


def _page(rule: str, registry: Registry) -> str:
    from ownerlint.page import page  # noqa: PLC0415 - start-up
    from ownerlint.selector import names_exactly, names_of, unknown_rule  # noqa: PLC0415 - start-up

    wanted = next((one for one in registry.rules if names_exactly(rule.strip(), one.META)), None)
    return page(wanted) if wanted is not None else fail(unknown_rule(rule, names_of(registry.metas)))


def _explanation(error: str, registry: Registry) -> str:
    from ownerlint.messages import recognise  # noqa: PLC0415 - start-up

    text = sys.stdin.buffer.read().decode("utf-8", "replace") if error == "-" else error
    found = recognise(text)
    if not found:
        fail(
            "no known message of Kubernetes about ownership is in this text; give the whole message, as the API server "
            "or the event has it (`ownerlint rules` lists what ownerlint knows about)"
        )
    return "\n".join(_section(match, registry) for match in found)


def _section(match: Match, registry: Registry) -> str:
    from ownerlint.page import summary  # noqa: PLC0415 - start-up

    message = match.message
    by_name = {rule.META.name: rule for rule in registry.rules}
    about = [by_name[name] for name in message.rules if name in by_name]
    heading = f"# {message.says[0]}"
    parts = [
        heading if match.exact else f"{heading}\n\nNot these words, but most of them: this may be the message.",
        message.cause,
    ]
    parts.append(f"**What to do:** {message.fix}")
    if about:
        rows = "\n".join(f"- {one.META.name} ({one.META.code}): {summary(one.__doc__ or '')}" for one in about)
        parts.append(f"Rules that find the cause in manifests (`ownerlint explain RULE`):\n\n{rows}")
    else:
        parts.append("No rule finds this in manifests: it depends on the cluster or on the request.")
    return "\n\n".join(parts) + "\n"
