"""The public functions for programs: what the commands do, without a command line around it.

They stand here and not in the package itself, so that importing `ownerlint` costs nothing, and because `ownerlint.load` is
the package that reads files.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ownerlint.collector.predict import predict
from ownerlint.discover import DiscoverOptions
from ownerlint.graph import Confidence, WorldMode
from ownerlint.registry import load_registry
from ownerlint.run import Request, check, read

if TYPE_CHECKING:
    from ownerlint.finding import Report
    from ownerlint.model import KubeObject

__all__ = ["lint", "load", "predict"]


def lint(
    *paths: str,
    world: WorldMode | str = WorldMode.AUTO,
    kubernetes_version: str | None = None,
    select: Sequence[str] | None = None,
    ignore: Sequence[str] = (),
    min_confidence: Confidence | str = Confidence.MEDIUM,
) -> Report:
    """Check files and folders, and return the whole report. No configuration file is read.

    Args:
        paths: files and folders.
        world: whether other objects may exist outside the files: `auto`, `open` or `closed`.
        kubernetes_version: release to judge kinds and versions by, such as `1.36`; None for the newest known.
        select: names, codes or code prefixes of the rules to report; None for all.
        ignore: the same for rules not to report.
        min_confidence: findings below are not reported: `low`, `medium` or `high`.

    Raises:
        PathNotFoundError: a path does not exist.
        ValueError: the world, the confidence or the release is not known.
    """
    return check(
        Request(
            paths=paths,
            registry=load_registry(),
            mode=WorldMode(world),
            release=kubernetes_version,
            select=None if select is None else tuple(select),
            ignore=tuple(ignore),
            min_confidence=Confidence(min_confidence),
            discovery=DiscoverOptions(),
        )
    )


def load(*paths: str) -> tuple[KubeObject, ...]:
    """Read files and folders, and return every Kubernetes object, in order of file, document and item.

    Raises:
        PathNotFoundError: a path does not exist.
    """
    return read(Request(paths=paths, registry=load_registry())).objects
