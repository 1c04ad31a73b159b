"""A rule's page in Markdown: made of its docstring, its identity and its examples."""

from __future__ import annotations

from ownerlint.rule import Example, Meta, Rule, WorldMode


def summary(documentation: str) -> str:
    """Return the first line of a rule's docstring, without its full stop."""
    return documentation.strip().partition("\n")[0].rstrip(".")


def page(rule: Rule) -> str:
    """Return the whole page: what `ownerlint explain` shows and what `docs/rules/` holds."""
    meta = rule.META
    _, _, body = (rule.__doc__ or "").strip().partition("\n")
    parts = [f"# {meta.name} ({meta.code})", f"{summary(rule.__doc__ or '')}.", _facts(meta), body.strip()]
    if rule.INVALID:
        parts += ["## Reported", *map(_example, rule.INVALID)]
    if rule.VALID:
        parts += ["## Not reported", *map(_example, rule.VALID)]
    return "\n\n".join(parts) + "\n"


def table(rules: tuple[Rule, ...]) -> str:
    """Return the table of rules in Markdown."""
    rows = [
        "| rule | code | severity | consequence | set | what it reports |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for rule in rules:
        meta = rule.META
        rows.append(
            f"| [{meta.name}](docs/rules/{meta.name}.md) | {meta.code} | {meta.severity.value} "
            f"| {meta.consequence.value} | {', '.join(meta.sets)} | {summary(rule.__doc__ or '')} |"
        )
    return "\n".join(rows) + "\n"


def _facts(meta: Meta) -> str:
    facts = [
        f"Severity: **{meta.severity.value}**",
        f"consequence: **{meta.consequence.value}**",
        f"since {meta.since}",
    ]
    if "default" not in meta.sets:
        facts.append(f"only with {' or '.join(f'`--set {name}`' for name in meta.sets)}, or `--select {meta.name}`")
    if meta.aliases:
        facts.append(f"formerly {', '.join(meta.aliases)}")
    return " · ".join(facts)


def _example(example: Example) -> str:
    mode = "" if example.world is WorldMode.AUTO else f" (`--world {example.world.value}`)"
    title = example.title[:1].upper() + example.title[1:]
    return f"{title}{mode}:\n\n```yaml\n{example.manifests.strip()}\n```"
