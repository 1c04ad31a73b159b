"""Loaded files ↔ bytes, as columns: small, and rebuilt at C speed.

Objects become columns of numbers that point into tables of distinct texts and distinct lists of owner references, so
decoding makes each text once and runs no Python code for an object that has nothing unusual. File names stay outside:
they depend on the working directory, and may hold bytes that no encoding has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate, chain, repeat
from operator import attrgetter
from typing import Any, Final

from msgspec import MsgspecError, Struct, field, msgpack, structs

from ownerlint.garbage import collector_paused
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


class Name(Struct, frozen=True, gc=False):
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
_REST_OF: Final = attrgetter(*_REST)
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


def _decode(data: bytes, names: Sequence[Name]) -> list[LoadedFile]:
    columns = _decoder().decode(data)
    for column in (columns.counts, columns.documents, columns.commented):
        if len(column) != len(names):
            raise DamagedError(f"{len(column)} files instead of {len(names)}")
    if min(columns.counts, default=0) < 0 or sum(columns.counts) != len(columns.rest):
        raise DamagedError("objects of no file, or files without their objects")
    return list(_files(columns, names, _objects(columns, names)))


class _Encoder:
    def __init__(self) -> None:
        self._columns = _Columns()
        self._objects: list[KubeObject] = []

    def add(self, file: LoadedFile, name: Name) -> None:
        columns, number = self._columns, len(self._columns.counts)
        columns.counts.append(len(file.objects))
        columns.documents.append(file.documents)
        columns.commented.append(file.has_comments)
        strange = file.file != name.file
        if file.skipped:
            columns.skipped.append((number, tuple((one.reason, one.line) for one in file.skipped)))
            strange = strange or any(one.file != name.file for one in file.skipped)
        if file.faults:
            faults = tuple(_InputFault(one.rule, one.detail, one.spot.span) for one in file.faults)
            columns.faults.append((number, faults))
            strange = strange or any(one.spot.file != name.file for one in file.faults)
        for obj in file.objects:
            strange = strange or obj.place.file != name.file or obj.place.collection != name.collection
        if strange:
            raise NotEncodableError("a record of another file")
        self._objects += file.objects

    def finish(self) -> _Columns:
        """Fill the columns of the objects, one after the other: quicker than an object after the other."""
        columns, objects = self._columns, self._objects
        texts: dict[str, int] = {}
        columns.api_version = [texts.setdefault(obj.api_version, len(texts)) for obj in objects]
        columns.kind = [texts.setdefault(obj.kind, len(texts)) for obj in objects]
        columns.namespace = [texts.setdefault(obj.namespace, len(texts)) for obj in objects]
        columns.texts = list(texts)
        columns.name = [obj.name for obj in objects]
        columns.uid = [obj.uid for obj in objects]
        places = [obj.place for obj in objects]
        columns.document = [place.document for place in places]
        columns.item = [place.item for place in places]
        columns.line = [place.line for place in places]
        references: dict[tuple[OwnerReference, ...], int] = {}
        columns.owner_references = [references.setdefault(obj.owner_references, len(references)) for obj in objects]
        columns.references = list(references)
        rests: dict[object, int] = {}
        columns.rest = [self._rest(obj, rests) for obj in objects]
        return columns

    def _rest(self, obj: KubeObject, known: dict[object, int]) -> int:
        """Return the number of the entry of `rests` that has this object's further fields."""
        number = len(self._columns.rests)
        if obj.body is None:  # bodies are unhashable, and seldom equal
            number = known.setdefault(_REST_OF(obj), number)
        if number == len(self._columns.rests):
            self._columns.rests.append(structs.replace(obj, **_BLANK))
        return number


@cache
def _decoder() -> msgpack.Decoder[_Columns]:
    return msgpack.Decoder(_Columns)


def _objects(columns: _Columns, names: Sequence[Name]) -> list[KubeObject]:
    """Rebuild all objects; `map` calls the records' constructors without a step of Python for each."""
    counts = columns.counts
    text = columns.texts.__getitem__
    places = map(
        Place,
        chain.from_iterable(map(repeat, [name.file for name in names], counts)),
        columns.document,
        columns.item,
        columns.line,
        chain.from_iterable(map(repeat, [name.collection for name in names], counts)),
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
    skipped = {
        number: tuple([Skipped(names[number].file, reason, line) for reason, line in some])
        for number, some in columns.skipped
    }
    faults = {
        number: tuple([InputFault(one.rule, Spot(names[number].file, one.span), one.detail) for one in some])
        for number, some in columns.faults
    }
    bounds = list(accumulate(columns.counts, initial=0))
    none: repeat[tuple[()]] = repeat(())
    return map(
        LoadedFile,
        [name.file for name in names],
        map(tuple, map(objects.__getitem__, map(slice, bounds, bounds[1:]))),
        columns.documents,
        map(skipped.get, range(len(names)), none),
        map(faults.get, range(len(names)), none),
        columns.commented,
    )
