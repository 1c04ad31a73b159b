"""What is kept of an operator's ClusterServiceVersion: the permissions that it asks for."""

from __future__ import annotations

from typing import Final

from ownerlint.load.plain import Body, Outline

_UNWANTED: Final = frozenset(
    {
        *("annotations", "apiservicedefinitions", "customresourcedefinitions", "deployments", "description"),
        *("icon", "managedFields", "relatedImages", "webhookdefinitions"),
    }
)
"""Names of the members that need not be read at all: examples, icons and Deployments are most of such an object."""


def permissions_only(outline: Outline) -> dict[str, Body]:
    """Return the object with nothing but its metadata and `spec.install.spec`, without Deployments and annotations."""
    body = outline.body(_UNWANTED)
    kept: dict[str, Body] = {key: body[key] for key in ("apiVersion", "kind", "metadata") if key in body}
    spec = body.get("spec")
    if isinstance(spec, dict) and "install" in spec:
        kept["spec"] = {"install": spec["install"]}
    return kept
