"""What a manifest says of an object's place is read alike by `predict` and by the verdicts of `check`."""

from __future__ import annotations

import pytest

from ownerlint.collector import Fates, Surroundings, Verdict
from ownerlint.collector.identities import Identities
from ownerlint.collector.mapper import Mapper
from ownerlint.collector.outcome import Fate
from ownerlint.collector.predict import predict
from ownerlint.collector.state import UNSTATED_NAMESPACE
from ownerlint.entry import is_impossible_uid
from ownerlint.graph import WorldMode
from ownerlint.index import ObjectIndex
from ownerlint.kinds import KindTable
from ownerlint.model import KubeObject, OwnerReference
from ownerlint.resolve import build_graph
from tests.builders import make, reference, uid

WIDGET = "example.com/v1"
IN_A_NAMESPACE = make("Widget", "placed", api_version=WIDGET, namespace="shop", uid=uid(1))
IN_NONE = make("Widget", "loose", api_version=WIDGET, namespace="", uid=uid(2))
"""Beside each other, they leave it open whether the kind has namespaces."""


def widget(number: int, *references: OwnerReference) -> KubeObject:
    return make("Widget", f"n{number}", *references, api_version=WIDGET, namespace="", uid=uid(number))


def config_map(number: int, *references: OwnerReference) -> KubeObject:
    return make("ConfigMap", f"n{number}", *references, namespace="", uid=uid(number))


def said(*objects: KubeObject) -> tuple[tuple[Fate, ...], str, Verdict]:
    """Return what `predict` and `check` say of the last object."""
    everything = (IN_A_NAMESPACE, IN_NONE, *objects)
    kinds = KindTable.build("1.36", everything)
    assert kinds.namespaced(WIDGET, "Widget") is None
    index = ObjectIndex(everything, kinds)
    graph = build_graph(everything, index, kinds, WorldMode.CLOSED)
    surroundings = Surroundings(everything, index, graph, kinds, mode=WorldMode.CLOSED, impossible=is_impossible_uid)
    verdict = Fates(graph, surroundings).verdict(everything[-1])
    outcome = predict(everything, kinds).outcomes[-1]
    return outcome.fates, outcome.reason, verdict


GONE = reference("ConfigMap", "gone", uid(9))
STRIPPED = "another owner exists; the collector removes what is absent: ConfigMap/gone (v1, uid " + uid(9) + ")"


def test_an_object_of_unknown_scope_may_have_a_namespaced_owner() -> None:
    owner = config_map(3)
    dependent = widget(4, reference("ConfigMap", "n3", uid(3)))
    reason = f"an owner exists: ConfigMap/n3 (v1, uid {uid(3)})"
    assert said(owner, dependent) == ((Fate.KEPT,), reason, Verdict.KEPT)


@pytest.mark.parametrize("namespace", ["", "shop"])
def test_an_owner_of_unknown_scope_may_be_wherever_its_dependents_look_for_it(namespace: str) -> None:
    owner = widget(3)
    named = reference("Widget", "n3", uid(3), api_version=WIDGET)
    trusting = make("ConfigMap", "n4", named, namespace=namespace, uid=uid(4))
    looking = make("ConfigMap", "n4", named, GONE, namespace=namespace, uid=uid(4))
    reason = f"an owner exists: Widget/n3 ({WIDGET}, uid {uid(3)})"
    assert said(owner, trusting) == ((Fate.KEPT,), reason, Verdict.KEPT)
    assert said(owner, looking) == ((Fate.KEPT,), STRIPPED, Verdict.STRIPPED)


def test_an_owner_of_unknown_scope_with_a_namespace_is_nowhere_else() -> None:
    dependent = make("ConfigMap", "n4", reference("Widget", "placed", uid(1), api_version=WIDGET), namespace="other")
    fates, _, verdict = said(dependent)
    assert (fates, verdict) == ((Fate.DELETED,), Verdict.DELETED)


@pytest.mark.parametrize(
    ("api_version", "kind", "written", "namespace"),
    [
        ("v1", "ConfigMap", "shop", "shop"),
        ("v1", "ConfigMap", "", UNSTATED_NAMESPACE),
        ("v1", "Node", "", ""),
        ("v1", "Node", "shop", ""),
        (WIDGET, "Widget", "shop", "shop"),
        (WIDGET, "Widget", "", UNSTATED_NAMESPACE),
    ],
)
def test_only_an_object_of_a_kind_known_to_be_cluster_scoped_has_no_namespace(
    api_version: str, kind: str, written: str, namespace: str
) -> None:
    kinds = KindTable.build("1.36", (IN_A_NAMESPACE, IN_NONE))
    obj = make(kind, "web", api_version=api_version, namespace=written)
    assert Identities(kinds, Mapper(kinds)).of(obj, "u1").namespace == namespace
