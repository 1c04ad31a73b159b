"""Records survive being bytes, whatever they hold."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import msgpack, structs

from ownerlint.load import LoadedFile
from ownerlint.model import (
    Fault,
    FaultKind,
    InputFault,
    KubeObject,
    OwnerReference,
    Place,
    Setting,
    Skipped,
    Source,
    Span,
    Spot,
)
from ownerlint.reading.columns import DamagedError, NotEncodableError, decode, encode, name_of

# Little is drawn for each value: on a busy machine Hypothesis gives up on what takes it long to make.
TEXTS = st.sampled_from(("", "a", "web", "\0", "\x85", "\u2028", "\ufeff", "\U0001f980")) | st.text(
    st.characters(codec="utf-8"), max_size=3
)
NUMBERS = st.sampled_from((0, 1, 2, 1 << 40))
SCALARS = (
    st.sampled_from((None, True, False, 0, 1, -(1 << 63), (1 << 64) - 1, 0.0, -0.0, 1.0, float("inf")))
    | TEXTS
    | st.integers(-(1 << 63), (1 << 64) - 1)
    | st.floats(allow_nan=False)
)
LISTS = st.lists(SCALARS, max_size=2)
PLAIN = SCALARS | LISTS | st.dictionaries(TEXTS, SCALARS | LISTS, max_size=2)
REFERENCES = st.builds(
    OwnerReference, NUMBERS, TEXTS, TEXTS, TEXTS, TEXTS, st.booleans(), st.booleans(), st.lists(TEXTS).map(tuple)
)
FAULTS = st.builds(Fault, st.sampled_from(FaultKind), TEXTS, TEXTS, TEXTS, TEXTS)


@st.composite
def files(draw: st.DrawFn) -> tuple[list[Source], list[LoadedFile]]:
    found = [Source(f"{number}.yaml", "", collection=draw(st.sampled_from(("", "dump")))) for number in range(2)]
    return found, [draw(loaded(source)) for source in found]


@st.composite
def loaded(draw: st.DrawFn, source: Source) -> LoadedFile:
    name = name_of(source)
    places = st.builds(
        Place, st.just(name.file), NUMBERS, st.lists(NUMBERS, max_size=2).map(tuple), NUMBERS, st.just(name.collection)
    )
    objects = st.builds(
        KubeObject,
        *(TEXTS,) * 5,
        places,
        owner_references=st.lists(REFERENCES, max_size=2).map(tuple),
        finalizers=st.lists(TEXTS, max_size=2).map(tuple),
        deletion_timestamp=TEXTS,
        faults=st.lists(FAULTS, max_size=1).map(tuple),
        setting=st.sampled_from(Setting),
        ignored=st.none() | TEXTS,
        body=st.none() | st.dictionaries(TEXTS, PLAIN, max_size=2),
        versioned=st.booleans(),
    )
    spots = st.builds(Spot, st.just(source.file), st.none() | st.builds(Span, NUMBERS, NUMBERS, NUMBERS, NUMBERS))
    return LoadedFile(
        source.file,
        tuple(draw(st.lists(objects, max_size=3))),
        draw(NUMBERS),
        tuple(draw(st.lists(st.builds(Skipped, st.just(source.file), TEXTS, st.none() | NUMBERS), max_size=2))),
        tuple(draw(st.lists(st.builds(InputFault, TEXTS, spots, TEXTS), max_size=2))),
        draw(st.booleans()),
    )


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(files())
def test_what_comes_out_is_what_went_in(case: tuple[list[Source], list[LoadedFile]]) -> None:
    found, records = case
    names = [name_of(source) for source in found]
    again = decode(encode(records, names), names)
    assert again == records
    assert repr(again) == repr(records)  # True is not 1, and a tuple is no list


SOURCE = Source("a.yaml", "/a.yaml")
OBJECT = KubeObject("v1", "Namespace", "", "shop", "", Place("a.yaml", 0, (), 1, "a.yaml"))


@pytest.mark.parametrize(
    "obj",
    [
        structs.replace(OBJECT, body={"big": 1 << 64}),
        structs.replace(OBJECT, name="\udc80"),
        structs.replace(OBJECT, place=Place("b.yaml", 0, (), 1, "a.yaml")),
    ],
)
def test_what_does_not_fit_is_refused(obj: KubeObject) -> None:
    with pytest.raises(NotEncodableError):
        encode([LoadedFile("a.yaml", (obj,))], [name_of(SOURCE)])


def test_a_file_name_may_be_any_bytes() -> None:
    name = name_of(Source("\udcff.yaml", "/\udcff.yaml"))
    record = LoadedFile(name.file, (structs.replace(OBJECT, place=Place(name.file, 0, (), 1, name.collection)),))
    assert decode(encode([record], [name]), [name]) == [record]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.binary(max_size=40) | st.integers(0, 80).map(lambda end: encode([LoadedFile("a.yaml")], [name_of(SOURCE)])[:end])
)
def test_other_bytes_are_refused(data: bytes) -> None:
    whole = encode([LoadedFile("a.yaml")], [name_of(SOURCE)])
    if data != whole:
        with pytest.raises(DamagedError):
            decode(data, [name_of(SOURCE)])


@pytest.mark.parametrize("count", [1, -1, 1 << 40, 1 << 62])
def test_more_objects_than_there_are_are_refused_at_once(count: int) -> None:
    whole = msgpack.decode(encode([LoadedFile("a.yaml")], [name_of(SOURCE)]))
    whole[0] = [count]
    with pytest.raises(DamagedError):
        decode(msgpack.encode(whole), [name_of(SOURCE)])


def test_records_of_another_number_of_files_are_refused() -> None:
    with pytest.raises(DamagedError):
        decode(encode([LoadedFile("a.yaml")], [name_of(SOURCE)]), [name_of(SOURCE)] * 2)
