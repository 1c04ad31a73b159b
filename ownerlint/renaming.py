"""What kustomize renames: the objects of a kustomization with a name prefix or suffix, but not the references to them."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from ownerlint.form import is_templated
from ownerlint.index import ObjectIndex
from ownerlint.kinds import KindTable
from ownerlint.model import KubeObject, OwnerReference, Setting, group_of

_GROUP: Final = "kustomize.config.k8s.io"
_KINDS: Final = ("Kustomization", "Component")
_FILES: Final = ("kustomization.yaml", "kustomization.yml", "Kustomization")
_LISTS: Final = ("resources", "components", "bases")
_AFFIXES: Final = ("namePrefix", "nameSuffix")

_NEVER_RENAMED: Final = ("CustomResourceDefinition", "APIService", "Namespace")
"""Kinds that keep their name (kustomize `PrefixTransformer.go` and `SuffixTransformer.go`, field specs to skip)."""

_MAY_MEND: Final = ("configurations", "crds", "replacements", "transformers", "vars")
"""Fields that can give an owner reference the new name; what they do is not read here."""

_PATCHES: Final = ("patches", "patchesStrategicMerge", "patchesJson6902")


class Renaming(NamedTuple):
    """An owner that a kustomization renames while the reference to it keeps the old name.

    Args:
        owner: the object that is renamed.
        kustomization: the one that has the prefix or suffix, and takes in both the owner and the dependent.
        field: `namePrefix` or `nameSuffix`.
        affix: what it adds to the name.
        patched: whether there are patches, which might set the name after all.
    """

    owner: KubeObject
    kustomization: KubeObject
    field: str
    affix: str
    patched: bool


class Renamings:
    """Answers which owners are renamed away from their references.

    Kustomize changes only the names at the paths of its `nameReference` table, and the built-in table has none in
    `metadata.ownerReferences` (kustomize `namereference.go`).

    Args:
        index: of all objects; the kustomizations are among them.
        kinds: scope of kinds.
    """

    def __init__(self, index: ObjectIndex, kinds: KindTable) -> None:
        self._index = index
        self._kinds = kinds
        self._by_file: dict[str, KubeObject] = {}
        self._listed_by: dict[str, list[KubeObject]] = {}
        self._affixes: dict[str, tuple[str, str]] = {}
        self._above: dict[str, dict[str, KubeObject]] = {}
        self._taken_in: dict[tuple[str, str, str, str], dict[str, KubeObject]] = {}
        self._renamings: dict[str, list[tuple[str, bool]]] = {}
        self._patched: dict[tuple[str, str, str, str], bool] = {}
        self._mending: set[str] = set()
        self._patching: set[str] = set()
        for kind in _KINDS:
            for obj in index.with_body(_GROUP, kind):
                if posixpath.basename(obj.place.file) in _FILES and isinstance(obj.body, dict):
                    self._add(obj)

    def of(self, dependent: KubeObject, reference: OwnerReference) -> list[Renaming]:
        """Return what renames the owner of an object, but not this reference to it; the nearest kustomization first."""
        if not self._affixes or reference.kind in _NEVER_RENAMED or self._is_patched(dependent):
            return []
        renamed = self._owners(dependent, reference)
        return [
            Renaming(renamed[file], self._by_file[file], *self._affixes[file], patched)
            for file, patched in self._renaming(dependent.place.file)
            if file in renamed
        ]

    def _add(self, kustomization: KubeObject) -> None:
        place, body = kustomization.place, kustomization.body
        self._by_file[place.file] = kustomization
        for entry in _entries(body, _LISTS):
            if isinstance(entry, str) and "://" not in entry:
                path = posixpath.normpath(posixpath.join(place.folder, entry))
                self._listed_by.setdefault("" if path == "." else path, []).append(kustomization)
        for field in _AFFIXES:
            affix = body.get(field)
            if isinstance(affix, str) and affix and not is_templated(affix):
                self._affixes.setdefault(place.file, (field, affix))
        patches = [*_entries(body, _PATCHES)]
        if patches:
            self._patching.add(place.file)
        if any(body.get(field) for field in _MAY_MEND) or any("ownerReferences" in text for text in _texts(patches)):
            self._mending.add(place.file)

    def _all_above(self, file: str) -> dict[str, KubeObject]:
        """Return every kustomization that takes in a file, directly or through others, by its own file; nearest first."""
        if file not in self._above:
            found: dict[str, KubeObject] = {}
            pending = [*self._listed_by.get(file, ())]
            for kustomization in pending:  # grows on the way
                if kustomization.place.file not in found:
                    found[kustomization.place.file] = kustomization
                    pending += self._listed_by.get(kustomization.place.folder, ())
            self._above[file] = found
        return self._above[file]

    def _owners(self, dependent: KubeObject, reference: OwnerReference) -> dict[str, KubeObject]:
        """Return the owner that each kustomization takes in, by the kustomization's file."""
        cluster_scoped = self._kinds.namespaced(reference.api_version, reference.kind) is False
        namespace = "" if cluster_scoped else dependent.namespace
        identity = (group_of(reference.api_version), reference.kind, namespace, reference.name)
        if identity not in self._taken_in:
            found: dict[str, KubeObject] = {}
            for obj in self._index.named(*identity):
                if obj.setting is not Setting.PARTIAL:
                    for file in self._all_above(obj.place.file):
                        found.setdefault(file, obj)
            self._taken_in[identity] = found
        return self._taken_in[identity]

    def _renaming(self, file: str) -> list[tuple[str, bool]]:
        """Return the kustomizations that rename what stands in a file, and whether patches may undo the harm."""
        if file not in self._renamings:
            above = self._all_above(file)
            mending, patching = (above.keys() & files for files in (self._mending, self._patching))
            self._renamings[file] = [
                (one, self._any_passed(one, patching))
                for one in above
                if one in self._affixes and not self._any_passed(one, mending)
            ]
        return self._renamings[file]

    def _any_passed(self, file: str, others: Iterable[str]) -> bool:
        """Return whether what passes through one kustomization may pass through one of the others, before or after."""
        after = self._all_above(self._by_file[file].place.folder)
        return any(
            other == file or other in after or file in self._all_above(self._by_file[other].place.folder)
            for other in others
        )

    def _is_patched(self, dependent: KubeObject) -> bool:
        """Return whether a patch in a file of its own sets owner references of this object."""
        identity = (dependent.group, dependent.kind, dependent.namespace, dependent.name)
        if identity not in self._patched:
            same = self._index.named(*identity)
            self._patched[identity] = any(obj.setting is Setting.PARTIAL and obj.owner_references for obj in same)
        return self._patched[identity]


def _entries(body: dict[object, object], fields: Iterable[str]) -> Iterator[object]:
    for field in fields:
        listed = body.get(field)
        if isinstance(listed, list):
            yield from listed


def _texts(entries: Iterable[object]) -> Iterator[str]:
    """Yield the patches that are written in the kustomization itself."""
    for entry in entries:
        text = entry.get("patch") if isinstance(entry, dict) else entry
        if isinstance(text, str):
            yield text
