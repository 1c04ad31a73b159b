"""Kustomizations that rename the owner but not the reference to it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import UID, Run

RULE = "kustomize-renamed-owner"
OWNER = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n"
DEPENDENT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: ${WEB_UID}
"""
OVERLAY = "namePrefix: prod-\nresources: [../../base]\n"


def write(folder: Path, **files: str) -> None:
    """Write a base with owner and dependent, and more files: `a__b` is `a/b/kustomization.yaml`."""
    base = {"base/web.yaml": OWNER, "base/config.yaml": DEPENDENT}
    base["base/kustomization.yaml"] = "resources: [web.yaml, config.yaml]\n"
    stated = {f"{name.replace('__', '/')}/kustomization.yaml": text for name, text in files.items()}
    for name, text in {**base, **stated}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def found(run: Run, *options: str) -> list[tuple[str, int, str]]:
    result = run("check", "--format", "json", *options)
    assert result.stderr == "" or "Checked" in result.stderr
    return [(one["rule"], one["line"], one["confidence"]) for one in json.loads(result.stdout)["findings"]]


def test_the_message_names_the_prefix_and_points_to_it(tmp_path: Path, run: Run) -> None:
    write(tmp_path, overlays__prod=OVERLAY)
    result = run("check")
    assert result.returncode == 1
    assert "base/config.yaml:8:11: error: kustomize-renamed-owner (OWN705)" in result.stdout
    assert "namePrefix prod- in overlays/prod/kustomization.yaml renames that Deployment" in result.stdout
    assert "base/web.yaml:4:9: the owner is here" in result.stdout
    assert "overlays/prod/kustomization.yaml:1:13" in result.stdout


def test_several_overlays_are_one_finding(tmp_path: Path, run: Run) -> None:
    write(tmp_path, overlays__dev=OVERLAY.replace("prod", "dev"), overlays__prod=OVERLAY)
    assert found(run) == [(RULE, 8, "high")]
    assert "overlays/dev/kustomization.yaml (and 1 more)" in run("check").stdout


def test_a_fixed_uid_is_one_finding_that_mentions_the_renaming(tmp_path: Path, run: Run) -> None:
    write(tmp_path, overlays__prod=OVERLAY)
    (tmp_path / "base/config.yaml").write_text(DEPENDENT.replace("${WEB_UID}", UID))
    assert found(run) == [("uid-of-authored-owner", 9, "high")]
    assert (
        "namePrefix prod- in overlays/prod/kustomization.yaml renames it, but not the reference" in run("check").stdout
    )


@pytest.mark.parametrize(
    "files",
    [
        {"base": "nameSuffix: -x\nresources: [web.yaml, config.yaml]\n"},
        {"middle": "resources: [../base]\n", "overlays__prod": "namePrefix: p-\nresources: [../../middle/]\n"},
        {"overlays__prod": "namePrefix: prod-\nbases: [../../base]\n"},
        {"overlays__prod": "namePrefix: prod-\nnamespace: shop\nresources: [../../base]\n"},
        {"overlays__prod": OVERLAY, "overlays__dev": OVERLAY + "configurations: [names.yaml]\n"},
        {"base": "resources: [web.yaml, config.yaml, ../overlays/prod]\n", "overlays__prod": OVERLAY},
    ],
    ids=["itself", "through-another", "bases", "with-namespace", "another-is-configured", "circle"],
)
def test_renamed(tmp_path: Path, run: Run, files: dict[str, str]) -> None:
    write(tmp_path, **files)
    assert found(run) == [(RULE, 8, "high")]


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"overlays__prod": "namespace: shop\nresources: [../../base]\n"},
        {"overlays__prod": "namePrefix: ''\nresources: [../../base]\n"},
        {"overlays__prod": "namePrefix: ${ENV}-\nresources: [../../base]\n"},
        {"overlays__prod": OVERLAY + "configurations: [names.yaml]\n"},
        {"overlays__prod": OVERLAY + "replacements: [{path: names.yaml}]\n"},
        {"overlays__prod": OVERLAY + "patches:\n- patch: '[{op: replace, path: /metadata/ownerReferences/0/name}]'\n"},
        {"overlays__prod": "namePrefix: prod-\nresources: [../../other]\n"},
        {"overlays__prod": "namePrefix: prod-\nresources: [https://example.com/base]\n"},
        {"overlays__prod": "namePrefix: prod-\nresources: ../../base\n"},
        {"overlays__prod": "namePrefix: prod-\nresources: [null, 1, {a: b}, '']\n"},
        {"overlays__prod": "namePrefix: prod-\nresources: [../../base/web.yaml]\n"},
    ],
)
def test_silent(tmp_path: Path, run: Run, files: dict[str, str]) -> None:
    write(tmp_path, **files)
    assert found(run) == []


def test_a_configuration_of_the_base_holds_for_its_overlays(tmp_path: Path, run: Run) -> None:
    write(
        tmp_path,
        base="resources: [web.yaml, config.yaml]\nconfigurations: [names.yaml]\n",
        overlays__prod=OVERLAY,
    )
    assert found(run) == []


def test_other_patches_leave_a_doubt(tmp_path: Path, run: Run) -> None:
    write(tmp_path, overlays__prod=OVERLAY + "patches:\n- path: patch.yaml\n")
    assert found(run) == [(RULE, 8, "medium")]


def test_a_patch_file_that_sets_the_reference_mends_it(tmp_path: Path, run: Run) -> None:
    write(tmp_path, overlays__prod=OVERLAY + "patches:\n- path: patch.yaml\n")
    (tmp_path / "overlays/prod/patch.yaml").write_text(DEPENDENT.replace("name: web\n", "name: prod-web\n"))
    assert found(run) == []


def test_kinds_that_kustomize_does_not_rename(tmp_path: Path, run: Run) -> None:
    write(tmp_path, overlays__prod=OVERLAY)
    (tmp_path / "base/web.yaml").write_text("apiVersion: v1\nkind: Namespace\nmetadata:\n  name: web\n")
    owned = DEPENDENT.replace("apps/v1", "v1").replace("Deployment", "Namespace")
    (tmp_path / "base/config.yaml").write_text(owned)
    assert found(run) == []


def test_a_cluster_scoped_owner_is_renamed_too(tmp_path: Path, run: Run) -> None:
    write(tmp_path, overlays__prod=OVERLAY)
    (tmp_path / "base/web.yaml").write_text(
        "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: web\n"
    )
    owned = DEPENDENT.replace("apps/v1", "rbac.authorization.k8s.io/v1").replace("Deployment", "ClusterRole")
    (tmp_path / "base/config.yaml").write_text(owned.replace("web-config\n", "web-config\n  namespace: shop\n"))
    assert found(run) == [(RULE, 9, "high")]


def test_the_new_name_in_the_reference_is_sound(tmp_path: Path, run: Run) -> None:
    write(tmp_path, overlays__prod=OVERLAY)
    (tmp_path / "base/config.yaml").write_text(DEPENDENT.replace("name: web\n", "name: prod-web\n"))
    assert found(run) == []
