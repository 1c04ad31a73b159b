"""What a configuration file says, as records."""

from __future__ import annotations

from datetime import date

from msgspec import Struct

from ownerlint.kinds.crds import CustomKind


class IgnoreEntry(Struct, frozen=True):
    """Findings that the configuration ignores: those that fit every field that is not empty.

    Args:
        rule: name, code or beginning of a code.
        kind: glob for the kind of the object at fault, or for `KIND.GROUP`.
        namespace: glob for its namespace as the manifest has it.
        name: glob for its name.
        path: pattern in the syntax of `.gitignore` for the file, relative to the configuration's folder.
        reason: why; for people.
        until: last day on which the entry holds; None for ever.
        file: display path of the configuration file.
        line: line of the entry there, from 1; None where it is not known.
    """

    rule: str = ""
    kind: str = ""
    namespace: str = ""
    name: str = ""
    path: str = ""
    reason: str = ""
    until: date | None = None
    file: str = ""
    line: int | None = None


class NamedRule(Struct, frozen=True):
    """A place in a configuration file where a rule is named, for `require_known`."""

    word: str
    key: str
    line: int | None


class Config(Struct, frozen=True):
    """What a configuration file says. None and empty mean that it says nothing, so that the default holds.

    Args:
        path: absolute path of the file; None where there is none.
        root: absolute path of the folder that its patterns are relative to: the file's; without a file the
            repository's, else the folder where the search began.
        select: names, codes or beginnings of codes of the rules to report.
        ignore: the same for rules not to report.
        sets: names of the sets of rules to report.
        ignores: findings not to report.
        fail_on: `error`, `warning` or `info`.
        min_confidence: `low`, `medium` or `high`.
        world: `auto`, `open` or `closed`.
        kubernetes_version: such as `1.36`, or `1.30..1.36` for an upgrade.
        exclude: patterns in the syntax of `.gitignore`, relative to `root`.
        index: absolute paths of files and folders to read for resolution.
        collections: patterns in the syntax of `.gitignore`, relative to `root`, of folders that are one collection.
        kinds: custom kinds.
        test_data: names of folders of test data, in place of the built-in names; None for these.
        partial: patterns in the syntax of `.gitignore`, relative to `root`, of manifests incomplete on purpose.
        max_file_size: bytes.
        gitignore: whether `.gitignore` files are respected.
        allow_empty: whether it is no failure that there is nothing to check.
        named: every place that names a rule.
    """

    path: str | None
    root: str
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    ignores: tuple[IgnoreEntry, ...] = ()
    fail_on: str | None = None
    min_confidence: str | None = None
    world: str | None = None
    kubernetes_version: str | None = None
    exclude: tuple[str, ...] = ()
    index: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    kinds: tuple[CustomKind, ...] = ()
    test_data: tuple[str, ...] | None = None
    partial: tuple[str, ...] = ()
    max_file_size: int | None = None
    gitignore: bool | None = None
    allow_empty: bool | None = None
    named: tuple[NamedRule, ...] = ()
