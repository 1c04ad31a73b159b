"""Manifests on the disk, and reading them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ownerlint.load import LoadedFile, LoadOptions, load
from ownerlint.model import Source
from ownerlint.reading import ReadFiles, ReadingOptions, read_all

PADDING = "#" * 3000 + "\n"
"""A comment that makes a file worth a cache."""


def manifest(name: str, namespace: str = "shop") -> str:
    """Return a small live object with an owner reference and a finalizer."""
    return f"""\
apiVersion: v1
kind: ConfigMap
metadata:
  name: {name}
  namespace: {namespace}
  uid: 66666666-7777-4888-9999-aaaaaaaaaaaa
  finalizers: [example.com/{name}]
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: {name}-owner
    uid: 11111111-2222-4333-8444-555555555555
"""


def write(folder: Path, amount: int = 100) -> list[Source]:
    """Write files of different sizes and return them as sources, in order."""
    folder.mkdir(exist_ok=True)
    for number in range(amount):
        text = "---\n".join(manifest(f"object-{number}-{index}") for index in range(number % 4))
        (folder / f"{number:03d}.yaml").write_text(text + PADDING)
    return sources(folder)


def sources(folder: Path) -> list[Source]:
    """Return the files of a folder as sources, in order."""
    return [Source(path.name, str(path)) for path in sorted(folder.iterdir())]


def directly(found: Sequence[Source], loading: LoadOptions | None = None) -> list[LoadedFile]:
    """Return what the loader says of each file."""
    return [load(source, loading or LoadOptions()) for source in found]


def read(found: Sequence[Source], jobs: int = 1, cache: Path | None = None, share: int = 1) -> ReadFiles:
    """Read files; even the smallest are worth processes."""
    how = ReadingOptions(jobs=jobs, cache=str(cache) if cache else None, root="/somewhere", share=share)
    return read_all(found, LoadOptions(), how)
