"""Each static situation of semantics 2b, and the ones where files cannot tell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownerlint.graph import Confidence, Edge, Reason, Resolution, WorldMode
from ownerlint.index import ObjectIndex
from ownerlint.kinds import KindTable
from ownerlint.model import KubeObject
from ownerlint.resolve import Resolver
from tests.builders import graph_of, make, only_edge, reference, uid

AUTO, OPEN, CLOSED = WorldMode.AUTO, WorldMode.OPEN, WorldMode.CLOSED


def said(edge: Edge) -> tuple[Resolution, Reason, Confidence]:
    return (edge.resolution, edge.reason, edge.confidence)


OWNER = make("ConfigMap", "web", uid=uid(1))


def dependent(*references: object, **words: object) -> KubeObject:
    return make("Secret", "cert", *references, **{"uid": uid(9), **words})  # type: ignore[arg-type]  # words of make


def test_owner_in_the_same_namespace_is_solid() -> None:
    edge = only_edge(OWNER, dependent(reference("ConfigMap", "web", uid(1))))
    assert said(edge) == (Resolution.SOLID, Reason.FOUND, Confidence.HIGH)
    assert edge.owner is OWNER


def test_all_lower_case_kind_is_found() -> None:
    assert only_edge(OWNER, dependent(reference("configmap", "web", uid(1)))).resolution is Resolution.SOLID


def test_cluster_scoped_owner_of_a_namespaced_object_is_solid() -> None:
    node = make("Node", "n1", uid=uid(2), namespace="")
    assert only_edge(node, dependent(reference("Node", "n1", uid(2)))).resolution is Resolution.SOLID


def test_owner_in_foreground_deletion_is_waiting() -> None:
    owner = make("ConfigMap", "web", uid=uid(1), deleting=True, finalizers=["foregroundDeletion"])
    assert only_edge(owner, dependent(reference("ConfigMap", "web", uid(1)))).resolution is Resolution.WAITING


def test_owner_held_by_another_finalizer_is_solid() -> None:
    owner = make("ConfigMap", "web", uid=uid(1), deleting=True, finalizers=["example.com/x"])
    assert only_edge(owner, dependent(reference("ConfigMap", "web", uid(1)))).resolution is Resolution.SOLID


@pytest.mark.parametrize("mode", [AUTO, OPEN, CLOSED])
def test_uid_in_another_namespace_is_dangling_in_every_world(mode: WorldMode) -> None:
    edge = only_edge(OWNER, dependent(reference("ConfigMap", "web", uid(1)), namespace="billing"), mode=mode)
    assert said(edge) == (Resolution.DANGLING, Reason.OTHER_NAMESPACE, Confidence.HIGH)
    assert edge.owner is OWNER


@pytest.mark.parametrize(
    ("mode", "expected"),
    [(AUTO, (Resolution.UNKNOWN, Reason.NOT_IN_FILES)), (CLOSED, (Resolution.DANGLING, Reason.OTHER_NAMESPACE))],
)
def test_name_in_another_namespace_says_something_only_in_a_closed_world(
    mode: WorldMode, expected: tuple[Resolution, Reason]
) -> None:
    edge = only_edge(OWNER, dependent(reference("ConfigMap", "web", uid(7)), namespace="billing"), mode=mode)
    assert (edge.resolution, edge.reason) == expected


def test_absent_namespace_is_unknown_never_default() -> None:
    edge = only_edge(OWNER, make("Secret", "cert", reference("ConfigMap", "web", uid(1)), namespace=""))
    assert (edge.resolution, edge.reason) == (Resolution.UNKNOWN, Reason.NAMESPACE_UNKNOWN)


def test_other_uid_in_the_same_file_is_a_mismatch() -> None:
    edge = only_edge(OWNER, dependent(reference("ConfigMap", "web", uid(7))))
    assert said(edge) == (Resolution.DANGLING, Reason.UID_MISMATCH, Confidence.HIGH)


def test_other_uid_in_a_file_beside_is_a_likely_mismatch() -> None:
    owner = make("ConfigMap", "web", uid=uid(1), file="apps/a.yaml")
    edge = only_edge(owner, dependent(reference("ConfigMap", "web", uid(7)), file="apps/b.yaml"))
    assert said(edge) == (Resolution.DANGLING, Reason.UID_MISMATCH, Confidence.MEDIUM)


def test_other_uid_in_another_folder_may_be_another_cluster() -> None:
    owner = make("ConfigMap", "web", uid=uid(1), file="east/a.yaml")
    edge = only_edge(owner, dependent(reference("ConfigMap", "web", uid(7)), file="west/b.yaml"))
    assert edge.resolution is Resolution.UNKNOWN


def test_several_incarnations_prove_no_mismatch() -> None:
    other = make("ConfigMap", "web", uid=uid(2))
    edge = only_edge(OWNER, other, dependent(reference("ConfigMap", "web", uid(7))))
    assert (edge.resolution, edge.reason) == (Resolution.UNKNOWN, Reason.STITCHED)


def test_one_fitting_incarnation_is_enough() -> None:
    other = make("ConfigMap", "web", uid=uid(2))
    assert only_edge(OWNER, other, dependent(reference("ConfigMap", "web", uid(2)))).resolution is Resolution.SOLID


def test_uid_of_an_object_with_another_name_is_dangling() -> None:
    edge = only_edge(OWNER, dependent(reference("ConfigMap", "web-old", uid(1))))
    assert said(edge) == (Resolution.DANGLING, Reason.UID_OF_OTHER, Confidence.HIGH)


def test_uid_is_compared_exactly() -> None:
    edge = only_edge(OWNER, dependent(reference("ConfigMap", "web", uid(1).upper())))
    assert (edge.resolution, edge.reason) == (Resolution.DANGLING, Reason.UID_MISMATCH)


def test_groups_that_serve_the_same_kind_count_as_one() -> None:
    owner = make("Deployment", "web", uid=uid(1), api_version="apps/v1")
    edge = only_edge(owner, dependent(reference("Deployment", "web", uid(1), api_version="apps/v1")))
    assert edge.resolution is Resolution.SOLID
    old = make("Deployment", "web", uid=uid(1), api_version="extensions/v1beta1")
    edge = only_edge(old, dependent(reference("Deployment", "web", uid(1), api_version="apps/v1")))
    assert edge.resolution is Resolution.SOLID


def test_authored_owner_gets_a_uid_nobody_knows() -> None:
    edge = only_edge(make("ConfigMap", "web"), make("Secret", "cert", reference("ConfigMap", "web", uid(1))))
    assert (edge.resolution, edge.reason) == (Resolution.UNKNOWN, Reason.AUTHORED_OWNER)


@pytest.mark.parametrize(
    ("mode", "resolution"),
    [(OPEN, Resolution.UNKNOWN), (AUTO, Resolution.UNKNOWN), (CLOSED, Resolution.DANGLING)],
)
def test_absent_owner_without_proof(mode: WorldMode, resolution: Resolution) -> None:
    assert only_edge(dependent(reference("ConfigMap", "gone", uid(7))), mode=mode).resolution is resolution


def test_absent_owner_is_dangling_where_its_kind_was_collected_for_the_namespace() -> None:
    edge = only_edge(OWNER, dependent(reference("ConfigMap", "gone", uid(7))))
    assert said(edge) == (Resolution.DANGLING, Reason.ABSENT, Confidence.MEDIUM)


def test_a_kind_collected_for_another_namespace_proves_nothing() -> None:
    edge = only_edge(OWNER, dependent(reference("ConfigMap", "gone", uid(7)), namespace="billing"))
    assert edge.resolution is Resolution.UNKNOWN


def test_a_kind_collected_in_another_file_proves_nothing() -> None:
    owner = make("ConfigMap", "web", uid=uid(1), file="a.yaml")
    edge = only_edge(owner, dependent(reference("ConfigMap", "gone", uid(7)), file="b.yaml"))
    assert edge.resolution is Resolution.UNKNOWN


@pytest.mark.parametrize("mode", [AUTO, OPEN, CLOSED])
@pytest.mark.parametrize(
    ("api_version", "kind", "reason"),
    [
        ("apps/v1", "Deploymnt", Reason.NO_SUCH_KIND),
        ("apps/v9", "Deployment", Reason.NO_SUCH_VERSION),
        ("v1", "Deployment", Reason.WRONG_GROUP),
        ("v1", "CONFIGMAP", Reason.WRONG_CASE),
    ],
)
def test_what_does_not_map_is_unresolvable_in_every_world(
    api_version: str, kind: str, reason: Reason, mode: WorldMode
) -> None:
    edge = only_edge(dependent(reference(kind, "web", uid(1), api_version=api_version)), mode=mode)
    assert said(edge) == (Resolution.UNRESOLVABLE, reason, Confidence.HIGH)


@pytest.mark.parametrize("mode", [AUTO, OPEN, CLOSED])
def test_cluster_scoped_dependent_of_a_namespaced_owner(mode: WorldMode) -> None:
    role = make(
        "ClusterRole",
        "r",
        reference("ConfigMap", "web", uid(1)),
        namespace="",
        uid=uid(9),
        api_version="rbac.authorization.k8s.io/v1",
    )
    edge = only_edge(OWNER, role, mode=mode)
    assert said(edge) == (Resolution.UNRESOLVABLE, Reason.NAMESPACED_OWNER_OF_CLUSTER_SCOPED, Confidence.HIGH)
    assert edge.owner is OWNER


@pytest.mark.parametrize(("kind", "reason"), [("ConfigMapList", Reason.LIST_KIND), ("Binding", Reason.UNSTORABLE_KIND)])
def test_kinds_that_are_never_found(kind: str, reason: Reason) -> None:
    edge = only_edge(OWNER, dependent(reference(kind, "web", uid(1))))
    assert (edge.resolution, edge.reason) == (Resolution.DANGLING, reason)


def test_unknown_custom_kind_is_silent_unless_the_world_is_closed() -> None:
    loose = dependent(reference("Widget", "w", uid(1), api_version="example.com/v1"))
    assert only_edge(loose).reason is Reason.KIND_UNSURE
    assert only_edge(loose, mode=CLOSED).resolution is Resolution.UNRESOLVABLE


def test_custom_owner_found_by_uid_is_solid() -> None:
    widget = make("Widget", "w", uid=uid(1), api_version="example.com/v1")
    edge = only_edge(widget, dependent(reference("Widget", "w", uid(1), api_version="example.com/v1")))
    assert edge.resolution is Resolution.SOLID


@pytest.mark.parametrize("value", ["{{ .UID }}", "${OWNER_UID}", "$(uid)", "uidValue"])
def test_templated_reference_says_nothing(value: str) -> None:
    assert only_edge(dependent(reference("ConfigMap", "web", value)), mode=CLOSED).reason is Reason.TEMPLATED


def test_malformed_and_repeated_entries_have_no_edge() -> None:
    good = reference("ConfigMap", "web", uid(1))
    loose = dependent(good, reference("ConfigMap", "web", ""), good, reference("Event", "e", uid(3)))
    assert [edge.reference.index for edge in graph_of(OWNER, loose).references(loose)] == [0]


def test_cycles_are_found_once_and_start_at_the_first_object() -> None:
    first = make("ConfigMap", "a", reference("ConfigMap", "b", uid(2)), uid=uid(1))
    second = make("ConfigMap", "b", reference("ConfigMap", "c", uid(3)), uid=uid(2), document=1)
    third = make("ConfigMap", "c", reference("ConfigMap", "a", uid(1)), uid=uid(3), document=2)
    (cycle,) = graph_of(third, second, first).cycles
    assert [edge.dependent.name for edge in cycle.edges] == ["a", "b", "c"]


def test_self_reference_is_solid_and_no_cycle() -> None:
    alone = make("ConfigMap", "a", reference("ConfigMap", "a", uid(1)), uid=uid(1))
    graph = graph_of(alone)
    assert graph.references(alone)[0].resolution is Resolution.SOLID
    assert graph.cycles == ()


def test_a_long_chain_does_not_recurse() -> None:
    length = 20_000
    chain = [make("ConfigMap", "c0", uid="u0")]
    for number in range(1, length):
        entry = reference("ConfigMap", f"c{number - 1}", f"u{number - 1}")
        chain.append(make("ConfigMap", f"c{number}", entry, uid=f"u{number}", document=number))
    graph = graph_of(*chain)
    assert graph.cycles == ()
    assert len(graph.edges(Resolution.SOLID)) == length - 1


small_uids = st.sampled_from([uid(number) for number in range(4)])
objects = st.lists(
    st.builds(
        lambda name, its_uid, namespace, entries: make("ConfigMap", name, *entries, uid=its_uid, namespace=namespace),
        name=st.sampled_from("abc"),
        its_uid=st.one_of(st.just(""), small_uids),
        namespace=st.sampled_from(["", "n1", "n2"]),
        entries=st.lists(st.builds(reference, st.just("ConfigMap"), st.sampled_from("abcd"), small_uids), max_size=3),
    ),
    max_size=8,
)


@given(objects, st.sampled_from(WorldMode))
def test_a_sound_reference_is_judged_the_same_at_once_and_closely(things: list[KubeObject], mode: WorldMode) -> None:
    things += [
        make("Pod", "p", reference("Event", "a", uid(1), api_version="events.k8s.io/v1"), uid=uid(7)),
        make("Pod", "q", reference("Widget", "a", uid(1), api_version="example.com/v1"), uid=uid(7), namespace="n1"),
        make("ClusterRole", "r", reference("ConfigMap", "a", uid(1)), uid=uid(8), namespace=""),
        make("Secret", "s", reference("Node", "${NODE}", "${UID}"), uid=uid(9), namespace="n1"),
        make("Node", "${NODE}", uid="${UID}", namespace=""),
        make("Secret", "t", reference("Node", "a", uid(3)), uid=uid(9), namespace="n1"),
        make("Secret", "u", reference("Node", "", uid(3)), uid=uid(9), namespace="n1"),
    ]
    kinds = KindTable.build(None, things)
    resolver = Resolver(things, ObjectIndex(things, kinds), kinds, mode)
    for thing in things:
        at_once = resolver.at_once(thing)
        assert at_once is None or [at_once] == list(resolver.resolve(thing))


@given(objects)
def test_open_worlds_know_less_than_closed_ones(things: list[KubeObject]) -> None:
    """What is judged in an open world is judged the same in auto and in closed mode: more files never change it."""
    by_mode = {mode: graph_of(*things, mode=mode) for mode in WorldMode}
    for thing in things:
        for few, many in ((OPEN, AUTO), (AUTO, CLOSED)):
            pairs = zip(by_mode[few].references(thing), by_mode[many].references(thing), strict=True)
            for sparse, full in pairs:
                if sparse.resolution is not Resolution.UNKNOWN:
                    assert sparse.resolution is full.resolution


@given(objects)
def test_a_solid_edge_has_an_owner_that_fits(things: list[KubeObject]) -> None:
    for edge in graph_of(*things, mode=CLOSED).edges(Resolution.SOLID):
        assert edge.owner is not None
        assert (edge.owner.uid, edge.owner.name) == (edge.reference.uid, edge.reference.name)
        assert edge.owner.namespace == edge.dependent.namespace


def test_an_owner_known_under_another_group_only_is_unresolvable_in_a_closed_world() -> None:
    owner = make("Widget", "w", uid=uid(1), api_version="example.com/v1")
    loose = dependent(reference("Widget", "w", uid(1), api_version="example.org/v1"))
    assert only_edge(owner, loose).resolution is Resolution.UNKNOWN
    assert said(only_edge(owner, loose, mode=CLOSED)) == (
        Resolution.UNRESOLVABLE,
        Reason.NO_SUCH_KIND,
        Confidence.MEDIUM,
    )
