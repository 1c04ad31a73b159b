from __future__ import annotations

import os
from pathlib import Path

import pytest

from ownerlint.load import SKIP_REASONS, LoadOptions, Positions, load, looks_templated
from ownerlint.model import InputFault, Place, Skipped, Source, Span, Spot
from tests.load.helpers import read, source

HEAD = "apiVersion: v1\nkind: Pod\n"


def fault(text: str | bytes, file: str = "test.yaml") -> InputFault:
    found = read(text, file)
    assert (found.objects, found.skipped) == ((), ())
    (only,) = found.faults
    return only


def laughs(levels: int) -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, levels)]
    return HEAD + "\n".join(lines) + "\n"


def test_an_alias_bomb() -> None:
    assert fault(laughs(60)) == InputFault(
        "excessive-aliases",
        Spot("test.yaml", Span(1, 1, 1, 2)),
        "The aliases make more than a billion nodes of 665, which Kubernetes refuses too.",
    )


def test_a_merge_bomb() -> None:
    lines = ["m0: &m0 {a: 1}"] + [f"m{n}: &m{n} {{<<: [*m{n - 1}, *m{n - 1}]}}" for n in range(1, 60)]
    assert fault(HEAD + "\n".join(lines) + "\n").rule == "excessive-aliases"


def test_a_chain_of_aliases_that_nests_deep() -> None:
    lines = ["a0: &a0 [x]"] + [f"a{n}: &a{n} [*a{n - 1}]" for n in range(1, 400)]
    assert fault(HEAD + "\n".join(lines) + "\n").rule == "excessive-aliases"


def test_some_aliases_are_fine() -> None:
    assert len(read(laughs(3)).objects) == 1


@pytest.mark.parametrize(
    ("text", "rule", "line", "column"),
    [
        (f"{HEAD}metadata: &m\n  labels: *m\n", "excessive-aliases", 4, 11),
        (f"{HEAD}metadata: *m\n", "syntax-error", 3, 11),
        (f"{HEAD}metadata:\n\tname: a\n", "syntax-error", 4, 1),
        (f"{HEAD}a: @b\n", "syntax-error", 3, 4),
        (f"# é\n{HEAD}a: é\x01\n", "syntax-error", 4, 5),
        (f"---\n{HEAD}---\n{HEAD}a: 'b\n", "syntax-error", 8, 1),
        (f"{HEAD}x: '\u2028\u0085y'\na: @b\n", "syntax-error", 4, 4),
        (f"{HEAD}[a]: b\n", "syntax-error", 3, 1),
        (f"{HEAD}a:\r\n  b: c: d\r\n", "syntax-error", 4, 7),
        (b"apiVersion: v1\nkind: \xff\n", "undecodable-file", 2, 7),
        (b"apiVersion: v1\nkind: Pod\x00\n", "undecodable-file", 2, 10),
        (HEAD.encode("utf-16") + b"x", "undecodable-file", 3, 1),
        (HEAD.encode("utf-16-le"), "undecodable-file", 1, 2),
    ],
)
def test_where_a_file_is_damaged(text: str | bytes, rule: str, line: int, column: int) -> None:
    found = read(text).faults[0]
    assert (found.rule, found.spot.span) == (rule, Span(line, column, line, column + 1))


@pytest.mark.parametrize("deep", ["[" * 200_000, "{a: " * 50_000, "\n" + "- " * 100_000 + "x", "[" * 1000 + "]" * 1000])
def test_deep_nesting_in_yaml(deep: str) -> None:
    found = fault(f"{HEAD}a: {deep}\n")
    assert found.rule == "syntax-error"
    assert found.detail == "The document nests more than 256 levels deep."


def test_deep_nesting_in_json() -> None:
    text = '{"apiVersion": "v1", "kind": "Pod", "a": ' + "[" * 100_000 + "]" * 100_000 + "}"
    found = fault(text, "a.json")
    assert (found.rule, found.detail) == ("syntax-error", "The JSON text nests too deep.")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{"apiVersion": "v1", "kind" "Pod"}', 1, 29),
        ('{"apiVersion": "v1"}\n\n {"kind": "Pod", "a"', 3, 21),
        ('---\n{"apiVersion": "v1",\n"kind" 5}', 3, 8),
    ],
)
def test_broken_json(text: str, line: int, column: int) -> None:
    assert fault(text, "a.json") == InputFault(
        "syntax-error", Spot("a.json", Span(line, column, line, column + 1)), "Not valid JSON: expecting ':' delimiter."
    )


