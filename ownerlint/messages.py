"""Messages of Kubernetes about ownership: which one a pasted text is, what it means, and which rules are about it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from ownerlint import data

_VALUE: Final = "\u2026"
_LONGEST_VALUE: Final = 2000
_WORD: Final = re.compile(r"[a-z]{3,}")
_NEAR: Final = 0.75
_FEWEST_WORDS: Final = 4
_DROPPED: Final = str.maketrans("", "", "\"'`\\\u2018\u2019\u201c\u201d")


class Message(Struct, frozen=True):
    """One message of the API server, an admission plugin, the garbage collector, kubectl or controller-runtime.

    Args:
        id: stable name.
        says: its wordings; `…` stands for a value that is filled in.
        cause: what it means, in a few sentences.
        fix: what to do.
        rules: names of the rules that find the cause in manifests, the nearest first.
    """

    id: str
    says: tuple[str, ...]
    cause: str
    fix: str
    rules: tuple[str, ...] = ()


class Match(NamedTuple):
    """A message that a text contains, or resembles.

    Attributes:
        message: the message.
        exact: False where only most of the words are there.
    """

    message: Message
    exact: bool


@lru_cache(maxsize=1)
def known_messages() -> tuple[Message, ...]:
    """Return every message that is known."""
    return msgspec.json.decode(data.read("messages.json"), type=tuple[Message, ...])


def recognise(text: str) -> tuple[Match, ...]:
    """Return the messages that a pasted text contains, best match first; else the one that it resembles; else none.

    Letter case, quotes, line breaks and whatever stands around a message do not matter. Of two messages at the same
    place in the text only the better match counts.
    """
    plain = _plain(text)
    found: list[tuple[_Hit, Message]] = []
    for message in known_messages():
        hits = [hit for wording in message.says if (hit := _find(wording, plain)) is not None]
        if hits:
            found.append((max(hits), message))
    found.sort(key=lambda one: -one[0].letters)
    kept: list[tuple[_Hit, Message]] = []
    for hit, message in found:
        if all(hit.end <= better.begin or better.end <= hit.begin for better, _ in kept):
            kept.append((hit, message))
    if kept:
        return tuple(Match(message, exact=True) for _, message in kept)
    return tuple(Match(message, exact=False) for message in _nearest(plain))


class _Hit(NamedTuple):
    """How much of a wording a text contains, and where."""

    letters: int
    begin: int
    end: int


def _find(wording: str, plain: str) -> _Hit | None:
    """Return where a text contains a wording with all its fragments in order; None where it does not."""
    fragments = [_plain(fragment) for fragment in wording.split(_VALUE)]
    begin = plain.find(fragments[0])
    while begin >= 0:
        end = begin + len(fragments[0])
        for fragment in fragments[1:]:
            here = plain.find(fragment, end, end + _LONGEST_VALUE)
            if here < 0:
                break
            end = here + len(fragment)
        else:
            return _Hit(sum(map(len, fragments)), begin, end)
        begin = plain.find(fragments[0], begin + 1)
    return None


def _nearest(plain: str) -> list[Message]:
    """Return the messages most of whose words a text has: somebody may have typed it off a screen."""
    words = set(_WORD.findall(plain))
    ranked = []
    for place, message in enumerate(known_messages()):
        for wording in message.says:
            wanted = set(_WORD.findall(_plain(wording)))
            share = len(wanted & words) / max(len(wanted), 1)
            if len(wanted) >= _FEWEST_WORDS and share >= _NEAR:
                ranked.append((-share, -len(wanted), place, message))
    best = sorted(ranked, key=lambda one: one[:3])[:1]
    return [message for *_, message in best]


def _plain(text: str) -> str:
    return " ".join(text.translate(_DROPPED).casefold().split())
