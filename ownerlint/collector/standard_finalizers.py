"""Which finalizers need no domain, and on which kinds none needs one (semantics 1)."""

from __future__ import annotations

from ownerlint.collector.state import GC_FINALIZERS
from ownerlint.model import KubeObject

STANDARD_FINALIZERS = GC_FINALIZERS | {"kubernetes"}
"""The finalizers without a domain that built-in kinds take (core `standardFinalizers`)."""

_LAX_GROUPS = frozenset({"admissionregistration.k8s.io"})
_LAX_KINDS = frozenset(
    {
        ("coordination.k8s.io", "Lease"),
        ("coordination.k8s.io", "LeaseCandidate"),
        ("node.k8s.io", "RuntimeClass"),
        ("apiextensions.k8s.io", "CustomResourceDefinition"),
        ("apiregistration.k8s.io", "APIService"),
    }
)


def is_lax(obj: KubeObject) -> bool:
    """Return whether an object is of a kind of Kubernetes itself that takes finalizers without a domain."""
    return obj.group in _LAX_GROUPS or (obj.group, obj.kind) in _LAX_KINDS
