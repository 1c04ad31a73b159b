"""URIs for SARIF: relative to the repository root, percent-encoded, never of this machine where that can be helped."""

from __future__ import annotations

import posixpath
from pathlib import PurePath
from urllib.parse import quote

from ownerlint.report.options import Options
from ownerlint.report.visible import encodable

BASE_ID = "%SRCROOT%"
"""Name of the repository root in `originalUriBaseIds`, the name that GitHub and other viewers know."""

_SAFE = "/-._~!$&'()*+,;=@"
"""What may stand bare in the path of a relative reference (RFC 3986, section 3.3); a colon only after the first
slash, so it is always encoded."""


def artifact_location(file: str, options: Options) -> dict[str, str]:
    """Return the SARIF `artifactLocation` of a file given by its display path.

    A file outside the repository root has no relative name that every reader understands, so it gets a `file:` URI.
    """
    if not PurePath(file).is_absolute():
        if not options.root:
            return _relative(posixpath.normpath(file))
        file = posixpath.join(options.cwd or options.root, file)
    path = posixpath.normpath(file)
    root = options.root.rstrip("/") + "/"
    if options.root and path.startswith(root):
        return _relative(path[len(root) :])
    return {"uri": f"file:///{_encode(path.lstrip('/'))}"}


def _relative(path: str) -> dict[str, str]:
    return {"uri": _encode(path), "uriBaseId": BASE_ID}


def _encode(path: str) -> str:
    try:
        raw = path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        # A lone surrogate that stands for no byte: a Windows file name that is not UTF-16.
        raw = encodable(path).encode("utf-8")
    return quote(raw, safe=_SAFE)
