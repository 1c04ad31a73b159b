from __future__ import annotations

from pathlib import Path

import pytest

from ownerlint.discover import Discovered, DiscoverOptions, discover
from ownerlint.model import InputFault, Skipped, Spot


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "work"
    (root / "m").mkdir(parents=True)
    (root / "m" / "x.yaml").write_text("")
    monkeypatch.chdir(root)
    return root


def scan(*paths: str) -> Discovered:
    return discover(paths or ["."], DiscoverOptions())


def files(result: Discovered) -> list[str]:
    return [source.file for source in result.sources]


def test_a_loop_is_skipped_with_its_reason(tree: Path) -> None:
    (tree / "m" / "self").symlink_to(".")
    (tree / "m" / "up").symlink_to(tree)
    result = scan()
    assert files(result) == ["m/x.yaml"]
    assert result.skipped == (Skipped("m/self", "symlink-loop"), Skipped("m/up", "symlink-loop"))


def test_folders_that_link_to_each_other_end(tree: Path) -> None:
    for name in ("a", "b"):
        (tree / name).mkdir()
        (tree / name / f"{name}.yaml").write_text("")
    (tree / "a" / "to-b").symlink_to("../b")
    (tree / "b" / "to-a").symlink_to("../a")
    assert files(scan()) == ["a/a.yaml", "b/b.yaml", "m/x.yaml"]
    assert files(scan("a")) == ["a/a.yaml", "a/to-b/b.yaml"]


def test_a_file_is_reported_under_its_own_path_where_that_was_reached(tree: Path) -> None:
    (tree / "a").symlink_to("m")
    (tree / "b.yaml").symlink_to("m/x.yaml")
    assert files(scan()) == ["m/x.yaml"]
    assert files(scan("a", "b.yaml")) == ["a/x.yaml"]
    assert files(scan("b.yaml", "a", "m")) == ["m/x.yaml"]


def test_links_alone_give_the_first_in_order(tree: Path) -> None:
    (tree / "n").mkdir()
    for name in ("z.yaml", "a.yaml"):
        (tree / "n" / name).symlink_to("../m/x.yaml")
    assert files(scan("n")) == ["n/a.yaml"]


def test_a_mounted_config_map_is_read_through_its_links(tree: Path) -> None:
    mount = tree / "mount"
    (mount / "..2024").mkdir(parents=True)
    (mount / "..2024" / "app.yaml").write_text("")
    (mount / "..data").symlink_to("..2024")
    (mount / "app.yaml").symlink_to("..data/app.yaml")
    assert files(scan("mount")) == ["mount/app.yaml"]


def test_a_link_to_nowhere_is_a_fault_where_it_is_named_like_a_manifest(tree: Path) -> None:
    (tree / "gone.yaml").symlink_to("nothing")
    (tree / "gone").symlink_to("nothing")
    (tree / "ring.yaml").symlink_to("ring.yaml")
    result = scan()
    assert files(result) == ["m/x.yaml"]
    detail = "It cannot be read: the symbolic link leads nowhere."
    assert result.faults == tuple(
        InputFault("unreadable-file", Spot(file), detail) for file in ("gone.yaml", "ring.yaml")
    )


def test_a_link_to_a_folder_outside_is_not_followed_and_said(tree: Path) -> None:
    outside = tree.parent / "outside"
    outside.mkdir()
    (outside / "y.yaml").write_text("")
    (tree / "out").symlink_to(outside)
    result = scan()
    assert files(result) == ["m/x.yaml"]
    assert result.skipped == (Skipped("out", "symlink-outside"),)
    assert files(scan("out")) == ["out/y.yaml"]


def test_a_link_within_the_repository_is_followed_out_of_the_named_folder(tree: Path) -> None:
    (tree / ".git").mkdir()
    (tree / "overlay").mkdir()
    (tree / "overlay" / "base").symlink_to("../m")
    assert files(scan("overlay")) == ["overlay/base/x.yaml"]


def test_a_link_to_the_root_of_the_file_system_is_a_loop(tree: Path) -> None:
    (tree / "root").symlink_to("/")
    assert scan().skipped == (Skipped("root", "symlink-loop"),)


def test_a_folder_named_like_a_manifest_is_a_folder(tree: Path) -> None:
    (tree / "m" / "lib.yaml").mkdir()
    (tree / "m" / "lib.yaml" / "y.yaml").write_text("")
    (tree / "lib.yaml").symlink_to("m/lib.yaml")
    assert files(scan()) == ["m/lib.yaml/y.yaml", "m/x.yaml"]
