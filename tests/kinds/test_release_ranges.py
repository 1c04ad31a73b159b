from __future__ import annotations

import pytest

from ownerlint.kinds import KindTable, parse_range


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1.36", ("1.36", None)),
        ("v1.29.4-gke.1", ("1.29", None)),
        ("1.30..1.36", ("1.36", "1.30")),
        ("v1.30.2..v1.36.0", ("1.36", "1.30")),
        (" 1.30 .. 1.36 ", ("1.36", "1.30")),
        ("1.30...1.36", ("1.36", "1.30")),
        ("1.36..1.36", ("1.36", None)),
    ],
)
def test_a_range_gives_the_newer_release_and_the_start(text: str, expected: tuple[str, str | None]) -> None:
    assert parse_range(text) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1.36..1.30", "write the older release first, as 1.30..1.36"),
        ("..1.36", "'' is not a Kubernetes release"),
        ("1.30..", "'' is not a Kubernetes release"),
        ("1.30..9.9", "'9.9' is not a Kubernetes release"),
        ("1.2..1.36", "'1.2' is not a Kubernetes release that ownerlint knows"),
        ("1.20..1.30..1.36", "is not a Kubernetes release"),
    ],
)
def test_a_range_that_makes_no_sense_is_told(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_range(text)


def test_the_table_judges_by_the_newer_release() -> None:
    table = KindTable.build("1.36", (), (), "1.24")
    assert (table.release, table.since, table.pinned) == ("1.36", "1.24", True)
    assert KindTable.build("1.36", ()).since is None
