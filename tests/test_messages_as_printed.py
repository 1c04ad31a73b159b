"""The messages are recognised as Kubernetes 1.36 and controller-runtime print them, with real names filled in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest

from ownerlint.messages import Message, known_messages, recognise
from tests.collector.recordings import FIXTURES, Record, read
from tests.printed_messages import PRINTED

UNRELATED: Final = re.compile(r'^\S+ "\S+" not found$')
"""What a delete request gets for an object that the collector was faster to delete."""


def texts(record: Record) -> Iterator[str]:
    """Yield what the API server answered and warned of in a recording, and the events in it."""
    if message := record.get("message"):
        yield message
    if "outcome" not in record:
        return
    answers = [*record["outcome"]["objects"].values(), *record["outcome"].get("actions", ())]
    answers += [answer["strict"] for answer in answers if "strict" in answer]
    for answer in answers:
        yield from answer.get("warnings") or ()
        if error := answer.get("error"):
            yield error["message"]
    for event in record["outcome"].get("events", ()):
        yield event["message"]


@pytest.mark.parametrize(("message", "text"), [(name, text) for name, many in PRINTED.items() for text in many])
def test_a_text_is_recognised_as_it_is_printed(message: str, text: str) -> None:
    best = recognise(text)[0]
    assert (best.message.id, best.exact) == (message, True)


@pytest.mark.parametrize("message", known_messages(), ids=[message.id for message in known_messages()])
def test_every_wording_is_one_that_is_printed(message: Message) -> None:
    for wording in message.says:
        pattern = ".*".join(re.escape(part) for part in wording.split("…"))
        assert any(re.search(pattern, text, re.DOTALL) for text in PRINTED[message.id]), wording


@pytest.mark.parametrize("name", ["named-cold", "random-cold", "races-cold", "rbac"])
def test_every_recorded_text_is_recognised(name: str) -> None:
    recorded = {text for record in read(FIXTURES / f"{name}.jsonl.gz") for text in texts(record)}
    assert recorded
    unknown = {text for text in recorded if not UNRELATED.match(text) and not any(m.exact for m in recognise(text))}
    assert unknown == set()
