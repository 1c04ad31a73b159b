"""All layers give the same records of real files: of the project's own always, and of any folder that is named.

`OWNERLINT_CORPUS` names further folders, as PATH does; a repository of ten thousand manifests takes some minutes.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ownerlint.discover import DiscoverOptions, discover
from ownerlint.load import LoadOptions, load
from tests.checkout import ROOT
from tests.load.helpers import in_python

NAMED = [Path(name).absolute() for name in os.environ.get("OWNERLINT_CORPUS", "").split(os.pathsep) if name]


@pytest.mark.parametrize("labels", [False, True], ids=["plain", "labels"])
@pytest.mark.parametrize(
    "folder", [ROOT / "fixtures", ROOT / "docs", ROOT / ".github", *NAMED], ids=lambda path: path.name
)
def test_every_file_gives_the_same_records(folder: Path, labels: bool) -> None:
    found = discover((str(folder),), DiscoverOptions(gitignore=False)).sources
    for source in found:
        careful = load(source, LoadOptions(labels=labels, fast=False))
        assert load(source, LoadOptions(labels=labels)) == careful, source.file
        assert in_python(source, LoadOptions(labels=labels)) == careful, source.file
    assert found
