"""What the tests of reading share."""

from __future__ import annotations

import pytest

from ownerlint.load import LoadedFile, LoadOptions, load
from ownerlint.model import Source
from ownerlint.reading import one


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list of the files that are loaded from now on."""
    loaded: list[str] = []

    def noted(source: Source, options: LoadOptions) -> LoadedFile:
        loaded.append(source.file)
        return load(source, options)

    monkeypatch.setattr(one, "load", noted)
    return loaded
