from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from ownerlint.config import Config, ConfigError, load, require_known
from ownerlint.config.check import SCHEMA
from ownerlint.graph import Confidence, WorldMode
from ownerlint.rule import Consequence, Meta, Severity

METAS = (
    Meta("OWN201", "cross-namespace-owner", Severity.ERROR, Consequence.DELETED, "0.1.0"),
    Meta("OWN301", "dangling-owner", Severity.ERROR, Consequence.DELETED, "0.1.0", aliases=("absent-owner",)),
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def message(text: str, name: str = ".ownerlint.yaml") -> str:
    Path(name).write_text(dedent(text), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load(name)
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a: 1\nselct: [x]\n", "1: a: there is no such key; there are select, sets, ignore"),
        ("\nselct: [x]\n", "2: selct: there is no such key; did you mean select?"),
        ("fail_on: error\n", "1: fail_on: there is no such key; did you mean fail-on?"),
        ("fail-on: eror\n", '1: fail-on: it must be error, warning or info, not "eror"; did you mean error?'),
        ("world: null\n", "1: world: it must be auto, open or closed, not null"),
        ("select: dangling-owner\n", "1: select: it must be a list, not text; write [dangling-owner]"),
        ("select: []\n", "1: select: it must not be empty"),
        ("select: ['']\n", "1: select[0]: it must not be empty"),
        ("select:\n- a b\n", '2: select[0]: it cannot be "a b"; write for example cross-namespace-owner'),
        ("kubernetes-version: 1.30\n", "1: kubernetes-version: it must be text, not a number; write it in quotes"),
        ("kubernetes-version: newest\n", '1: kubernetes-version: it cannot be "newest"; write for example 1.36'),
        ("gitignore: 'no'\n", "1: gitignore: it must be true or false, not text"),
        ("ignore:\n- 3\n", "2: ignore[0]: it must be text or a mapping, not a number; write it in quotes"),
        ("ignore:\n- x\n- reason: y\n", "3: ignore[1]: it does not say which findings; give at least one of rule, kind, namespace, name or path"),
        ("ignore:\n- rule: x\n  nmespace: y\n", "3: ignore[0].nmespace: there is no such key; did you mean namespace?"),
        ("ignore:\n- path: '!x'\n", '2: ignore[0].path: it cannot be "!x"; write for example charts/'),
        ("ignore:\n- rule: x\n  until: 2027-02-30\n", "3: ignore[0].until: there is no day 2027-02-30"),
        ("ignore:\n- rule: x\n  until: 2027-2-3\n", '3: ignore[0].until: it cannot be "2027-2-3"; write for example 2027-03-31'),
        ("ignore:\n- rule: x\n  until: tomorrow\n", '3: ignore[0].until: it cannot be "tomorrow"; write for example 2027-03-31'),
        ("ignore:\n- rule: x\n  until: 20270203\n", "3: ignore[0].until: it must be text, not a number; write it in quotes"),
        ("kinds:\n- scope: Cluster\n", "2: kinds[0]: it needs group and kind"),
        ("kinds:\n- {group: a.b, kind: C, scope: namespaced}\n", '2: kinds[0].scope: it must be Namespaced or Cluster, not "namespaced"; did you mean Namespaced?'),
        ("max-file-size: 0\n", "1: max-file-size: it must be at least 1"),
        ("max-file-size: 0MB\n", "1: max-file-size: 0MB is no size"),
        ("max-file-size: huge\n", '1: max-file-size: it cannot be "huge"; write for example 200MB'),
        ("test-data: [a/b]\n", '1: test-data[0]: it cannot be "a/b"; write for example testdata'),
        ("- select\n", "1: it must be a mapping of settings, such as `world: closed`"),
        ("just text\n", "1: it must be a mapping of settings, such as `world: closed`"),
        ("world: open\n\nworld: closed\n", "3: world: the key stands here a second time"),
        ("ignore:\n- rule: a\n  rule: b\n", "3: ignore[0].rule: the key stands here a second time"),
        ("? [a]\n: b\n", "1: a key must be text"),
        ("1: b\n", "1: 1: there is no such key; there are select"),
        ("select: [a\nworld: open\n", "2: it is not YAML: "),
        ("world: !custom open\n", "1: it is not YAML: could not determine a constructor"),
        ("world: open\n---\nworld: closed\n", "2: it is not YAML: "),
        ("world: *nowhere\n", "1: it is not YAML: "),
    ],
)  # fmt: skip
def test_a_mistake_in_yaml_is_answered_with_its_line_and_key_and_what_is_near(text: str, wanted: str) -> None:
    assert message(text).startswith(f".ownerlint.yaml:{wanted}")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[tool.ownerlint]\nselct = 1\n", "2: selct: there is no such key; did you mean select?"),
        ("[tool.x]\nselct = 1\n[tool.ownerlint]\n# why\nselct = 1\n", "5: selct: there is no such key; did you mean select?"),
        ('[[tool.ownerlint.ignore]]\nrule = "x"\nuntil = 2027-02-03T10:00:00Z\n', "3: ignore[0].until: it cannot be"),
        ("[tool.ownerlint]\nworld = 'open'\nworld = 'open'\n", "3: it is not TOML: Cannot overwrite a value"),
        ("[tool.ownerlint]\nignore = [{rule = 'x', until = 2027-02-30}]\n", "2: it is not TOML: Invalid date or datetime"),
        ("[tool]\nownerlint = {kubernetes-version = 1.30}\n", " kubernetes-version: it must be text, not a number; write it in quotes"),
        ("[tool]\nownerlint = 3\n", "1: it must be a mapping of settings"),
        ("[project]\n", " it has no table [tool.ownerlint]"),
    ],
)  # fmt: skip
def test_a_mistake_in_pyproject_is_answered_alike(text: str, wanted: str) -> None:
    assert message(text, "pyproject.toml").startswith(f"pyproject.toml:{wanted}")


