"""Objects and test manifests, made by hand."""

from __future__ import annotations

from collections.abc import Sequence

from ownerlint.model import KubeObject, OwnerReference, Place, Setting, Source
from ownerlint.setting import SettingOptions, settle

ROOT = "/repo"
OWNER = OwnerReference(0, "v1", "ConfigMap", "owner", "aaaaaaaa-1111-4222-8333-444455550000")
Body = dict[str, object]


def thing(file: str, *, owned: bool = True, uid: str = "") -> KubeObject:
    return KubeObject(
        api_version="v1",
        kind="ConfigMap",
        namespace="shop",
        name="web",
        uid=uid,
        place=Place(file, 0, (), 1, file),
        owner_references=(OWNER,) if owned else (),
    )


def helper(file: str, kind: str, api_version: str, body: Body) -> KubeObject:
    return KubeObject(
        api_version=api_version,
        kind=kind,
        namespace="",
        name="",
        uid="",
        place=Place(file, 0, (), 1, file),
        body=body,
    )


def kustomization(file: str, **body: object) -> KubeObject:
    return helper(file, "Kustomization", "kustomize.config.k8s.io/v1beta1", dict(body))


def chainsaw(file: str, *operations: Body) -> KubeObject:
    body: Body = {"spec": {"steps": [{"name": "one", "try": list(operations)}]}}
    return helper(file, "Test", "chainsaw.kyverno.io/v1alpha1", body)


def kyverno(file: str, **body: object) -> KubeObject:
    return helper(file, "Test", "cli.kyverno.io/v1alpha1", dict(body))


def settings_of(
    *objects: KubeObject,
    beside: Sequence[KubeObject] = (),
    test_data: Sequence[str] = (),
    options: SettingOptions | None = None,
) -> dict[str, Setting]:
    sources = {
        obj.place.file: Source(obj.place.file, f"{ROOT}/{obj.place.file}", test_data=obj.place.file in test_data)
        for obj in objects
    }

    def read_companion(path: str) -> list[KubeObject]:
        return [obj for obj in beside if f"{ROOT}/{obj.place.file}" == path]

    settled = settle(objects, sources, read_companion, options or SettingOptions(root=ROOT))
    assert [obj.place for obj in settled] == [obj.place for obj in objects]
    return {obj.place.file: obj.setting for obj in settled}


def setting_of(file: str, *others: KubeObject, beside: Sequence[KubeObject] = ()) -> Setting:
    return settings_of(thing(file), *others, beside=beside)[file]
