"""Which files are proved to be applied, because a kustomization names them."""

from __future__ import annotations

import posixpath
from typing import Final

from ownerlint.index import ObjectIndex

_GROUP: Final = "kustomize.config.k8s.io"
_KINDS: Final = ("Kustomization", "Component")


def applied_files(index: ObjectIndex) -> frozenset[str]:
    """Return the files that the kustomizations among the objects list under `resources`, as display paths.

    Folders and addresses may be among what they list; these are no files that were read, so nothing comes of them.
    """
    found = set()
    for kind in _KINDS:
        for obj in index.with_body(_GROUP, kind):
            listed = obj.body.get("resources") if isinstance(obj.body, dict) else None
            for entry in listed if isinstance(listed, list) else ():
                if isinstance(entry, str) and "://" not in entry:
                    found.add(posixpath.normpath(posixpath.join(obj.place.folder, entry)))
    return frozenset(found)
