"""Reports made by hand, for the tests of every format."""

from __future__ import annotations

from ownerlint.finding import Finding, Location, RelatedLocation, Report, Summary, ToolError, fingerprint
from ownerlint.model import KubeObject, Place, Skipped, Span
from ownerlint.rule import Confidence, Consequence, Meta, Severity

CROSS = Meta("OWN201", "cross-namespace-owner", Severity.ERROR, Consequence.DELETED, "0.1.0", tags=("scope",))
SYNTAX = Meta("OWN001", "syntax-error", Severity.ERROR, Consequence.REJECTED, "0.1.0")
SMELL = Meta("OWN701", "exported-owner", Severity.WARNING, Consequence.RISK, "0.1.0")

CROSS_PAGE = """An owner that lives in another namespace.

## What it does

Reports an owner reference whose owner exists only in *another* namespace,
recognised by its `uid`.

## Why this is bad

The collector deletes the dependent.

## How to fix

Move it.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
"""
SYNTAX_PAGE = "A manifest that cannot be parsed.\n\n## What it does\n\nReports it.\n"

NAME_SPAN = Span(12, 11, 12, 14)
OWNER_SPAN = Span(4, 9, 4, 11)
CONFIG_MAP = KubeObject("v1", "ConfigMap", "shop", "web-config", "", Place("apps/web.yaml", 0, (), 1, "apps/web.yaml"))


def finding(
    message: str = "ConfigMap shop/web-config is owned by Deployment/db in another namespace.",
    *,
    meta: Meta = CROSS,
    severity: Severity | None = None,
    confidence: Confidence = Confidence.HIGH,
    file: str = "apps/web.yaml",
    span: Span | None = NAME_SPAN,
    obj: KubeObject | None = CONFIG_MAP,
    path: str | None = "metadata.ownerReferences[0].name",
    related: tuple[RelatedLocation, ...] = (),
) -> Finding:
    return Finding(
        meta=meta,
        severity=severity or meta.severity,
        confidence=confidence,
        consequence=meta.consequence,
        message=message,
        location=Location(file, span),
        object=obj,
        path=path,
        related=related,
        fingerprint=fingerprint(meta, obj, path, file, message),
    )


def unreadable(file: str = "apps/locked.yaml") -> Finding:
    return finding("It cannot be read.", meta=SYNTAX, file=file, span=None, obj=None, path=None)


def owner(file: str = "infra/db.yaml", span: Span | None = OWNER_SPAN) -> RelatedLocation:
    return RelatedLocation(Location(file, span), "the owner is here")


def report(
    *findings: Finding,
    errors: tuple[ToolError, ...] = (),
    skipped: tuple[Skipped, ...] = (),
    snippets: dict[tuple[str, int], str] | None = None,
    rules: tuple[tuple[Meta, str], ...] = ((SYNTAX, SYNTAX_PAGE), (CROSS, CROSS_PAGE)),
    suppressed: int = 0,
    baselined: int = 0,
) -> Report:
    return Report(
        findings=tuple(sorted(findings, key=Finding.sort_key)),
        errors=errors,
        summary=Summary(3, 7, 7, skipped, suppressed, baselined),
        rules=rules,
        snippets=snippets or {},
    )


def typical() -> Report:
    """One finding with an owner, one in a file that cannot be read, two skipped, one failure."""
    return report(
        finding(related=(owner(),)),
        unreadable(),
        errors=(ToolError("rule exported-owner (OWN701) failed: KeyError: 'x'", rule="cross-namespace-owner"),),
        skipped=(Skipped("chart/templates/a.yaml", "helm-template"), Skipped("docs/b.yaml", "not-a-manifest", 9)),
        snippets={("apps/web.yaml", 12): "    - name: web", ("infra/db.yaml", 4): "  name: db"},
    )
