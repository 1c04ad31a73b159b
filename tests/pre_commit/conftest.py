"""Our hooks, ready to be used by repositories."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.checkout import commit_all, copy_to, environment
from tests.pre_commit.repositories import Hooks


@pytest.fixture(scope="session")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Hooks:
    """The hooks of the working tree, committed or not."""
    clone = copy_to(tmp_path_factory.mktemp("ownerlint"))
    rev = commit_all(clone)
    env = environment(
        PRE_COMMIT_HOME=str(tmp_path_factory.mktemp("pre-commit-home")),
        PRE_COMMIT_COLOR="never",
        PATH=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    )
    return Hooks(clone, rev, env)
