"""The text for people and the JSON for programs."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from tests.builders import uid
from tests.checkout import ROOT
from tests.cli.conftest import Run
from tests.graph_command.manifests import SHOP, entry, manifest
from tests.predict.command import predict, predict_json

SCHEMA = json.loads(files("ownerlint.forecast").joinpath("predictions.schema.json").read_text(encoding="utf-8"))
HELD = manifest("Pod", "held", 1, entry("Secret", "gone", 9), finalizers=["example.com/x"])


def test_json_as_documented(tmp_path: Path, run: Run) -> None:
    (tmp_path / "dump.yaml").write_text(
        manifest("ConfigMap", "web-config", 1, entry("Deployment", "web", 2, "apps/v1"))
    )
    done = run("predict", "dump.yaml", "--format", "json")
    assert done.returncode == 0
    assert json.loads(done.stdout) == {
        "version": 1,
        "objects": [
            {
                "apiVersion": "v1",
                "kind": "ConfigMap",
                "namespace": "shop",
                "name": "web-config",
                "uid": uid(1),
                "file": "dump.yaml",
                "line": 2,
                "admission": "accepted",
                "fates": ["deleted"],
                "reason": f"every owner is absent: Deployment/web (apps/v1, uid {uid(2)})",
                "ownerReferences": [],
                "finalizers": [],
                "events": [],
            }
        ],
    }
    assert done.stderr.endswith("Read 1 file, 1 document, 1 object; skipped 0.\n")


@pytest.mark.parametrize("words", [(), ("--fresh",), ("--delete", "Deployment/web", "--cascade", "foreground")])
def test_json_fits_the_schema(tmp_path: Path, words: tuple[str, ...]) -> None:
    strange = manifest("Widget", "w\ud800", 1, api_version="example.com/v1", finalizers=["plain"])
    (tmp_path / "all.yaml").write_text(SHOP + HELD + strange)
    found = json.loads(predict(str(tmp_path), "--format", "json", *words).stdout)
    Draft202012Validator(SCHEMA).validate(found)
    assert len(found["objects"]) == SHOP.count("---") + 2


TREE = f"""\
4 deleted
├── its deletion was requested
│   └── Deployment/web in namespace shop shop.yaml:2
│       └── ReplicaSet/web-1 in namespace shop shop.yaml:4
│           └── Pod/web-1-a in namespace shop shop.yaml:6
└── every owner is absent: Secret/gone (v1, uid {uid(9)})
    └── ConfigMap/routes in namespace shop shop.yaml:8

1 hanging: deleted, but held
└── every owner is absent: ReplicaSet/web-1 (apps/v1, uid {uid(2)}); held by its finalizers until their controllers remove them: example.com/x
    └── Pod/web-1-b in namespace shop shop.yaml:10

1 never collected
└── never collected: the cluster has no Deploymnt in apps/v1
    └── ConfigMap/typo in namespace shop shop.yaml:12

1 kept, with fewer owner references
└── another owner exists; the collector removes what is absent: Deployment/web (apps/v1, uid {uid(1)})
    └── ConfigMap/shared in namespace shop shop.yaml:14

