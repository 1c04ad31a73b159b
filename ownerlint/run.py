"""The pipeline on one page: discover, load, settle, index, graph, fates, rules, findings."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path

from msgspec import Struct, field, structs

from ownerlint.collector import Fates, Surroundings
from ownerlint.conclude import Suppressions, conclude
from ownerlint.config import IgnoreEntry
from ownerlint.discover import Discovered, DiscoverOptions, discover
from ownerlint.engine import run_rules
from ownerlint.entry import is_impossible_uid
from ownerlint.finding import Finding, Location, Report, Summary, ToolError
from ownerlint.form import is_irregular
from ownerlint.garbage import seldom_collected
from ownerlint.graph import Confidence, WorldMode
from ownerlint.index import ObjectIndex
from ownerlint.kinds import CustomKind, KindTable
from ownerlint.load import LoadOptions, load
from ownerlint.locate import FileLocator
from ownerlint.looks import Looks
from ownerlint.model import InputFault, KubeObject, Skipped, Source
from ownerlint.permissions import Permissions
from ownerlint.reading import Lost, ReadingOptions, Stamp, read_all
from ownerlint.registry import Registry
from ownerlint.resolve import build_graph
from ownerlint.rule import Meta, World
from ownerlint.selector import DEFAULT_SET, is_offered, selects
from ownerlint.setting import SettingOptions, settle

_BROKEN = "broken-test-data"


class Request(Struct, frozen=True):
    """All that decides a run's result, and how its files are read, which decides nothing.

    Args:
        paths: files and folders to check; `-` is `stdin`.
        registry: the rules.
        index: further files and folders, read for resolution only.
        stdin: standard input as a source, where `paths` names it.
        mode: whether other objects may exist outside the files.
        release: Kubernetes release, such as `1.36`; None for the newest known.
        since: the release that an upgrade to `release` starts from; None where no upgrade is judged.
        select: names, codes or code prefixes of the rules to report; None for all.
        ignore: names, codes or code prefixes of the rules not to report.
        sets: the sets of rules that are chosen (`selector.is_offered`).
        min_confidence: findings below are not reported.
        ignores: entries of the configuration that suppress findings by rule and object.
        kinds: custom kinds that the configuration declares.
        discovery, loading, setting: options of those stages.
        today: for suppressions that end on a date; None where no entry has one.
        reading: processes and cache.
    """

    paths: tuple[str, ...]
    registry: Registry
    index: tuple[str, ...] = ()
    stdin: Source | None = None
    mode: WorldMode = WorldMode.AUTO
    release: str | None = None
    since: str | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    sets: tuple[str, ...] = (DEFAULT_SET,)
    min_confidence: Confidence = Confidence.MEDIUM
    ignores: tuple[IgnoreEntry, ...] = ()
    kinds: tuple[CustomKind, ...] = ()
    discovery: DiscoverOptions = field(default_factory=DiscoverOptions)
    loading: LoadOptions = field(default_factory=LoadOptions)
    setting: SettingOptions = field(default_factory=SettingOptions)
    today: date | None = None
    reading: ReadingOptions = field(default_factory=ReadingOptions)


class Reading(Struct, frozen=True):
    """What was read from the disk, before anything is judged.

    Args:
        sources: every file, by display path, in order.
        objects: every object, in order of file, document and item, with its setting.
        documents: number of documents that were not empty.
        skipped: what held nothing to judge, in order.
        faults: what could not be read or parsed, in order.
        commented: files that contain a suppression comment.
        named: display paths of the files that `paths` names or contains, without those of `index`.
        failures: files that ownerlint itself failed to read.
        notes: sentences about the reading for those who ask for more words.
        stamps: for each of `sources`, what it looked like before it was read; empty where there is no cache.
    """

    sources: dict[str, Source]
    objects: tuple[KubeObject, ...]
    documents: int
    skipped: tuple[Skipped, ...]
    faults: tuple[InputFault, ...]
    commented: tuple[str, ...]
    named: frozenset[str]
    failures: tuple[ToolError, ...] = ()
    notes: tuple[str, ...] = ()
    stamps: Sequence[Stamp | None] = ()

    @property
    def broken(self) -> frozenset[str]:
        """The collections of which something could not be read: what is not in them may have stood there."""
        lost = {fault.spot.file for fault in self.faults}
        lost.update(failure.file for failure in self.failures if failure.file)
        lost.update(skipped.file for skipped in self.skipped if skipped.reason == _BROKEN)
        files = {self.sources[file].collection for file in lost if file in self.sources}
        # A folder or a link stands in the collections of the folders above it.
        above = [f"{file}/" for file in lost if file not in self.sources]
        known = {source.collection for source in self.sources.values()} if above else set()
        return frozenset(
            files.union(name for name in known if any(name == "." or file.startswith(f"{name}/") for file in above))
        )


def read(request: Request, looks: Looks | None = None) -> Reading:
    """Find and load all files, and settle what their objects are there for.

    Args:
        request: what decides the result.
        looks: where to note what was looked at beside the files themselves.

    Raises:
        PathNotFoundError: a path that was named does not exist.
    """
    looks = Looks() if looks is None else looks
    asked = discover(request.paths, request.discovery, request.stdin, looks)
    beside = discover(request.index, request.discovery, looks=looks) if request.index else Discovered((), (), ())
    return read_sources(asked, beside, request, looks)


@seldom_collected()
def read_sources(asked: Discovered, beside: Discovered, request: Request, looks: Looks | None = None) -> Reading:
    """Load files that are already found: those to report on, and those that only help to resolve."""
    looks = Looks() if looks is None else looks
    sources = {source.file: source for source in (*beside.sources, *asked.sources)}
    ordered = [sources[file] for file in sorted(sources)]
    read = read_all(ordered, _loading(request), request.reading)
    loaded = read.files
    objects = [obj for one in loaded for obj in one.objects]
    faults = [*asked.faults, *beside.faults, *(fault for one in loaded for fault in one.faults)]
    excused = [fault for fault in faults if _may_be_meant(fault, sources, request.mode)]
    skipped = {*asked.skipped, *beside.skipped, *(skipped for one in loaded for skipped in one.skipped)}
    skipped |= {_skipped(fault) for fault in excused}
    return Reading(
        sources={source.file: source for source in ordered},
        objects=settle(objects, sources, _companions(request.loading, looks), request.setting),
        documents=sum(one.documents for one in loaded),
        skipped=tuple(sorted(skipped, key=lambda one: (one.file, one.line or 0, one.reason))),
        faults=tuple(dict.fromkeys(fault for fault in faults if fault not in excused)),
        commented=tuple(one.file for one in loaded if one.has_comments),
        named=frozenset(source.file for source in asked.sources).union(fault.spot.file for fault in asked.faults),
        failures=tuple(map(_failure, read.lost)),
        notes=read.notes,
        stamps=read.stamps,
    )


def _loading(request: Request) -> LoadOptions:
    """Return how to load: with labels where a rule whose findings are wanted asks for them."""
    if any(rule.META.needs_labels and is_active(rule.META, request) for rule in request.registry.rules):
        return structs.replace(request.loading, labels=True)
    return request.loading


def _failure(lost: Lost) -> ToolError:
    return ToolError(f"{lost.file} was not read: {lost.reason}; the other files were", file=lost.file)


def _may_be_meant(fault: InputFault, sources: Mapping[str, Source], mode: WorldMode) -> bool:
    """Return whether a file is broken where broken files are kept on purpose: test data of parsers and linters."""
    source = sources.get(fault.spot.file)
    return fault.rule == "syntax-error" and source is not None and source.test_data and mode is not WorldMode.CLOSED


def _skipped(fault: InputFault) -> Skipped:
    return Skipped(fault.spot.file, _BROKEN, fault.spot.span.line if fault.spot.span else None)


def build_world(reading: Reading, request: Request) -> World:
    """Index the objects, resolve every reference, and ask the collector: all that the rules may look at."""
    kinds = KindTable.build(request.release, reading.objects, request.kinds, request.since)
    index = ObjectIndex(reading.objects, kinds)
    graph = build_graph(reading.objects, index, kinds, request.mode, reading.broken)
    surroundings = Surroundings(reading.objects, index, graph, kinds, mode=request.mode, impossible=is_impossible_uid)
    return World(
        objects=reading.objects,
        irregular=tuple(obj for obj in reading.objects if is_irregular(obj)),
        finalized=tuple(obj for obj in reading.objects if obj.finalizers),
        input_faults=reading.faults,
        index=index,
        graph=graph,
        fates=Fates(graph, surroundings),
        kinds=kinds,
        mode=request.mode,
        permissions=Permissions(index),
    )


def check(request: Request) -> Report:
    """Return the whole report of a run.

    Raises:
        PathNotFoundError: a path that was named does not exist.
    """
    return judge(read(request), request)


@seldom_collected()
def judge(reading: Reading, request: Request) -> Report:
    """Return the report on what was read."""
    world = build_world(reading, request)
    # What is ignored still runs, so that the fault next in rank does not take its place; what no set offers does not.
    offered = tuple(rule for rule in request.registry.rules if is_offered(rule.META, request.sets, request.select))
    stamped, failures = run_rules(offered, world)
    locator = FileLocator(reading.sources, request.loading)
    active = tuple(rule for rule in offered if is_active(rule.META, request))
    names = {rule.META.name for rule in active}
    failed = {error.rule for error in failures}
    conclusion = conclude(
        stamped,
        metas=request.registry.metas,
        ran=names - failed,
        minimum=request.min_confidence,
        suppressions=_suppressions(reading, request),
        sources=reading.sources,
        locator=locator,
    )
    # What is wrong with the configuration itself concerns every run that it holds for.
    asked = reading.named.union(entry.file for entry in request.ignores)
    shown = tuple(finding for finding in conclusion.kept if finding.meta.name in names and _concerns(finding, asked))
    hidden = [one for one in conclusion.suppressed if one.meta.name in names and _concerns(one, asked)]
    return Report(
        findings=shown,
        errors=(*request.registry.errors, *reading.failures, *(error for error in failures if error.rule in names)),
        summary=Summary(
            files=len(reading.sources),
            documents=reading.documents,
            objects=len(reading.objects),
            skipped=reading.skipped,
            suppressed=len(hidden),
        ),
        rules=tuple((rule.META, rule.__doc__ or "") for rule in active),
        snippets=locator.snippets([location for finding in shown for location in _locations(finding)]),
        notes=reading.notes,
    )


def is_active(meta: Meta, request: Request) -> bool:
    """Return whether the findings of a rule are wanted: in a chosen set or named, selected, and not ignored."""
    if not is_offered(meta, request.sets, request.select):
        return False
    selected = request.select is None or any(selects(word, meta) for word in request.select)
    return selected and not any(selects(word, meta) for word in request.ignore)


def _concerns(finding: Finding, asked: frozenset[str]) -> bool:
    """Return whether the dependent or the owner stands in one of these files."""
    return any(location.file in asked for location in _locations(finding))


def _locations(finding: Finding) -> Iterable[Location]:
    return (finding.location, *(related.location for related in finding.related))


def _suppressions(reading: Reading, request: Request) -> Suppressions:
    root = request.discovery.root
    return Suppressions(
        commented=reading.commented,
        annotated=[obj for obj in reading.objects if obj.ignored is not None],
        entries=request.ignores,
        root=root,
        today=request.today,
        # What could not be read may hold what a finding is due to.
        complete=not (reading.faults or reading.failures)
        and any(Path(root).is_relative_to(Path(path).absolute()) for path in (*request.paths, *request.index)),
    )


def _companions(options: LoadOptions, looks: Looks) -> Callable[[str], Sequence[KubeObject]]:
    """Return a reader of files that stand beside the loaded ones and explain them, such as a test's own manifest."""

    def read_companion(path: str) -> Sequence[KubeObject]:
        folder, _, name = path.rpartition(os.sep)
        if looks.lacks(folder, name):
            return ()
        return load(Source(file=path, path=path), options).objects if looks.file(path) else ()

    return read_companion
