"""Endpoints that serve one Service and are owned by another, and objects that the collector never looks at."""

from __future__ import annotations

from pathlib import Path

import pytest

from ownerlint.rule import Confidence, Consequence, Severity, WorldMode
from tests.rules.test_overlap import Labels, Manifest, dump, findings, manifests, thing

MANAGED = {"endpointslice.kubernetes.io/managed-by": "endpointslice-controller.k8s.io"}


def endpoint_slice(
    served: str, *owners: tuple[str, str, str], labels: Labels | None = None, live: bool = True
) -> Manifest:
    found = thing(
        "EndpointSlice",
        "web-x1",
        api="discovery.k8s.io/v1",
        labels={"kubernetes.io/service-name": served, **(labels or {})} if served else labels,
        owner=owners[0],
        live=live,
    )
    found["metadata"]["ownerReferences"] += [
        {"apiVersion": api, "kind": kind, "name": name, "uid": f"0a1b2c3d-4e5f-4a6b-8c7d-1234567890{number:02x}"}
        for number, (api, kind, name) in enumerate(owners[1:])
    ]
    return found


WEB = ("v1", "Service", "web")
API = ("v1", "Service", "api")


@pytest.mark.parametrize(
    ("one", "then"),
    [
        (endpoint_slice("api", WEB), "it is deleted with Service/web, and stays when Service/api is deleted"),
        (
            endpoint_slice("api", WEB, labels=MANAGED),
            "the EndpointSlice controller deletes it as soon as it looks at Service/api",
        ),
        (
            endpoint_slice("api", ("v1", "Endpoints", "web")),
            "it is deleted with Endpoints/web, and stays when Service/api is deleted",
        ),
    ],
)
def test_a_slice_of_another_service(tmp_path: Path, one: Manifest, then: str) -> None:
    dump(tmp_path / "dump.json", one)
    (found,) = findings(tmp_path)
    assert (found.meta.name, found.confidence) == ("endpoints-of-another-service", Confidence.HIGH)
    assert then in found.message


@pytest.mark.parametrize(
    "one",
    [
        endpoint_slice("web", WEB),
        endpoint_slice("web", ("v1", "Endpoints", "web")),
        endpoint_slice("web", API, WEB),
        endpoint_slice("", WEB, labels=MANAGED),
        endpoint_slice("web", ("serving.example.com/v1", "Service", "api")),
        endpoint_slice("web", ("example.com/v1", "Widget", "api")),
    ],
    ids=["same", "mirrored", "one of two", "no label", "custom Service", "custom owner"],
)
def test_slices_that_belong_to_their_service_are_silent(tmp_path: Path, one: Manifest) -> None:
    dump(tmp_path / "dump.json", one)
    assert findings(tmp_path, "endpoints-of-another-service") == []


def test_a_manifest_of_a_slice_counts(tmp_path: Path) -> None:
    manifests(tmp_path / "a.yaml", endpoint_slice("api", WEB, live=False))
    (found,) = findings(tmp_path, "endpoints-of-another-service")
    assert found.confidence is Confidence.MEDIUM


def endpoints(name: str, owner: tuple[str, str, str] = WEB) -> Manifest:
    return thing("Endpoints", name, api="v1", owner=owner)


def a_service(name: str) -> Manifest:
    return thing("Service", name, api="v1")


@pytest.mark.parametrize(
    ("objects", "told"),
    [
        ([endpoints("api"), a_service("web"), a_service("api")], True),
        ([endpoints("api"), a_service("web")], False),
        ([endpoints("web"), a_service("web"), a_service("api")], False),
        ([endpoints("api", ("apps/v1", "StatefulSet", "web")), a_service("api")], False),
    ],
    ids=["another", "of no Service", "its own", "owned by something else"],
)
def test_endpoints_of_another_service(tmp_path: Path, objects: list[Manifest], told: bool) -> None:
    dump(tmp_path / "dump.json", *objects)
    assert len(findings(tmp_path, "endpoints-of-another-service")) == told


def test_endpoints_and_service_of_two_dumps(tmp_path: Path) -> None:
    dump(tmp_path / "one.json", endpoints("api"), a_service("web"))
    dump(tmp_path / "two.json", a_service("api"))
    assert findings(tmp_path, "endpoints-of-another-service") == []
    assert len(findings(tmp_path, "endpoints-of-another-service", mode=WorldMode.CLOSED)) == 1


@pytest.mark.parametrize(
    ("api", "kind", "reason"),
    [
        ("v1", "Event", "the garbage collector does not watch Events"),
        ("events.k8s.io/v1", "Event", "the garbage collector does not watch Events"),
        ("v1", "Binding", "a Binding is only answered and never stored"),
        ("authentication.k8s.io/v1", "TokenReview", "a TokenReview is only answered and never stored"),
    ],
)
def test_what_the_collector_never_looks_at(tmp_path: Path, api: str, kind: str, reason: str) -> None:
    dump(tmp_path / "dump.json", thing(kind, "web.17", api=api, owner=WEB), a_service("web"))
    (found,) = findings(tmp_path, "unmonitored-dependent")
    assert (found.severity, found.consequence) == (Severity.INFO, Consequence.IGNORED)
    assert reason in found.message


@pytest.mark.parametrize("one", [("v1", "ConfigMap"), ("example.com/v1", "Event"), ("example.com/v1", "Widget")])
def test_what_the_collector_watches_is_silent(tmp_path: Path, one: tuple[str, str]) -> None:
    dump(tmp_path / "dump.json", thing(one[1], "web.17", api=one[0], owner=WEB), a_service("web"))
    assert findings(tmp_path, "unmonitored-dependent") == []


def test_an_event_that_owns_something_is_looked_at_after_all(tmp_path: Path) -> None:
    event = thing("Event", "web.17", api="events.k8s.io/v1", owner=WEB)
    owned = thing("ConfigMap", "report", api="v1", owner=("events.k8s.io/v1", "Event", "web.17"))
    dump(tmp_path / "dump.json", event, owned, a_service("web"))
    assert findings(tmp_path, "unmonitored-dependent") == []
