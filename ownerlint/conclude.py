"""From problems to findings: sure enough, foremost for their reference, located, and not suppressed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from ownerlint.config import IgnoreEntry
from ownerlint.engine import Stamped, at_least, finish, rank
from ownerlint.finding import Finding
from ownerlint.locate import FileLocator
from ownerlint.model import KubeObject, Source
from ownerlint.rule import Confidence, Meta, Problem

if TYPE_CHECKING:
    from ownerlint.suppress import Remark

UNUSED = "unused-suppression"
"""Name of the rule that reports suppressions which silence nothing."""
UNKNOWN = "unknown-suppression"
"""Name of the rule that reports suppressions of rules which do not exist."""


class Suppressions(NamedTuple):
    """What may silence findings.

    Args:
        commented: files that contain a suppression comment.
        annotated: objects that carry the annotation.
        entries: entries of the configuration.
        root: absolute path of the folder that the entries' paths are relative to.
        today: the day by which entries end.
        complete: whether all files that findings may be due to were read.
    """

    commented: Sequence[str]
    annotated: Sequence[KubeObject]
    entries: Sequence[IgnoreEntry]
    root: str
    today: date | None
    complete: bool

    @property
    def any(self) -> bool:
        """Whether there is a suppression at all."""
        return bool(self.commented or self.annotated or self.entries)


class Conclusion(NamedTuple):
    """The findings of a run, in the one order of reports: those that are kept, and those that were silenced."""

    kept: tuple[Finding, ...]
    suppressed: tuple[Finding, ...]


def conclude(
    stamped: Sequence[Stamped],
    *,
    metas: Sequence[Meta],
    ran: Iterable[str],
    minimum: Confidence,
    suppressions: Suppressions,
    sources: Mapping[str, Source],
    locator: FileLocator,
) -> Conclusion:
    """Return the findings of a run.

    Args:
        stamped: every problem that the rules yielded.
        metas: every rule that exists.
        ran: names of the rules that are wanted and ran to their end.
        minimum: findings that are less sure are not reported.
        suppressions: what may silence findings.
        sources: files by display path.
        locator: finds lines and columns.
    """
    foremost = rank([item for item in stamped if at_least(item.confidence, minimum)])
    if not suppressions.any:
        return Conclusion(tuple(finding for _, finding in finish(foremost, locator)), ())
    from ownerlint.suppress import comments, suppress  # noqa: PLC0415 - most runs have none

    # Whether a suppression is of use is judged by all that the rules said, reported or not: a comment must not become
    # "unused" because the run asked for a higher confidence.
    reported = {id(item) for item in foremost}
    located = finish(stamped, locator)
    written = {file: comments(file, locator.positions(file).text) for file in suppressions.commented}
    outcome = suppress(
        [finding for _, finding in located],
        comments=written,
        annotated=suppressions.annotated,
        entries=suppressions.entries,
        metas=metas,
        active=ran,
        today=suppressions.today,
        root=suppressions.root,
        absolute=lambda file: sources[file].path if file in sources else file,
        complete=suppressions.complete,
    )
    wanted = {id(finding) for item, finding in located if id(item) in reported}
    remarks = [*_remarks(outcome.unused, UNUSED, metas), *_remarks(outcome.unknown, UNKNOWN, metas)]
    silenced = [stamp for name, remark in outcome.silenced for stamp in _remarks((remark,), name, metas)]
    kept = [finding for finding in outcome.kept if id(finding) in wanted]
    kept += [finding for _, finding in finish(remarks, locator)]
    return Conclusion(
        tuple(sorted(kept, key=Finding.sort_key)),
        (
            *(finding for finding in outcome.suppressed if id(finding) in wanted),
            *(finding for _, finding in finish(silenced, locator)),
        ),
    )


def _remarks(remarks: Iterable[Remark], name: str, metas: Sequence[Meta]) -> list[Stamped]:
    """Return what is to be said of suppressions as problems of the rule that stands for it."""
    meta = next(meta for meta in metas if meta.name == name)
    return [Stamped(meta, Problem(remark.where, remark.message), Confidence.HIGH) for remark in remarks]
