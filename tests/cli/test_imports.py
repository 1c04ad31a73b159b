"""What each command imports: start-up time is kept by this list, not by a clock."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from tests.checkout import ROOT
from tests.manifests import BAD, CLEAN

PROGRAM = """
import json, sys
import click
before = set(sys.modules)
from ownerlint.cli import main
try:
    main(sys.argv[1:], prog_name="ownerlint")
except SystemExit:
    pass
sys.stderr.write("\\n" + json.dumps(sorted(set(sys.modules) - before)))
"""

AGAIN = """
import sys
before = set(sys.modules)
from ownerlint.cli.start import main
try:
    main(prog_name="ownerlint")
finally:
    found = sorted(set(sys.modules) - before)
    import json
    sys.stderr.write("\\n" + json.dumps(found))
"""

HEAVY = {
    *("asyncio", "bz2", "concurrent.futures", "csv", "difflib", "email", "hashlib", "http", "importlib.metadata"),
    *("jsonschema", "logging", "lzma", "markdown_it", "multiprocessing", "pathspec", "pickle", "pygments", "random"),
    *("rich", "shutil", "socket", "ssl", "subprocess", "tempfile", "unittest", "xml", "zipfile"),
}
"""Modules that take long to import, and that none of these commands needs."""

PARSERS = {"ruamel", "tomllib", "tomli"}


def imported(folder: Path, *arguments: str, program: str = PROGRAM) -> set[str]:
    """Return the modules that a command imports beyond those that a program begins with."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("COV", "PYTEST"))}
    result = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=folder,
        env={**environment, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(folder / "cache")},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return set(json.loads(result.stderr.splitlines()[-1]))


def packages(modules: set[str]) -> set[str]:
    """Return the names of modules and of all packages that they are in."""
    words = [module.split(".") for module in modules]
    return {".".join(parts[:length]) for parts in words for length in range(1, len(parts) + 1)}


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_version_and_help_import_nothing_but_click(tmp_path: Path, option: str) -> None:
    found = imported(tmp_path, option)
    assert {name for name in found if name.partition(".")[0] == "ownerlint"} == {
        "ownerlint",
        "ownerlint.cli",
        "ownerlint.cli.commands",
    }
    third_party = packages(found) & {"click", "jsonschema", "msgspec", "pathspec", "rich", *PARSERS}
    assert third_party - {"click"} == set()
    assert packages(found) & (HEAVY - {"shutil", "lzma", "bz2"}) == set()


def test_rules_imports_no_parser(tmp_path: Path) -> None:
    assert packages(imported(tmp_path, "rules")) & (HEAVY | PARSERS) == set()


def test_a_clean_small_file_is_checked_with_little(tmp_path: Path) -> None:
    (tmp_path / "clean.yaml").write_text(CLEAN)
    found = packages(imported(tmp_path, "check", "--isolated", "clean.yaml"))
    assert found & HEAVY == set()
    assert found & {"base64", "json", "ownerlint.collector.admission", "ownerlint.collector.predict"} == set()
    assert {name for name in found if name.startswith("ownerlint.report.")} == {
        *("ownerlint.report.options", "ownerlint.report.summary", "ownerlint.report.visible")
    }
    assert {name for name in found if name.startswith("ownerlint.reading.")} == {
        *("ownerlint.reading.batches", "ownerlint.reading.one", "ownerlint.reading.options", "ownerlint.reading.work")
    }


def test_a_clean_small_folder_needs_no_more(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}.yaml").write_text(CLEAN)
    assert packages(imported(tmp_path, "check", "--isolated", ".")) & HEAVY == set()


def test_findings_bring_what_shows_them(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(BAD)
    found = packages(imported(tmp_path, "check", "--isolated", "bad.yaml"))
    assert found & (HEAVY - {"hashlib"}) == set()


def test_a_run_that_repeats_an_earlier_one_imports_next_to_nothing(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "large.yaml").write_text(CLEAN + "#" * 300_000 + "\n")
    # A file must have rested before its report is kept.
    first = AGAIN.replace("import sys", "import sys\nfrom ownerlint.recall import store\nstore.REST = 0")
    Event().wait(0.06)
    arguments = ("check", "--cache-dir", "cache", "work")
    assert "click" in imported(tmp_path, *arguments, program=first)
    found = imported(tmp_path, *arguments, program=AGAIN)
    assert {name for name in found if name.startswith("ownerlint.")} == {
        *("ownerlint.cli", "ownerlint.cli.replay", "ownerlint.cli.start", "ownerlint.looks", "ownerlint.plugins"),
        *("ownerlint.recall", "ownerlint.recall.kept", "ownerlint.recall.parts", "ownerlint.recall.program"),
        *("ownerlint.recall.shown", "ownerlint.recall.sight"),
    }
    others = {name.partition(".")[0] for name in found} - {"ownerlint"}
    assert others <= {"__future__", "errno", "zlib"}
