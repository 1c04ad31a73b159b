"""What is kept of workload manifests: owner references and finalizers in their templates, where there are any."""

from __future__ import annotations

import re
from typing import Final

from ownerlint.load.plain import Body, Outline

KEPT: Final = ("finalizers", "ownerReferences")
"""The fields of the templates' metadata that are of interest."""

_FIELD: Final = re.compile(rb"(?<![\w:.-])(?:finalizers|ownerReferences)\b")
_HEAVY: Final = frozenset(
    {
        *("affinity", "annotations", "containers", "initContainers", "labels", "managedFields", "status"),
        *("tolerations", "topologySpreadConstraints", "volumes"),
    }
)
"""Names of members that hold neither, and need not be read at all."""


def owned_templates(outline: Outline) -> dict[str, Body] | None:
    """Return what is kept of the templates of a workload that is to be applied; None where they have nothing of it.

    A pod template's metadata stands where it stood (`spec.template.metadata`, of a CronJob
    `spec.jobTemplate.spec.template.metadata`). `spec.volumeClaimTemplates` keeps its length, so that indices hold.
    Of a live object nothing is kept: its Pods and claims are there, and can be judged themselves.
    """
    metadata = outline.top.get("metadata")
    if isinstance(metadata, dict) and metadata.get("uid"):
        return None
    if outline.text is not None:
        own = sum(field in metadata for field in KEPT) if isinstance(metadata, dict) else 0
        if len(_FIELD.findall(outline.text())) <= own:
            return None
    spec = outline.body(_HEAVY).get("spec")
    found = _of_spec(spec) if isinstance(spec, dict) else {}
    return {"spec": found} if found else None


def _of_spec(spec: dict[str, Body]) -> dict[str, Body]:
    found: dict[str, Body] = {}
    template = _owned(spec.get("template"))
    if template:
        found["template"] = template
    job = spec.get("jobTemplate")
    inner = job.get("spec") if isinstance(job, dict) else None
    template = _owned(inner.get("template")) if isinstance(inner, dict) else {}
    if template:
        found["jobTemplate"] = {"spec": {"template": template}}
    claims = spec.get("volumeClaimTemplates")
    if isinstance(claims, list):
        kept: list[Body] = [_owned(claim) for claim in claims]
        if any(kept):
            found["volumeClaimTemplates"] = kept
    return found


def _owned(template: Body) -> dict[str, Body]:
    """Return of a template nothing but the fields of interest, as far as they are there and not empty."""
    metadata = template.get("metadata") if isinstance(template, dict) else None
    kept = {field: metadata[field] for field in KEPT if metadata.get(field)} if isinstance(metadata, dict) else {}
    return {"metadata": kept} if kept else {}


def namespace_finalizers(outline: Outline) -> dict[str, Body] | None:
    """Return a Namespace's `spec.finalizers` as `{"spec": {"finalizers": ...}}`; None where there are none."""
    spec = outline.body(_HEAVY).get("spec")
    listed = spec.get("finalizers") if isinstance(spec, dict) else None
    return {"spec": {"finalizers": listed}} if listed else None
