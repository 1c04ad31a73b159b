from __future__ import annotations

from pathlib import Path

import pytest

from ownerlint.discover import DiscoverOptions, discover

MUST_GATHER = (
    "cluster-scoped-resources/core/nodes/n1.yaml",
    "cluster-scoped-resources/config.openshift.io/clusterversions/version.yaml",
    "namespaces/shop/core/pods.yaml",
    "namespaces/shop/apps/replicasets.yaml",
)
CLUSTER_INFO = (
    "nodes.json",
    "default/pods.json",
    "default/events.json",
    "default/services.json",
    "kube-system/pods.json",
)
VELERO = (
    "metadata/version",
    "resources/pods/namespaces/shop/web.json",
    "resources/replicasets.apps/v1-preferredversion/namespaces/shop/web.json",
    "resources/persistentvolumes/cluster/pv.json",
)


@pytest.fixture(autouse=True)
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(root: str, *names: str) -> None:
    for name in names:
        path = Path(root, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")


def collections(*paths: str, options: DiscoverOptions | None = None) -> dict[str, str]:
    sources = discover(paths, options or DiscoverOptions()).sources
    return {source.file: source.collection for source in sources}


def test_a_file_is_its_own_collection() -> None:
    write("app", "a.yaml", "namespaces/b.yaml", "resources/c.yaml", "nodes.json")
    assert all(file == collection for file, collection in collections(".").items())


@pytest.mark.parametrize("layout", [MUST_GATHER, CLUSTER_INFO, VELERO], ids=["must-gather", "cluster-info", "velero"])
def test_a_recognised_dump_is_one_collection(layout: tuple[str, ...]) -> None:
    write("dumps/one", *layout)
    write("dumps", "beside.yaml")
    found = collections(".")
    assert found.pop("dumps/beside.yaml") == "dumps/beside.yaml"
    assert found
    assert set(found.values()) == {"dumps/one"}


@pytest.mark.parametrize("layout", [MUST_GATHER, CLUSTER_INFO, VELERO], ids=["must-gather", "cluster-info", "velero"])
def test_the_named_folder_itself_may_be_the_dump(layout: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    write("one", *layout)
    assert set(collections("one").values()) == {"one"}
    monkeypatch.chdir("one")
    assert set(collections(".").values()) == {"."}


def test_a_part_of_a_dump_proves_nothing() -> None:
    write("one", *MUST_GATHER)
    for paths in (["one/namespaces"], [f"one/{name}" for name in MUST_GATHER]):
        assert all(file == collection for file, collection in collections(*paths).items())


def test_a_dump_with_a_part_left_out_proves_nothing() -> None:
    write("one", *MUST_GATHER)
    options = DiscoverOptions(exclude=("apps/",))
    found = collections("one", options=options)
    assert len(found) == 3
    assert all(file == collection for file, collection in found.items())


def test_named_files_of_a_dump_that_is_read_whole_belong_to_it() -> None:
    write("one", *CLUSTER_INFO)
    assert set(collections("one/nodes.json", "one").values()) == {"one"}


@pytest.mark.parametrize(
    "names",
    [
        ("cluster-scoped-resources/crds.yaml", "namespaces/shop/a.yaml"),
        ("cluster-scoped-resources/crds/a.yaml", "namespaces/shop/a.yaml"),
        ("nodes.json", "default/pods.json"),
        ("resources/pods/a.json",),
        ("resources/pods/namespaces/shop/a.json", "resources/kustomization.yaml"),
    ],
)
def test_folders_that_only_resemble_a_dump_are_none(names: tuple[str, ...]) -> None:
    write("app", *names)
    assert all(file == collection for file, collection in collections(".").items())


def test_folders_of_the_configuration_are_one_collection_each(tree: Path) -> None:
    write("clusters", "east/a/x.yaml", "east/y.yaml", "west/z.yaml", "readme.yaml")
    options = DiscoverOptions(collections=("/clusters/*/",), root=str(tree))
    assert collections(".", options=options) == {
        "clusters/east/a/x.yaml": "clusters/east",
        "clusters/east/y.yaml": "clusters/east",
        "clusters/readme.yaml": "clusters/readme.yaml",
        "clusters/west/z.yaml": "clusters/west",
    }
    assert collections("clusters/east", options=options) == {
        "clusters/east/a/x.yaml": "clusters/east",
        "clusters/east/y.yaml": "clusters/east",
    }
    assert collections("clusters/east/a", options=options) == {"clusters/east/a/x.yaml": "clusters/east/a/x.yaml"}


def test_files_in_folders_of_test_data_are_marked(tree: Path) -> None:
    names = (
        "a.yaml",
        "pkg/testdata/b.yaml",
        "Fixtures/deep/c.yaml",
        "vendor/d.yaml",
        "fixtures.yaml",
        "x-vendor/e.yaml",
    )
    write(".", *names)
    marked = {source.file: source.test_data for source in discover(["."], DiscoverOptions()).sources}
    assert [file for file, test_data in marked.items() if test_data] == [
        "Fixtures/deep/c.yaml",
        "pkg/testdata/b.yaml",
        "vendor/d.yaml",
    ]
    own = discover(["."], DiscoverOptions(test_data=("pkg",))).sources
    assert [source.file for source in own if source.test_data] == ["pkg/testdata/b.yaml"]


def test_test_data_is_told_from_the_repository_root_whatever_the_working_directory(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("fixtures/repo", ".git/HEAD", "a.yaml", "testdata/b.yaml")
    for folder in (".", "fixtures/repo", "fixtures/repo/testdata"):
        monkeypatch.chdir(tree / folder)
        sources = discover(
            [str(tree / "fixtures/repo"), str(tree / "fixtures/repo/testdata/b.yaml")], DiscoverOptions()
        )
        assert [source.test_data for source in sources.sources] == [False, True]


def test_an_insights_archive_is_a_sample_and_no_dump() -> None:
    write("one", "cluster-scoped-resources/rbac.authorization.k8s.io/clusterroles/a.json", "config/node/n1.json")
    write("one", "namespaces/default/pods/p.json", "namespaces/cloud/core.openstack.org/planes/p.yaml")
    found = collections("one")
    assert found == {file: file for file in found}
