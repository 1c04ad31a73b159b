from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from ownerlint.config import Config, IgnoreEntry, NamedRule, load
from ownerlint.kinds import CustomKind

YAML = """\
select: [OWN2, dangling-owner]
ignore:
  - hard-coded-owner-uid
  - rule: dangling-owner
    kind: ConfigMap
    namespace: team-*
    name: legacy-*
    path: charts/
    reason: removed with the old operator
    until: 2027-03-31
  - path: "*.generated.yaml"
fail-on: error
min-confidence: low
world: closed
kubernetes-version: "1.30..1.36"
exclude: [vendor/, "!vendor/ours/"]
index: [../infra, /srv/dump]
collections: ["dumps/*/"]
kinds:
  - {group: db.example.com, kind: Database, scope: Namespaced, versions: [v1, v1beta1]}
  - {group: db.example.com, kind: Engine, scope: Cluster}
  - {group: db.example.com, kind: Backup}
test-data: [samples]
partial: [tests/expected/]
max-file-size: 2MB
gitignore: false
allow-empty: true
"""

TOML = """\
[build-system]
requires = ["x"]

[tool.ownerlint]
select = ["OWN2", "dangling-owner"]
fail-on = "error"
min-confidence = "low"
world = "closed"
kubernetes-version = "1.30..1.36"
exclude = ["vendor/", "!vendor/ours/"]
index = ["../infra", "/srv/dump"]
collections = ["dumps/*/"]
test-data = ["samples"]
partial = ["tests/expected/"]
max-file-size = "2MB"
gitignore = false
allow-empty = true
kinds = [
  {group = "db.example.com", kind = "Database", scope = "Namespaced", versions = ["v1", "v1beta1"]},
  {group = "db.example.com", kind = "Engine", scope = "Cluster"},
  {group = "db.example.com", kind = "Backup"},
]
ignore = [
  "hard-coded-owner-uid",
  {rule = "dangling-owner", kind = "ConfigMap", namespace = "team-*", name = "legacy-*", path = "charts/", reason = "removed with the old operator", until = 2027-03-31},
  {path = "*.generated.yaml"},
]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    here = tmp_path / "repo"
    here.mkdir()
    monkeypatch.chdir(here)
    return here


def expected(path: Path) -> Config:
    return Config(
        path=str(path),
        root=str(path.parent),
        select=("OWN2", "dangling-owner"),
        ignore=("hard-coded-owner-uid",),
        ignores=(
            IgnoreEntry(
                rule="dangling-owner",
                kind="ConfigMap",
                namespace="team-*",
                name="legacy-*",
                path="charts/",
                reason="removed with the old operator",
                until=date(2027, 3, 31),
                file=path.name,
                line=4,
            ),
            IgnoreEntry(path="*.generated.yaml", file=path.name, line=11),
        ),
        fail_on="error",
        min_confidence="low",
        world="closed",
        kubernetes_version="1.30..1.36",
        exclude=("vendor/", "!vendor/ours/"),
        index=(str(path.parent.parent / "infra"), "/srv/dump"),
        collections=("dumps/*/",),
        kinds=(
            CustomKind("db.example.com", "Database", True, ("v1", "v1beta1")),
            CustomKind("db.example.com", "Engine", False),
            CustomKind("db.example.com", "Backup"),
        ),
        test_data=("samples",),
        partial=("tests/expected/",),
        max_file_size=2 << 20,
        gitignore=False,
        allow_empty=True,
        named=(
            NamedRule("OWN2", "select[0]", 1),
            NamedRule("dangling-owner", "select[1]", 1),
            NamedRule("hard-coded-owner-uid", "ignore[0]", 3),
            NamedRule("dangling-owner", "ignore[1].rule", 4),
        ),
    )


def test_every_setting_of_a_yaml_file_arrives(folder: Path) -> None:
    path = folder / ".ownerlint.yaml"
    path.write_text(YAML, encoding="utf-8")
    assert load(".ownerlint.yaml") == expected(path)


def test_pyproject_says_the_same_with_its_own_lines(folder: Path) -> None:
    path = folder / "pyproject.toml"
    path.write_text(TOML, encoding="utf-8")
    config, wanted = load(str(path)), expected(path)
    assert config == replace(
        wanted,
        ignores=tuple(replace(entry, line=23) for entry in wanted.ignores),
        named=tuple(replace(named, line=5 if named.key.startswith("select") else 23) for named in wanted.named),
    )


def test_tables_of_toml_have_their_own_lines(folder: Path) -> None:
    path = folder / "pyproject.toml"
    path.write_text(
        '[tool.ownerlint]\n\n[[tool.ownerlint.ignore]]\nkind = "A"\n[[tool.ownerlint.ignore]]\nrule = "b"\n[tool.ruff]\nrule = 1\n',
        encoding="utf-8",
    )
    config = load(str(path))
    assert [entry.line for entry in config.ignores] == [3, 5]
    assert config.named == (NamedRule("b", "ignore[1].rule", 6),)


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# nothing yet\n", "---\n", "{}\n", "\ufeff# with a byte order mark\n", "null\n"]
)
def test_an_empty_file_has_no_settings_but_is_the_root(folder: Path, text: str) -> None:
    path = folder / ".ownerlint.yaml"
    path.write_text(text, encoding="utf-8")
    assert load(str(path)) == Config(path=str(path), root=str(folder))


def test_windows_line_ends_and_anchors_are_read(folder: Path) -> None:
    path = folder / ".ownerlint.yaml"
    path.write_bytes(b"exclude: &dirs [a/, b/]\r\ncollections: *dirs\r\n")
    assert load(str(path)) == Config(path=str(path), root=str(folder), exclude=("a/", "b/"), collections=("a/", "b/"))


@pytest.mark.parametrize("written", ["2027-03-31", '"2027-03-31"', "'2027-03-31'"])
def test_a_date_may_be_quoted_or_not(folder: Path, written: str) -> None:
    path = folder / ".ownerlint.yaml"
    path.write_text(f"ignore: [{{name: x, until: {written}}}]\n", encoding="utf-8")
    assert [entry.until for entry in load(str(path)).ignores] == [date(2027, 3, 31)]


@pytest.mark.parametrize(
    ("written", "size"),
    [("1000", 1000), ('"1000"', 1000), ("64K", 65536), ("1.5 MB", 1572864), ("2GiB", 2 << 30), ("7b", 7)],
)
def test_sizes_are_bytes_or_have_a_unit(folder: Path, written: str, size: int) -> None:
    path = folder / ".ownerlint.yaml"
    path.write_text(f"max-file-size: {written}\n", encoding="utf-8")
    assert load(str(path)).max_file_size == size


def test_an_empty_list_of_test_data_is_not_the_same_as_none(folder: Path) -> None:
    path = folder / ".ownerlint.yaml"
    path.write_text("test-data: []\n", encoding="utf-8")
    assert load(str(path)).test_data == ()


def test_sets_arrive_from_both_files(folder: Path) -> None:
    (folder / ".ownerlint.yaml").write_text("sets: [default, openshift]\n", encoding="utf-8")
    (folder / "pyproject.toml").write_text('[tool.ownerlint]\nsets = ["default", "openshift"]\n', encoding="utf-8")
    assert load(".ownerlint.yaml").sets == load("pyproject.toml").sets == ("default", "openshift")
