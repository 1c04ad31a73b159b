from __future__ import annotations

from pathlib import Path

import pytest

from ownerlint.discover import DiscoverOptions, discover
from ownerlint.looks import Looks


@pytest.fixture
def looks(tmp_path: Path) -> Looks:
    (tmp_path / "chainsaw-test.yaml").mkdir()
    for name in ("web.yaml", "my-kustomization.yaml", "Kustomization", "notes.txt"):
        (tmp_path / name).write_text("")
    noted = Looks()
    discover([str(tmp_path)], DiscoverOptions(), looks=noted)
    return noted


@pytest.mark.parametrize("name", ["kustomization.yml", "kyverno-test.yaml", "WEB.yaml"])
def test_a_listing_tells_what_is_not_there(looks: Looks, tmp_path: Path, name: str) -> None:
    assert looks.lacks(str(tmp_path), name)


@pytest.mark.parametrize("name", ["web.yaml", "Kustomization", "chainsaw-test.yaml", "kustomization.yaml"])
def test_what_may_be_there_is_to_be_looked_at(looks: Looks, tmp_path: Path, name: str) -> None:
    assert not looks.lacks(str(tmp_path), name)


def test_a_folder_that_was_not_listed_may_hold_anything(looks: Looks, tmp_path: Path) -> None:
    assert not looks.lacks(str(tmp_path.parent), "kustomization.yaml")
