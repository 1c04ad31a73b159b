"""What test manifests and kustomizations say about the files around them. Pure: objects in, paths out.

Formats: kuttl TestStep (https://kuttl.dev/docs/testing/reference.html), chainsaw Test and StepTemplate
(https://kyverno.github.io/chainsaw/latest/reference/apis/), Kyverno CLI Test
(https://kyverno.io/docs/kyverno-cli/reference/kyverno_test/), Kustomization
(https://kubectl.docs.kubernetes.io/references/kustomize/kustomization/).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from fnmatch import translate

from ownerlint.model import KubeObject, Setting

KUSTOMIZATIONS = ("kustomization.yaml", "kustomization.yml", "Kustomization")
"""Names of the file that tells kustomize what a folder is made of, in kustomize's own order."""

CHAINSAW_TESTS = ("chainsaw-test.yaml", "chainsaw-test.yml")
"""Default names of a chainsaw test."""

KYVERNO_TESTS = ("kyverno-test.yaml", "kyverno-test.yml")
"""Default names of a Kyverno CLI test."""

KUTTL_SUITES = ("kuttl-test.yaml", "kuttl-test.yml", "kudo-test.yaml")
"""Default names of a kuttl suite, the last one from when kuttl was a part of KUDO."""

Reference = tuple[str, Setting]
"""A path as written, relative to the manifest that names it, and what this makes of the file's objects."""

Told = tuple[Setting | None, bool]
"""What references make of a file or of all files in a folder, and whether these belong to a test."""

_UNTOLD: Told = (None, False)
_TESTS = {*KUSTOMIZATIONS, *CHAINSAW_TESTS, *KYVERNO_TESTS, *KUTTL_SUITES}
_GROUPS = {"kustomize.config.k8s.io", "chainsaw.kyverno.io", "cli.kyverno.io", "kuttl.dev", "kudo.dev"}
_BRANCHES = (dict, list)
_STEPS_COMPARE = frozenset({"assert", "error", "patch"})
_STEPS_APPLY = frozenset({"apply", "create", "update", "delete"})
_REAL_IN_KYVERNO_TESTS = frozenset({"policies", "exceptions"})
_SUFFIXES = (".yaml", ".yml", ".json")


class Referred:
    """The files that test manifests and kustomizations name, with what that makes of them."""

    __slots__ = ("_folders", "_globs", "_known", "_paths", "_places")

    def __init__(self) -> None:
        self._paths: dict[str, Setting] = {}
        self._folders: dict[str, Setting] = {}
        self._globs: list[tuple[re.Pattern[str], Setting]] = []
        self._places: set[str] = set()
        self._known: dict[str, Told] = {}

    def add(self, obj: KubeObject, path: str) -> None:
        """Take in what one object says.

        Args:
            obj: any object; one that says nothing about files is passed over.
            path: absolute path of the file that it stands in.
        """
        if obj.body is None and not path.endswith(CHAINSAW_TESTS):
            return  # as are most of very many objects
        folder, _, name = path.rpartition(os.sep)
        if name not in _TESTS and obj.group not in _GROUPS:
            return
        self._known.clear()
        if name in CHAINSAW_TESTS or (obj.group == "chainsaw.kyverno.io" and obj.kind == "Test"):
            self._places.add(folder)
        if not isinstance(obj.body, dict):
            return
        if name in KUTTL_SUITES:
            stated = [entry for entry in _list(obj.body.get("testDirs")) if isinstance(entry, str)]
            folders = {os.path.normpath(os.path.join(folder, entry)) for entry in stated if entry}
            # A suite that takes in its own folder (`./`) says nothing about what belongs to its tests.
            self._places.update(place for place in folders if not folder.startswith(place))
        for written, setting in references(obj, name):
            self._refer(folder, written, setting)

    def told_of(self, path: str, folder: str) -> Told:
        """Return what the references make of a file, and whether it stands below the folder of a test.

        Args:
            path: absolute path of the file.
            folder: the folder that it stands in.
        """
        setting, in_test = self._of_folder(folder)
        setting = _stronger(setting, self._paths.get(path))
        for regex, made in self._globs:
            if setting is not Setting.PARTIAL and regex.match(path):
                setting = _stronger(setting, made)
        return setting, in_test

    def _of_folder(self, folder: str) -> Told:
        """Return what is said of all files in a folder, whether of itself or of one above it."""
        missing: list[str] = []
        told = self._known.get(folder)
        while told is None:
            missing.append(folder)
            below, folder = folder, os.path.dirname(folder)
            told = _UNTOLD if folder == below else self._known.get(folder)
        for one in reversed(missing):
            told = self._known[one] = (_stronger(told[0], self._folders.get(one)), told[1] or one in self._places)
        return told

    def _refer(self, folder: str, written: str, setting: Setting) -> None:
        if "://" in written or "($" in written or "\n" in written or "\0" in written:
            return
        target = os.path.normpath(os.path.join(folder, written))
        if setting is Setting.TEST_DATA and not target.startswith(folder.rstrip(os.sep) + os.sep):
            # What a test applies from elsewhere may well be the real thing.
            return
        if "*" in written or "?" in written or "[" in written:
            self._globs.append((re.compile(translate(target)), setting))
            return
        known = self._folders if not written.lower().endswith(_SUFFIXES) else self._paths
        if known.get(target) is not Setting.PARTIAL:
            known[target] = setting


