"""The reader in C takes nothing that the careful layer refuses, and reads the same; so do the layers that stand in for it.

All examples also run where the reader was not built: `readers` then has the layers in Python alone.
"""

from __future__ import annotations

from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.load.block_readers import BASES, all_agree, parts

HEADS = (
    "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n",
    "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n",
    "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n",
    "apiVersion: v1\nkind: List\nitems:\n",
    "apiVersion: v1\nkind: RoleList\nitems:\n- metadata:\n    name: a\n  rules:\n",
    "apiVersion: v1\nkind: Service\nmetadata:\n  name: a\n  annotations:\n    ownerlint.dev/ignore: x\nspec:\n",
    *("", "a: |\n", "a: 'b\n", "a: [b,\n", "- a\n"),
)
KEYS = parts(
    "a¦b¦name¦metadata¦spec¦kind¦items¦uid¦annotations¦ownerReferences¦ownerreferences¦managedFields¦"
    "finalizers¦'q'¦\"q r\"¦on¦1¦~¦<<¦'<<'¦a:b¦a#b¦?x¦-x¦é¦a  b¦''¦\"a\\\"b\"¦'it''s'¦&x a¦*x¦!t a¦? a¦[a]¦"
    "{a: b}¦a ¦... a¦ownerlint.dev/ignore"
)
PLAIN = parts(
    "b¦1¦yes¦~¦0x1F¦.5¦.nan¦-¦--¦-1¦0b-1¦2024-01-01¦true¦a:b¦a#b¦a b¦<<¦a: b¦a #c¦a # c: d¦é¦\u2028¦\ufeffa¦"
    "\x85¦\x7f¦%a¦@a¦`a¦a\tb¦\ta¦a\t¦(b)¦...¦... a¦---a¦? a¦: a¦a\\¦!t a¦&x a¦&x¦*x¦*y¦&x *x¦&x [a]¦{{ a }}¦"
    "List"
)
QUOTED = parts(
    '\'a\'¦\'a\'\'b\'¦"a"¦"a\\nb"¦"a\\tb"¦"\\u00e9"¦"\\ud800"¦"\\x41"¦"\\e"¦"\\/"¦"a\\ "¦""¦\'a¦'
    "a'¦\"a\\¦\"\\q\"¦'a'#c¦'a' #c¦'a' b¦\"a\"b¦\"a\": b¦'a' : b¦'a\n  b'¦'a \n\n b '¦\"a \\\n  b\"¦"
    "\"a\\\n\n b\"¦\"a\\n \n b\"¦'a\n... b'¦'a\nb'¦'a\n\tb'¦\"a\\t\n b\"¦'\n '¦\"a\\\n\\\n b\""
)
FLOW = parts(
    "[]¦{}¦[ ]¦[a, b]¦[a, 'b',]¦[a, [b]]¦{a: b}¦{a: b, a: c}¦{'a': b}¦{\"a\": 1, b: [c]}¦{a:}¦{a: }¦{a}¦[a: b]¦"
    "[a b, c d ]¦[1, yes, ~]¦[*x]¦{<<: b}¦{1: a}¦[-a, --]¦[- a]¦[a] b¦[a]: b¦[a]#c¦[a] #c¦[a,¦{a: b,¦[a, # c¦"
    "[a\n]¦[\n# c\n a,\n]¦[a #c\n]¦[a#c\n]¦[a\n... ]¦[\na b\n c]"
)
BLOCK = parts(
    "|¦|-¦|+¦>¦>-¦|2¦|1-¦|-3¦|0¦|-+¦| #c¦|#c¦|\n  a¦|\n\n   a\n     \n¦|\n      \n  a¦|-\n    a\n      \n¦"
    "|2\n      \n    a\n¦|-\n    a\n   b¦>\n  a\n\n  b¦|\n  \ta¦|\n\ta¦|\n   a\n  # c"
)
SCALARS = st.one_of(*(st.sampled_from(some) for some in (PLAIN, QUOTED, FLOW, BLOCK)), st.sampled_from(PLAIN[:17]))
ENDS = st.sampled_from(["", "\n", "\n", "\n\n", "\n  ", "\n...\n", "\n# c", "\n\t"])
LINES = st.builds(
    lambda indent, dash, key, value, end: " " * indent + dash + f"{key}{value}" + end,
    st.sampled_from([0, 0, 2, 2, 2, 4, 4, 6, 1, 3]),
    st.sampled_from(["", "", "", "- ", "-   ", "- - ", "-"]),
    st.one_of(st.sampled_from(KEYS[:12]), st.sampled_from(KEYS), st.just("")).map(lambda key: key and f"{key}: "),
    st.one_of(st.just(""), SCALARS),
    st.sampled_from(["", "", "", " ", " # c"]),
)


@settings(max_examples=1200, deadline=None)
@given(head=st.sampled_from(HEADS), lines=st.lists(LINES, max_size=7), end=ENDS)
def test_lines_of_any_sort(head: str, lines: list[str], end: str) -> None:
    all_agree(head + "\n".join(lines) + end)


Written: TypeAlias = "str | list[Written] | dict[str, Written]"
VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.one_of(st.sampled_from(KEYS[:12]), st.sampled_from(KEYS)), inner, max_size=3)
    ),
    max_leaves=8,
)


def _written(value: Written, column: int, dash: str) -> str:
    """A value as text behind a key or a dash, in block style."""
    lead = " " * column
    if isinstance(value, dict):
        return "".join(f"\n{lead}{key}:{_written(below, column + 2, dash)}" for key, below in value.items())
    if isinstance(value, list):
        return "".join(f"\n{lead}{dash}{_written(below, column + len(dash), dash).lstrip()}" for below in value)
    return " " + value.replace("\n", f"\n{lead}")


@settings(max_examples=700, deadline=None)
@given(
    head=st.sampled_from(HEADS[:3]),
    members=st.dictionaries(st.sampled_from(["metadata", "spec", "rules", "items", "patches"]), VALUES, max_size=2),
    dash=st.sampled_from(["- ", "-   "]),
    end=ENDS,
)
def test_values_of_any_depth(head: str, members: dict[str, Written], dash: str, end: str) -> None:
    all_agree(head + _written(members, 0, dash).lstrip() + end)


PARTS = parts(
    " ¦\n¦  ¦:¦: ¦- ¦-¦'¦\"¦#¦ #¦{¦}¦[¦]¦,¦|¦>¦&a ¦*a¦!x ¦? ¦\t¦%¦@¦~¦yes¦<<: ¦...\n¦\\¦é¦\n\n¦a: b\n¦"
    "metadata:\n¦\x85¦  x: |\n¦>-¦|+¦''¦{}¦[]¦\ufeff¦uid: ¦\n        \n¦# c\n¦\x01¦items:\n"
)
EDITS = st.lists(st.tuples(st.integers(0, 420), st.integers(0, 6), st.sampled_from(PARTS)), max_size=3)


@settings(max_examples=800, deadline=None)
@given(base=st.sampled_from(BASES), edits=EDITS)
def test_edited_manifests(base: str, edits: list[tuple[int, int, str]]) -> None:
    for at, cut, part in edits:
        base = base[:at] + part + base[at + cut :]
    all_agree(base)


@pytest.mark.parametrize("base", BASES)
def test_manifests_that_end_anywhere(base: str) -> None:
    for end in range(len(base)):
        all_agree(base[:end])
