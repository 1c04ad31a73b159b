from __future__ import annotations

from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ownerlint.comments import Comment, comments

OWNED = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  ownerReferences:
  - kind: Deployment
    uid: x
"""


def read(text: str, file: str = "all.yaml") -> tuple[Comment, ...]:
    return comments(file, dedent(text))


def covered(text: str) -> list[tuple[int, int, int]]:
    """Return line, first and last covered line of every comment."""
    return [(comment.line, comment.first, comment.last) for comment in read(text)]


def test_a_comment_says_where_it_stands_what_it_names_and_why() -> None:
    assert read("a: 1\nuid: x  # ownerlint: ignore[dangling-owner, OWN201] moved to staging\n") == (
        Comment(
            file="all.yaml",
            line=2,
            column=9,
            end_column=69,
            selectors=("dangling-owner", "OWN201"),
            reason="moved to staging",
            first=2,
            last=2,
        ),
    )


@pytest.mark.parametrize(
    ("written", "selectors", "reason", "blanket"),
    [
        ("# ownerlint: ignore[a]", ("a",), "", False),
        ("#ownerlint:ignore[a,b,a]", ("a", "b"), "", False),
        ("#  ownerlint:  ignore [ a b ] - because", ("a", "b"), "because", False),
        ("# ownerlint: ignore[a]: see [1]", ("a",), "see [1]", False),
        ("# ownerlint: ignore[]", (), "", False),
        ("# ownerlint: ignore", (), "", True),
        ("# ownerlint: ignore legacy", (), "legacy", True),
        ("# why # ownerlint: ignore[a]", ("a",), "", False),
        ("# ownerlint: ignore[é😀]\t", ("é😀",), "", False),
    ],
)
def test_spaces_reasons_and_missing_brackets_are_understood(
    written: str, selectors: tuple[str, ...], reason: str, blanket: bool
) -> None:
    (comment,) = read(f"uid: x {written}\n")
    assert (comment.selectors, comment.reason, comment.blanket) == (selectors, reason, blanket)


@pytest.mark.parametrize(
    "line",
    [
        "uid: x# ownerlint: ignore[a]",
        "uid: x # ownerlint: ignored[a]",
        "uid: x # ownerlint: ignore-file",
        "uid: x # ownerlint ignore[a]",
        "uid: x # myownerlint: ignore[a]",
        "uid: 'x # ownerlint: ignore[a]'",
        'uid: "x # ownerlint: ignore[a]"',
        'uid: "x\n  # ownerlint: ignore[a]\n  y"',
        "uid: |\n  # ownerlint: ignore[a]\n  kind: x # ownerlint: ignore[a]",
        "- uid: >-\n\n    x # ownerlint: ignore[a]\n",
        "? |\n  # ownerlint: ignore[a]\n: x",
    ],
)
def test_what_only_looks_like_a_comment_is_none(line: str) -> None:
    assert read(f"{line}\n") == ()


def test_comments_around_scalars_are_comments() -> None:
    text = """\
        a: |  # ownerlint: ignore[1]
          # ownerlint: ignore[no]
        # ownerlint: ignore[2]
        b: "it's
          # ownerlint: ignore[no]
          x" # ownerlint: ignore[3]
        c: it's # ownerlint: ignore[4]
        d: [1, # ownerlint: ignore[5]
          2]
        """
    assert [comment.selectors for comment in read(text)] == [("1",), ("2",), ("3",), ("4",), ("5",)]


def test_a_comment_behind_text_that_looks_like_one_is_found() -> None:
    (comment,) = read("a: '# ownerlint: ignore[no]' # ownerlint: ignore[yes] # ownerlint: ignore[reason]\n")
    assert (comment.column, comment.selectors, comment.reason) == (30, ("yes",), "# ownerlint: ignore[reason]")


def test_brackets_that_nest_absurdly_deep_and_masses_of_comments_end() -> None:
    many = "# ownerlint: ignore[x]\n" * 20_000
    assert [comment.line for comment in read("- " + "[" * 200_000 + "\n# ownerlint: ignore[x]\n")] == [2]
    assert {comment.first for comment in read(f"{many}a: 1\n")} == {20_001}


def test_behind_a_syntax_error_comments_still_count() -> None:
    text = "a: '# ownerlint: ignore[no]'\nb: [\n---\nc: 1 # ownerlint: ignore[yes]\n"
    assert [comment.selectors for comment in read(text)] == [("yes",)]


def test_json_has_no_comments() -> None:
    text = '{"a": "b # ownerlint: ignore[x]"}\n# ownerlint: ignore[x]\n'
    assert read(text, "a.json") == ()
    assert len(read(text, "a.yaml")) == 1


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_count_the_same_whatever_ends_them_and_with_a_byte_order_mark(end: str) -> None:
    text = end.join(
        [
            "\ufeffa: 1",
            "b: 2 # ownerlint: ignore[x]",
            "c: |",
            "  # ownerlint: ignore[no]",
            "d: 3 # ownerlint: ignore[y]",
        ]
    )
    assert [(comment.line, comment.column) for comment in comments("a.yaml", text)] == [(2, 6), (5, 6)]


def test_a_comment_above_a_line_covers_it_across_other_comments_and_empty_lines() -> None:
    assert covered("a: 1\n# ownerlint: ignore[x]\n\n# and why\nb: 2\nc: 3\n") == [(2, 5, 5)]


def test_a_comment_above_an_entry_covers_the_entry() -> None:
    text = """\
        metadata:
          ownerReferences:
          # ownerlint: ignore[x]
          - kind: A
            name: b

        # a stray comment
            uid: c
          - kind: D
        """
    assert covered(text) == [(3, 4, 8)]


def test_a_comment_above_an_item_of_a_list_covers_the_object() -> None:
    text = """\
        kind: List
        items:
        - kind: A
          metadata:
            name: a
        # ownerlint: ignore[x]
        - kind: B
          metadata:
            name: b
        - kind: C
        """
    assert covered(text) == [(6, 7, 9)]


@pytest.mark.parametrize("start", ["", "---\n", "# licence\n", "%YAML 1.1\n---\n", "---\n\n# about\n"])
def test_a_comment_at_the_top_covers_its_document(start: str) -> None:
    text = f"{start}# ownerlint: ignore[x]\n{OWNED}---\n{OWNED}"
    above = start.count("\n") + 1
    assert covered(text) == [(above, above + 1, above + 7)]


def test_a_comment_above_the_first_separator_belongs_to_the_first_document() -> None:
    assert covered(f"# ownerlint: ignore[x]\n---\n{OWNED}---\n{OWNED}") == [(1, 3, 9)]


def test_a_comment_at_the_end_of_a_document_covers_nothing_of_the_next() -> None:
    assert covered(f"{OWNED}# ownerlint: ignore[x]\n---\n{OWNED}") == [(8, 9, 9)]
    (last,) = covered(f"{OWNED}# ownerlint: ignore[x]\n")
    assert last[1] > last[2]


def test_a_comment_at_the_end_of_the_first_line_covers_that_line_alone() -> None:
    assert covered(OWNED.replace("v1\n", "v1  # ownerlint: ignore[x]\n")) == [(1, 1, 1)]


LINES = st.sampled_from(
    ["---", "a: |", "  b", "- c", "'", '"', "  - d: >", "# ownerlint: ignore[x]", "e: f # ownerlint: ignore", "", "\t", "}", "\x85", "\u2028#", "%", "..."]
)  # fmt: skip


@given(st.lists(LINES | st.text(max_size=4), max_size=12).map("\n".join))
@settings(max_examples=150, deadline=None)
def test_any_text_is_read_and_every_comment_stands_where_it_says(text: str) -> None:
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for comment in comments("a.yaml", text):
        written = lines[comment.line - 1][comment.column - 1 : comment.end_column - 1]
        assert written.startswith("#")
        assert written.rstrip() == written
        assert comment.line <= comment.first
        assert comment.last <= len(lines)