def references(obj: KubeObject, name: str) -> Iterator[Reference]:
    """Yield the files that one object names.

    Args:
        obj: the object, with its body.
        name: name of the file that it stands in.
    """
    if name in KUSTOMIZATIONS or obj.group == "kustomize.config.k8s.io":
        yield from _kustomization(obj.body)
    elif name in CHAINSAW_TESTS or obj.group == "chainsaw.kyverno.io":
        yield from _chainsaw(obj.body)
    elif name in KYVERNO_TESTS or (obj.group == "cli.kyverno.io" and obj.kind == "Test"):
        yield from _kyverno(obj.body)
    elif obj.group in {"kuttl.dev", "kudo.dev"}:
        yield from _kuttl(obj.body)


def _stronger(one: Setting | None, other: Setting | None) -> Setting | None:
    """Return what two references make of a file: what is compared with something is not whole, whatever else it is."""
    return other if one is None or other is Setting.PARTIAL else one


def _kustomization(body: dict[object, object]) -> Iterator[Reference]:
    for key in ("patches", "patchesStrategicMerge", "patchesJson6902"):
        for entry in _list(body.get(key)):
            path = entry.get("path") if isinstance(entry, dict) else entry
            # An entry of patchesStrategicMerge is a path, or the patch itself.
            if isinstance(path, str) and path and ":" not in path:
                yield path, Setting.PARTIAL


def _chainsaw(body: dict[object, object]) -> Iterator[Reference]:
    for key, value in _entries(body.get("spec")):
        if key in _STEPS_COMPARE or key in _STEPS_APPLY:
            file = value.get("file") if isinstance(value, dict) else None
            if isinstance(file, str) and file:
                yield file, Setting.PARTIAL if key in _STEPS_COMPARE else Setting.TEST_DATA


def _kyverno(body: dict[object, object]) -> Iterator[Reference]:
    stated: dict[object, object] = {key: value for key, value in body.items() if key not in _REAL_IN_KYVERNO_TESTS}
    for key in ("resource", "resources", "targetResources", "clusterResources", "paramResources"):
        for entry in (stated.get(key), *_list(stated.get(key))):
            if isinstance(entry, str) and entry not in {"", "."}:
                yield entry, Setting.PARTIAL
    # Everything else that ends like a manifest: patchedResource, generatedResource, cloneSourceResource, userinfo, …
    for _, value in _entries(stated):
        for entry in (value,) if isinstance(value, str) else _list(value):
            if isinstance(entry, str) and entry.lower().endswith(_SUFFIXES):
                yield entry, Setting.PARTIAL


def _kuttl(body: dict[object, object]) -> Iterator[Reference]:
    for key, setting in (("assert", Setting.PARTIAL), ("error", Setting.PARTIAL), ("apply", Setting.TEST_DATA)):
        for entry in _list(body.get(key)):
            if isinstance(entry, str) and entry:
                yield entry, setting


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _entries(root: object) -> Iterator[tuple[object, object]]:
    """Yield every key with its value at any depth; shared values (YAML aliases) only once."""
    pending: list[dict[object, object] | list[object]] = [root] if isinstance(root, _BRANCHES) else []
    seen = {id(root)}
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            yield from value.items()
        for below in value.values() if isinstance(value, dict) else value:
            if isinstance(below, _BRANCHES) and id(below) not in seen:
                seen.add(id(below))
                pending.append(below)
