"""What the tests of recalling share."""

from __future__ import annotations

from pathlib import Path

import pytest

from ownerlint.recall import store
from tests.manifests import BAD, CLEAN
from tests.recall.runs import PADDING


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with something to find, large enough to be worth a cache."""
    place = tmp_path / "work"
    (place / "deploy").mkdir(parents=True)
    (place / ".git").mkdir()
    (place / "deploy" / "bad.yaml").write_text(BAD)
    (place / "clean.yaml").write_text(CLEAN + PADDING)
    return place


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    """Return the place of a cache."""
    return tmp_path / "cache"


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take a file to be at rest at once: these disks tell two changes apart by less than the tests wait."""
    monkeypatch.setattr(store, "REST", 0)
