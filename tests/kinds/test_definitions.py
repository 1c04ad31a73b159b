from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownerlint.kinds import CustomKind, custom_kinds_of
from ownerlint.model import KubeObject, Place

NAMES = {"kind": "Widget", "plural": "widgets"}
WIDGET = CustomKind("example.com", "Widget", True, ("v1",))


def definition(spec: Any, api_version: str = "apiextensions.k8s.io/v1") -> KubeObject:
    place = Place("a.yaml", 0, (), 1, "a.yaml")
    return KubeObject(api_version, "CustomResourceDefinition", "", "a", "", place, body={"spec": spec})


def spec(**more: Any) -> dict[str, Any]:
    return {"group": "example.com", "names": NAMES, "scope": "Namespaced", **more}


@pytest.mark.parametrize(
    ("given_spec", "kinds"),
    [
        (spec(versions=[{"name": "v1", "served": True}]), (WIDGET,)),
        (spec(versions=[{"name": "v1", "served": True}, {"name": "v2", "served": False}]), (WIDGET,)),
        (spec(versions=[{"name": "v1"}]), (WIDGET,)),
        (spec(version="v1"), (WIDGET,)),
        (spec(version="v0", versions=[{"name": "v1", "served": True}]), (WIDGET,)),
        (spec(scope="Cluster", version="v1"), (CustomKind("example.com", "Widget", False, ("v1",)),)),
        (spec(scope="namespaced", version="v1"), (CustomKind("example.com", "Widget", None, ("v1",)),)),
        (spec(versions="v1"), (CustomKind("example.com", "Widget", True),)),
        (spec(versions=[None, {"name": 1}, {"name": "v1"}]), (WIDGET,)),
        (spec(names={"plural": "widgets"}), ()),
        (spec(names="Widget"), ()),
        (spec(group=None), ()),
        ([], ()),
        (None, ()),
    ],
)
def test_definitions_of_every_layout_are_read(given_spec: Any, kinds: tuple[CustomKind, ...]) -> None:
    assert custom_kinds_of([definition(given_spec)]) == kinds
    assert custom_kinds_of([definition(given_spec, "apiextensions.k8s.io/v1beta1")]) == kinds


def test_only_definitions_declare_kinds(make: Callable[..., KubeObject]) -> None:
    body = {"spec": spec(version="v1")}
    assert custom_kinds_of([make("example.com/v1", "CustomResourceDefinition", body=body), make("v1", "Pod")]) == ()
    assert custom_kinds_of([make("apiextensions.k8s.io/v1", "CustomResourceDefinition")]) == ()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["group", "names", "kind", "scope", "versions", "version", "name", "served"]), inner
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_a_broken_definition_never_stops_the_run(broken: Any) -> None:
    kinds = custom_kinds_of([definition(broken)])
    assert all(kind.group and kind.kind for kind in kinds)
