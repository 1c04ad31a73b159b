"""The page about the garbage collector names recordings that exist."""

from __future__ import annotations

import re

from tests.collector.recordings import FIXTURES, ROOT, read


def test_every_recording_that_the_page_names_is_in_the_fixtures() -> None:
    page = (ROOT / "docs" / "garbage-collection.md").read_text(encoding="utf-8")
    rows = [line.rsplit("|", 2)[-2] for line in page.splitlines() if line.startswith("| ")]
    named = {name for row in rows for name in re.findall(r"`([^`]+)`", row)}
    named |= set(re.findall(r"\(`([a-z0-9-]+)`", page.split("## Where the outcome is open")[1]))
    recorded = {record["scenario"]["id"].removeprefix("named/") for record in read(FIXTURES / "named-cold.jsonl.gz")}
    assert named - recorded == set()
    assert len(named) > 50
