"""DOT and Mermaid: exact drawings of a small graph, and names that try to break out of them."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownerlint.report.visible import visible
from tests.builders import make, reference
from tests.graph_command.pictures import drawing

OWNER = make("ConfigMap", "a", uid="1", namespace="shop", file="a.yaml")
DEPENDENT = make(
    "Secret",
    "x",
    reference("ConfigMap", "a", "1", controller=True, block=True),
    reference("Sercet", "b", "2"),
    uid="3",
    file="b.yaml",
)
ALONE = make("Secret", "y", file="b.yaml")

ID = r"n[0-9]+"
STRING = r'"(?:[^"\\]|\\.)*"'
ATTRIBUTE = rf"[a-z]+=(?:{STRING}|[\w.]+)"
STATEMENT = re.compile(
    rf"digraph ownership {{|\}}|// [0-9]+ objects? [a-z ]+\.|rankdir=BT;|subgraph cluster_[0-9]+ {{|label={STRING};"
    rf"|(?:{ID}|{ID} -> {ID}|graph|node|edge)(?: \[{ATTRIBUTE}(?:, {ATTRIBUTE})*\])?;"
)
"""Every line of DOT that we write, by the grammar of the language."""

TEXT = r'"[^"#;`<>\\]*(?:#[0-9]+;[^"#;`<>\\]*)*(?:<br/>(?:[^"#;`<>\\]|#[0-9]+;)*)?"'
LINE = re.compile(
    rf"flowchart BT|%% [0-9]+ objects? [a-z ]+\.|subgraph s[0-9]+\[{TEXT}\]|end|{ID}\[{TEXT}\]"
    rf'|{ID} (?:-->|==>|-\.->)(?:\|"[a-z, ]+"\|)? {ID}|classDef [a-z]+ [\w:#, -]+|class {ID}(?:,{ID})* [a-z]+'
)
"""Every line of Mermaid that we write; a text holds nothing but plain characters, entity codes and our line break."""


def test_dot() -> None:
    assert (
        drawing("dot", OWNER, DEPENDENT, ALONE)
        == """\
digraph ownership {
  // 1 object neither owns nor is owned and is left out.
  rankdir=BT;
  graph [fontname="sans-serif"];
  node [shape=box, fontname="sans-serif"];
  edge [fontname="sans-serif"];
  subgraph cluster_0 {
    label="namespace shop";
    n0 [label="ConfigMap/a", tooltip="a.yaml:1"];
    n1 [label="Secret/x", tooltip="b.yaml:1"];
    n3 [label="Sercet/b\\nunresolvable: its kind does not exist", color="#b26a00", fontcolor="#b26a00", style=dashed];
  }
  n1 -> n0 [penwidth=2, arrowhead=teenormal];
  n1 -> n3 [color="#b26a00", fontcolor="#b26a00", style=dashed];
}
"""
    )


def test_mermaid() -> None:
    assert (
        drawing("mermaid", OWNER, DEPENDENT, ALONE)
        == """\
flowchart BT
  %% 1 object neither owns nor is owned and is left out.
  subgraph s0["namespace shop"]
    n0["ConfigMap/a"]
    n1["Secret/x"]
    n3["Sercet/b<br/>unresolvable: its kind does not exist"]
  end
  n1 ==>|"blocks"| n0
  n1 -.-> n3
  classDef unresolvable stroke:#b26a00,color:#b26a00,stroke-dasharray:4 3
  class n3 unresolvable
"""
    )


EVIL = st.sampled_from(
    [
        '"]; end',
        "x\\",
        "\\n\\N\\G",
        "<script>alert(1)</script>",
        "&amp;#quot;",
        "`md`",
        "a|b",
        "\x1b[31m\n\r\u2028",
        "\u202e\u200b",
        "\ud800",
        "%%{init: {}}%%",
        "-->",
        "end",
        "1. x",
        "- x",
        "",
    ]
) | st.text(max_size=6)


@given(EVIL, EVIL, EVIL, EVIL)
def test_no_name_breaks_out(kind: str, name: str, namespace: str, file: str) -> None:
    owner = make(kind, name, uid="1", namespace=namespace, file=file)
    dependent = make(
        "Secret", "x", reference(kind, name, "1"), reference(name, kind, "2"), uid="3", namespace=namespace
    )
    for format_, grammar in (("dot", STATEMENT), ("mermaid", LINE)):
        text = drawing(format_, owner, dependent)
        assert text.isascii() or text.encode("utf-8")
        wrong = [line for line in text[:-1].split("\n") if not grammar.fullmatch(line.strip(" "))]
        assert wrong == []
    shown = drawing("tree", owner, dependent)
    assert visible(shown.replace("\n", "")) == shown.replace("\n", "")


@pytest.mark.parametrize("name", ['"]; end', "x\\", "&amp;", "<b>", "#35;", "\\n", "1. x", "_b_"])
def test_markup_shows_the_name_as_it_is(name: str) -> None:
    objects = (
        make("ConfigMap", name, uid="1", namespace=""),
        make("Secret", "x", reference("ConfigMap", name, "1"), uid="2", namespace=""),
    )
    labels = re.findall(r'label="((?:[^"\\]|\\.)*)"', drawing("dot", *objects))
    assert f"ConfigMap/{name}" in [html.unescape(re.sub(r"\\(.)", r"\1", label)) for label in labels]
    texts = re.findall(r'\["(.*)"\]', drawing("mermaid", *objects))
    assert f"ConfigMap/{name}" in [re.sub(r"#(\d+);", lambda code: chr(int(code[1])), text) for text in texts]
