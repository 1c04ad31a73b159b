"""Where the order in which the collector's workers take things up can matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownerlint.collector.state import GC_FINALIZERS, ORPHAN_FINALIZER

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ownerlint.collector.mapper import Mapper
    from ownerlint.collector.state import Stored


def races(component: Iterable[Stored], mapper: Mapper) -> bool:
    """Return whether the order of the work queue can matter among these objects, which hang together.

    The features are: a foreign finalizer, a preset `orphan`, a uid repeated in one object, and a cluster-scoped object
    that names a namespaced owner (if that owner orphans its dependents).
    """
    return any(
        each.identity.held
        or (not each.identity.namespace and _names_a_namespaced_owner(each, mapper))
        or ORPHAN_FINALIZER in each.finalizers
        or any(finalizer not in GC_FINALIZERS for finalizer in each.finalizers)
        or each.names_a_uid_twice
        for each in component
    )


def _names_a_namespaced_owner(stored: Stored, mapper: Mapper) -> bool:
    found = (mapper.map(reference.api_version, reference.kind) for reference in stored.references)
    return any(mapped is not None and mapped.namespaced for mapped in found)
