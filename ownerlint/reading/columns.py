"""Loaded files ↔ bytes, as columns: small, and rebuilt at C speed.

Objects become columns of numbers that point into tables of distinct texts and distinct lists of owner references, so
decoding makes each text once and runs no Python code for an object that has nothing unusual. File names stay outside:
they depend on the working directory, and may hold bytes that no encoding has.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import accumulate, chain, pairwise, repeat
from typing import Any, Final, NamedTuple

from msgspec import MsgspecError, Struct, field, msgpack, structs

from ownerlint.load import LoadedFile
from ownerlint.model import (
    Fault,
    InputFault,
    KubeObject,
    OwnerReference,
    Place,
    Selection,
    Skipped,
    Source,
    Span,
    Spot,
)


class NotEncodableError(Exception):
    """A file's records hold something that has no place in the columns, such as an integer of more than 64 bits."""


class DamagedError(Exception):
    """The bytes are not what `encode` made of that many files."""


class Name(NamedTuple):
    """What an object's place says of its file, and the columns do not: display path and collection."""

    file: str
    collection: str


class _InputFault(Struct, frozen=True, array_like=True):
    rule: str
    detail: str
    span: Span | None


class _Columns(Struct, array_like=True):
    """One entry per file, then one per object; tables and sparse columns between.

    `rests` are objects whose first fields are blank: the distinct values of all fields that have no column of their own.
    """

    counts: list[int] = field(default_factory=list)
    documents: list[int] = field(default_factory=list)
    commented: list[bool] = field(default_factory=list)
    skipped: list[tuple[int, tuple[tuple[str, int | None], ...]]] = field(default_factory=list)
    faults: list[tuple[int, tuple[_InputFault, ...]]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    references: list[tuple[OwnerReference, ...]] = field(default_factory=list)
    api_version: list[int] = field(default_factory=list)
    kind: list[int] = field(default_factory=list)
    namespace: list[int] = field(default_factory=list)
    name: list[str] = field(default_factory=list)
    uid: list[str] = field(default_factory=list)
    document: list[int] = field(default_factory=list)
    item: list[tuple[int, ...]] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    owner_references: list[int] = field(default_factory=list)
    rests: list[KubeObject] = field(default_factory=list)
    rest: list[int] = field(default_factory=list)


LAYOUT: Final[tuple[type[Struct], ...]] = (
    *(_Columns, _InputFault, LoadedFile, KubeObject, Selection, Place, OwnerReference, Fault, InputFault, Skipped),
    *(Span, Spot),
)
"""The records that the bytes are made of: when one of these changes, older bytes mean something else."""

_BLANK: Final[dict[str, Any]] = {  # values of the fields that have columns
    "api_version": "",
    "kind": "",
    "namespace": "",
    "name": "",
    "uid": "",
    "place": Place("", 0, (), 0, ""),
    "owner_references": (),
}
_REST: Final = KubeObject.__struct_fields__[len(_BLANK) :]
assert (*_BLANK, *_REST) == KubeObject.__struct_fields__


def name_of(source: Source) -> Name:
    """Return what the loader writes into the places of a source's objects."""
    return Name(source.file, source.collection or source.file)


def encode(files: Iterable[LoadedFile], names: Iterable[Name]) -> bytes:
    """Return the records of these files as bytes, all but the names.

    Raises:
        NotEncodableError: a value does not fit, or a place does not bear the file's own name.
    """
    encoder = _Encoder()
    for file, name in zip(files, names, strict=True):
        encoder.add(file, name)
    try:
        return msgpack.encode(encoder.finish())
    except (OverflowError, TypeError, ValueError) as error:
        raise NotEncodableError(str(error)) from error


def decode(data: bytes, names: Sequence[Name]) -> list[LoadedFile]:
    """Return the files that were encoded, with these names.

    Raises:
        DamagedError: the bytes were not made by `encode`, or not of that many files.
    """
    try:
        with collector_paused():
            return _decode(data, names)
    except (MsgspecError, LookupError, ValueError) as error:
        raise DamagedError(str(error)) from error


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keep Python's own garbage collector from looking through ever more records, none of which is garbage."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _decode(data: bytes, names: Sequence[Name]) -> list[LoadedFile]:
    columns = _decoder().decode(data)
    if len(columns.counts) != len(names):
        raise DamagedError(f"{len(columns.counts)} files instead of {len(names)}")
    if min(columns.counts, default=0) < 0 or sum(columns.counts) != len(columns.rest):
        raise DamagedError("objects of no file, or files without their objects")
    return list(_files(columns, names, _objects(columns, names)))


class _Encoder:
    def __init__(self) -> None:
        self._columns = _Columns()
        self._texts: dict[str, int] = {}
        self._references: dict[tuple[OwnerReference, ...], int] = {}
        self._rests: dict[KubeObject, int] = {}

    def add(self, file: LoadedFile, name: Name) -> None:
        columns, number = self._columns, len(self._columns.counts)
        columns.counts.append(len(file.objects))
        columns.documents.append(file.documents)
        columns.commented.append(file.has_comments)
        if file.skipped:
            columns.skipped.append((number, tuple((one.reason, one.line) for one in file.skipped)))
        if file.faults:
            faults = tuple(_InputFault(one.rule, one.detail, one.spot.span) for one in file.faults)
            columns.faults.append((number, faults))
        about = {file.file, *(one.file for one in file.skipped), *(one.spot.file for one in file.faults)}
        if about != {name.file}:
            raise NotEncodableError("a record of another file")
        for obj in file.objects:
            self._object(obj, name)

    def _object(self, obj: KubeObject, name: Name) -> None:
        columns, texts, place = self._columns, self._texts, obj.place
        if (place.file, place.collection) != name:
            raise NotEncodableError("an object of another file")
        columns.api_version.append(texts.setdefault(obj.api_version, len(texts)))
        columns.kind.append(texts.setdefault(obj.kind, len(texts)))
        columns.namespace.append(texts.setdefault(obj.namespace, len(texts)))
        columns.name.append(obj.name)
        columns.uid.append(obj.uid)
        columns.document.append(place.document)
        columns.item.append(place.item)
        columns.line.append(place.line)
        references = self._references
        columns.owner_references.append(references.setdefault(obj.owner_references, len(references)))
        columns.rest.append(self._rest(obj))

    def _rest(self, obj: KubeObject) -> int:
        """Return the number of the entry of `rests` that has this object's further fields."""
        rest = structs.replace(obj, **_BLANK)
        if rest.body is None:
            number = self._rests.setdefault(rest, len(self._columns.rests))
        else:  # bodies are unhashable, and seldom equal
            number = len(self._columns.rests)
        if number == len(self._columns.rests):
            self._columns.rests.append(rest)
        return number

    def finish(self) -> _Columns:
        self._columns.texts = list(self._texts)
        self._columns.references = list(self._references)
        return self._columns


@cache
def _decoder() -> msgpack.Decoder[_Columns]:
    return msgpack.Decoder(_Columns)


def _objects(columns: _Columns, names: Sequence[Name]) -> list[KubeObject]:
    """Rebuild all objects; `map` calls the records' constructors without a step of Python for each."""
    of_objects = list(chain.from_iterable(map(repeat, names, columns.counts)))
    text = columns.texts.__getitem__
    places = map(
        Place,
        [name.file for name in of_objects],
        columns.document,
        columns.item,
        columns.line,
        [name.collection for name in of_objects],
    )
    rests = [map([getattr(rest, name) for rest in columns.rests].__getitem__, columns.rest) for name in _REST]
    return list(
        map(
            KubeObject,
            map(text, columns.api_version),
            map(text, columns.kind),
            map(text, columns.namespace),
            columns.name,
            columns.uid,
            places,
            map(columns.references.__getitem__, columns.owner_references),
            *rests,
        )
    )


def _files(columns: _Columns, names: Sequence[Name], objects: list[KubeObject]) -> Iterator[LoadedFile]:
    skipped, faults = dict(columns.skipped), dict(columns.faults)
    bounds = pairwise(accumulate(columns.counts, initial=0))
    rows = zip(names, bounds, columns.documents, columns.commented, strict=True)
    for number, (name, (start, end), documents, commented) in enumerate(rows):
        yield LoadedFile(
            name.file,
            tuple(objects[start:end]),
            documents,
            tuple(Skipped(name.file, reason, line) for reason, line in skipped.get(number, ())),
            tuple(InputFault(one.rule, Spot(name.file, one.span), one.detail) for one in faults.get(number, ())),
            commented,
        )
