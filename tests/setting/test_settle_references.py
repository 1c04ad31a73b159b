from __future__ import annotations

import pytest

from ownerlint.model import Setting
from tests.setting.samples import Body, chainsaw, helper, kustomization, kyverno, setting_of, settings_of, thing


def test_numbered_files_beside_a_numbered_assertion_are_the_test_s_own() -> None:
    found = settings_of(
        thing("e2e/00-install.yaml"),
        thing("e2e/00-assert.yaml"),
        thing("e2e/01-web-expected.yaml"),
        thing("e2e/web.yaml"),
        thing("other/00-install.yaml"),
    )
    assert found == {
        "e2e/00-install.yaml": Setting.TEST_DATA,
        "e2e/00-assert.yaml": Setting.PARTIAL,
        "e2e/01-web-expected.yaml": Setting.PARTIAL,
        "e2e/web.yaml": Setting.ORDINARY,
        "other/00-install.yaml": Setting.ORDINARY,
    }


def test_a_kuttl_step_names_its_files() -> None:
    body: Body = {"assert": ["a.yaml", "../common/b.yaml"], "error": ["c.yaml"], "apply": ["d.yaml", "../real.yaml"]}
    found = settings_of(
        helper("e2e/one/00-step.yaml", "TestStep", "kuttl.dev/v1beta1", body),
        *(thing(f"e2e/{name}") for name in ("one/a.yaml", "common/b.yaml", "one/c.yaml", "one/d.yaml", "real.yaml")),
    )
    assert found == {
        "e2e/one/00-step.yaml": Setting.ORDINARY,
        "e2e/one/a.yaml": Setting.PARTIAL,
        "e2e/common/b.yaml": Setting.PARTIAL,
        "e2e/one/c.yaml": Setting.PARTIAL,
        "e2e/one/d.yaml": Setting.TEST_DATA,
        "e2e/real.yaml": Setting.ORDINARY,
    }


def test_outcomes_in_a_kuttl_suite_s_folders() -> None:
    suite = helper("kuttl-test.yaml", "TestSuite", "kuttl.dev/v1beta1", {"testDirs": ["./test/e2e"]})
    files = ("test/e2e/one/expected-pod.yaml", "test/e2e/one/pod.yaml", "deploy/error-pages.yaml", "test/pod.yaml")
    found = settings_of(suite, *(thing(file) for file in files))
    assert [found[file] for file in files] == [
        Setting.PARTIAL,
        Setting.TEST_DATA,
        Setting.ORDINARY,
        Setting.ORDINARY,
    ]


def test_a_kuttl_suite_that_takes_in_its_own_folder_says_nothing() -> None:
    suite = helper("e2e/kuttl-test.yaml", "TestSuite", "kuttl.dev/v1beta1", {"testDirs": ["./", "../", "tests"]})
    found = settings_of(suite, thing("e2e/pod.yaml"), thing("expected.yaml"), thing("e2e/tests/one/pod.yaml"))
    assert found["e2e/pod.yaml"] is Setting.ORDINARY
    assert found["expected.yaml"] is Setting.ORDINARY
    assert found["e2e/tests/one/pod.yaml"] is Setting.TEST_DATA


def test_a_kuttl_assertion_object_is_partial() -> None:
    assert settings_of(helper("a.yaml", "TestAssert", "kuttl.dev/v1beta1", {})) == {"a.yaml": Setting.PARTIAL}


def test_a_chainsaw_test_names_its_files() -> None:
    test = chainsaw(
        "t/one/chainsaw-test.yaml",
        {"assert": {"file": "policy.yaml"}},
        {"error": {"file": "./sub/gone.yaml"}},
        {"assert": {"file": "../shared/report.yaml"}},
        {"patch": {"file": "change.yaml"}},
        {"apply": {"file": "resource.yaml"}},
        {"apply": {"file": "../../config/manager.yaml"}},
        {"create": {"file": "both.yaml"}},
        {"assert": {"file": "both.yaml"}},
        {"assert": {"resource": {"kind": "Pod"}}},
        {"script": {"content": "cat other.yaml"}},
    )
    names = ("policy", "sub/gone", "change", "resource", "both", "other", "error-pages")
    files = [f"t/one/{name}.yaml" for name in names]
    found = settings_of(
        test, *(thing(file) for file in files), thing("t/shared/report.yaml"), thing("config/manager.yaml")
    )
    assert found == {
        "t/one/chainsaw-test.yaml": Setting.TEST_DATA,
        "t/one/policy.yaml": Setting.PARTIAL,
        "t/one/sub/gone.yaml": Setting.PARTIAL,
        "t/one/change.yaml": Setting.PARTIAL,
        "t/one/resource.yaml": Setting.TEST_DATA,
        "t/one/both.yaml": Setting.PARTIAL,
        "t/one/other.yaml": Setting.TEST_DATA,
        "t/one/error-pages.yaml": Setting.PARTIAL,
        "t/shared/report.yaml": Setting.PARTIAL,
        "config/manager.yaml": Setting.ORDINARY,
    }


