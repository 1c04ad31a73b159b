from __future__ import annotations

from unittest.mock import patch

from ownerlint.load import LoadedFile, LoadOptions, Positions, blocks, load
from ownerlint.model import KubeObject, Source, Span

FAST = LoadOptions()
CAREFUL = LoadOptions(fast=False)


def source(text: str | bytes, file: str = "test.yaml") -> Source:
    return Source(file=file, path="", data=text.encode() if isinstance(text, str) else text, collection=file)


def read(text: str | bytes, file: str = "test.yaml") -> LoadedFile:
    """Read with all layers, which must agree."""
    careful = load(source(text, file), CAREFUL)
    assert load(source(text, file), FAST) == careful
    assert in_python(source(text, file)) == careful
    return careful


def in_python(found: Source, options: LoadOptions = FAST) -> LoadedFile:
    """Read as where no compiler built the layer in C."""
    with patch.object(blocks, "_block", None):
        return load(found, options)


def one(text: str | bytes, file: str = "test.yaml") -> KubeObject:
    found = read(text, file)
    assert (found.skipped, found.faults) == ((), ())
    (obj,) = found.objects
    return obj


def marked(text: str | bytes, span: Span) -> str:
    """The text that a span marks."""
    decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    lines = decoded.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert span.line == span.end_line
    return lines[span.line - 1][span.column - 1 : span.end_column - 1]


def positions(text: str | bytes, file: str = "test.yaml") -> Positions:
    return Positions(source(text, file), FAST)