def test_all_mistakes_are_told_at_once_in_the_order_of_the_lines() -> None:
    text = """\
        world: shut
        selct: [a]
        kinds:
        - {group: a.b, kind: C, version: v1}
        """
    assert message(text).split("\n") == [
        '.ownerlint.yaml:1: world: it must be auto, open or closed, not "shut"',
        ".ownerlint.yaml:2: selct: there is no such key; did you mean select?",
        ".ownerlint.yaml:4: kinds[0].version: there is no such key; did you mean versions?",
    ]


def test_the_error_carries_file_key_and_line_for_other_uses() -> None:
    other = Path("other.yaml").absolute()
    other.write_text("world: shut\n", encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load(str(other))
    (mistake,) = caught.value.mistakes
    assert (caught.value.file, mistake.key, mistake.line) == ("other.yaml", "world", 1)


def test_the_file_cannot_speak_to_the_terminal() -> None:
    assert message('"\\e[2Jx\\n\\u202e": 1\n').startswith(
        ".ownerlint.yaml:1: \\x1b[2Jx\\n\\u202e: there is no such key"
    )


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"world: \xff\n", "it is not UTF-8 (byte 7)"),
        (b"world: \x00\n", "it is not YAML: "),
        (b"select: " + b"[" * 2000, "it is nested too deeply"),
        (b"#" * 256_001, "it is larger than 256000 bytes, so it is no configuration"),
        (b"max-file-size: " + b"9" * 5000, "it is not YAML: "),
    ],
)
def test_what_is_no_text_or_too_much_of_it_is_said_plainly(data: bytes, wanted: str) -> None:
    Path(".ownerlint.yaml").write_bytes(data)
    with pytest.raises(ConfigError) as caught:
        load(".ownerlint.yaml")
    assert str(caught.value).partition(": ")[2].startswith(wanted)


def test_aliases_cannot_blow_a_file_up() -> None:
    levels = "".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 10)}]\n" for n in range(1, 12))
    assert "it has too many values (aliases count each time)" in message(f"l0: &l0 [x]\n{levels}")


def test_an_alias_to_what_surrounds_it_is_an_error() -> None:
    assert message("ignore: &all [*all]\n").startswith(".ownerlint.yaml")


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_what_is_no_file_is_not_waited_for(kind: str) -> None:
    if kind == "folder":
        Path(".ownerlint.yaml").mkdir()
    else:
        os.mkfifo(".ownerlint.yaml")
    with pytest.raises(ConfigError, match=r"^\.ownerlint\.yaml: it is no regular file$"):
        load(".ownerlint.yaml")


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(ConfigError, match=r"^nowhere\.yaml: it cannot be read: No such file or directory$"):
        load("nowhere.yaml")


def test_rules_that_exist_are_accepted_by_name_former_name_code_and_prefix() -> None:
    Path("c.yaml").write_text(
        "select: [OWN, OWN2, OWN201, own201, dangling-owner, absent-owner]\nignore: [{rule: OWN3}]\n", encoding="utf-8"
    )
    require_known(load("c.yaml"), METAS)


def test_rules_that_do_not_exist_are_named_with_the_nearest() -> None:
    Path("c.yaml").write_text("select: [danglin-owner]\nignore:\n- OWN9\n- kind: Pod\n- rule: zzz\n", encoding="utf-8")
    config = load("c.yaml")
    with pytest.raises(ConfigError) as caught:
        require_known(config, METAS)
    assert str(caught.value).split("\n") == [
        'c.yaml:1: select[0]: there is no rule "danglin-owner"; did you mean "dangling-owner"?',
        'c.yaml:3: ignore[0]: there is no rule "OWN9"; `ownerlint rules` lists them all',
        'c.yaml:5: ignore[2].rule: there is no rule "zzz"; `ownerlint rules` lists them all',
    ]


def test_the_schema_is_valid_documented_and_agrees_with_the_program() -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    keys = schema["properties"]
    assert [key for key in keys if not (keys[key].get("title") and keys[key].get("description"))] == []
    assert [key for key in keys if key != key.lower() or "_" in key] == []
    assert set(keys["fail-on"]["enum"]) == {severity.value for severity in Severity}
    assert set(keys["min-confidence"]["enum"]) == {confidence.value for confidence in Confidence}
    assert set(keys["world"]["enum"]) == {mode.value for mode in WorldMode}
    assert {key.replace("-", "_") for key in keys} <= set(Config.__struct_fields__)


def test_the_examples_of_the_schema_satisfy_it() -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    validator = Draft202012Validator(schema)
    for key, described in schema["properties"].items():
        for example in described.get("examples", ()):
            validator.validate({key: example})


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8) | st.dates().map(str),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(sorted(json.loads(SCHEMA.read_text("utf-8"))["properties"])) | st.text(max_size=6)


@given(
    st.dictionaries(KEYS, VALUES, max_size=4).map(json.dumps) | st.text(alphabet="[]{}&*!|>-: #\n\tab0", max_size=40)
)
@settings(max_examples=80, deadline=None)
def test_whatever_the_file_says_the_answer_is_a_configuration_or_an_error_that_names_the_file(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, ".ownerlint.yaml")
        path.write_text(text, encoding="utf-8")
        answer = answer_to(path)
    assert answer.root == folder if isinstance(answer, Config) else answer.startswith(path.as_posix())


def answer_to(path: Path) -> Config | str:
    try:
        return load(str(path))
    except ConfigError as error:
        return str(error)