def test_deep_metadata_in_a_json_list() -> None:
    deep = '{"labels": ' + "[" * 990 + "]" * 990 + "}"
    text = (
        f'{{"apiVersion": "v1", "kind": "List", "items": [{{"apiVersion": "v1", "kind": "Pod", "metadata": {deep}}}]}}'
    )
    found = load(source(text, "a.json"), LoadOptions())
    assert len(found.objects) + len(found.faults) == 1


def test_half_a_surrogate_pair_in_json() -> None:
    text = r'{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a\ud83d", "labels": {"\udc00": "\ud83d\ude00"}}}'
    (obj,) = read(text, "a.json").objects
    assert obj.name == "a\ufffd"


def test_the_limit_for_yaml_and_the_option_that_raises_it() -> None:
    data = source(HEAD + "#" * 100)
    (found,) = load(data, LoadOptions(max_yaml_bytes=100)).faults
    assert found == InputFault(
        "oversized-file",
        Spot("test.yaml"),
        "The file has 125 bytes, more than the limit of 100 bytes for YAML; the option --max-file-size raises it.",
    )
    assert len(load(data, LoadOptions(max_yaml_bytes=125)).objects) == 1


def test_json_has_a_limit_of_its_own() -> None:
    text = '{"apiVersion": "v1", "kind": "Pod"}'
    assert len(load(source(text), LoadOptions(max_yaml_bytes=1)).objects) == 1
    assert load(source(text), LoadOptions(max_yaml_bytes=1, max_json_bytes=2)).faults[0].rule == "oversized-file"
    assert len(load(source(text), LoadOptions(max_yaml_bytes=100, max_json_bytes=2)).objects) == 1


def test_a_large_file_on_disk_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    with path.open("wb") as stream:
        stream.truncate(1 << 40)
    (found,) = load(Source("a.yaml", str(path)), LoadOptions()).faults
    assert found.detail == (
        "The file has 1,048,576.0 MiB, more than the limit of 64.0 MiB for YAML; the option --max-file-size raises it."
    )


def test_what_is_no_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, reason in {
        "pipe": "it is a pipe, a socket or a device",
        "gone": "No such file or directory",
        "": "it is a folder",
    }.items():
        (found,) = load(Source("x", str(tmp_path / name)), LoadOptions()).faults
        assert found == InputFault("unreadable-file", Spot("x"), f"The file cannot be read: {reason}.")


def test_a_file_that_vanished_has_first_lines_only(tmp_path: Path) -> None:
    found = Positions(Source("x", str(tmp_path / "gone")), LoadOptions())
    assert found.span(Place("x", 3, (), 1, "x"), "metadata.name") == Span(1, 1, 1, 2)
    assert found.text == ""
    assert found.lines(1, 3) == [""]


def test_templates_of_a_chart(tmp_path: Path) -> None:
    folder = tmp_path / "chart" / "templates" / "sub"
    folder.mkdir(parents=True)
    (tmp_path / "chart" / "Chart.yaml").write_text("name: x\n")
    texts = {
        "a.yaml": f"{HEAD}metadata: {{name: '{{{{ .Release.Name }}}}'}}\n",
        "b.yaml": f"{HEAD}metadata:\n  name: [\n",
        "c.yaml": HEAD,
    }
    found = {}
    for name, text in texts.items():
        (folder / name).write_text(text)
        found[name] = load(Source(name, str(folder / name)), LoadOptions())
    assert found["a.yaml"].skipped == (Skipped("a.yaml", "helm-template"),)
    assert found["b.yaml"].skipped == (Skipped("b.yaml", "helm-template"),)
    assert len(found["c.yaml"].objects) == 1


def test_every_reason_has_a_sentence() -> None:
    assert set(SKIP_REASONS) == {
        "empty",
        "empty-list",
        "broken-test-data",
        "helm-template",
        "no-kind",
        "not-a-manifest",
        "template",
    }
    assert all(sentence.endswith(".") for sentence in SKIP_REASONS.values())


@pytest.mark.parametrize(
    "text", ["{{ x }}", "a <% b %>", "{% if %}", "[[ .x ]]", "#@ def x():", "${X}:\n", "@VERSION@"]
)
def test_marks_of_templates(text: str) -> None:
    assert looks_templated(text)


@pytest.mark.parametrize(
    "text", ["a: b", "if [[ -f x ]]; then", 'if [[ "$x" ]]', "a: ${X}", "[[1, 2]]".replace("[[", "[ [")]
)
def test_no_marks_of_templates(text: str) -> None:
    assert not looks_templated(text)
