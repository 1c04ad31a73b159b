"""The result of `ownerlint check`: as an earlier run came to it where nothing has changed, else anew."""

from __future__ import annotations

import os
import stat
from datetime import date, datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from msgspec.structs import replace

from ownerlint.cli.failure import fail
from ownerlint.cli.pace import cache_folder
from ownerlint.cli.replay import Words, folder_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ownerlint.looks import Looks
    from ownerlint.recall.answer import Answer
    from ownerlint.recall.store import Recall
    from ownerlint.recall.witness import Manifest
    from ownerlint.run import Reading

_SMALL: Final = 1 << 18
"""Bytes; reports on less are not kept (`ReadingOptions.worth`)."""

_IDLE: Final = frozenset(
    {"format_", "outputs", "color", "quiet", "verbose", "exit_zero", "jobs", "no_cache", "cache_dir"}
)
"""Options that change nothing in a report; every other one is part of the question."""


def answer_to(paths: tuple[str, ...], options: dict[str, Any]) -> tuple[Answer, Recall | None]:
    """Return the result of checking these PATHs, and where what came of it is kept, if anywhere.

    Exit with 2 and a message where they or the options are wrong.
    """
    today = date.today().isoformat()
    recall = _recall(paths, options)
    return (recall.answer(today) if recall else None) or _found(paths, options, today, recall), recall


def show(recall: Recall, answer: Answer, code: int, output: str, lines: Iterable[str]) -> None:
    """Keep what this run wrote for the next run that is called with the same words, in a plain case (`replay`).

    Args:
        recall: where reports are kept.
        answer: the result.
        code: exit code.
        output: what went to standard output.
        lines: what went to standard error.
    """
    words = click.get_current_context().find_object(Words)
    if words is None or folder_for(words) != recall.folder:
        return
    from ownerlint.recall.shown import Shown  # noqa: PLC0415 - start-up

    texts = (output, "".join(f"{line}\n" for line in lines))
    shown = Shown(code, *(text.encode("utf-8", "backslashreplace") for text in texts))
    recall.show(words.key(), shown, answer.today)


def _recall(paths: tuple[str, ...], options: dict[str, Any]) -> Recall | None:
    """Return where earlier reports are; None where there is no use in that.

    Standard input is never the same. Elsewhere than on POSIX systems, the time of a change cannot be told for sure.
    """
    folder = cache_folder(options)
    if folder is None or "-" in paths or os.name != "posix" or _are_small_files(paths):
        return None
    from ownerlint.recall.program import program  # noqa: PLC0415 - start-up
    from ownerlint.recall.store import Recall  # noqa: PLC0415 - start-up

    code = program()
    if code is None:
        return None
    asked = repr((paths, sorted((name, value) for name, value in options.items() if name not in _IDLE)))
    return Recall(folder, str(Path.cwd()), asked, code, _clock)


def _are_small_files(paths: tuple[str, ...]) -> bool:
    """Return whether these are files that are read sooner than anything is recalled, as a pre-commit hook has them."""
    size = 0
    for path in paths:
        try:
            status = os.stat(path)  # noqa: PTH116 - pathlib is slow to import
        except (OSError, ValueError):
            return False
        size += status.st_size
        if not stat.S_ISREG(status.st_mode) or size >= _SMALL:
            return False
    return True


def _clock() -> int:
    return round(datetime.now(timezone.utc).timestamp() * 1_000_000) * 1000


def _found(paths: tuple[str, ...], options: dict[str, Any], today: str, recall: Recall | None) -> Answer:
    from ownerlint.cli.settings import settings_of  # noqa: PLC0415 - start-up
    from ownerlint.discover import PathNotFoundError  # noqa: PLC0415 - start-up
    from ownerlint.looks import Looks  # noqa: PLC0415 - start-up
    from ownerlint.recall.answer import Answer  # noqa: PLC0415 - start-up
    from ownerlint.registry import load_registry  # noqa: PLC0415 - start-up
    from ownerlint.run import judge, read  # noqa: PLC0415 - start-up

    looks = Looks()
    if recall:
        _look_around(options, looks)
    settings = settings_of(paths, options, load_registry())
    request = settings.request
    try:
        reading = read(request, looks)
    except PathNotFoundError as error:
        fail(str(error))
    answer = Answer(
        judge(reading, request),
        settings.fail_on,
        settings.allow_empty,
        settings.root,
        request.today.isoformat() if request.today else "",
    )
    if recall is None or not _is_repeatable(answer, reading, today):
        return answer
    note = recall.keep(answer, list(_manifests(reading)), looks, request.reading.worth)
    return replace(answer, report=replace(answer.report, notes=(note,))) if note else answer


def _look_around(options: dict[str, Any], looks: Looks) -> None:
    """Note what the settings are going to be made from."""
    from ownerlint.config import searched  # noqa: PLC0415 - start-up
    from ownerlint.discover.gitignore import repository_root  # noqa: PLC0415 - start-up

    here = str(Path.cwd())
    looks.link(here)
    repository_root(here, looks)
    if not options["isolated"]:
        for path in (options["config_file"],) if options["config_file"] else searched("."):
            looks.file(path)


def _is_repeatable(answer: Answer, reading: Reading, today: str) -> bool:
    """Return whether the same files give the same report again.

    A failure may not repeat itself; nor may a file that could not be read, for reasons that lie outside of it.
    """
    report = answer.report
    if report.errors or report.notes or answer.today not in {"", today}:
        return False
    unreadable = any(fault.rule == "unreadable-file" for fault in reading.faults)
    return not unreadable and None not in reading.stamps and len(reading.stamps) == len(reading.sources)


def _manifests(reading: Reading) -> Iterator[Manifest]:
    from ownerlint.recall.witness import Manifest  # noqa: PLC0415 - start-up

    for source, stamp in zip(reading.sources.values(), reading.stamps, strict=True):
        if stamp is not None:
            yield Manifest(source.path, (stamp.size, stamp.modified, stamp.changed, stamp.inode), stamp.in_chart)