Of 8 objects, 4 would be deleted, 1 never collected, 1 would hang, deleted but held, 1 would lose owner references; 1 stays as it is.
"""


def tree() -> str:
    web, rs = entry("Deployment", "web", 1, "apps/v1"), entry("ReplicaSet", "web-1", 2, "apps/v1", controller=True)
    return "".join(
        (
            manifest("Deployment", "web", 1, api_version="apps/v1"),
            manifest("ReplicaSet", "web-1", 2, web, api_version="apps/v1"),
            manifest("Pod", "web-1-a", 3, rs),
            manifest("ConfigMap", "routes", 4, entry("Secret", "gone", 9)),
            manifest("Pod", "web-1-b", 5, rs, finalizers=["example.com/x"]),
            manifest("ConfigMap", "typo", 6, entry("Deploymnt", "web", 1, "apps/v1")),
            manifest("ConfigMap", "shared", 7, web, entry("Service", "web", 8)),
            manifest("Service", "web", 8),
        )
    )


def test_tree(tmp_path: Path, run: Run) -> None:
    (tmp_path / "shop.yaml").write_text(tree())
    assert run("predict", "shop.yaml", "--delete", "Deployment/web").stdout == TREE


def test_restore_rehearsal(tmp_path: Path, run: Run) -> None:
    (tmp_path / "shop.yaml").write_text(tree())
    last = run("predict", "--fresh").stdout.splitlines()[-1]
    assert last == (
        "Of 8 objects, 4 would be deleted at once, 1 never collected, 1 would hang, deleted but held; 2 stay as they are."
    )


def test_nothing_happens(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text(manifest("Secret", "s", 1))
    expected = "Of 1 object, 0 would be deleted at once, 0 never collected; 1 stays as it is.\n"
    assert predict(str(tmp_path)).stdout == expected


def test_races_are_said(tmp_path: Path) -> None:
    """Recorded: a dependent of an owner that a finalizer holds is collected in time, or sees its owner solid again."""
    blocking = entry("ConfigMap", "a", 1, blockOwnerDeletion=True)
    (tmp_path / "all.yaml").write_text(
        manifest("ConfigMap", "a", 1)
        + manifest("ConfigMap", "m", 2, blocking, finalizers=["example.com/x"])
        + manifest("ConfigMap", "leaf", 3, entry("ConfigMap", "m", 2))
    )
    words = ("--delete", "ConfigMap/a", "--cascade", "foreground")
    reason = f"its owner is being deleted in the foreground: ConfigMap/m (v1, uid {uid(2)})"
    assert predict_json(str(tmp_path), *words)[2]["fates"] == ["deleted", "kept"]
    lines = predict(str(tmp_path), *words).stdout.splitlines()
    assert lines[:2] == ["1 open", f"`-- deleted or kept: the real collector races here; likely: {reason}"]
    assert "1 open, as the real collector races here" in lines[-1]


def test_a_bound_that_was_hit_is_said(tmp_path: Path) -> None:
    """A knot in which every object names the owner twice and a finalizer holds each, so that all may race."""
    twice = (entry("ConfigMap", "a", 1), entry("ConfigMap", "nope", 1), entry("ConfigMap", "nope", 2))
    knot = (manifest("Pod", f"p{number}", None, *twice, uid=f"p{number}") for number in range(60))
    (tmp_path / "all.yaml").write_text(manifest("ConfigMap", "a", 1) + "".join(knot))
    words = (str(tmp_path), "--delete", "ConfigMap/a", "--cascade", "foreground")
    assert {found.get("complete") for found in predict_json(*words)} == {False}
    last = predict(*words).stdout.splitlines()[-1]
    assert last == (
        "61 of them hang together in knots too large to try every order of the collector's work;"
        " there may be further fates."
    )


def test_ascii_where_the_output_has_no_lines(tmp_path: Path, run: Run) -> None:
    (tmp_path / "all.yaml").write_text(HELD)
    out = run("predict", PYTHONIOENCODING="ascii").stdout
    assert out.splitlines()[1].startswith("`-- every owner is absent")


def test_colour_only_when_it_is_wanted(tmp_path: Path, run: Run) -> None:
    (tmp_path / "all.yaml").write_text(HELD)
    plain = run("predict").stdout
    assert "\x1b" not in plain
    coloured = run("predict", "--color", "always").stdout
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain != coloured


def test_nothing_from_a_manifest_drives_the_terminal(tmp_path: Path) -> None:
    text = json.dumps({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a\x1b[31mb\u202e", "uid": "u\x07"}})
    (tmp_path / "all.json").write_text(text)
    owner = {"apiVersion": "v1", "kind": "Sec\x1bret", "name": "n\nm", "uid": "x"}
    (tmp_path / "own.json").write_text(
        json.dumps(json.loads(text) | {"metadata": {"name": "\x1b", "uid": "v", "ownerReferences": [owner]}})
    )
    out = predict(str(tmp_path), "--delete", "Pod/a\x1b[31mb\u202e").stdout
    assert not re.search(r"[\x00-\x09\x0b-\x1f\u202e]", out)
    assert r"Pod/a\x1b[31mb\u202e" in out
    err = predict(str(tmp_path), "--delete", "Pod/\x1b]0;x").stderr
    assert "\x1b" not in err


def test_a_chain_of_owners_is_drawn_in_linear_space(tmp_path: Path) -> None:
    depth = 3000
    documents = [manifest("ConfigMap", "c0", uid="u0")]
    for number in range(1, depth):
        owner = {"apiVersion": "v1", "kind": "ConfigMap", "name": f"c{number - 1}", "uid": f"u{number - 1}"}
        documents.append(manifest("ConfigMap", f"c{number}", None, owner, uid=f"u{number}"))
    (tmp_path / "all.yaml").write_text("".join(documents))
    out = predict(str(tmp_path), "--delete", "ConfigMap/c0").stdout
    assert {f"c{number}" for number in range(depth)} == set(re.findall(r"ConfigMap/(c\d+) in", out))
    assert max(map(len, out.splitlines())) < 400


def test_a_circle_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "all.yaml").write_text(
        manifest("ConfigMap", "a", 1, entry("ConfigMap", "b", 2))
        + manifest("ConfigMap", "b", 2, entry("ConfigMap", "a", 1))
    )
    out = predict(str(tmp_path), "--delete", "ConfigMap/a", "--cascade", "background").stdout
    assert (out.count("ConfigMap/a in"), out.count("ConfigMap/b in")) == (1, 1)
    assert "Of 2 objects, 2 would be deleted, 0 never collected; 0 stay as they are." in out


def test_the_page_shows_this_tree() -> None:
    assert TREE in (ROOT / "docs" / "predict.md").read_text(encoding="utf-8")
