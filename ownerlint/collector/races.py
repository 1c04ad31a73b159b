"""Where the order in which the collector's workers take things up can matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownerlint.collector.state import GC_FINALIZERS, ORPHAN_FINALIZER

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

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
        or any(reference.api_version.startswith("/") for reference in each.references)
        or ORPHAN_FINALIZER in each.finalizers
        or any(finalizer not in GC_FINALIZERS for finalizer in each.finalizers)
        or each.names_a_uid_twice
        for each in component
    )


def orders(component: Sequence[Stored]) -> Iterable[Sequence[Stored]]:
    """Return the orders of observation that matter among these objects: one, nearly always.

    What is first said of an absent owner is taken for its identity. With a leading slash in its apiVersion it is never
    found absent, so that nothing follows from it; what others say of the same uid then comes too late.
    """
    present = {each.uid for each in component}
    references = [reference for each in component for reference in each.references if reference.uid not in present]
    slashed = {reference.uid for reference in references if reference.api_version.startswith("/")}
    plain = {reference.uid for reference in references if not reference.api_version.startswith("/")}
    return (component, component[::-1]) if slashed & plain else (component,)


def _names_a_namespaced_owner(stored: Stored, mapper: Mapper) -> bool:
    found = (mapper.map(reference.api_version, reference.kind) for reference in stored.references)
    return any(mapped is not None and mapped.namespaced for mapped in found)
