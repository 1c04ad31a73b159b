"""What of an object never changes, as the simulated collector takes it: one way to tell it for all who ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ownerlint.collector.state import UNSTATED_NAMESPACE, Identity

if TYPE_CHECKING:
    from ownerlint.collector.mapper import Mapper
    from ownerlint.collector.state import Resource
    from ownerlint.kinds import KindTable
    from ownerlint.model import KubeObject


class _Traits(NamedTuple):
    """What is the same for all objects of a kind; the fields are those of `Identity`."""

    cluster_scoped: bool
    resource: Resource
    monitored: bool
    custom: bool
    orphans_by_default: bool
    held: bool


class Identities:
    """Tells the identity of objects, and remembers what those of one kind have in common.

    Args:
        kinds: which kinds exist.
        mapper: under which resource objects are stored.
    """

    __slots__ = ("_kinds", "_mapper", "_traits")

    def __init__(self, kinds: KindTable, mapper: Mapper) -> None:
        self._kinds = kinds
        self._mapper = mapper
        self._traits: dict[tuple[str, str], _Traits] = {}

    def of(self, obj: KubeObject, uid: str) -> Identity:
        """Return the identity of an object.

        Only an object of a kind that is known to be cluster-scoped has no namespace. Where the scope is not known, a
        manifest that names no namespace proves nothing: it may go to the one that is the default when it is applied.

        Args:
            obj: the object.
            uid: what it is known by; made up for an object that is yet to be created.
        """
        traits = self._traits.get((obj.api_version, obj.kind)) or self._learn(obj)
        return Identity(
            uid,
            obj.api_version,
            obj.kind,
            "" if traits.cluster_scoped else obj.namespace or UNSTATED_NAMESPACE,
            obj.name,
            traits.resource,
            frozenset(),
            traits.monitored,
            traits.custom,
            traits.orphans_by_default,
            traits.held,
        )

    def _learn(self, obj: KubeObject) -> _Traits:
        built_in = self._kinds.resolve(obj.api_version, obj.kind).built_in
        traits = self._traits[obj.api_version, obj.kind] = _Traits(
            cluster_scoped=self._kinds.namespaced(obj.api_version, obj.kind) is False,
            resource=self._mapper.resource(obj.api_version, obj.kind),
            monitored=built_in is None or built_in.gc_monitored,
            custom=built_in is None,
            orphans_by_default=built_in is not None and built_in.default_delete_policy == "OrphanDependents",
            held=obj.kind == "Namespace" and not obj.group,
        )
        return traits
