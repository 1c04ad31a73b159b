"""Tables about Kubernetes, as JSON beside this file. How they are made: docs/maintaining/data.md."""

from __future__ import annotations

from pathlib import Path


def read(name: str) -> bytes:
    """Return the bytes of a table, such as `kinds.json`."""
    return Path(__file__).with_name(name).read_bytes()
