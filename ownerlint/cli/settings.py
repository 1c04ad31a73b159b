"""The settings of a run: what options of the command line and configuration add up to."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ownerlint.cli.failure import fail
from ownerlint.cli.pace import pace_of

if TYPE_CHECKING:
    from ownerlint.config import Config
    from ownerlint.model import Source
    from ownerlint.registry import Registry
    from ownerlint.run import Request


class Settings(Struct, frozen=True):
    """What a run is to do.

    Args:
        request: what decides the result.
        fail_on: severity from which on findings make the exit code 1.
        allow_empty: whether it is fine that no object was found.
        root: folder that SARIF paths are relative to.
    """

    request: Request
    fail_on: str
    allow_empty: bool
    root: str


def settings_of(paths: tuple[str, ...], options: dict[str, Any], registry: Registry) -> Settings:
    """Return what a run is to do: options of the command line count more than the configuration.

    Exits with 2 and a clear message where either is wrong.

    Args:
        paths: what to read.
        options: those of `reading_options`; `select`, `ignore`, `min_confidence` and `fail_on` where a command has them.
        registry: the rules.
    """
    from ownerlint.config import ConfigError, require_known  # noqa: PLC0415 - start-up
    from ownerlint.kinds import parse_range  # noqa: PLC0415 - start-up

    try:
        config = _configuration(options)
        require_known(config, registry.metas)
        release = options["kubernetes_version"] or config.kubernetes_version
        request = _request(paths, options, config, registry, parse_range(release) if release else (None, None))
    except (ConfigError, ValueError) as error:
        fail(str(error))
    return Settings(
        request=request,
        fail_on=options.get("fail_on") or config.fail_on or "warning",
        allow_empty=options["allow_empty"] or bool(config.allow_empty),
        root=_repository(),
    )


def read_stdin(name: str | None) -> Source:
    """Return standard input as a source, read to its end."""
    from ownerlint.model import Source  # noqa: PLC0415 - start-up

    file = name or "<stdin>"
    return Source(file=file, path="", data=sys.stdin.buffer.read(), collection=file)


def words(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a repeatable option whose values are lists separated by commas."""
    from ownerlint.selector import split_words  # noqa: PLC0415 - start-up

    return tuple(dict.fromkeys(word for value in values for word in split_words(value)))


def _configuration(options: dict[str, Any]) -> Config:
    from ownerlint.config import find, load, without_file  # noqa: PLC0415 - start-up

    if options["isolated"]:
        return without_file(".")
    path = options["config_file"] or find(".")
    return load(path) if path else without_file(".")


def _request(
    paths: tuple[str, ...],
    options: dict[str, Any],
    config: Config,
    registry: Registry,
    releases: tuple[str | None, str | None],
) -> Request:
    from datetime import date  # noqa: PLC0415 - start-up

    from ownerlint.discover import TEST_DATA_FOLDERS, DiscoverOptions  # noqa: PLC0415 - start-up
    from ownerlint.graph import Confidence, WorldMode  # noqa: PLC0415 - start-up
    from ownerlint.load import LoadOptions  # noqa: PLC0415 - start-up
    from ownerlint.run import Request  # noqa: PLC0415 - start-up
    from ownerlint.selector import DEFAULT_SET  # noqa: PLC0415 - start-up
    from ownerlint.setting import SettingOptions  # noqa: PLC0415 - start-up

    size = options["max_file_size"] or config.max_file_size
    select = words(options.get("select", ()))
    return Request(
        paths=paths,
        registry=registry,
        index=options["index"] or config.index,
        stdin=read_stdin(options["stdin_filename"]) if "-" in paths else None,
        mode=WorldMode(options["world"] or config.world or "auto"),
        release=releases[0],
        since=releases[1],
        select=_known(select, registry) or config.select,
        ignore=(*config.ignore, *_known(words(options.get("ignore", ())), registry)),
        sets=_sets(words(options.get("sets", ())) or config.sets or (DEFAULT_SET,), registry),
        min_confidence=Confidence(options.get("min_confidence") or config.min_confidence or "medium"),
        ignores=config.ignores,
        kinds=config.kinds,
        discovery=DiscoverOptions(
            gitignore=config.gitignore is not False and not options["no_gitignore"],
            exclude=config.exclude,
            root=config.root,
            collections=config.collections,
            test_data=TEST_DATA_FOLDERS if config.test_data is None else config.test_data,
        ),
        loading=LoadOptions(max_yaml_bytes=size, max_json_bytes=size) if size else LoadOptions(),
        setting=SettingOptions(partial=config.partial, root=config.root),
        today=date.today() if any(entry.until for entry in config.ignores) else None,
        reading=pace_of(options, config.root),
    )


def _known(selectors: tuple[str, ...], registry: Registry) -> tuple[str, ...]:
    """Return the selectors.

    Raises:
        ValueError: one of them selects no rule.
    """
    from ownerlint.selector import is_known, names_of, unknown_rule  # noqa: PLC0415 - start-up

    for word in selectors:
        if not is_known(word, registry.metas):
            raise ValueError(unknown_rule(word, names_of(registry.metas)))
    return selectors


def _sets(names: tuple[str, ...], registry: Registry) -> tuple[str, ...]:
    """Return the names of sets.

    Raises:
        ValueError: there is no set of one of these names.
    """
    from ownerlint.selector import sets_of, unknown_set  # noqa: PLC0415 - start-up

    known = sets_of(registry.metas)
    for name in names:
        if name.casefold() not in known:
            raise ValueError(unknown_set(name, known))
    return names


def _repository() -> str:
    """Return the root of the repository that the working directory is in, else the working directory."""
    from ownerlint.discover.gitignore import repository_root  # noqa: PLC0415 - start-up

    return repository_root(str(Path.cwd())) or str(Path.cwd())
