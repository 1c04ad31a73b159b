"""All YAML layers give the same records, on everything."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from ownerlint.load import LoadOptions, load
from tests.load.helpers import CAREFUL, FAST, in_python, positions, read, source

PARTS = (
    *(
        " ",
        "\n",
        "  ",
        ":",
        ": ",
        "- ",
        "-",
        "'",
        '"',
        "#",
        " #",
        "{",
        "}",
        "[",
        "]",
        ",",
        "|",
        ">",
        "&a ",
        "*a",
        "!x ",
    ),
    *(
        "? ",
        "\t",
        "%",
        "@",
        "`",
        "~",
        "null",
        "yes",
        "1",
        "<<: ",
        "---\n",
        "...\n",
        "\r",
        "\\",
        "é",
        "=",
        "\n\n",
        "a: b\n",
    ),
    *("metadata:\n", "name", "0x", "\x85", "  x: |\n", ">-", "|+", "''", "{}", "[]", "\ufeff", "uid: ", "!!str "),
)
BASES = (
    """apiVersion: v1
kind: Pod
metadata:
  name: a
  namespace: 'x'
  uid: "u\\x41"
  labels: {a: b, c: [d, e]}
  annotations:
    ownerlint.dev/ignore: foo
    other: >
      x

      y
  ownerReferences:
  - apiVersion: apps/v1
    kind: ReplicaSet
    name: web # c
    controller: yes
  -
  - {}
  finalizers: [a/b, 'c', 5, ~]
""",
    """# c
---
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: X
  metadata:
    name: p
    ownerReferences:
      - name: q
        uid: >-
          folded
          text
-   kind: Z
    apiVersion: g/v1
    metadata: {name: z, uid: 0x1F, ownerReferences: [{uid: a, name: b}, null, ]}
--- # x
kind: PodList
apiVersion: v1
items:
  - metadata:
      name: multi
        line
...
---
{apiVersion: v1, kind: Z, metadata: {name: "a b"}}
""",
)
EDITS = st.lists(st.tuples(st.integers(0, 700), st.integers(0, 6), st.sampled_from(PARTS)), min_size=1, max_size=4)


@pytest.mark.parametrize("fast", [True, False])
def test_which_layer_is_used_does_not_show(fast: bool) -> None:
    assert [obj.name for obj in load(source(BASES[1]), LoadOptions(fast=fast)).objects] == [
        "p",
        "z",
        "multi line",
        "a b",
    ]


@settings(max_examples=400, deadline=None)
@given(base=st.sampled_from(BASES), edits=EDITS)
def test_edited_manifests(base: str, edits: list[tuple[int, int, str]]) -> None:
    for at, cut, part in edits:
        base = base[:at] + part + base[at + cut :]
    found = read(base)
    for obj in found.objects:
        for path in ("", "metadata.name", "metadata.ownerReferences[0].uid"):
            span = positions(base).span(obj.place, path)
            assert 1 <= span.line <= base.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
            assert span.end_column > span.column >= 1


LEADS = (
    *("# c", "#\tc", "\t# c", "  \t", "---", "--- # c", "---\t# c", "%YAML 1.1", "% c", "# 100 %", "...", "", "  # c"),
    *("# a\u2028b", "# \x01", "#\x85", "# \xa9", "# \u2014", "# \ufeff", "# \x7f", "#\u2029", "# \ufffe"),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(LEADS), min_size=1, max_size=4))
def test_what_stands_before_an_object(lines: list[str]) -> None:
    read("\n".join(lines) + "\napiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n")


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["yes", "0x1"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(["apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion", "namespace"])
METADATA = st.fixed_dictionaries(
    {},
    optional={
        "name": VALUES,
        "namespace": VALUES,
        "uid": VALUES,
        "labels": VALUES,
        "ownerReferences": st.lists(st.dictionaries(KEYS, SCALARS), max_size=3) | VALUES,
        "finalizers": st.lists(SCALARS, max_size=3) | VALUES,
        "annotations": st.dictionaries(st.sampled_from(["ownerlint.dev/ignore", "other"]), VALUES),
    },
)


@settings(max_examples=150, deadline=None)
@given(metadata=METADATA, flow=st.sampled_from([True, False, None]))
def test_emitted_manifests(metadata: dict[str, Any], flow: bool | None) -> None:
    yaml = YAML(typ="safe")
    yaml.default_flow_style = flow
    stream = StringIO()
    yaml.dump({"apiVersion": "v1", "kind": "Pod", "metadata": metadata}, stream)
    found = read(stream.getvalue())
    assert (len(found.objects), found.faults) == (1, ())


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    assert load(source(data), FAST) == in_python(source(data)) == load(source(data), CAREFUL)
    assert load(source(data, "a.json"), FAST).file == "a.json"
