"""What the modules of the project import and call, read from their syntax and never by importing them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tests.checkout import ROOT


@dataclass(frozen=True)
class Module:
    """One module of the package or of the rules.

    Args:
        path: its place in the checkout, such as `ownerlint/report/json_.py`.
        unit: the part of the program that it belongs to: a module or package right below `ownerlint`, or `rules`.
        lines: number of lines.
        tree: its syntax.
        lazy: nodes of imports that are carried out when a function is called.
    """

    path: str
    unit: str
    lines: int
    tree: ast.Module
    lazy: frozenset[ast.stmt] = field(default=frozenset())


def modules() -> list[Module]:
    """Return all modules of the package and of the rules, sorted."""
    return [read(path) for folder in ("ownerlint", "rules") for path in sorted((ROOT / folder).rglob("*.py"))]


def read(path: Path) -> Module:
    """Parse one module."""
    text = path.read_text(encoding="utf-8")
    shown = path.relative_to(ROOT)
    first, *below = shown.with_suffix("").parts
    tree = ast.parse(text)
    functions = [node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    lazy = {
        node for function in functions for node in ast.walk(function) if isinstance(node, (ast.Import, ast.ImportFrom))
    }
    unit = "rules" if first == "rules" else below[0]
    return Module(shown.as_posix(), unit, len(text.splitlines()), tree, frozenset(lazy))


def imported(module: Module, *, lazy: bool = True) -> Iterator[str]:
    """Yield the dotted name of everything that a module imports; a relative import keeps its leading dots."""
    for node in ast.walk(module.tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)) and (lazy or node not in module.lazy):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            else:
                base = f"{node.module}." if node.module else ""
                yield from (f"{'.' * node.level}{base}{alias.name}" for alias in node.names)


def units_imported(module: Module, known: frozenset[str], *, lazy: bool = True) -> set[str]:
    """Return the other parts of the program that a module imports; what stands in `ownerlint` itself is no part."""
    names = (name.split(".") for name in imported(module, lazy=lazy) if name.startswith("ownerlint."))
    return {words[1] for words in names if words[1] in known} - {module.unit}


def dotted(node: ast.expr) -> str:
    """Return `a.b.c` for such an expression; what is computed is written as an empty word, `().read_text`."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "()"


def used(module: Module) -> set[str]:
    """Return every dotted name that a module uses, in calls or not, and each of its beginnings."""
    return {dotted(node) for node in ast.walk(module.tree) if isinstance(node, (ast.Attribute, ast.Name))}
