"""The quick way: what an earlier run wrote for the same words is written again, to the byte, or not at all."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from ownerlint.cli import start
from ownerlint.cli.replay import Words
from tests.checkout import ROOT, environment
from tests.manifests import BAD
from tests.recall.runs import PADDING, rest
from tests.terminal import shown_on

PROGRAM = """
import sys
from ownerlint.cli.start import main
if sys.argv.pop(1) == "first":
    from ownerlint.recall import store
    store.REST = 0  # as in this process
try:
    main(prog_name="ownerlint")
finally:
    sys.stderr.write("click" if "click" in sys.modules else "quick")
    sys.stderr.flush()
"""
"""A run that says last on standard error whether it imported click."""

PLAIN = [
    ("--format", "text"),
    ("--format", "json"),
    ("--format", "sarif"),
    ("--quiet",),
    ("--exit-zero", "."),
    ("--color", "never", "--world", "closed"),
    ("clean.yaml",),
    ("empty", "--allow-empty"),
    ("empty",),
    ("--config", ".ownerlint.yaml"),
]
ODD = [
    ("--output", "text=report.txt"),
    ("--verbose",),
    ("--color", "always"),
    ("--no-cache",),
    ("--no-such-option",),
    ("--", "."),
    ("deploy/bad.yaml",),
]


class Run:
    """A folder in which ownerlint is started, each time as a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = environment(PYTHONPATH=str(ROOT), XDG_CACHE_HOME=str(folder.parent / "home"))

    def __call__(self, turn: str, *words: str, **changes: str) -> tuple[int, bytes, bytes]:
        """Return exit code, output and errors, at the end of which stands `click` or `quick`."""
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, turn, *words],
            cwd=self.folder,
            env={**self.environment, **changes},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
            check=False,
        )
        return (done.returncode, done.stdout, done.stderr)


@pytest.fixture
def run(folder: Path) -> Run:
    (folder / ".ownerlint.yaml").write_text("min-confidence: low\n")
    (folder / "empty").mkdir()
    (folder / "empty" / "a.yaml").write_text(PADDING)
    (folder / "deploy" / "ünïcode.yaml").write_text(BAD.replace("web", "wéb"))
    rest()
    return Run(folder)


@pytest.mark.parametrize("words", PLAIN)
def test_the_same_words_give_the_same_bytes_without_click(run: Run, words: tuple[str, ...]) -> None:
    code, output, errors = run("first", "check", *words)
    assert errors.endswith(b"click")
    expected = (code, output, errors.removesuffix(b"click") + b"quick")
    assert [run("again", "check", *words) for _ in "12"] == [expected, expected]
    without = run("again", "check", *words, "--no-cache")
    assert without == (code, output, errors)


def test_the_command_takes_the_quick_way(run: Run) -> None:
    first = run("first", "check")
    told = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "ownerlint", "check"],
        cwd=run.folder,
        env=run.environment,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (told.returncode, told.stdout) == first[:2]
    assert b" click\n" not in told.stderr


@pytest.mark.parametrize("words", ODD)
def test_what_is_not_plain_takes_the_ordinary_way(run: Run, words: tuple[str, ...]) -> None:
    first = run("first", "check", *words)
    assert first[2].endswith(b"click")
    assert run("again", "check", *words) == first


def test_standard_input_takes_the_ordinary_way(run: Run) -> None:
    first = run("first", "check", "-", "clean.yaml")
    assert first[2].endswith(b"click")
    assert run("again", "check", "-", "clean.yaml") == first


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-16"])
def test_another_encoding_takes_the_ordinary_way(run: Run, encoding: str) -> None:
    run("first", "check")
    again = run("again", "check", PYTHONIOENCODING=encoding)
    assert again == run("again", "check", "--no-cache", PYTHONIOENCODING=encoding)


def test_a_terminal_takes_the_ordinary_way(run: Run) -> None:
    run("first", "check", "--quiet")
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "again", "check", "--quiet"],
        cwd=run.folder,
        env={**run.environment, "TERM": "xterm", "NO_COLOR": ""},
        stdout=theirs,
        stderr=subprocess.PIPE,
    ) as process:
        os.close(theirs)
        shown = shown_on(ours)
        assert process.stderr
        assert process.stderr.read() == b"click"
    assert b"\x1b[" in shown


def test_completion_takes_the_ordinary_way(run: Run) -> None:
    run("first", "check")
    changes = {"_OWNERLINT_COMPLETE": "bash_complete", "COMP_WORDS": "ownerlint ch", "COMP_CWORD": "1"}
    assert run("again", "check", **changes) == (0, b"plain,check\n", b"click")


@pytest.mark.parametrize("name", ["NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM"])
def test_another_environment_is_asked_anew(run: Run, name: str) -> None:
    first = run("first", "check")
    again = [run("again", "check", **{name: "40"}) for _ in "12"]
    assert again == [first, (*first[:2], first[2].removesuffix(b"click") + b"quick")]


def test_another_place_of_the_cache_knows_nothing(run: Run, tmp_path: Path) -> None:
    first = run("first", "check")
    assert run("again", "check", XDG_CACHE_HOME=str(tmp_path / "other")) == first


def test_a_plugin_takes_the_ordinary_way(run: Run, tmp_path: Path) -> None:
    first = run("first", "check")
    metadata = tmp_path / "site" / "p-1.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Name: p\nVersion: 1\n")
    (metadata / "entry_points.txt").write_text("[ownerlint.rules]\np = p:RULES\n")
    (tmp_path / "site" / "p.py").write_text("RULES = ()\n")
    places = os.pathsep.join((str(ROOT), str(tmp_path / "site")))
    assert run("again", "check", PYTHONPATH=places) == first


@pytest.mark.parametrize("quick", [False, True])
def test_nobody_reads(run: Run, quick: bool) -> None:
    if quick:
        run("first", "check")
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "again", "check"],
        cwd=run.folder,
        env=run.environment,
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=120,
        check=False,
    )
    os.close(writer)
    assert done.returncode == 1
    assert done.stderr == (b"" if quick else b"click")


def test_ctrl_c_ends_it_as_shells_expect(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    def interrupted(_: Words) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(start, "replay", interrupted)
    with pytest.raises(SystemExit) as ended:
        start.main()
    assert ended.value.code == 130
    assert capfd.readouterr() == ("", "ownerlint: interrupted\n")
