"""What is kept of a CustomResourceDefinition: names, scope and versions, but no schema."""

from __future__ import annotations

from typing import Final

from ownerlint.load.plain import Body

SCHEMAS: Final = frozenset({"additionalPrinterColumns", "managedFields", "schema", "status", "validation"})
"""Names of the members that need not be read at all."""

_SPEC: Final = ("group", "scope", "names", "version")
_VERSION: Final = ("name", "served", "storage", "deprecated")


def trim_crd(body: dict[str, Body]) -> dict[str, Body]:
    """Return the definition with `spec` cut down to group, names, scope and the names and flags of its versions.

    Schemas are most of a definition: a repository of operators has hundreds of megabytes of them.
    """
    kept: dict[str, Body] = {key: body[key] for key in ("apiVersion", "kind", "metadata") if key in body}
    spec = body.get("spec")
    if not isinstance(spec, dict):
        return kept
    small: dict[str, Body] = {key: spec[key] for key in _SPEC if key in spec}
    versions = spec.get("versions")
    if isinstance(versions, list):
        small["versions"] = [
            {key: version[key] for key in _VERSION if key in version}
            for version in versions
            if isinstance(version, dict)
        ]
    kept["spec"] = small
    return kept
