"""What `ownerlint predict` answers: fates, notes, exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.builders import uid
from tests.graph_command.manifests import SHOP, entry, manifest
from tests.predict.command import Forecast, predict, predict_json

WIDGET = manifest("Widget", "w", 1, api_version="example.com/v1")


@pytest.fixture
def shop(tmp_path: Path) -> str:
    (tmp_path / "shop.yaml").write_text(SHOP)
    return str(tmp_path)


def fates(found: Forecast) -> dict[str, str]:
    return {f"{each['kind']}/{each['name']}": " or ".join(each["fates"]) for each in found}


def written(tmp_path: Path, *manifests: str) -> str:
    (tmp_path / "all.yaml").write_text("".join(manifests))
    return str(tmp_path / "all.yaml")


def test_what_goes_at_once(shop: str) -> None:
    gone = [name for name, fate in fates(predict_json(shop)).items() if fate == "deleted"]
    assert gone == ["ConfigMap/stale", "ConfigMap/blank", "Secret/token"]


@pytest.mark.parametrize(
    ("cascade", "gone"),
    [
        ((), {"Deployment/web", "ReplicaSet/web-1", "Pod/web-1-a"}),
        (("--cascade", "foreground"), {"Deployment/web", "ReplicaSet/web-1", "Pod/web-1-a"}),
        (("--cascade", "ORPHAN"), {"Deployment/web"}),
    ],
)
def test_what_goes_with_an_owner(shop: str, cascade: tuple[str, ...], gone: set[str]) -> None:
    before, after = fates(predict_json(shop)), fates(predict_json(shop, "--delete", "deployment/web", *cascade))
    assert {name for name, fate in after.items() if fate == "deleted" != before[name]} == gone


def test_deletions_are_carried_out_in_order_and_one_that_comes_too_late_is_noted(shop: str) -> None:
    words = ("--delete", "Deployment.apps/shop/web", "--delete", "Pod/web-1-a")
    answer = predict("--format", "json", shop, *words)
    assert answer.code == 0
    note = (
        "ownerlint: note: Pod/web-1-a in namespace shop was gone already when it was to be deleted, so nothing was done"
    )
    assert note in answer.stderr.splitlines()
    assert "note" not in predict("--format", "json", shop, *words[2:], *words[:2]).stderr


def test_a_fresh_cluster_gives_every_object_a_new_uid(shop: str) -> None:
    stay = [name for name, fate in fates(predict_json(shop, "--fresh")).items() if fate == "kept"]
    assert stay == ["Deployment/web", "Service/web", "ConfigMap/typo", "Node/n1", "Secret/alone"]


def test_a_fresh_cluster_has_only_the_kinds_that_are_defined(tmp_path: Path) -> None:
    file = written(tmp_path, WIDGET)
    assert fates(predict_json(file)) == {"Widget/w": "kept"}
    answer = predict("--format", "json", "--fresh", file)
    (found,) = answer.objects
    assert (found["admission"], found["fates"]) == ("rejected", [])
    assert found["errors"] == [{"field": "", "message": 'no matches for kind "Widget" in version "example.com/v1"'}]
    assert "\n  --kind-exists example.com/v1/Widget\n" in answer.stderr
    assert fates(predict_json(file, "--fresh", "--kind-exists", "example.com/v1/Widget")) == {"Widget/w": "kept"}


def test_kinds_that_are_said_to_exist(tmp_path: Path) -> None:
    owner = {"apiVersion": "example.com/v1", "kind": "Gadget", "name": "g", "uid": uid(9)}
    file = written(tmp_path, manifest("Node", "n", 1, owner, namespace=""))
    (frozen,) = predict_json(file)
    assert frozen["reason"] == "never collected: the cluster has no Gadget in example.com/v1"
    (misplaced,) = predict_json(file, "--kind-exists", "example.com/v1/Gadget")
    assert misplaced["reason"] == ("never collected: a cluster-scoped object names the namespaced owner Gadget/g")
    assert fates(predict_json(file, "--kind-exists", "example.com/v1/Gadget=Cluster")) == {"Node/n": "deleted"}


def test_saying_that_a_built_in_kind_exists_changes_nothing(tmp_path: Path) -> None:
    file = written(tmp_path, manifest("ConfigMap", "c", finalizers=["no-domain"]))
    (found,) = predict_json(file, "--kind-exists", "v1/ConfigMap")
    assert found["admission"] == "rejected"


def test_what_may_exist_outside_the_files(tmp_path: Path) -> None:
    absent = manifest("ConfigMap", "c", 1, entry("Secret", "elsewhere", 2))
    strange = manifest("ConfigMap", "d", 3, {**entry("Gizmo", "g", 4), "apiVersion": "example.org/v1"})
    file = written(tmp_path, absent, strange)
    assert fates(predict_json(file)) == {"ConfigMap/c": "deleted", "ConfigMap/d": "kept"}
    for found in predict_json(file, "--world", "open"):
        assert (found["fates"], found["reason"][:16]) == (["kept"], "an owner exists:")
    assert fates(predict_json(file, "--world", "open", "--fresh"))["ConfigMap/c"] == "deleted"


def test_namespaces_need_no_object_and_uids_no_form(tmp_path: Path) -> None:
    owner = {"apiVersion": "v1", "kind": "ConfigMap", "name": "a"}
    file = written(
        tmp_path,
        manifest("ConfigMap", "a", namespace="ns1", uid="uid:a"),
        manifest("ConfigMap", "b", None, {**owner, "uid": "uid:a"}, namespace="ns1", uid="uid:b"),
        manifest("ConfigMap", "c", None, {**owner, "uid": "uid:missing-1"}, namespace="ns1", uid="uid:c"),
    )
    assert [found["ownerReferences"] for found in predict_json(file)] == [[], ["uid:a"], []]
    assert fates(predict_json(file)) == {"ConfigMap/a": "kept", "ConfigMap/b": "kept", "ConfigMap/c": "deleted"}


def test_a_rejected_object_takes_no_part(tmp_path: Path) -> None:
    file = written(tmp_path, manifest("ConfigMap", "bad", None, {"apiVersion": "v1", "kind": "Secret", "name": "s"}))
    answer = predict("--format", "json", file, "--delete", "ConfigMap/bad")
    (found,) = answer.objects
    assert (answer.code, found["admission"], found["fates"]) == (0, "rejected", [])
    assert found["errors"] == [
        {"field": "metadata.ownerReferences.uid", "message": 'Invalid value: "": must not be empty'}
    ]
    assert "ConfigMap/bad in namespace shop was gone already" in answer.stderr


def test_what_is_no_object_of_a_cluster_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "kustomization.yaml").write_text("resources: [all.yaml]\npatches:\n- path: patch.yaml\n")
    (tmp_path / "patch.yaml").write_text(manifest("Secret", "s"))
    written(tmp_path, manifest("Secret", "s"))
    answer = predict("--format", "json", str(tmp_path))
    assert [found["file"].rpartition("/")[2] for found in answer.objects] == ["all.yaml"]
    note = "2 that are no objects of a cluster (patches, assertions of tests, files of tools) left out"
    assert f"ownerlint: note: {note}\n" in answer.stderr


def test_steps_of_tests_are_told_from_the_objects_of_their_group(tmp_path: Path) -> None:
    step = "apiVersion: kudo.dev/v1alpha1\nkind: TestStep\n"
    written(tmp_path, f"{step}---\n{manifest('Secret', 's')}")
    answer = predict("--format", "json", str(tmp_path))
    assert [found["kind"] for found in answer.objects] == ["Secret"]


def test_only_what_was_asked_about_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    written(tmp_path / "a", manifest("ConfigMap", "c", 1, entry("Secret", "s", 2)))
    written(tmp_path / "b", manifest("Secret", "s", 2))
    found = predict_json(str(tmp_path / "a"), "--index", str(tmp_path / "b"))
    assert fates(found) == {"ConfigMap/c": "kept"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--delete", "Deployment/wed"), "there is no object 'Deployment/wed'; there is:\n  Deployment/shop/web\n"),
        (("--delete", "web"), "'web' is not KIND[.GROUP]/[NAMESPACE/]NAME, such as Deployment/shop/web\n"),
        (("--cascade", "sideways"), "'sideways' is not one of 'background', 'foreground', 'orphan'.\n"),
        (("--kind-exists", "Widget"), "'Widget' is not GROUP/VERSION/KIND[=Cluster], such as example.com/v1/Widget"),
        (("--kind-exists", "example.com/Widget"), "'example.com/Widget' is not GROUP/VERSION/KIND[=Cluster]"),
        (("--kind-exists", "a.b/v1/W=cluster"), "there is no scope 'cluster'; write =Cluster, or nothing"),
        (("--kind-exists", "a.b/v1/W=Cluster", "--kind-exists", "a.b/v2/W=Namespaced"), "says of W that it is"),
        (("--kubernetes-version", "9.9"), "9.9"),
        (("nowhere",), "nowhere"),
    ],
)
def test_what_cannot_be_done_is_said(shop: str, words: tuple[str, ...], message: str) -> None:
    answer = predict(shop, *words)
    assert (answer.code, answer.stdout) == (2, "")
    assert message in answer.stderr


def test_a_name_that_several_objects_have(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        manifest("Secret", "s", 1),
        manifest("Secret", "s", 2, namespace="billing"),
        manifest("Secret", "s", 3, namespace="billing"),
    )
    answer = predict(file, "--delete", "secret/s")
    assert (answer.code, answer.stdout) == (2, "")
    assert answer.stderr == (
        "ownerlint: error: 'secret/s' is ambiguous; say which:\n  Secret/billing/s\n  Secret/shop/s\n"
    )
    answer = predict(file, "--delete", "secret/billing/s")
    assert answer.code == 2
    assert answer.stderr.splitlines()[1:] == [f"  {file}:4 {uid(2)}", f"  {file}:6 {uid(3)}"]
    assert fates(predict_json(file, "--delete", "secret/shop/s"))["Secret/s"] == "kept"


def test_exit_code(shop: str, tmp_path: Path) -> None:
    assert predict(shop).code == 0
    assert predict(shop, "--exit-code").code == 1
    (tmp_path / "sub").mkdir()
    fine = written(tmp_path / "sub", manifest("Secret", "s", 1), manifest("Pod", "p", 2, entry("Secret", "s", 1)))
    assert predict(fine, "--exit-code").code == 0
    assert predict(fine, "--exit-code", "--delete", "Pod/p").code == 1
    held = written(tmp_path / "sub", manifest("Secret", "s", 1, finalizers=["example.com/x"]))
    assert predict(held, "--exit-code", "--delete", "Secret/s").code == 1


def test_nothing_read(tmp_path: Path) -> None:
    answer = predict(str(tmp_path))
    assert (answer.code, answer.stdout) == (2, "")
    assert "no Kubernetes object was found" in answer.stderr
    answer = predict(str(tmp_path), "--allow-empty", "--format", "json")
    assert (answer.code, answer.objects) == (0, [])


def test_what_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("apiVersion: v1\nkind: Secret\nmetadata: {name: s\n")
    answer = predict(written(tmp_path, manifest("Secret", "s", 1)), str(tmp_path / "bad.yaml"))
    assert answer.code == 0
    assert "ownerlint: note: not everything could be read; what stands there counts as absent" in answer.stderr
    assert "bad.yaml" in answer.stderr
