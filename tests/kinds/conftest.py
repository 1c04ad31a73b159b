from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ownerlint.model import KubeObject, Place

MakeObject = Callable[..., KubeObject]


@pytest.fixture
def make() -> MakeObject:
    def make_object(
        api_version: str, kind: str, namespace: str = "", *, uid: str = "2c1e", body: Any = None
    ) -> KubeObject:
        return KubeObject(api_version, kind, namespace, "a", uid, Place("a.yaml", 0, (), 1, "a.yaml"), body=body)

    return make_object


@pytest.fixture
def make_crd(make: MakeObject) -> MakeObject:
    def make_definition(
        group: str = "example.com", kind: str = "Widget", scope: str = "Namespaced", served: str = "v1"
    ) -> KubeObject:
        versions = [{"name": name, "served": True, "storage": True} for name in served.split()]
        spec = {"group": group, "names": {"kind": kind, "plural": f"{kind.lower()}s"}, "scope": scope}
        body = {"spec": {**spec, "versions": versions}}
        return make("apiextensions.k8s.io/v1", "CustomResourceDefinition", uid="", body=body)

    return make_definition
