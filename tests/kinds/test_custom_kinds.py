from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownerlint.kinds import CustomKind, KindTable, Mapping
from ownerlint.model import KubeObject

MakeObject = Callable[..., KubeObject]


@pytest.mark.parametrize(
    ("api_version", "kind", "mapping", "suggestion"),
    [
        ("example.com/v1", "Widget", Mapping.SERVED, ""),
        ("example.com/v1beta1", "widget", Mapping.SERVED, ""),
        ("example.com/v1", "WidgetList", Mapping.LIST_KIND, "example.com/v1 Widget"),
        ("example.com/v1", "List", Mapping.LIST_KIND, ""),
        ("example.com/v9", "Widget", Mapping.NO_SUCH_VERSION, "example.com/v1 Widget"),
        ("example.com/v9", "WidgetList", Mapping.NO_SUCH_VERSION, "example.com/v1 Widget"),
        ("example.com/v1", "WIDGET", Mapping.WRONG_CASE, "example.com/v1 Widget"),
        ("v1", "Widget", Mapping.WRONG_GROUP, "example.com/v1 Widget"),
        ("example/v1", "Widget", Mapping.WRONG_GROUP, "example.com/v1 Widget"),
    ],
)
def test_a_definition_in_the_files_settles_its_kind(
    make_crd: MakeObject, api_version: str, kind: str, mapping: Mapping, suggestion: str
) -> None:
    table = KindTable.build(None, [make_crd(served="v1beta1 v1")])
    found = table.resolve(api_version, kind)
    assert (found.mapping, found.suggestion, found.certain) == (mapping, suggestion, True)


def test_a_group_may_have_more_kinds_than_the_files(make_crd: MakeObject) -> None:
    table = KindTable.build(None, [make_crd()])
    assert table.resolve("example.com/v1", "Gear").mapping is Mapping.UNSURE
    near = table.resolve("example.com/v1", "Widgt")
    assert (near.mapping, near.suggestion) == (Mapping.UNSURE, "example.com/v1 Widget")
    plural = table.resolve("example.com/v1", "widgets")
    assert (plural.mapping, plural.suggestion, plural.certain) == (Mapping.NO_SUCH_KIND, "example.com/v1 Widget", False)


def test_a_kind_may_end_in_list(make_crd: MakeObject) -> None:
    table = KindTable.build(None, [make_crd(kind="AllowList"), make_crd(kind="Allow")])
    assert table.resolve("example.com/v1", "AllowList").mapping is Mapping.SERVED


def test_copies_of_a_definition_add_up(make_crd: MakeObject) -> None:
    table = KindTable.build(None, [make_crd(served="v1alpha1"), make_crd(served="v1")])
    assert table.resolve("example.com/v1", "Widget").mapping is Mapping.SERVED
    assert table.resolve("example.com/v1alpha1", "Widget").mapping is Mapping.SERVED


def test_contradicting_definitions_leave_the_scope_open(make_crd: MakeObject) -> None:
    table = KindTable.build(None, [make_crd(scope="Cluster"), make_crd(scope="Namespaced"), make_crd(scope="Cluster")])
    assert table.namespaced("example.com/v1", "Widget") is None


def test_configured_kinds_are_known_after_the_files(make_crd: MakeObject) -> None:
    configured = [CustomKind("example.com", "Widget", True, ("v2",)), CustomKind("example.com", "Gear", False)]
    table = KindTable.build(None, [make_crd(scope="Cluster")], configured)
    assert table.namespaced("example.com/v1", "Widget") is False
    assert table.resolve("example.com/v2", "Widget").mapping is Mapping.SERVED
    gear = table.resolve("example.com/v7", "Gear")
    assert (gear.mapping, gear.namespaced, gear.certain) == (Mapping.SERVED, False, True)


def test_a_live_object_shows_its_kind_and_scope(make: MakeObject) -> None:
    table = KindTable.build(None, [make("example.com/v1", "Widget", "shop"), make("example.com/v1", "Gear")])
    widget = table.resolve("example.com/v2", "Widget")
    assert (widget.mapping, widget.namespaced, widget.certain) == (Mapping.SERVED, True, True)
    assert table.namespaced("example.com/v2", "Gear") is False


