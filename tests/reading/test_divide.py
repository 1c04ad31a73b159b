"""Batches hold all files once, and about the same work."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ownerlint.reading.batches import divide

MIB = 1 << 20


@given(st.lists(st.integers(0, 20 * MIB), max_size=60), st.integers(1, 5))
def test_every_file_is_in_one_batch(sizes: list[int], jobs: int) -> None:
    assert sorted(index for batch in divide(sizes, jobs) for index in batch) == list(range(len(sizes)))


def test_the_largest_comes_first_and_alone() -> None:
    assert divide([MIB, MIB, 100 * MIB, MIB], 2)[0] == range(2, 3)


def test_files_of_one_size_make_batches_of_one_size() -> None:
    assert {len(batch) for batch in divide([MIB] * 16, 2)} == {2}


def test_no_batch_of_several_files_is_large() -> None:
    assert max(len(batch) for batch in divide([MIB] * 1000, 2)) == 7
