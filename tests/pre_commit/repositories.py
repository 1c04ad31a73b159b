"""Git repositories that use our hooks, as their users have them: with the real pre-commit and a real install."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.checkout import commit_all, run, succeed

_PLACE = re.compile(r"^\S+\.\w+:\d+:\d+(?=: (?:error|warning|info): )", re.MULTILINE)


@dataclass(frozen=True)
class Repository:
    """A git repository with the hook installed.

    Args:
        root: its folder.
        env: environment that git and pre-commit run in.
    """

    root: Path
    env: Mapping[str, str]

    def write(self, **files: str) -> None:
        """Write manifests: `app=text` is `app.yaml`."""
        for name, text in files.items():
            (self.root / f"{name}.yaml").write_text(text, encoding="utf-8")

    def commit_unchecked(self) -> None:
        """Commit all there is, past the hook."""
        commit_all(self.root)

    def commit(self, *names: str) -> subprocess.CompletedProcess[str]:
        """Stage these files, changed, new or deleted, and commit as a user does."""
        succeed("git", "add", "--all", "--", *names, cwd=self.root, env=self.env)
        return run("git", "commit", "--message", "change", cwd=self.root, env=self.env)

    def pre_commit(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run pre-commit with these words."""
        return run(sys.executable, "-m", "pre_commit", *words, cwd=self.root, env=self.env)


class Hooks:
    """Our hooks at one commit of the working tree, installed by pre-commit only once."""

    def __init__(self, url: Path, rev: str, env: Mapping[str, str]) -> None:
        self._url, self._rev, self._env = url, rev, env

    def repository(self, root: Path, hook: str, *args: str) -> Repository:
        """Make a new repository in an empty folder that uses one hook with these arguments."""
        lines = ["repos:", f"- repo: {self._url}", f"  rev: {self._rev}", "  hooks:", f"  - id: {hook}"]
        if args:
            lines.append(f"    args: [{', '.join(args)}]")
        (root / ".pre-commit-config.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
        commit_all(root)
        made = Repository(root, self._env)
        installed = made.pre_commit("install")
        assert installed.returncode == 0, installed.stdout + installed.stderr
        return made


def places(output: str) -> list[str]:
    """Return the `file:line:column` of every finding in what pre-commit printed, in order."""
    return _PLACE.findall(output)
