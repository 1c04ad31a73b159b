"""The line of every object is the one that `Positions` has, found without parsing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownerlint.load import LoadOptions, Positions, load
from ownerlint.load.lines import first_lines
from ownerlint.model import Source

ITEM = "apiVersion: v1\n{0}kind: Secret\n{0}metadata:\n{0}  name: s\n"
LIST = "apiVersion: v1\nkind: List\n"
SECRET = {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}}


def lines(text: str, name: str = "a.yaml") -> list[int | None]:
    """Return the lines of all objects, which must be the precise ones."""
    source = Source(name, "", text.encode(), name)
    places = [obj.place for obj in load(source, LoadOptions()).objects]
    positions = Positions(source, LoadOptions())
    found = first_lines(source, places, LoadOptions())
    assert found == [positions.span(place).line for place in places]
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (ITEM.format(""), [1]),
        (f"# a comment\n\n---\n# another\n{ITEM.format('')}---\n{ITEM.format('')}", [5, 10]),
        (f"{LIST}items:\n- {ITEM.format('  ')}- {ITEM.format('  ')}", [4, 8]),
        (
            f"{LIST}items:\n# first\n\n    - {ITEM.format('      ')}    - {ITEM.format('      ')}metadata: {{}}\n",
            [6, 10],
        ),
        (f"{LIST}items:\n- null\n- {ITEM.format('  ')}- {ITEM.format('  ')}- 1\n", [5, 9]),
        (f"{LIST}items:\n-\n  {ITEM.format('  ')}-   # here\n  {ITEM.format('  ')}", [5, 10]),
        (f'{LIST}items:\n- note: "a\n- b: c"\n  {ITEM.format("  ")}- {ITEM.format("  ")}', [4, 10]),
        (
            f"{LIST}items:\n- data: |\n    - a: b\n    items:\n    - c\n  {ITEM.format('  ')}- {ITEM.format('  ')}",
            [4, 12],
        ),
        (f"{LIST}items:\n- {LIST.replace(chr(10), chr(10) + '  ')}items:\n  - {ITEM.format('    ')}", [7]),
        (f"{LIST}items: [{{apiVersion: v1, kind: Secret}},\n {{apiVersion: v1, kind: Secret}}]\n", [3, 4]),
        (f"--- &anchor\n{ITEM.format('')}", [2]),
        ("---   {apiVersion: v1, kind: Secret}\n", [1]),
    ],
)
def test_yaml(text: str, expected: list[int]) -> None:
    assert lines(text) == expected
    assert lines(text.replace("\n", "\r\n")) == expected
    assert lines(f"\ufeff{text}") == expected


@pytest.mark.parametrize(("indent", "expected"), [(None, [1, 1]), (1, [6, 13])])
def test_json(indent: int | None, expected: list[int]) -> None:
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": [SECRET, SECRET]}, indent=indent)
    assert lines(text, "a.json") == expected


@given(st.lists(st.tuples(st.sampled_from(["", "# c\n", "\n"]), st.integers(0, 3)), min_size=1, max_size=6))
def test_lists_of_any_layout(items: list[tuple[str, int]]) -> None:
    body = "".join(
        f"{before}- {'  ' * 0}{ITEM.format('  ')}{'  # x' + chr(10) if more else ''}" for before, more in items
    )
    assert len(lines(f"{LIST}items:\n{body}")) == len(items)


def test_a_file_that_is_gone_has_no_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(ITEM.format(""))
    source = Source("a.yaml", str(path), None, "a.yaml")
    places = [obj.place for obj in load(source, LoadOptions()).objects]
    path.unlink()
    assert first_lines(source, places, LoadOptions()) == [None]


def test_a_file_that_has_changed_gives_some_line_and_no_error(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(f"{LIST}items:\n- {ITEM.format('  ')}- {ITEM.format('  ')}---\n{ITEM.format('')}")
    source = Source("a.yaml", str(path), None, "a.yaml")
    places = [obj.place for obj in load(source, LoadOptions()).objects]
    path.write_text("nothing\n")
    assert first_lines(source, places, LoadOptions()) == [1, 1, 1]
