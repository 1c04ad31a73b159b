"""What records depend on besides the files they were read from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec

import ownerlint
from ownerlint.load import LoadOptions
from ownerlint.reading.columns import LAYOUT
from ownerlint.reading.one import digest_of

_PARSERS: Final = ("ownerlint.load._block", "ruamel.yaml", "_ruamel_yaml")


def fingerprint(options: LoadOptions) -> bytes:
    """Return a digest of what makes records: this version of ownerlint, its parsers, the options and the layout.

    Modules count by size and time of their files, which is cheaper than asking for the version of a package, and also
    tells one state of a checkout from the next.
    """
    parts = [ownerlint.__version__, msgspec.__version__, repr(options)]
    parts += (f"{record.__name__} {record.__annotations__}" for record in LAYOUT)
    package = Path(ownerlint.__file__).parent
    parts += _looks([package / "model.py", *sorted((package / "load").glob("*.py"))])
    for name in _PARSERS:
        spec = find_spec(name)
        parts += _looks([Path(spec.origin)] if spec and spec.origin else [])
    return digest_of("\n".join(parts).encode("utf-8", "backslashreplace"))


def _looks(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        try:
            status = path.stat()
        except OSError:  # inside an archive; then the version has to do
            yield path.name
        else:
            yield f"{path} {status.st_size} {status.st_mtime_ns}"
