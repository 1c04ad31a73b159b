"""The linters that are compared: how each is called, with the settings that let it do the least."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from benchmarks.inputs import Input
from benchmarks.measure import Contestant

CHECKOUT: Final = Path(__file__).resolve().parent.parent
PEERS: Final = CHECKOUT / "benchmarks" / ".peers" / "bin"
"""Where `install-peers` puts programs."""

YARDSTICK: Final = "kubeconform"
"""The tool that ratios are taken to: the fastest that reads every object of a folder and goes on after a broken file."""

OWNERLINT: Final = (sys.executable, "-m", "ownerlint")


@dataclass(frozen=True, slots=True)
class Peer:
    """Another linter.

    Args:
        name: its program.
        arguments: for an input, and a scratch folder that is empty.
        version: arguments that make it print its version.
        takes: whether it can read an input at all.
    """

    name: str
    arguments: Callable[[Input, Path], list[str]]
    version: tuple[str, ...]
    takes: Callable[[Input], bool] = lambda _: True


def _is_yaml(given: Input) -> bool:
    return given.key != "dump"


def _kubeconform(given: Input, empty: Path) -> list[str]:
    schemas = f"{empty}/{{{{.ResourceKind}}}}.json"
    return ["-schema-location", schemas, "-ignore-missing-schemas", "-summary", str(given.folder)]


def _kube_score(given: Input, _: Path) -> list[str]:
    return ["score", "--output-format", "ci", *(str(path) for path in _files(given.folder))]


def _yamllint(given: Input, _: Path) -> list[str]:
    return ["-d", "relaxed", str(given.folder)]


def _checkov(given: Input, _: Path) -> list[str]:
    return ["--directory", str(given.folder), "--framework", "kubernetes", "--compact", "--quiet", "--skip-download"]


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in {".yaml", ".yml", ".json"})


PEER_LINTERS: Final = (
    Peer("kubeconform", _kubeconform, ("-v",)),
    # It stops, with no output, at the first file that it cannot read: that would be no measurement.
    Peer("kube-score", _kube_score, ("version",), takes=lambda given: given.flawless),
    # It knows no List: "kind List not found in v1 groupversion".
    Peer("kubectl-validate", lambda given, _: [str(given.folder)], ("--version",), takes=_is_yaml),
    Peer("yamllint", _yamllint, ("--version",), takes=_is_yaml),
    Peer("checkov", _checkov, ("--version",)),
)
NAMES: Final = ("ownerlint", *(peer.name for peer in PEER_LINTERS), "ruamel.yaml")


def contestants(given: Input, scratch: Path, wanted: frozenset[str]) -> Iterator[Contestant]:
    """Yield every tool that is wanted, installed, and able to read the input.

    Args:
        given: what to read.
        scratch: a folder for caches and the like.
        wanted: some of `NAMES`.
    """
    if "ownerlint" in wanted:
        yield from _ownerlint(given, scratch / "caches" / given.folder.name)
    empty = scratch / "no-schemas"
    empty.mkdir(parents=True, exist_ok=True)
    for peer in PEER_LINTERS:
        program = found(peer.name)
        if peer.name in wanted and program and peer.takes(given):
            yield Contestant(peer.name, version(peer, program), [program, *peer.arguments(given, empty)], CHECKOUT)
    if "ruamel.yaml" in wanted and _is_yaml(given):
        command = [sys.executable, "-m", "benchmarks.ruamel_load", str(given.folder)]
        yield Contestant("ruamel.yaml's safe loader alone", _ruamel_version(), command, CHECKOUT)


def found(program: str) -> str | None:
    """Return the path of a peer's program: in `PEERS`, or else on the PATH."""
    return shutil.which(program, path=str(PEERS)) or shutil.which(program)


def missing(wanted: frozenset[str]) -> tuple[str, ...]:
    """Return the peers that are wanted and not installed."""
    return tuple(peer.name for peer in PEER_LINTERS if peer.name in wanted and not found(peer.name))


def version(peer: Peer, program: str) -> str:
    """Return the version of a peer; programs made by `go install` do not always know their own, but Go does."""
    if shutil.which("go"):
        for line in _output("go", "version", "-m", program).splitlines():
            words = line.split()
            if words[:1] == ["mod"]:
                return words[2].lstrip("v")
    words = _output(program, *peer.version).replace(",", " ").split()
    return next((word.lstrip("v") for word in words if word.lstrip("v")[:1].isdigit()), "?")


def ownerlint_version() -> str:
    """Return the version of ownerlint in this checkout."""
    return _output(*OWNERLINT, "--version").split()[-1]


def ownerlint_reader() -> str:
    """Return one sentence on whether this ownerlint reads YAML with its reader in C."""
    compiled = _output(sys.executable, "-c", "from ownerlint.load import is_compiled; print(is_compiled())")
    return f"ownerlint {'with' if compiled.strip() == 'True' else 'without'} its reader in C."


def _ownerlint(given: Input, caches: Path) -> Iterator[Contestant]:
    """Yield ownerlint's ways of working: without cache, in one process, filling the cache, and with a full one."""
    offered = _output(*OWNERLINT, "check", "--help")
    release = ownerlint_version()
    check = [*OWNERLINT, "check", "--isolated"]
    cold = [*check, "--no-cache"] if "--no-cache" in offered else check
    yield Contestant("ownerlint, no cache", release, [*cold, str(given.folder)], CHECKOUT)
    if "--jobs" in offered:
        yield Contestant(
            "ownerlint, no cache, `--jobs 1`", release, [*cold, "--jobs", "1", str(given.folder)], CHECKOUT
        )
    if "--cache-dir" not in offered:
        return
    first, second = caches / "first", caches / "second"
    _empty(second)
    fill = [*check, "--cache-dir", str(first), str(given.folder)]
    yield Contestant("ownerlint, first run, fills the cache", release, fill, CHECKOUT, lambda: _empty(first))
    again = [*check, "--cache-dir", str(second), str(given.folder)]
    yield Contestant("ownerlint, second run", release, again, CHECKOUT)


def _empty(cache: Path) -> None:
    shutil.rmtree(cache, ignore_errors=True)


def _ruamel_version() -> str:
    return _output(sys.executable, "-c", "import ruamel.yaml; print(ruamel.yaml.__version__)").strip()


def _output(*command: str) -> str:
    environment = {**os.environ, "COLUMNS": "200"}
    done = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr
