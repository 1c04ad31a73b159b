"""One reference: solid, dangling, waiting or unresolvable (semantics 2b; upstream `isDangling`, `classifyReferences`).

The steps stand in the order of semantics 2b. Its step 1, the absence cache, has no counterpart: uids are never used
again, so what was absent once stays absent and the live look-up gives the same answer.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ownerlint.collector.mapper import Mapper
    from ownerlint.collector.state import Identity, Stored
    from ownerlint.model import OwnerReference


class Standing(str, Enum):
    """What one reference is worth at one moment.

    SOLID, DANGLING, WAITING: as upstream. UNMAPPABLE and MISPLACED are the two ways to be unresolvable: the first is
    retried for ever, the second (a cluster-scoped object names a namespaced owner) is not.
    """

    SOLID = "solid"
    DANGLING = "dangling"
    WAITING = "waiting"
    UNMAPPABLE = "unmappable"
    MISPLACED = "misplaced"


def is_unresolvable(standing: Standing) -> bool:
    """Return whether a reference of this standing stops the evaluation of its whole object (semantics 2c)."""
    # Not a set: a look-up in one hashes the member, which is slow and happens for every reference.
    return standing is Standing.UNMAPPABLE or standing is Standing.MISPLACED


def classify(reference: OwnerReference, dependent: Identity, objects: Mapping[str, Stored], mapper: Mapper) -> Standing:
    """Return what a reference is worth.

    Args:
        reference: the entry.
        dependent: the object that carries it.
        objects: what is stored, by uid.
        mapper: the REST mapper.
    """
    mapped = mapper.map(reference.api_version, reference.kind)
    if mapped is None:
        return Standing.UNMAPPABLE
    if mapped.namespaced and not dependent.namespace:
        return Standing.MISPLACED
    owner = objects.get(reference.uid)
    if owner is None or mapped.resource is None:
        return Standing.DANGLING
    namespace = dependent.namespace if mapped.namespaced else ""
    if not owner.identity.is_found_at(mapped.resource, namespace, reference.name):
        return Standing.DANGLING
    return Standing.WAITING if owner.in_foreground_deletion else Standing.SOLID
