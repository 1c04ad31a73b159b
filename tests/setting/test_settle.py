from __future__ import annotations

import pytest

from ownerlint.model import KubeObject, Setting, Source
from ownerlint.setting import SettingOptions, settle
from tests.setting.samples import ROOT, Body, chainsaw, helper, kustomization, kyverno, setting_of, settings_of, thing


@pytest.mark.parametrize(
    "file",
    [
        "e2e/00-assert.yaml",
        "e2e/00-errors.yaml",
        "e2e/12-error.yaml",
        "e2e/01-assert-web.yaml",
        "e2e/01-errors-web.yml",
        "e2e/01-test-assert.yaml",
        "e2e/01-scale/errors.yaml",
        "e2e/01-scale/assert.yaml",
        "t/pod-assert.yaml",
        "t/assert-pod.yaml",
        "t/report-assertions.yaml",
        "t/chainsaw-step-02-assert-1-2.yaml",
        "t/downstream-assert1.yaml",
        "overlays/prod/web-patch.yaml",
        "overlays/prod/patch-web.yml",
        "overlays/prod/web.patch.json",
        "overlays/prod/patches/web.yaml",
    ],
)
def test_names_that_say_partial(file: str) -> None:
    assert setting_of(file) is Setting.PARTIAL


@pytest.mark.parametrize(
    "file",
    [
        "app/web.yaml",
        "app/errors.yaml",
        "app/error-pages.yaml",
        "app/expected.yaml",
        "app/dispatcher.yaml",
        "app/patched.yaml",
        "app/job-patch-webhook.yaml",
        "app/01-web.yaml",
        "assert/web.yaml",
        "app/assertiveness.yaml",
    ],
)
def test_names_that_say_nothing(file: str) -> None:
    assert setting_of(file) is Setting.ORDINARY


def test_the_name_of_a_live_object_s_file_says_nothing() -> None:
    file = "dump/pods/ingress-nginx-admission-patch.yaml"
    assert settings_of(thing(file, uid="aaaaaaaa-1111-4222-8333-444455550001")) == {file: Setting.ORDINARY}


def test_companions_that_were_not_read_are_looked_for_beside_and_above() -> None:
    beside = [
        kustomization("o/kustomization.yaml", patches=[{"path": "patch/../deep/replicas.yaml"}]),
        chainsaw("t/chainsaw-test.yaml", {"error": {"file": "policy.yaml"}}),
        kyverno("k/kyverno-test.yml", resources=["resource.yaml"]),
    ]
    found = settings_of(
        thing("o/deep/replicas.yaml"),
        thing("t/policy.yaml"),
        thing("k/resource.yaml"),
        thing("t/web.yaml"),
        beside=beside,
    )
    assert found == {
        "o/deep/replicas.yaml": Setting.PARTIAL,
        "t/policy.yaml": Setting.PARTIAL,
        "k/resource.yaml": Setting.PARTIAL,
        "t/web.yaml": Setting.TEST_DATA,
    }


def test_each_companion_is_asked_for_once_and_only_where_it_may_matter() -> None:
    asked: list[str] = []

    def read_companion(path: str) -> list[KubeObject]:
        asked.append(path)
        return []

    objects = [
        thing("a/x.yaml"),
        thing("a/y.yaml"),
        thing("b/z.yaml", owned=False),
        kustomization("a/kustomization.yaml"),
    ]
    sources = {obj.place.file: Source(obj.place.file, f"{ROOT}/{obj.place.file}") for obj in objects}
    settle(objects, sources, read_companion, SettingOptions(root=ROOT))
    assert len(asked) == len(set(asked))
    assert "/repo/a/chainsaw-test.yaml" in asked
    assert "/repo/a/kustomization.yaml" not in asked
    assert not [path for path in asked if path.startswith("/repo/b/")]


def test_test_data_is_told_by_the_source_and_partial_wins() -> None:
    found = settings_of(
        thing("testdata/a.yaml"),
        thing("testdata/00-assert.yaml"),
        test_data=["testdata/a.yaml", "testdata/00-assert.yaml"],
    )
    assert found == {"testdata/a.yaml": Setting.TEST_DATA, "testdata/00-assert.yaml": Setting.PARTIAL}


def test_the_configuration_adds_patterns() -> None:
    options = SettingOptions(partial=("snippets/", "*.part.yaml"), test_data=("/samples/**",), root=ROOT)
    files = ("snippets/deep/a.yaml", "b.part.yaml", "samples/c.yaml", "samples/d.part.yaml", "e.yaml")
    found = settings_of(*(thing(file) for file in files), options=options)
    assert [found[file] for file in files] == [
        Setting.PARTIAL,
        Setting.PARTIAL,
        Setting.TEST_DATA,
        Setting.PARTIAL,
        Setting.ORDINARY,
    ]


def test_the_configuration_switches_detection_off() -> None:
    options = SettingOptions(partial=("mine.yaml",), none=True, root=ROOT)
    files = ("00-assert.yaml", "mine.yaml", "testdata/a.yaml")
    found = settings_of(*(thing(file) for file in files), test_data=["testdata/a.yaml"], options=options)
    assert [found[file] for file in files] == [Setting.ORDINARY, Setting.PARTIAL, Setting.ORDINARY]


def test_standard_input_is_judged_by_its_name() -> None:
    objects = [thing("web/00-assert.yaml"), thing("web.yaml")]
    sources = {obj.place.file: Source(obj.place.file, "", b"") for obj in objects}
    settled = settle(objects, sources, lambda _: (), SettingOptions(root=ROOT))
    assert [obj.setting for obj in settled] == [Setting.PARTIAL, Setting.ORDINARY]


def test_shared_and_cyclic_values_in_a_body_end() -> None:
    ring: Body = {"assert": {"file": "a.yaml"}}
    ring["again"] = [ring] * 3
    test = helper("t/chainsaw-test.yaml", "Test", "chainsaw.kyverno.io/v1alpha1", {"spec": ring})
    assert setting_of("t/a.yaml", test) is Setting.PARTIAL
