"""What is kept of workloads that are to be applied: labels and selector, by which controllers adopt."""

from __future__ import annotations

from typing import Final

from ownerlint.load.plain import Body, Outline

_CONTAINERS: Final = frozenset({"containers", "initContainers", "volumes", "managedFields"})
_SPEC: Final = frozenset({"spec", "managedFields"})


def labelled(outline: Outline) -> dict[str, Body] | None:
    """Return a manifest's labels as `{"metadata": {"labels": ...}}`; None for a live object.

    A cluster has a million Pods, and what could be adopted there has been: only manifests are of interest.
    """
    return None if _is_live(outline) else _kept(outline.body(_SPEC))


def selecting(outline: Outline) -> dict[str, Body] | None:
    """Return a manifest's labels, and its selector as `{"spec": {"selector": ...}}`; None for a live object."""
    return None if _is_live(outline) else _kept(outline.body(_CONTAINERS))


def _is_live(outline: Outline) -> bool:
    metadata = outline.top.get("metadata")
    return isinstance(metadata, dict) and bool(metadata.get("uid"))


def _kept(body: dict[str, Body]) -> dict[str, Body]:
    found: dict[str, Body] = {}
    for part, key in (("metadata", "labels"), ("spec", "selector")):
        mapping = body.get(part)
        if isinstance(mapping, dict) and key in mapping:
            found[part] = {key: mapping[key]}
    return found
