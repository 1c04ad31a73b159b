"""The forecast for programs: JSON of a stable shape, described by `predictions.schema.json`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec
from msgspec import UNSET, Struct, UnsetType

from ownerlint.collector.outcome import Outcome
from ownerlint.forecast.plan import Forecast
from ownerlint.report.visible import encodable

FORMAT_VERSION: Final = 1
"""Raised when a key goes or changes its meaning; new keys do not raise it."""


class _Error(Struct, frozen=True):
    field: str
    message: str


class _Object(Struct, frozen=True, rename="camel"):
    api_version: str
    kind: str
    namespace: str
    name: str
    uid: str
    file: str
    line: int | None
    admission: str
    fates: list[str]
    reason: str
    owner_references: list[str] | None
    finalizers: list[str] | None
    events: list[str]
    errors: list[_Error] | UnsetType = UNSET
    warnings: list[str] | UnsetType = UNSET
    complete: bool | UnsetType = UNSET


class _Document(Struct, frozen=True):
    version: int
    objects: list[_Object]


def write_json(forecast: Forecast, lines: Sequence[int | None]) -> str:
    """Return the forecast as one JSON object with an indentation of two spaces.

    What a manifest held is passed on as it is; only lone surrogates, which valid JSON text cannot hold, become escapes.

    Args:
        forecast: what is told.
        lines: for each outcome, the first line of its object; None where there is none.
    """
    objects = [_object(outcome, line) for outcome, line in zip(forecast.outcomes, lines, strict=True)]
    document = _Document(FORMAT_VERSION, objects)
    return msgspec.json.format(msgspec.json.encode(document), indent=2).decode() + "\n"


def _object(outcome: Outcome, line: int | None) -> _Object:
    obj = outcome.object
    errors = [_Error(encodable(error.field), encodable(error.message)) for error in outcome.errors]
    return _Object(
        api_version=encodable(obj.api_version),
        kind=encodable(obj.kind),
        namespace=encodable(obj.namespace),
        name=encodable(obj.name),
        uid=encodable(obj.uid),
        file=encodable(obj.place.file),
        line=line,
        admission=outcome.admission.value,
        fates=[fate.value for fate in outcome.fates],
        reason=encodable(outcome.reason),
        owner_references=_texts(outcome.owner_references),
        finalizers=_texts(outcome.finalizers),
        events=list(outcome.events),
        errors=errors or UNSET,
        warnings=_texts(outcome.warnings) or UNSET,
        complete=UNSET if outcome.complete else False,
    )


def _texts(texts: Iterable[str] | None) -> list[str] | None:
    return None if texts is None else [encodable(text) for text in texts]
