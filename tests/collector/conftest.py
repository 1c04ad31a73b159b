from __future__ import annotations

from collections.abc import Iterator

import pytest

_FIGURES = pytest.StashKey[list[str]]()


@pytest.fixture
def figures(request: pytest.FixtureRequest) -> list[str]:
    """Lines for the summary at the end of the test run."""
    return request.config.stash.setdefault(_FIGURES, [])


@pytest.hookimpl(wrapper=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> Iterator[None]:
    yield
    lines = config.stash.get(_FIGURES, [])
    if lines:
        terminalreporter.section("agreement with the recordings")
        for line in lines:
            terminalreporter.write_line(line)
