"""What is measured on: folders that are made once, always with the same bytes, or that the caller gives."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

from benchmarks.dice import Dice
from benchmarks.kubectl_yaml import Object, document, stream
from benchmarks.manifests import application
from benchmarks.pods import pod, workloads

EDITION: Final = 1
"""To be raised when other bytes are made, so that folders of an earlier edition are not taken."""

PODS_IN_FILE: Final = 100
_SUFFIXES: Final = (".yaml", ".yml", ".json")


@dataclass(frozen=True, slots=True)
class Input:
    """A folder of manifests.

    Args:
        key: short name for the command line.
        title: what it holds, for people.
        folder: where it is.
        files: number of YAML and JSON files.
        size: their bytes.
        flawless: whether every file is a manifest that parses; some tools stop at the first that is not.
    """

    key: str
    title: str
    folder: Path
    files: int
    size: int
    flawless: bool = True


def exported_pods(place: Path, amount: int) -> Input:
    """Return a folder of exported Pods, a hundred documents a file; made in `place` unless it is there."""
    folder = _made(place, f"pods-{amount}", lambda draft: _write_pods(draft, amount))
    return _input("pods", f"{amount:,} exported Pods", folder)


def dump(place: Path, amount: int) -> Input:
    """Return a folder with one JSON file, a List of the same Pods; made in `place` unless it is there."""
    folder = _made(place, f"dump-{amount}", lambda draft: _write_dump(draft, amount))
    return _input("dump", f"the same {amount:,} Pods in one JSON dump", folder)


def small_files(place: Path, amount: int) -> Input:
    """Return a tree of small files, one object each; made in `place` unless it is there."""
    folder = _made(place, f"small-{amount}", lambda draft: _write_small(draft, amount))
    return _input("small", f"{amount:,} small files", folder)


def given(folder: Path) -> Input:
    """Return a folder that somebody else made, which may hold anything.

    Raises:
        FileNotFoundError: it holds no YAML or JSON.
    """
    found = _input("corpus", "a folder of real manifests", folder, flawless=False)
    if not found.files:
        raise FileNotFoundError(f"{folder} holds no YAML or JSON file")
    return found


def pods(amount: int) -> Iterator[Object]:
    """Yield so many Pods, always the same."""
    dice = Dice(5)
    owners = workloads(dice, max(1, amount // 10))
    for number in range(amount):
        yield pod(dice, dice.pick(owners), number)


def _write_pods(folder: Path, amount: int) -> None:
    made = pods(amount)
    number = 0
    while documents := list(islice(made, PODS_IN_FILE)):
        _write(folder / f"pods-{number:04d}.yaml", stream(documents))
        number += 1


def _write_dump(folder: Path, amount: int) -> None:
    """Write piece by piece: the peak memory that a child inherits at its start must stay small."""
    with (folder / "dump.json").open("w", encoding="utf-8", newline="\n") as file:
        file.write('{\n    "apiVersion": "v1",\n    "items": [')
        for number, one in enumerate(pods(amount)):
            text = json.dumps(one, indent=4, sort_keys=True).replace("\n", "\n        ")
            file.write(f"{',' if number else ''}\n        {text}")
        file.write('\n    ],\n    "kind": "List",\n    "metadata": {\n        "resourceVersion": ""\n    }\n}\n')


def _write_small(folder: Path, amount: int) -> None:
    number = written = 0
    while written < amount:
        place = folder / f"shop-{number:04d}"
        place.mkdir(exist_ok=True)
        for name, obj in islice(application(number), amount - written):
            _write(place / name, document(obj))
            written += 1
        number += 1


def _write(path: Path, text: str) -> None:
    path.write_bytes(text.encode())


def _made(place: Path, name: str, write: Callable[[Path], None]) -> Path:
    """Return the folder; it has its name only once it is whole, so a run that was cut short leaves nothing half-made."""
    folder = place / f"{name}-{EDITION}"
    if not folder.exists():
        draft = place / f"{folder.name}.draft"
        draft.mkdir(parents=True, exist_ok=True)
        write(draft)
        draft.rename(folder)
    return folder


def _input(key: str, title: str, folder: Path, *, flawless: bool = True) -> Input:
    sizes = [path.stat().st_size for path in folder.rglob("*") if path.suffix in _SUFFIXES and path.is_file()]
    return Input(key, title, folder, len(sizes), sum(sizes), flawless)
