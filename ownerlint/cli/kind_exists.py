"""The words that say which kinds exist: `GROUP/VERSION/KIND[=Cluster]`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import click

if TYPE_CHECKING:
    from ownerlint.kinds import CustomKind

    # Newer releases of click say what a type converts to; older ones, which are supported too, cannot be subscripted.
    KindType = click.ParamType["CustomKind"]
else:
    KindType = click.ParamType

FORM: Final = "GROUP/VERSION/KIND[=Cluster]"

_SCOPES: Final = {"Cluster": False, "Namespaced": True}
_LABEL: Final = r"[a-z0-9]([-a-z0-9]*[a-z0-9])?"
_WORD: Final = re.compile(
    rf"(?:(?P<group>{_LABEL}(?:\.{_LABEL})*)/)?(?P<version>{_LABEL})/(?P<kind>[A-Za-z][A-Za-z0-9]*)(?:=(?P<scope>\w*))?"
)
_CORE_VERSION: Final = re.compile(r"v[0-9]\w*")


class KindSpec(KindType):
    """`GROUP/VERSION/KIND`, or `VERSION/KIND` for the core group; `=Cluster` for a cluster-scoped kind."""

    name = "kind"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> CustomKind:
        """Return the kind that one `--kind-exists` names."""
        from ownerlint.kinds import CustomKind  # noqa: PLC0415 - start-up

        if isinstance(value, CustomKind):
            return value
        found = _WORD.fullmatch(str(value))
        if found is None or (found["group"] is None and not _CORE_VERSION.fullmatch(found["version"])):
            self.fail(
                f"'{value}' is not {FORM}, such as example.com/v1/Widget, or v1/KIND in the core group", param, ctx
            )
        scope = found["scope"]
        if scope is not None and scope not in _SCOPES:
            self.fail(f"there is no scope '{scope}'; write =Cluster, or nothing for a namespaced kind", param, ctx)
        namespaced = None if scope is None else _SCOPES[scope]
        return CustomKind(found["group"] or "", found["kind"], namespaced, (found["version"],))


def scoped(kinds: tuple[CustomKind, ...]) -> tuple[CustomKind, ...]:
    """Return the kinds with the scope that was said of any version of them, as it is the same in all.

    Raises:
        ValueError: one kind is said to be both cluster-scoped and namespaced.
    """
    from msgspec.structs import replace  # noqa: PLC0415 - start-up

    said: dict[tuple[str, str], bool] = {}
    for kind in kinds:
        if kind.namespaced is not None and said.setdefault((kind.group, kind.kind), kind.namespaced) != kind.namespaced:
            raise ValueError(f"--kind-exists says of {kind.kind} that it is cluster-scoped, and that it is namespaced")
    return tuple(replace(kind, namespaced=said.get((kind.group, kind.kind), True)) for kind in kinds)


def spelling(kind: CustomKind) -> str:
    """Return the word that names a kind."""
    words = [kind.group, *kind.versions, kind.kind]
    return "/".join(filter(None, words)) + ("=Cluster" if kind.namespaced is False else "")
