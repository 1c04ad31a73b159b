"""What is kept of a chainsaw test: the files that its steps name."""

from __future__ import annotations

from typing import Final

from ownerlint.load.plain import Body, Outline

_UNWANTED: Final = frozenset(
    {
        *(
            "annotations",
            "bindings",
            "check",
            "content",
            "env",
            "expect",
            "labels",
            "managedFields",
            "outputs",
            "resource",
        )
    }
)
"""Names of the members that need not be read at all: objects, scripts and expressions are most of a test."""


def steps_only(outline: Outline) -> dict[str, Body]:
    """Return the test with nothing in its `spec` but a list of `{OPERATION: {"file": PATH}}`, in no certain order."""
    body = outline.body(_UNWANTED)
    found: list[Body] = []
    pending: list[Body] = [body.get("spec")]
    seen: set[int] = set()
    while pending:
        value = pending.pop()
        if isinstance(value, dict | list) and id(value) in seen:
            continue  # an alias
        seen.add(id(value))
        if isinstance(value, list):
            pending.extend(value)
        elif isinstance(value, dict):
            for key, below in value.items():
                if isinstance(below, dict) and "file" in below:
                    found.append({key: {"file": below["file"]}})
            pending.extend(value.values())
    return {"spec": found}
