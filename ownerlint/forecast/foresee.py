"""From what was read to what would become of it: kinds, what may exist outside the files, and the collector."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ownerlint.collector.predict import predict
from ownerlint.forecast.plan import Forecast, Plan
from ownerlint.graph import Resolution, WorldMode
from ownerlint.index import ObjectIndex
from ownerlint.kinds import CustomKind, Kind, KindTable, Mapping, custom_kinds_of
from ownerlint.model import KubeObject, Setting, group_of
from ownerlint.resolve import build_graph
from ownerlint.run import Reading, Request

_OF_TOOLS = frozenset(
    {"kustomize.config.k8s.io", "kind.x-k8s.io", "kuttl.dev", "chainsaw.kyverno.io", "cli.kyverno.io"}
)
"""Groups of files that look like objects and configure a tool on the user's machine."""
_OF_KUTTL = frozenset({"TestStep", "TestSuite", "TestAssert"})
"""Such kinds in the group `kudo.dev`, which has real objects, too: kuttl was a part of KUDO once."""


def taking_part(reading: Reading) -> tuple[KubeObject, ...]:
    """Return the objects that are in the cluster or applied to it, in order.

    What is incomplete on purpose (a patch, an assertion of a test) never becomes an object of that name, and what tools
    read for themselves is never sent to a cluster.
    """
    return tuple(
        obj for obj in reading.objects if obj.live or (obj.setting is not Setting.PARTIAL and not _is_of_tool(obj))
    )


def _is_of_tool(obj: KubeObject) -> bool:
    return obj.group in _OF_TOOLS or (obj.group == "kudo.dev" and obj.kind in _OF_KUTTL)


def foresee(
    objects: Sequence[KubeObject],
    named: frozenset[str],
    request: Request,
    plan: Plan,
    broken: frozenset[str] = frozenset(),
) -> Forecast:
    """Return what the API server and the garbage collector make of these objects.

    Args:
        objects: all that take part, in the order of the files.
        named: display paths of the files whose objects are asked about; the others only take part.
        request: release, mode, and the kinds that exist beside the built-in ones and those of CRDs in the files.
        plan: what is deleted, and whether the cluster is empty before.
        broken: collections of which something could not be read.

    Raises:
        ValueError: a target is none of the objects.
    """
    table = _kinds(objects, request, (), fresh=plan.fresh)
    presumed: frozenset[str] = frozenset()
    if request.mode is not WorldMode.CLOSED and not plan.fresh:
        table = _kinds(objects, request, _presumed_kinds(objects, table), fresh=False)
        graph = build_graph(objects, ObjectIndex(objects, table), table, request.mode, broken)
        presumed = frozenset(edge.reference.uid for edge in graph.edges(Resolution.UNKNOWN))
    prediction = predict(objects, table, plan.deletions, fresh=plan.fresh, presumed=presumed)
    outcomes = tuple(outcome for outcome in prediction.outcomes if outcome.object.place.file in named)
    return Forecast(plan, outcomes, prediction.missed)


def useful(exist: Iterable[CustomKind], release: str | None) -> tuple[CustomKind, ...]:
    """Return the kinds without those that are built in, of which more is known than that they exist.

    Raises:
        ValueError: the release is not known.
    """
    built_in = KindTable.build(release, ())
    return tuple(kind for kind in exist if not all(_serves(built_in, kind, version) for version in kind.versions))


def missing_kinds(forecast: Forecast, request: Request, objects: Sequence[KubeObject]) -> tuple[CustomKind, ...]:
    """Return the custom kinds of objects that are rejected because no CRD in the files defines their kind, sorted."""
    rejected = [outcome.object for outcome in forecast.outcomes if outcome.errors and "." in outcome.object.group]
    if not rejected:
        return ()
    table = _kinds(objects, request, (), fresh=forecast.plan.fresh)
    found = {
        (obj.api_version, obj.kind): table.namespaced(obj.api_version, obj.kind)
        for obj in rejected
        if _may_exist(table.resolve(obj.api_version, obj.kind))
    }
    return tuple(
        CustomKind(group_of(api_version), kind, namespaced=namespaced, versions=(api_version.partition("/")[2],))
        for (api_version, kind), namespaced in sorted(found.items())
    )


def _kinds(
    objects: Sequence[KubeObject], request: Request, presumed: Iterable[CustomKind], *, fresh: bool
) -> KindTable:
    """Return the kinds that exist.

    A live object proves that its cluster has its kind, but an empty cluster has only what the CRDs define.
    """
    evidence: Iterable[KubeObject] = objects
    if fresh:
        evidence = (obj for obj in objects if custom_kinds_of((obj,)))
    return KindTable.build(request.release, evidence, (*request.kinds, *presumed), request.since)


def _presumed_kinds(objects: Iterable[KubeObject], table: KindTable) -> tuple[CustomKind, ...]:
    """Return the kinds that are not known but may exist where the files are not all there is."""
    scopes: dict[tuple[str, str], bool | None] = {}
    for obj in objects:
        for kind in ((each.api_version, each.kind) for each in obj.owner_references):
            found = table.resolve(*kind)
            if _may_exist(found):
                # The owner of a cluster-scoped object is taken to be cluster-scoped: most references are right.
                scope = table.namespaced(obj.api_version, obj.kind)
                in_namespace = bool(obj.namespace) if scope is None else scope
                fits = found.namespaced is not False and in_namespace
                scopes[kind] = fits and scopes.get(kind) is not False
        if not obj.live and _may_exist(table.resolve(obj.api_version, obj.kind)):
            scopes.setdefault((obj.api_version, obj.kind), None if not obj.namespace else True)
    return tuple(
        CustomKind(group_of(api_version), kind, namespaced=namespaced)
        for (api_version, kind), namespaced in scopes.items()
    )


def _may_exist(found: Kind) -> bool:
    """Return whether nothing in the files shows that a kind exists, nor that it does not."""
    return not found.certain and found.mapping in (Mapping.UNSURE, Mapping.SERVED)


def _serves(table: KindTable, kind: CustomKind, version: str) -> bool:
    found = table.resolve(f"{kind.group}/{version}" if kind.group else version, kind.kind)
    return found.mapping is Mapping.SERVED and found.built_in is not None and found.default_on
