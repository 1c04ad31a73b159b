"""Folders that are one cluster's dump, recognised by their layout.

The layouts: must-gather and `oc adm inspect` (https://github.com/openshift/must-gather), `kubectl cluster-info dump
--output-directory` (kubectl pkg/cmd/clusterinfo/clusterinfo_dump.go), and an unpacked Velero backup
(https://velero.io/docs/main/output-file-format/).
"""

from __future__ import annotations

import os
from collections.abc import Set as AbstractSet
from fnmatch import fnmatch

from ownerlint.looks import FOLDER, Looks, entries_of

_NODES = frozenset({"nodes.json", "nodes.yaml"})
_PER_NAMESPACE = ("pods", "events", "services")
_VELERO_SCOPES = ("namespaces", "cluster", "*-preferredversion", "v[0-9]*")


def is_dump(path: str, folders: AbstractSet[str], files: AbstractSet[str], looks: Looks | None = None) -> bool:
    """Return whether a folder is the root of a recognised dump.

    Args:
        path: path of the folder, to look one or two levels further where the names in it look promising.
        folders: names of the folders in it.
        files: names of the files in it.
        looks: where to note what was looked at.
    """
    looks = Looks() if looks is None else looks
    if "cluster-scoped-resources" in folders and "namespaces" in folders:
        return _is_must_gather(path, looks)
    if not _NODES.isdisjoint(files) and folders:
        return any(_is_dumped_namespace(os.path.join(path, name), looks) for name in folders)
    if "resources" in folders:
        return _is_velero(os.path.join(path, "resources"), looks)
    return False


def _is_must_gather(path: str, looks: Looks) -> bool:
    # cluster-scoped-resources/GROUP/RESOURCE[/NAME].yaml, where the core group is called `core`.
    # The Insights operator's archive begins the same, but holds a sample: its namespaces have folders of other names.
    groups, files = _listing(os.path.join(path, "cluster-scoped-resources"), looks)
    if files or not any(name == "core" or "." in name for name in groups):
        return False
    namespaces, _ = _listing(os.path.join(path, "namespaces"), looks)
    folders = {name: os.path.join(path, "namespaces", name) for name in sorted(namespaces)}
    return any(_is_gathered_namespace(folder, name, looks) for name, folder in folders.items())


def _is_gathered_namespace(path: str, namespace: str, looks: Looks) -> bool:
    # namespaces/NAME/NAME.yaml and namespaces/NAME/GROUP/RESOURCE.yaml, the core group and `apps` always among them.
    groups, files = _listing(path, looks)
    return f"{namespace}.yaml" in files or not {"core", "apps"}.isdisjoint(groups)


def _is_dumped_namespace(path: str, looks: Looks) -> bool:
    _, files = _listing(path, looks)
    return any(all(f"{stem}{suffix}" in files for stem in _PER_NAMESPACE) for suffix in (".json", ".yaml"))


def _is_velero(path: str, looks: Looks) -> bool:
    # resources/RESOURCE[.GROUP][/VERSION]/namespaces/NAMESPACE/NAME.json, or …/cluster/NAME.json; nothing else.
    kinds, files = _listing(path, looks)
    return bool(kinds) and not files and all(_is_velero_kind(os.path.join(path, name), looks) for name in kinds)


def _is_velero_kind(path: str, looks: Looks) -> bool:
    scopes, files = _listing(path, looks)
    return bool(scopes) and not files and all(any(fnmatch(name, scope) for scope in _VELERO_SCOPES) for name in scopes)


def _listing(path: str, looks: Looks) -> tuple[set[str], set[str]]:
    """Return the names of the folders and of the files in a folder; none where it cannot be listed."""
    looks.whole[path] = entries_of(path)
    folders: set[str] = set()
    files: set[str] = set()
    for entry in filter(None, looks.whole[path].split("/")):
        (folders if entry[0] == FOLDER else files).add(entry[1:])
    return folders, files
