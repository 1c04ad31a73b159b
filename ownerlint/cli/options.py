"""What several commands share: types of options, and the settings that options and configuration add up to."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, NoReturn, TypeVar

import click
from msgspec import Struct

from ownerlint.cli.pace import pace_of, pace_options

if TYPE_CHECKING:
    from ownerlint.config import Config
    from ownerlint.model import Source
    from ownerlint.registry import Registry
    from ownerlint.run import Request


_Command = TypeVar("_Command", bound=Callable[..., object])


class Output(NamedTuple):
    """A report that goes to a file."""

    format: str
    path: str


if TYPE_CHECKING:
    # Newer releases of click say what a type converts to; older ones, which are supported too, cannot be subscripted.
    OutputType = click.ParamType[Output]
    SizeType = click.ParamType[int]
else:
    OutputType = SizeType = click.ParamType


class OutputSpec(OutputType):
    """`FORMAT=PATH`."""

    name = "format=path"

    def __init__(self, formats: tuple[str, ...]) -> None:
        self._formats = formats

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Output:
        """Return the format and the path of one `--output`."""
        if isinstance(value, Output):
            return value
        name, equals, path = str(value).partition("=")
        if not equals or not path:
            self.fail(f"'{value}' is not FORMAT=PATH, such as sarif=ownerlint.sarif", param, ctx)
        if name not in self._formats:
            self.fail(f"there is no format '{name}'; choose from {', '.join(self._formats)}", param, ctx)
        return Output(name, path)


class FileSize(SizeType):
    """A size as the configuration takes it: `200MB`, `64MiB`, `1000`."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the size in bytes."""
        from ownerlint.config import parse_size  # noqa: PLC0415 - start-up

        size = parse_size(str(value).strip())
        if size is None:
            self.fail(f"'{value}' is no size; write bytes, or a number with a unit, such as 200MB", param, ctx)
        return size


_READING: Final = (
    click.option(
        "--world",
        type=click.Choice(("auto", "open", "closed")),
        help="Whether other objects may exist outside the files.  [default: auto]",
    ),
    click.option(
        "--kubernetes-version",
        metavar="VERSION",
        help="Release to judge kinds and versions by, such as 1.36, or 1.30..1.36 for an upgrade.  "
        "[default: the newest known]",
    ),
    click.option(
        "--index",
        multiple=True,
        metavar="PATH",
        help="Also read PATH to resolve owners; shown is what concerns the PATHs.",
    ),
    click.option("--config", "config_file", type=click.Path(dir_okay=False), help="Use this configuration file."),
    click.option("--isolated", is_flag=True, help="Use no configuration file."),
    click.option("--stdin-filename", metavar="NAME", help="Name that standard input (-) has in the output."),
    click.option("--no-gitignore", is_flag=True, help="Read files that .gitignore excludes, too."),
    click.option("--max-file-size", type=FileSize(), metavar="SIZE", help="Read files up to this size, such as 200MB."),
    click.option("--allow-empty", is_flag=True, help="Exit with 0 when no Kubernetes object was found."),
    click.option(
        "--color",
        type=click.Choice(("auto", "always", "never")),
        default="auto",
        show_default=True,
        help="Colour the text.",
    ),
    click.option("-q", "--quiet", is_flag=True, help="Print no summary line on standard error."),
)
"""What every command that reads manifests takes, in the order of the help text."""


def reading_options(command: _Command) -> _Command:
    """Add the options that say what to read and how, which `settings_of` understands, to a command."""
    return reduce(lambda function, option: option(function), reversed((*_READING, pace_options)), command)


def closed_reading_options(command: _Command) -> _Command:
    """Add the same options to a command that takes the files for the whole cluster unless the user says otherwise."""
    world = click.option(
        "--world",
        type=click.Choice(("auto", "open", "closed")),
        default="closed",
        show_default=True,
        help="Whether other objects may exist outside the files.",
    )
    return reduce(lambda function, option: option(function), reversed((world, *_READING[1:], pace_options)), command)


def contradiction(paths: tuple[str, ...], options: dict[str, Any]) -> str | None:
    """Return what is wrong with the options that every command has; None where they go together."""
    if options["isolated"] and options["config_file"]:
        return "--isolated and --config contradict each other; give one of them"
    if options["stdin_filename"] and "-" not in paths:
        return "--stdin-filename names standard input; add - to the PATHs"
    return None


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


def fail(message: str) -> NoReturn:
    """Say on standard error why the job cannot be done, and exit with 2."""
    click.echo(f"ownerlint: error: {message}", err=True)
    sys.exit(2)


def color_wanted(choice: str, *, terminal: bool) -> bool:
    """Return whether output is coloured: as asked, else on a terminal unless NO_COLOR is set (https://no-color.org)."""
    if choice == "auto":
        return terminal and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return choice == "always"


def read_stdin(name: str | None) -> Source:
    """Return standard input as a source, read to its end."""
    from ownerlint.model import Source  # noqa: PLC0415 - start-up

    file = name or "<stdin>"
    return Source(file=file, path="", data=sys.stdin.buffer.read(), collection=file)


def words(values: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a repeatable option whose values are lists separated by commas."""
    from ownerlint.selector import split_words  # noqa: PLC0415 - start-up

    return tuple(dict.fromkeys(word for value in values for word in split_words(value)))


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
