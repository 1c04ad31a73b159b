"""Python's own garbage collector is called less often while ownerlint works, and as often as before behind it."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from ownerlint.garbage import seldom_collected


@pytest.fixture
def threshold() -> Iterator[int]:
    """Set a threshold for these tests, and return it."""
    before = gc.get_threshold()
    gc.set_threshold(321, 7, 5)
    yield 321
    gc.set_threshold(*before)


def test_the_collector_is_called_less_often_for_a_while(threshold: int) -> None:
    during: list[tuple[int, int, int]] = []

    @seldom_collected()
    def fail() -> None:
        during.append(gc.get_threshold())
        raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert during[0][0] > threshold
    assert during[0][1:] == (7, 5)
    assert gc.get_threshold() == (threshold, 7, 5)


@pytest.mark.usefixtures("threshold")
@pytest.mark.parametrize("patience", [0, 1 << 24])
def test_who_wants_it_called_even_less_often_has_it_so(patience: int) -> None:
    gc.set_threshold(patience, 7, 5)
    with seldom_collected():
        assert gc.get_threshold() == (patience, 7, 5)
    assert gc.get_threshold() == (patience, 7, 5)