def test_an_authored_object_shows_nothing(make: MakeObject) -> None:
    table = KindTable.build(None, [make("example.com/v1", "Widget", "shop", uid="")])
    assert table.resolve("example.com/v1", "Widget").mapping is Mapping.UNSURE
    assert table.namespaced("example.com/v1", "Widget") is None


def test_contradicting_live_objects_leave_the_scope_open(make: MakeObject) -> None:
    table = KindTable.build(None, [make("example.com/v1", "Widget", "shop"), make("example.com/v1", "Widget")])
    found = table.resolve("example.com/v1", "Widget")
    assert (found.mapping, found.namespaced) == (Mapping.SERVED, None)


@pytest.mark.parametrize(
    ("api_version", "kind", "mapping", "namespaced"),
    [
        ("cert-manager.io/v1", "Certificate", Mapping.SERVED, True),
        ("cert-manager.io/v1", "ClusterIssuer", Mapping.SERVED, False),
        ("cert-manager.io/v99", "Certificate", Mapping.SERVED, True),
        ("cert-manager.io/v1", "CertificateList", Mapping.LIST_KIND, True),
        ("cert-manager.io/v1", "CERTIFICATE", Mapping.WRONG_CASE, True),
        ("cert-manager.io/v1", "certificates", Mapping.NO_SUCH_KIND, None),
        ("cert-manager.io/v1", "List", Mapping.LIST_KIND, False),
        ("gateway.networking.k8s.io/v1", "Gateway", Mapping.SERVED, True),
        ("metrics.k8s.io/v1beta1", "PodMetrics", Mapping.UNSURE, None),
        ("example.com/v1", "Deployment", Mapping.UNSURE, None),
    ],
)
def test_well_known_projects_are_known_but_never_certain(
    api_version: str, kind: str, mapping: Mapping, namespaced: bool | None
) -> None:
    found = KindTable.build(None, []).resolve(api_version, kind)
    assert (found.mapping, found.namespaced, found.certain) == (mapping, namespaced, False)


def test_an_old_copy_of_a_well_known_definition_does_not_rule_out_newer_versions(make_crd: MakeObject) -> None:
    table = KindTable.build(None, [make_crd("cert-manager.io", "Certificate", served="v1alpha2")])
    newer = table.resolve("cert-manager.io/v1", "Certificate")
    assert (newer.mapping, newer.certain) == (Mapping.SERVED, False)
    assert table.resolve("cert-manager.io/v99", "Certificate").mapping is Mapping.NO_SUCH_VERSION


def test_an_export_without_namespace_does_not_make_a_namespaced_kind_cluster_scoped(make: MakeObject) -> None:
    table = KindTable.build(None, [make("cert-manager.io/v1", "Certificate")])
    assert table.namespaced("cert-manager.io/v1", "Certificate") is None


def test_a_live_object_proves_what_the_default_release_does_not_serve(make: MakeObject) -> None:
    old, new = make("extensions/v1beta1", "Deployment", "shop"), make("batch/v7", "Parade", "shop")
    table = KindTable.build(None, [old, new])
    found = table.resolve("extensions/v1beta1", "Deployment")
    assert (found.mapping, found.namespaced, found.removed) == (Mapping.SERVED, True, "1.16")
    assert table.resolve("extensions/v1beta1", "ReplicaSet").mapping is Mapping.NO_SUCH_VERSION
    assert table.resolve("batch/v7", "Parade").namespaced is True
    pinned = KindTable.build("1.36", [old, new])
    assert pinned.resolve("extensions/v1beta1", "Deployment").mapping is Mapping.NO_SUCH_VERSION
    assert pinned.resolve("batch/v7", "Parade").mapping is Mapping.SERVED


@given(st.text(max_size=12), st.text(max_size=12))
def test_any_text_gets_an_answer(api_version: str, kind: str) -> None:
    table = KindTable.build(None, [])
    assert table.resolve(api_version, kind) == table.resolve(api_version, kind)
    assert table.namespaced(api_version, kind) in (True, False, None)
