from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

import pytest

from ownerlint.discover import DiscoverOptions, discover
from ownerlint.load import LoadOptions, load
from ownerlint.model import KubeObject, Setting, Source
from ownerlint.setting import SettingOptions, settle

OWNED = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
  ownerReferences:
  - apiVersion: v1
    kind: ConfigMap
    name: owner
"""


def read_companion(path: str) -> Sequence[KubeObject]:
    return load(Source(path, path), LoadOptions()).objects


def settings_of(*paths: str) -> dict[str, Setting]:
    found = discover(paths, DiscoverOptions())
    objects = [obj for source in found.sources for obj in load(source, LoadOptions()).objects if obj.owner_references]
    helpers = [
        obj for source in found.sources for obj in load(source, LoadOptions()).objects if not obj.owner_references
    ]
    sources = {source.file: source for source in found.sources}
    settled = settle([*helpers, *objects], sources, read_companion, SettingOptions())
    return {obj.place.file: obj.setting for obj in settled if obj.owner_references}


def write(name: str, text: str) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dedent(text))


@pytest.fixture(autouse=True)
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = ("chainsaw/policy", "kuttl/00-assert", "kuttl/00-install", "cli/resource", "overlay/replicas", "app/web")
    for name in (*names, "vendor/lib/web", "overlay/web", "bare/replicas"):
        write(f"{name}.yaml", OWNED)
    write(
        "chainsaw/chainsaw-test.yaml",
        """\
        apiVersion: chainsaw.kyverno.io/v1alpha1
        kind: Test
        metadata: {name: one}
        spec:
          steps:
          - try:
            - error:
                file: policy.yaml
        """,
    )
    write(
        "cli/kyverno-test.yaml",
        """\
        name: one
        policies: [policy.yaml]
        resources: [resource.yaml]
        """,
    )
    write(
        "overlay/kustomization.yaml",
        """\
        resources: [web.yaml]
        patches:
        - path: replicas.yaml
        """,
    )
    write(
        "bare/Kustomization",
        """\
        patchesStrategicMerge: [replicas.yaml]
        """,
    )


EXPECTED = {
    "app/web.yaml": Setting.ORDINARY,
    "bare/replicas.yaml": Setting.PARTIAL,
    "chainsaw/policy.yaml": Setting.PARTIAL,
    "cli/resource.yaml": Setting.PARTIAL,
    "kuttl/00-assert.yaml": Setting.PARTIAL,
    "kuttl/00-install.yaml": Setting.TEST_DATA,
    "overlay/replicas.yaml": Setting.PARTIAL,
    "overlay/web.yaml": Setting.ORDINARY,
    "vendor/lib/web.yaml": Setting.TEST_DATA,
}


def test_a_repository_read_as_a_whole() -> None:
    assert settings_of(".") == EXPECTED


def test_each_file_named_alone_has_the_same_setting() -> None:
    # Which files stand beside a numbered one is not asked when it is named alone.
    alone = [file for file in EXPECTED if file != "kuttl/00-install.yaml"]
    assert {file: settings_of(file)[file] for file in alone} == {file: EXPECTED[file] for file in alone}


def test_the_files_named_together_have_the_same_setting() -> None:
    assert settings_of(*EXPECTED) == EXPECTED


def test_a_step_template_of_chainsaw_names_its_files() -> None:
    write(
        "templates/quick.yaml",
        """\
        apiVersion: chainsaw.kyverno.io/v1alpha1
        kind: StepTemplate
        metadata: {name: quick}
        spec:
          try:
          - apply: {file: one.yaml}
          - assert: {file: two.yaml}
        """,
    )
    write("templates/one.yaml", OWNED)
    write("templates/two.yaml", OWNED)
    assert settings_of("templates") == {
        "templates/one.yaml": Setting.TEST_DATA,
        "templates/two.yaml": Setting.PARTIAL,
    }


@pytest.mark.parametrize("version", ["kudo.dev/v1alpha1", "kudo.dev/v1beta1", "kuttl.dev/v1beta1"])
def test_the_manifests_of_kuttl_and_of_what_it_came_from(version: str) -> None:
    suite = "kuttl-test.yaml" if version.startswith("kuttl") else "kudo-test.yaml"
    write(suite, f"{{apiVersion: {version}, kind: TestSuite, testDirs: [./suite]}}")
    write("suite/one/web.yaml", OWNED)
    write("suite/one/web-expected.yaml", OWNED)
    write("steps/03-run.yaml", f"{{apiVersion: {version}, kind: TestStep, apply: [set.yaml], assert: [state.yaml]}}")
    write("steps/set.yaml", OWNED)
    write("steps/state.yaml", OWNED)
    write("steps/more.yaml", f"{{apiVersion: {version}, kind: TestAssert, commands: [], error: [never.yaml]}}")
    write("steps/never.yaml", OWNED)
    assert settings_of(suite, "suite", "steps") == {
        "suite/one/web.yaml": Setting.TEST_DATA,
        "suite/one/web-expected.yaml": Setting.PARTIAL,
        "steps/set.yaml": Setting.TEST_DATA,
        "steps/state.yaml": Setting.PARTIAL,
        "steps/never.yaml": Setting.PARTIAL,
    }
