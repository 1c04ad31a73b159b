"""Load every YAML file of a folder into Python objects with ruamel.yaml's safe loader, and nothing else.

This is what a linter in Python pays that reads manifests in the plain way. `python -m benchmarks.ruamel_load FOLDER`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError


def main(folder: str) -> int:
    """Return how many files could not be loaded."""
    failed = 0
    for path in sorted(Path(folder).rglob("*")):
        if path.suffix not in {".yaml", ".yml"} or not path.is_file():
            continue
        try:
            for _ in YAML(typ="safe").load_all(path.read_bytes()):
                pass
        except (YAMLError, ValueError):  # ValueError: bytes that are no text, dates that do not exist
            failed += 1
    return failed


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1]) else 0)
