"""Copies of the checkout and a scrubbed environment, for tests that run other programs on the project itself."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The checkout."""

_INHERITED = ("GIT_", "PYTHON", "COV_", "PYTEST_", "GITHUB_", "RUNNER_", "PRE_COMMIT")


def environment(**changes: str) -> dict[str, str]:
    """Return an environment in which neither git, Python nor a CI service knows of the run that we are part of."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_INHERITED)}
    return {**kept, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": os.devnull, **changes}


def run(*command: str | Path, cwd: Path, env: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program in a folder and return what it did; its exit code is the caller's to judge."""
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=environment() if env is None else env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def succeed(*command: str | Path, cwd: Path, env: Mapping[str, str] | None = None) -> str:
    """Run a program that must end with 0; return its standard output."""
    done = run(*command, cwd=cwd, env=env)
    assert done.returncode == 0, f"{command} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def tracked_files() -> list[str]:
    """Return the paths of the files that git knows or would take, as they stand in the working tree, sorted."""
    listed = succeed("git", "ls-files", "-co", "--exclude-standard", "-z", cwd=ROOT)
    return sorted(path for path in listed.split("\0") if path and (ROOT / path).is_file())


def copy_to(folder: Path) -> Path:
    """Copy the working tree, without what git ignores, to a new folder, and return it."""
    for path in tracked_files():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, target)
    return folder


def commit_all(folder: Path, message: str = "all") -> str:
    """Make a folder a git repository, if it is none, and commit all of it; return the commit's hash."""
    if not (folder / ".git").exists():
        succeed("git", "init", "--quiet", "--initial-branch=main", cwd=folder)
        succeed("git", "config", "user.name", "Test", cwd=folder)
        succeed("git", "config", "user.email", "test@example.com", cwd=folder)
    succeed("git", "add", "--all", cwd=folder)
    succeed("git", "commit", "--quiet", "--no-verify", "--message", message, cwd=folder)
    return succeed("git", "rev-parse", "HEAD", cwd=folder).strip()


def new_venv(folder: Path, python: str | Path) -> Path:
    """Make a virtual environment and return the folder of its programs."""
    succeed(python, "-m", "venv", folder, cwd=folder.parent)
    return folder / ("Scripts" if os.name == "nt" else "bin")