@pytest.mark.parametrize("block", ["catch", "finally", "cleanup"])
def test_a_chainsaw_test_names_files_in_every_block(block: str) -> None:
    body: Body = {"spec": {"steps": [{block: [{"assert": {"file": "a.yaml"}}]}]}}
    test = helper("t/chainsaw-test.yaml", "Test", "chainsaw.kyverno.io/v1alpha1", body)
    assert setting_of("t/a.yaml", test) is Setting.PARTIAL


def test_a_chainsaw_test_names_files_by_wildcard() -> None:
    test = chainsaw("t/chainsaw-test.yaml", {"assert": {"file": "want/*.yaml"}})
    assert setting_of("t/want/a.yaml", test) is Setting.PARTIAL
    assert setting_of("t/other/a.yaml", test) is Setting.TEST_DATA


def test_what_is_no_file_name_in_a_chainsaw_test_is_passed_over() -> None:
    test = chainsaw(
        "t/chainsaw-test.yaml",
        {"assert": {"file": "($file)"}},
        {"assert": {"file": "https://example.com/a.yaml"}},
        {"assert": {"file": 3}},
        {"assert": "a.yaml"},
    )
    assert setting_of("t/a.yaml", test) is Setting.TEST_DATA


def test_a_kustomization_names_its_patches_and_not_its_objects() -> None:
    overlay = kustomization(
        "overlays/prod/kustomization.yaml",
        resources=["../../base", "web.yaml"],
        patches=[{"path": "replicas.yaml"}, {"patch": "kind: Pod\n"}, {"path": "deep/down/cpu.yaml"}],
        patchesStrategicMerge=["memory.yaml", "kind: Pod\nmetadata:\n  name: inline.yaml\n"],
        patchesJson6902=[{"target": {"kind": "Pod"}, "path": "../shared.yaml"}],
    )
    files = ("prod/replicas", "prod/deep/down/cpu", "prod/memory", "shared", "prod/web")
    found = settings_of(overlay, *(thing(f"overlays/{file}.yaml") for file in files))
    assert [found[f"overlays/{file}.yaml"] for file in files] == [*[Setting.PARTIAL] * 4, Setting.ORDINARY]


def test_a_component_and_a_kustomization_told_by_its_name_count() -> None:
    component = helper(
        "c/kustomization.yml", "Component", "kustomize.config.k8s.io/v1alpha1", {"patches": [{"path": "a.yaml"}]}
    )
    nameless = helper("d/Kustomization", "", "", {"patchesStrategicMerge": ["a.yaml"]})
    found = settings_of(component, nameless, thing("c/a.yaml"), thing("d/a.yaml"))
    assert (found["c/a.yaml"], found["d/a.yaml"]) == (Setting.PARTIAL, Setting.PARTIAL)


def test_a_flux_kustomization_is_none_of_kustomize() -> None:
    flux = helper("a.yaml", "Kustomization", "kustomize.toolkit.fluxcd.io/v1", {"patches": [{"path": "b.yaml"}]})
    assert setting_of("b.yaml", flux) is Setting.ORDINARY


def test_a_kyverno_test_names_its_objects_and_not_its_policies() -> None:
    test = kyverno(
        "k/kyverno-test.yaml",
        policies=["policy.yaml", "../real/policy.yaml"],
        resources=["resource.yaml", "manifests", "../pods.yaml"],
        userinfo="user.yaml",
        results=[
            {"policy": "p", "resources": ["web"], "patchedResources": "want.yaml", "generatedResource": "made/cm.yaml"},
            {"policy": "p", "patchedResource": "old.yaml", "cloneSourceResource": "source.yaml"},
        ],
    )
    partial = ("k/resource", "k/manifests/deep/a", "pods", "k/user", "k/want", "k/made/cm", "k/old", "k/source")
    ordinary = ("k/policy", "real/policy", "k/web", "k/other")
    found = settings_of(test, *(thing(f"{name}.yaml") for name in (*partial, *ordinary)))
    assert {file for file, setting in found.items() if setting is Setting.PARTIAL} == {
        f"{name}.yaml" for name in partial
    }


def test_folders_may_be_as_deep_as_the_disk_allows() -> None:
    deep = "a/" * 2000
    test = kyverno("kyverno-test.yaml", resources=[f"{deep}resource.yaml"])
    found = settings_of(
        test, chainsaw("a/chainsaw-test.yaml"), *(thing(f"{deep}{name}.yaml") for name in ("resource", "web"))
    )
    assert found[f"{deep}resource.yaml"] is Setting.PARTIAL
    assert found[f"{deep}web.yaml"] is Setting.TEST_DATA


@pytest.mark.parametrize("first", ["folder", "file"])
def test_what_is_compared_with_something_is_partial_whatever_else_names_it(first: str) -> None:
    steps = {
        "folder": helper("t/00-step.yaml", "TestStep", "kuttl.dev/v1beta1", {"apply": ["part"]}),
        "file": helper("t/01-step.yaml", "TestStep", "kuttl.dev/v1beta1", {"error": ["part/a.yaml"]}),
    }
    ordered = [steps.pop(first), *steps.values()]
    found = settings_of(*ordered, thing("t/part/a.yaml"), thing("t/part/b.yaml"), thing("t/other.yaml"))
    assert found["t/part/a.yaml"] is Setting.PARTIAL
    assert found["t/part/b.yaml"] is Setting.TEST_DATA
    assert found["t/other.yaml"] is Setting.ORDINARY
