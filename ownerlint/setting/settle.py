"""Which objects are incomplete on purpose, and which are test data: what their surroundings tell.

Told by names (`00-assert.yaml`, `patches/`), by the manifests of kuttl, chainsaw, the Kyverno CLI and kustomize that
name other files (`ownerlint.setting.referred`), by the folder, and by the configuration.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from ownerlint.discover.gitignore import Patterns
from ownerlint.model import KubeObject, Setting, Source
from ownerlint.setting.referred import CHAINSAW_TESTS, KUSTOMIZATIONS, KUTTL_SUITES, KYVERNO_TESTS, Referred

ReadCompanion = Callable[[str], Sequence[KubeObject]]
"""Reads the objects of a file by its absolute path; nothing where there is no such file."""

_COMPANIONS = (*KUSTOMIZATIONS, *CHAINSAW_TESTS, *KYVERNO_TESTS, *KUTTL_SUITES)
_LEVELS = 4  # folders from a file upwards where a companion is looked for: patches stand near their kustomization
_KUTTL = frozenset({"kuttl.dev", "kudo.dev"})
_ASSERTION = frozenset({"assert", "asserts", "assertion", "assertions"})
_PATCH = frozenset({"patch", "patches"})
_OUTCOME = frozenset({"error", "errors", "expect", "expected"})
_NUMBERED = re.compile(r"\d+-")
_NUMBERED_OUTCOME = re.compile(r"\d+-(assert|errors?)\b")
_WORD = re.compile(r"[a-z]+")


class SettingOptions(Struct, frozen=True):
    """What the user knows better.

    Args:
        partial: patterns in the syntax of `.gitignore`, relative to `root`, of files whose objects are partial.
        test_data: such patterns of files that are test data.
        none: whether nothing but these two patterns counts.
        root: folder that the patterns are relative to; the working directory unless said otherwise.
    """

    partial: tuple[str, ...] = ()
    test_data: tuple[str, ...] = ()
    none: bool = False
    root: str = field(default_factory=os.getcwd)


def settle(
    objects: Sequence[KubeObject],
    sources: Mapping[str, Source],
    read_companion: ReadCompanion,
    options: SettingOptions,
) -> tuple[KubeObject, ...]:
    """Return the objects, in the same order, with `setting` filled in.

    Args:
        objects: every object that was read.
        sources: where they came from, by display path; a file that is missing here is judged by its display path.
        read_companion: reads files beside the given ones which explain them. It is called only for folders with an
            object that has owner references or finalizers, and once for a file.
        options: what the user knows better.
    """
    surroundings = _Surroundings(objects, sources, read_companion, options)
    concerned = {obj.place.file for obj in objects if obj.owner_references or obj.finalizers}
    settings: dict[str, tuple[Setting, bool]] = {}
    settled = []
    for obj in objects:
        file = obj.place.file
        told = settings.get(file)
        if told is None:
            told = (surroundings.setting_of(file, file in concerned), surroundings.called_partial(file))
            settings[file] = told
        setting, called_partial = told
        # In a dump of one file per object, a file's name is the object's (`ingress-nginx-admission-patch-x7k2p.yaml`).
        if (called_partial and not obj.live) or (obj.kind == "TestAssert" and obj.group in _KUTTL and not options.none):
            setting = Setting.PARTIAL
        settled.append(obj if obj.setting is setting else replace(obj, setting=setting))
    return tuple(settled)


class _Surroundings:
    def __init__(
        self,
        objects: Iterable[KubeObject],
        sources: Mapping[str, Source],
        read_companion: ReadCompanion,
        options: SettingOptions,
    ) -> None:
        self._sources = sources
        self._paths = {file: source.path for file, source in sources.items()}
        self._read = read_companion
        self._options = options
        self._partial = Patterns(options.partial, options.root, whole=True)
        self._test_data = Patterns(options.test_data, options.root, whole=True)
        self._loaded = frozenset(filter(None, self._paths.values()))
        self._searched: set[str] = set()
        self._referred = Referred()
        self._kuttl_cases: set[str] = set()
        self._patterns = bool(options.partial or options.test_data)
        if not options.none:
            for path in self._loaded:
                if "-assert" in path or "-error" in path:  # as few are
                    folder, _, name = path.rpartition(os.sep)
                    if _NUMBERED_OUTCOME.match(name):
                        self._kuttl_cases.add(folder)
            tests = {file for file, path in self._paths.items() if path.endswith(CHAINSAW_TESTS)}
            for obj in objects:
                # Most of very many objects have no body.
                if obj.body is not None or obj.place.file in tests:
                    path = self._path(obj.place.file)
                    if path:
                        self._referred.add(obj, path)

    def setting_of(self, file: str, concerned: bool) -> Setting:
        """Return the setting of a file's objects, by its display path."""
        path = self._path(file)
        stated = path or os.path.join(self._options.root, file)
        if self._patterns and self._partial.verdict(stated, folder=False):
            return Setting.PARTIAL
        found = None if self._options.none else self._detect(file, path, concerned)
        if self._patterns and found is not Setting.PARTIAL and self._test_data.verdict(stated, folder=False):
            return Setting.TEST_DATA
        return found or Setting.ORDINARY

    def called_partial(self, file: str) -> bool:
        """Return whether the name of the file says that objects in it that were written by hand are partial."""
        return not self._options.none and _partial_by_name(self._path(file) or file)

    def _detect(self, file: str, path: str, concerned: bool) -> Setting | None:
        source = self._sources.get(file)
        test_data = Setting.TEST_DATA if source and source.test_data else None
        if not path:
            return test_data
        folder, _, name = path.rpartition(os.sep)
        if concerned:
            self._search(os.path.dirname(path))
        found, in_test = self._referred.told_of(path, folder)
        if found:
            return found
        in_case = folder in self._kuttl_cases
        if in_case and _NUMBERED_OUTCOME.match(name):
            return Setting.PARTIAL
        if (in_case or in_test) and _names_outcome(name):
            return Setting.PARTIAL
        if in_test or (in_case and _NUMBERED.match(name)):
            return Setting.TEST_DATA
        return test_data or (Setting.TESTS if source and source.tests else None)

    def _search(self, folder: str) -> None:
        """Take in the companions in a folder and in those above it."""
        for _ in range(_LEVELS):
            if folder not in self._searched:
                self._searched.add(folder)
                start = os.path.join(folder, "")
                for name in _COMPANIONS:
                    companion = start + name
                    if companion not in self._loaded:
                        for obj in self._read(companion):
                            self._referred.add(obj, companion)
            folder = os.path.dirname(folder)

    def _path(self, file: str) -> str:
        """Return the file's absolute path; empty for standard input."""
        return self._paths.get(file, "")


def _partial_by_name(path: str) -> bool:
    path = path.lower()
    # One of these is in every name that makes it worth a closer look.
    if "assert" not in path and "patch" not in path and "error" not in path:
        return False
    folder, name = os.path.split(path)
    if not name.endswith((".yaml", ".yml", ".json")):
        return False
    words = _words(name)
    # `web-patch.yaml`, `patch-web.yaml`; not `job-patch-webhook.yaml`.
    if not _ASSERTION.isdisjoint(words) or not _PATCH.isdisjoint({words[0], words[-1]} if words else ()):
        return True
    holder = os.path.basename(folder)
    # kuttl also takes a folder for a step: `01-scale/errors.yaml`.
    return holder == "patches" or (bool(_NUMBERED.match(holder)) and words[:1] in (["error"], ["errors"]))


def _names_outcome(name: str) -> bool:
    name = name.lower()
    return ("error" in name or "expect" in name) and not _OUTCOME.isdisjoint(_words(name))


def _words(name: str) -> list[str]:
    return _WORD.findall(os.path.splitext(name.lower())[0])
