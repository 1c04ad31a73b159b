"""`ownerlint rules`."""

from __future__ import annotations

import click

from ownerlint.cli import CONTEXT


@click.command("rules", context_settings=CONTEXT)
@click.option(
    "--format",
    "format_",
    type=click.Choice(("text", "json", "markdown")),
    default="text",
    show_default=True,
    help="How to print the table.",
)
def command(format_: str) -> None:
    """List all rules, those of plugins included."""
    from ownerlint.page import summary, table  # noqa: PLC0415 - start-up
    from ownerlint.registry import load_registry  # noqa: PLC0415 - start-up

    registry = load_registry()
    for error in registry.errors:
        click.echo(f"ownerlint: error: {error.message}", err=True)
    if format_ == "markdown":
        click.echo(table(registry.rules), nl=False)
    elif format_ == "json":
        import json  # noqa: PLC0415 - start-up

        rows = [
            {
                "code": rule.META.code,
                "name": rule.META.name,
                "severity": rule.META.severity.value,
                "consequence": rule.META.consequence.value,
                "since": rule.META.since,
                "aliases": list(rule.META.aliases),
                "tags": list(rule.META.tags),
                "sets": list(rule.META.sets),
                "plugin": registry.origins.get(rule.META.name),
                "summary": summary(rule.__doc__ or ""),
            }
            for rule in registry.rules
        ]
        click.echo(json.dumps({"version": 1, "rules": rows}, indent=2))
    else:
        width = max(len(rule.META.name) for rule in registry.rules)
        sets = max(len(",".join(rule.META.sets)) for rule in registry.rules)
        for rule in registry.rules:
            meta = rule.META
            origin = registry.origins.get(meta.name)
            name = f"{origin}:{meta.name}" if origin else meta.name
            shown = f"{meta.severity.value:<7}  {','.join(meta.sets):<{sets}}  {summary(rule.__doc__ or '')}"
            click.echo(f"{meta.code}  {name:<{width}}  {shown}")
    if registry.errors:
        raise SystemExit(2)
