"""The layer that has libyaml check what nobody reads takes nothing that the careful layer refuses, and reads the same."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ownerlint.load import load, sections
from ownerlint.load.plain import UnsureError
from ownerlint.load.project import objects
from ownerlint.model import KubeObject, Place
from tests.load.helpers import CAREFUL, source

HEADS = (
    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n",
    "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: a\n",
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: # here\n  name: a # there\n  labels: {}\n",
    "kind: CustomResourceDefinition\napiVersion: apiextensions.k8s.io/v1\nmetadata:\n  name: a\n  finalizers: [b, 'c/d']\n",
    "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n",
)
KEYS = (
    "a",
    "spec",
    "schema",
    "'q'",
    "schema",
    "status",
    "versions",
    "name",
    "metadata",
    "? a",
    "*x",
    "[a]",
    "{a: b}",
    "(b c)",
)
VALUES = (
    *(
        "",
        "",
        "",
        "b",
        "'b",
        "b'",
        '"b',
        '"b"',
        "|",
        "|-",
        ">",
        "|2",
        "| # c",
        "b # c",
        "&x",
        "&x b",
        "*x",
        "!t",
        "!t b",
    ),
    *(
        "[b, c]",
        "[*x]",
        "[*x, b]",
        "['*x', b]",
        "[",
        "]",
        "[b",
        "b]",
        "{",
        "}",
        "{}",
        "[]",
        "{b: c}",
        "{b: *x}",
        "{{ b }}",
    ),
    *(
        "[[b]]",
        "[b]: c",
        "*x : b",
        "? b",
        "? [b]",
        "'[b]: c'",
        "[b] # c",
        "- b",
        "- - b",
        "&x [*x]",
        "!t [b]",
        "# *x",
        "* b",
    ),
    *(
        "b:",
        "b: *x",
        "b\u2028c",
        "é",
        "\tb",
        "b\tc",
        "''",
        "'''",
        "~",
        "yes",
        "*x, b",
        "{'*x': b}",
        '"{": b',
        "[b,",
        "b]: c",
    ),
)
LINES = st.tuples(
    st.integers(0, 6),
    st.sampled_from(["", "", "", "- ", "- - ", "-   "]),
    st.sampled_from([*(f"{key}: " for key in KEYS), "", "", "", ""]),
    st.sampled_from(VALUES),
).map(lambda parts: " " * parts[0] + parts[1] + (parts[2] + parts[3]).rstrip())


def _read(text: str) -> list[KubeObject | str] | None:
    """What the layer makes of a document; None where it is unsure."""
    try:
        return list(objects(sections.read(text.encode()), Place("test.yaml", 0, (), 1, "test.yaml")))
    except UnsureError:
        return None


def _agree(text: str) -> bool:
    """Compare with the careful layer; return whether this layer was sure."""
    found = _read(text)
    if found is not None:
        careful = load(source(text), CAREFUL)
        assert careful.faults == ()
        assert [one for one in found if isinstance(one, KubeObject)] == list(careful.objects)
        assert [one for one in found if isinstance(one, str)] == [one.reason for one in careful.skipped]
    return found is not None


@settings(max_examples=1500, deadline=None)
@given(
    head=st.sampled_from(HEADS),
    first=st.sampled_from(["spec:\n", "spec:\n", "data: |\n", "data: 'b\n", "versions:\n", ""]),
    lines=st.lists(LINES, min_size=1, max_size=7),
    end=st.sampled_from(["", "\n", "\n", "\n\n"]),
)
def test_whatever_it_is_sure_of_the_careful_layer_reads_too(head: str, first: str, lines: list[str], end: str) -> None:
    _agree(head + first + "\n".join(lines) + end)


@settings(max_examples=400, deadline=None)
@given(head=st.sampled_from(HEADS), lines=st.lists(LINES, max_size=5), more=st.lists(LINES, max_size=3))
def test_text_in_a_block_scalar(head: str, lines: list[str], more: list[str]) -> None:
    text = "".join(f"    {line}\n" for line in lines)
    _agree(f"{head}data:\n  first: |-\n   x\n{text}  second: b\n" + "".join(f"  {line}\n" for line in more))


@pytest.mark.parametrize(
    "spec",
    [
        "  a: b",
        "  a: |\n    *no alias\n    {no: collection\n    ? no key\n  c: d",
        "  a:\n  - |\n    [no collection\n  - b",
        "  a: 'first\n    [no collection'",
        "  a: many\n    *words",
        "  a: ['*', \"{b}\", c]\n  d: {e: f, g: 'h'}",
        "  # *no alias\n  a: b",
        "  a: &anchor b",
        "  a: !tag b",
        "  a: e.g. [b] and {{ c }}",
        "  schedule: '* * * * *'\n  text: \"{{ b }}\"",
    ],
)
def test_what_it_is_sure_of(spec: str) -> None:
    assert _agree(f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\nspec:\n{spec}\n")


@pytest.mark.parametrize(
    "spec",
    [
        "  a: *nowhere",
        "  - *nowhere",
        "  a: &b [*c]",
        "  a: !b [*c]",
        "  a: &b\n    *c",
        "  a: # why\n    *c",
        "  *a : b",
        "  a: [b, *c]",
        "  a: {{ b }}",
        "  ? [a]\n  : b",
        "  [a]: b",
        "  {a: b}: c",
        "  a: |\n    b\n  c: *d",
        "  a: [b,\n    *c]",
    ],
)
def test_what_it_leaves_to_others(spec: str) -> None:
    assert _read(f"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\nspec:\n{spec}\n") is None


@pytest.mark.parametrize(
    ("text", "patch"),
    [
        ("|-\n    a: b\n\n    c: d\n", "a: b\n\nc: d"),
        ("|\n    a: b\n    # text\n\n", "a: b\n# text\n"),
        ("|\n\n      a: b\n       c\n", "\na: b\n c\n"),
        ("|-\n    a: b  \n\n  # no text\n", "a: b  "),
        ("|-\n", ""),
        ("|\n    # text\n", "# text\n"),
    ],
)
def test_a_block_scalar_in_a_body(text: str, patch: str) -> None:
    document = (
        f"apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\npatches:\n- patch: {text}  target: {{}}\n"
    )
    assert _agree(document)
    (obj,) = (one for one in _read(document) or () if isinstance(one, KubeObject))
    assert obj.body["patches"][0]["patch"] == patch
