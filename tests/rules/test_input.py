"""Faults of input that no example in a text can show."""

from __future__ import annotations

from pathlib import Path

import pytest

from ownerlint.load import LoadOptions
from ownerlint.registry import load_registry
from ownerlint.run import Request, check

SOUND = b"apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web-config\n"


def lint(folder: Path, **options: object) -> list[tuple[str, str, int | None, str]]:
    """Return rule, file name, line and consequence of each finding."""
    request = Request(paths=(str(folder),), registry=load_registry(), **options)  # type: ignore[arg-type]  # few options
    report = check(request)
    assert not report.errors
    return [
        (
            finding.meta.name,
            Path(finding.location.file).name,
            finding.location.span.line if finding.location.span else None,
            finding.consequence.value,
        )
        for finding in report.findings
    ]


@pytest.mark.parametrize(("last", "kind"), [(b"\xff\xfe\xfa", "latin"), (b"a\0b", "nul")])
def test_bytes_that_are_no_text(tmp_path: Path, last: bytes, kind: str) -> None:
    (tmp_path / f"{kind}.yaml").write_bytes(SOUND + b"# " + last + b"\n")
    (tmp_path / "sound.yaml").write_bytes(SOUND)
    assert lint(tmp_path) == [("undecodable-file", f"{kind}.yaml", 5, "rejected")]


def test_file_above_the_limit_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    (tmp_path / "large.yaml").write_bytes(SOUND + b"# filler\n" * 100)
    (tmp_path / "small.yaml").write_bytes(SOUND)
    options = LoadOptions(max_yaml_bytes=500, max_json_bytes=500)
    assert lint(tmp_path, loading=options) == [("oversized-file", "large.yaml", None, "risk")]


def test_broken_link_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "sound.yaml").write_bytes(SOUND)
    (tmp_path / "gone.yaml").symlink_to(tmp_path / "nowhere.yaml")
    assert lint(tmp_path) == [("unreadable-file", "gone.yaml", None, "risk")]


def test_one_broken_document_does_not_hide_the_next(tmp_path: Path) -> None:
    broken = b'apiVersion: v1\nkind: Secret\nmetadata:\n  name: "a\n'
    faulty = SOUND + b'  ownerReferences:\n  - {apiVersion: v1, kind: Pod, name: a, uid: ""}\n'
    (tmp_path / "all.yaml").write_bytes(broken + b"---\n" + faulty)
    assert [found[0] for found in lint(tmp_path)] == ["syntax-error", "missing-owner-uid"]
