"""`.ci/run` says what a machine lacks before it does anything."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.checkout import ROOT, environment, run


@pytest.mark.parametrize(("programs", "missing"), [(["git"], "npm"), (["npm"], "git")], ids=["npm", "git"])
def test_a_missing_program_is_named(tmp_path: Path, programs: list[str], missing: str) -> None:
    folder, script = tmp_path / "programs", tmp_path / "checkout" / ".ci" / "run"
    script.parent.mkdir(parents=True)
    shutil.copy(ROOT / ".ci" / "run", script)
    folder.mkdir()
    for name in ("bash", "dirname", *programs):
        (folder / name).symlink_to(shutil.which(name) or f"/absent/{name}")
    done = run(folder / "bash", script, cwd=tmp_path, env=environment(PATH=str(folder)))
    assert done.returncode == 2
    assert done.stderr.startswith(f".ci/run: {missing} is missing")
    assert sorted(path.name for path in script.parents[1].iterdir()) == [".ci"]
