"""Custom kinds: read from CustomResourceDefinitions in the files, and said by the user's configuration."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from ownerlint.model import KubeObject, group_of

_SCOPES = {"Namespaced": True, "Cluster": False}


class CustomKind(Struct, frozen=True):
    """A kind that a CustomResourceDefinition or the configuration declares.

    Args:
        group: API group.
        kind: in CamelCase.
        namespaced: its scope; None where it is not said.
        versions: the versions that are served; empty where they are not said, so that any may be.
        served: False where it is said that no version at all is served.
    """

    group: str
    kind: str
    namespaced: bool | None = None
    versions: tuple[str, ...] = ()
    served: bool = True


def is_definition(obj: KubeObject) -> bool:
    """Return whether an object is a CustomResourceDefinition."""
    return obj.kind == "CustomResourceDefinition" and group_of(obj.api_version) == "apiextensions.k8s.io"


def custom_kinds_of(objects: Iterable[KubeObject]) -> tuple[CustomKind, ...]:
    """Return the kinds that the CustomResourceDefinitions among these objects declare, in their order.

    Both layouts are read: `spec.versions` (apiextensions v1, later v1beta1) and `spec.version` (v1beta1). A definition
    without group or kind declares nothing; what else it lacks or holds in a wrong type is taken as not said.
    """
    return tuple(kind for obj in objects if is_definition(obj) for kind in _declared(obj))


def _declared(definition: KubeObject) -> tuple[CustomKind, ...]:
    spec = _mapping(_mapping(definition.body).get("spec"))
    group, kind = _text(spec.get("group")), _text(_mapping(spec.get("names")).get("kind"))
    if not group or not kind:
        return ()
    listed, served = _versions(spec)
    return (CustomKind(group, kind, _SCOPES.get(_text(spec.get("scope"))), served, served=bool(served) or not listed),)


def _versions(spec: dict[object, object]) -> tuple[bool, tuple[str, ...]]:
    """Return whether a definition says anything of versions, and those that it serves."""
    entries = spec.get("versions")
    listed = [_mapping(entry) for entry in entries] if isinstance(entries, list) else []
    if not any(_text(entry.get("name")) for entry in listed):
        version = _text(spec.get("version"))
        return bool(version), (version,) if version else ()
    served = [_text(entry.get("name")) for entry in listed if entry.get("served") is not False]
    return True, tuple(dict.fromkeys(name for name in served if name))


def _mapping(value: object) -> dict[object, object]:
    return value if isinstance(value, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
