"""All rules: the built-in ones and those of plugins, checked, in documentation order."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from ownerlint.finding import ToolError
from ownerlint.plugins import plugin_entries
from ownerlint.rule import Meta, Rule

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


class Registry(Struct, frozen=True):
    """The rules of a run.

    Args:
        rules: built-in rules in documentation order, then plugins' rules by entry-point name.
        origins: for each plugin rule's name, the package it came from.
        errors: plugins that could not be loaded.
    """

    rules: tuple[Rule, ...]
    origins: dict[str, str]
    errors: tuple[ToolError, ...]

    @property
    def metas(self) -> tuple[Meta, ...]:
        """The identities of all rules, in order."""
        return tuple(rule.META for rule in self.rules)


def built_in_rules() -> tuple[Rule, ...]:
    """Return the built-in rules in documentation order."""
    return cast("tuple[Rule, ...]", _rules_package().RULES)


def load_registry() -> Registry:
    """Return the built-in rules and those of installed plugins.

    A plugin that cannot be imported, offers something else than rules, or repeats a name or code, becomes an error of
    its own and stops nothing else.
    """
    rules = list(built_in_rules())
    origins: dict[str, str] = {}
    errors: list[ToolError] = []
    taken = {word for rule in rules for word in _words(rule.META)}
    for entry in plugin_entries():
        try:
            found = _plugin_rules(entry)
            for rule in found:
                clash = taken.intersection(_words(rule.META))
                if clash:
                    raise ValueError(f"it repeats {', '.join(sorted(clash))}, which another rule has")
        except Exception as error:  # noqa: BLE001 - whatever a plugin does wrong must stop nothing else
            errors.append(ToolError(f"plugin {_origin(entry)} cannot be used: {type(error).__name__}: {error}"))
            continue
        for rule in found:
            taken.update(_words(rule.META))
            origins[rule.META.name] = _origin(entry)
        rules.extend(found)
    return Registry(tuple(rules), origins, tuple(errors))


def _plugin_rules(entry: EntryPoint) -> tuple[Rule, ...]:
    found = entry.load()
    for rule in found:
        if not isinstance(getattr(rule, "META", None), Meta) or not callable(getattr(rule, "check", None)):
            raise TypeError(f"{rule!r} is no rule: it needs META and check")
    return tuple(found)


def _origin(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.name


def _words(meta: Meta) -> tuple[str, ...]:
    return (meta.name, meta.code, *meta.aliases)


def _rules_package() -> ModuleType:
    """Import the package of built-in rules: installed, or from the folder beside this one in a bare checkout."""
    name = "ownerlint.rules"
    if name in sys.modules:
        return sys.modules[name]
    if importlib.util.find_spec(name) is not None:
        return importlib.import_module(name)
    folder = Path(__file__).resolve().parent.parent / "rules"
    spec = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"the built-in rules are neither installed nor in {folder}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
