"""One file → all that it holds: documents one by one, each by the cheapest reader that is sure of it."""

from __future__ import annotations

import re
from pathlib import PurePath

from ownerlint.load import layers
from ownerlint.load.documents import Document, split
from ownerlint.load.plain import Outline, UnsureError
from ownerlint.load.project import objects
from ownerlint.load.records import LoadedFile, LoadOptions, UnreadableError
from ownerlint.load.templates import (
    has_template_lines,
    in_chart_templates,
    looks_like_manifest,
    looks_templated,
    may_be_in_chart,
)
from ownerlint.load.text import read_bytes, to_utf8
from ownerlint.model import InputFault, KubeObject, Place, Skipped, Source, Span, Spot


def load(source: Source, options: LoadOptions) -> LoadedFile:
    """Return all that a file holds. Whatever is wrong with the file is part of the answer; nothing is raised."""
    try:
        raw = read_bytes(source, options)
    except UnreadableError as error:
        return LoadedFile(source.file, faults=(_input_fault(source, error),))
    has_comments = b"ownerlint:" in raw
    try:
        data = to_utf8(raw)
    except UnreadableError as error:
        # With all NUL bytes gone, UTF-16 without a byte order mark is readable enough to look into.
        if b"apiVersion" not in raw.replace(b"\0", b""):
            return LoadedFile(source.file, skipped=(Skipped(source.file, "not-a-manifest"),))
        return LoadedFile(source.file, faults=(_input_fault(source, error),), has_comments=has_comments)
    if may_be_in_chart(source) and b"{{" in data and in_chart_templates(source):
        return LoadedFile(source.file, skipped=(Skipped(source.file, "helm-template"),), has_comments=has_comments)
    return _FileReader(source, options, data).read(has_comments=has_comments)


_BLANKS = (b" ", b"\t", b"\n")
_MARKER = b"---\n"
# Directives, tabs that indent, and characters that YAML forbids or takes for line ends, so that a comment ends there.
# Compiled when it is first asked for.
_MATTERS = rb"(?m)^%|^ *\t|[\0-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xe2\x80[\xa8\xa9]|\xef(?:\xbb\xbf|\xbf[\xbe\xbf])"


def is_json(source: Source, data: bytes, document: Document) -> bool:
    """Return whether a document is to be tried as JSON first, as kubectl does by its first character."""
    start = data[document.content : document.content + 1]
    if start in _BLANKS:
        start = data[document.content : document.content + 4096].lstrip()[:1]
    return start == b"{" or (start == b"[" and _is_json_name(source))


def _is_json_name(source: Source) -> bool:
    return PurePath(source.file).suffix.lower() == ".json"


class _FileReader:
    def __init__(self, source: Source, options: LoadOptions, data: bytes) -> None:
        self._source = source
        self._data = data
        self._options = options
        self._objects: list[KubeObject] = []
        self._skipped: list[Skipped] = []
        self._faults: list[InputFault] = []
        self._documents = 0

    def read(self, *, has_comments: bool) -> LoadedFile:
        """Read all documents."""
        documents = split(self._data)
        for document in documents:
            self._read(document)
        if not documents:
            self._skip("empty", None)
        return LoadedFile(
            self._source.file,
            tuple(self._objects),
            self._documents,
            tuple(self._skipped if self._objects else self._skipped_as_a_whole()),
            tuple(self._faults),
            has_comments,
        )

    def _read(self, document: Document) -> None:
        try:
            outlines = self._json(document)
            if outlines is None:
                self._keep(document, self._yaml(document))
            else:
                for outline in outlines:
                    self._keep(document, objects(outline, self._place(document), labels=self._options.labels))
        except UnreadableError as error:
            self._refuse(document, error)
        except RecursionError:
            detail = "The document nests too deep."
            self._refuse(document, UnreadableError("syntax-error", detail, document.line, too_deep=True))

    def _place(self, document: Document) -> Place:
        return Place(
            self._source.file, self._documents, (), document.line, self._source.collection or self._source.file
        )

    def _json(self, document: Document) -> list[Outline | None] | None:
        """Return the values of a JSON document; None where it is to be read as YAML."""
        if not is_json(self._source, self._data, document):
            return None
        from ownerlint.load import json_file  # noqa: PLC0415 - many runs read no JSON

        try:
            return json_file.read(self._data[document.content : document.end])
        except UnreadableError as error:
            if not _is_json_name(self._source):
                return None
            raise self._moved(error, document.content, document.line) from error

    def _yaml(self, document: Document) -> list[KubeObject | str]:
        place = self._place(document)
        if self._options.fast:
            try:
                return objects(layers.read(self._content(document)), place, labels=self._options.labels)
            except (UnsureError, RecursionError):
                pass
        chunk = self._data[document.start : document.end]
        from ownerlint.load import careful, tree  # noqa: PLC0415 - heavy

        try:
            root = tree.parse(chunk)
            return objects(careful.outline(root) if root else None, place, labels=self._options.labels)
        except UnreadableError as error:
            raise self._moved(error, document.start, document.first_line) from error

    def _content(self, document: Document) -> bytes:
        """Return a document's lines with content, where what stands before them does not matter.

        Raises:
            UnsureError: it may matter.
        """
        before = self._data[document.start : document.content]
        if before and before != _MARKER and (before[-1:] != b"\n" or re.search(_MATTERS, before)):
            raise UnsureError
        return self._data[document.content : document.end]

    def _moved(self, error: UnreadableError, start: int, first_line: int) -> UnreadableError:
        """Return the error with its line and column counted from the start of the file."""
        line, column = error.line or 1, error.column
        if line == 1:
            column += len(self._data[self._data.rfind(b"\n", 0, start) + 1 : start].decode("utf-8"))
        return UnreadableError(error.rule, error.detail, first_line + line - 1, column, too_deep=error.too_deep)

    def _keep(self, document: Document, found: list[KubeObject | str]) -> None:
        self._documents += 1
        for one in found:
            if isinstance(one, str):
                self._skip(one, document.line)
            else:
                self._objects.append(one)

    def _refuse(self, document: Document, error: UnreadableError) -> None:
        self._documents += 1
        chunk = self._data[document.start : document.end]
        if error.rule == "syntax-error":
            if in_chart_templates(self._source):
                return self._skip("helm-template", document.line)
            if not error.too_deep and (looks_templated(chunk) or has_template_lines(self._data)):
                return self._skip("template", document.line)
            if not looks_like_manifest(self._data) and not looks_like_manifest(self._data[document.content :]):
                return self._skip("not-a-manifest", document.line)
        self._faults.append(_input_fault(self._source, error))
        return None

    def _skip(self, reason: str, line: int | None) -> None:
        skipped = Skipped(self._source.file, reason, line)
        if skipped not in self._skipped[-1:]:
            self._skipped.append(skipped)

    def _skipped_as_a_whole(self) -> list[Skipped]:
        """Return one line for each reason, for a file that holds no object at all."""
        return [Skipped(self._source.file, reason) for reason in dict.fromkeys(one.reason for one in self._skipped)]


def _input_fault(source: Source, error: UnreadableError) -> InputFault:
    span = None if error.line is None else Span(error.line, error.column, error.line, error.column + 1)
    return InputFault(error.rule, Spot(source.file, span), error.detail)
