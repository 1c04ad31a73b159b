"""The installed program, run as a user runs it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
ROOT = Path(__file__).parents[2]

UID = "0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11"
OWNER = f"""\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  uid: {UID}
"""


def dependent(name: str = "web-config", namespace: str = "shop", owner: str = "web", uid: str = UID) -> str:
    """Return a live ConfigMap with one owner reference."""
    return f"""\
apiVersion: v1
kind: ConfigMap
metadata:
  name: {name}
  namespace: {namespace}
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: {owner}
    uid: {uid}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with an owner and a dependent in another namespace."""
    (tmp_path / "owner.yaml").write_text(OWNER)
    (tmp_path / "dependent.yaml").write_text(dependent(namespace="billing"))
    return tmp_path


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Return a function that runs ownerlint in the temporary folder, without the surroundings of this process."""

    def call(*arguments: str, stdin: str | None = None, **surroundings: str) -> subprocess.CompletedProcess[str]:
        kept = {key: os.environ[key] for key in ("PATH", "HOME", "SYSTEMROOT") if key in os.environ}
        return subprocess.run(
            [sys.executable, "-m", "ownerlint", *arguments],
            cwd=tmp_path,
            input=stdin,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**kept, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", **surroundings},
            timeout=120,
            check=False,
        )

    return call
