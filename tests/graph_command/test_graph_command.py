"""`ownerlint graph`, run as users run it: what it prints where, and how it exits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.graph_command.conftest import Run
from tests.graph_command.manifests import SHOP, entry, manifest

TREE = """\
no namespace
Node/n1
└── Lease/n1 (in namespace leases)

namespace billing
ServiceAccount/ci (unknown: not in the files)
└── Secret/token

namespace shop
ConfigMap/chicken (in a cycle)
└── ConfigMap/egg (in a cycle)
    └── ConfigMap/chicken (in a cycle, see above)
Deployment/web
├── ConfigMap/routes
└── ReplicaSet/web-1 [cb]
    └── Pod/web-1-a [c]
Deployment/web (dangling: exists with another uid)
└── ConfigMap/stale
Deployment/web (malformed: the API server would reject this entry)
└── ConfigMap/blank
Deploymnt/web (unresolvable: its kind does not exist)
└── ConfigMap/typo
Service/web
└── ConfigMap/routes (see above)

[c] the owner above is the controller
[b] blocks the owner's foreground deletion (blockOwnerDeletion)
11 owner references: 7 solid, 1 dangling, 1 unresolvable, 1 unknown, 1 malformed.
1 object neither owns nor is owned and is left out.
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "all.yaml").write_text(SHOP)
    return tmp_path


def test_the_tree(shop: Path, run: Run) -> None:
    result = run("graph")
    assert result.stdout == TREE
    assert result.stderr == "Read 1 file, 14 documents, 14 objects; skipped 0.\n"
    assert result.returncode == 0


def test_standard_input_draws_the_same(tmp_path: Path, run: Run) -> None:
    result = run("graph", "-q", "-", stdin=SHOP)
    assert (result.stdout, result.stderr, result.returncode) == (TREE, "", 0)


def test_an_output_without_line_characters_gets_ascii(shop: Path, run: Run) -> None:
    result = run("graph", PYTHONIOENCODING="ascii")
    plain = TREE.replace("├──", "|--").replace("└──", "`--").replace("│", "|")
    assert result.stdout == plain


def test_in_a_closed_world_an_absent_owner_dangles(shop: Path, run: Run) -> None:
    assert "ServiceAccount/ci (dangling: does not exist)\n" in run("graph", "--world", "closed").stdout


def test_the_configuration_counts_unless_isolated(shop: Path, run: Run) -> None:
    (shop / ".ownerlint.yaml").write_text("world: closed\n")
    assert "ServiceAccount/ci (dangling: does not exist)\n" in run("graph").stdout
    assert "ServiceAccount/ci (unknown: not in the files)\n" in run("graph", "--isolated").stdout


def test_verbose_says_where_objects_stand_and_what_was_skipped(shop: Path, run: Run) -> None:
    items = [json.loads(document.strip()) for document in SHOP.split("---")[1:3]]
    (shop / "all.yaml").write_text(json.dumps({"apiVersion": "v1", "kind": "List", "items": items}))
    (shop / "values.yaml").write_text("replicas: 3\n")
    result = run("graph", "--verbose")
    assert result.stdout.splitlines()[1:3] == [
        "Deployment/web all.yaml:1, items[0]",
        "└── ReplicaSet/web-1 [cb] all.yaml:1, items[1]",
    ]
    assert result.stderr.splitlines()[0].startswith("skipped values.yaml: not-a-manifest: ")


def test_colours(shop: Path, run: Run) -> None:
    shown = run("graph", "--color", "always").stdout.splitlines()
    assert "\x1b[31mDeployment/web (dangling: exists with another uid)\x1b[0m" in shown
    assert "\x1b[33mDeploymnt/web (unresolvable: its kind does not exist)\x1b[0m" in shown
    assert "\x1b[33m\x1b[2mServiceAccount/ci (unknown: not in the files)\x1b[0m" in shown


def test_focus_with_depth(shop: Path, run: Run) -> None:
    near = run("graph", "-q", "--focus", "replicaset/web-1", "--depth", "1").stdout
    assert near.splitlines()[:4] == [
        "namespace shop",
        "Deployment/web",
        "└── ReplicaSet/web-1 [cb] (focus)",
        "    └── Pod/web-1-a [c]",
    ]
    alone = run("graph", "-q", "--focus", "ReplicaSet.apps/shop/web-1", "--depth", "0").stdout
    assert alone == "namespace shop\nReplicaSet/web-1 (focus)\n\nNo owner references.\n"


def test_focus_on_an_owner_shows_dependents_that_miss_it(shop: Path, run: Run) -> None:
    shown = run("graph", "-q", "--focus", "Deployment/web").stdout
    assert shown.splitlines()[:7] == [
        "namespace shop",
        "Deployment/web (focus)",
        "├── ConfigMap/routes",
        "└── ReplicaSet/web-1 [cb]",
        "    └── Pod/web-1-a [c]",
        "Deployment/web (dangling: exists with another uid)",
        "└── ConfigMap/stale",
    ]


def test_focus_on_an_object_that_is_alone(shop: Path, run: Run) -> None:
    result = run("graph", "-q", "--focus", "Secret/billing/alone")
    assert result.stdout == "namespace billing\nSecret/alone (focus)\n\nNo owner references.\n"


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("Service/webb", "there is no object 'Service/webb'; there is:\n  Service/shop/web"),
        (
            "Pod/web",
            "there is no object 'Pod/web'; there is:\n  Deployment.apps/shop/web\n  Service./shop/web",
        ),
        ("Job/nothing-like-it", "there is no object 'Job/nothing-like-it'"),
        (
            "Service.apps/web",
            "there is no object 'Service.apps/web'; there is:\n  Deployment.apps/shop/web\n  Service./shop/web",
        ),
        ("web", "'web' is not KIND[.GROUP]/[NAMESPACE/]NAME, such as Deployment/shop/web"),
        ("Service/shop/", "'Service/shop/' is not KIND[.GROUP]/[NAMESPACE/]NAME, such as Deployment/shop/web"),
    ],
)
def test_unknown_focus(shop: Path, run: Run, word: str, message: str) -> None:
    result = run("graph", "--focus", word)
    assert (result.stdout, result.stderr, result.returncode) == ("", f"ownerlint: error: {message}\n", 2)


def test_ambiguous_focus_names_the_candidates_and_each_of_them_works(tmp_path: Path, run: Run) -> None:
    documents = (
        manifest("Service", "web"),
        manifest("Service", "web", namespace="billing"),
        manifest("Service", "web", namespace=""),
        manifest("Service", "web", api_version="serving.knative.dev/v1"),
    )
    (tmp_path / "all.yaml").write_text("".join(documents))
    result = run("graph", "--focus", "service/web")
    words = ["Service.//web", "Service./billing/web", "Service./shop/web", "Service.serving.knative.dev/shop/web"]
    assert result.stderr.splitlines() == [
        "ownerlint: error: 'service/web' is ambiguous; say which:",
        *(f"  {word}" for word in words),
    ]
    assert (result.stdout, result.returncode) == ("", 2)
    for word in words:
        assert run("graph", "-q", "--focus", word).stdout.count("(focus)") == 1


def test_index_shows_only_what_concerns_the_paths(tmp_path: Path, run: Run) -> None:
    for folder in ("apps", "base"):
        (tmp_path / folder).mkdir()
    (tmp_path / "apps/all.yaml").write_text(manifest("Secret", "a", 2, entry("Service", "web", 1)))
    other = manifest("Secret", "b", 4, entry("Service", "other", 3))
    (tmp_path / "base/all.yaml").write_text(manifest("Service", "web", 1) + manifest("Service", "other", 3) + other)
    result = run("graph", "-q", "apps", "--index", "base")
    assert result.stdout == "namespace shop\nService/web\n└── Secret/a\n\n1 owner reference: 1 solid.\n"


def test_what_cannot_be_read_is_told(shop: Path, run: Run) -> None:
    (shop / "broken.yaml").write_text("apiVersion: v1\nkind: Secret\nmetadata: {name: [\n")
    result = run("graph")
    assert result.stdout == TREE
    assert result.stderr.splitlines()[0].startswith("not read: broken.yaml:")
    assert result.stderr.splitlines()[-1].endswith("; not read 1 (syntax-error 1).")
    assert result.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--depth", "2"], "--depth says how far to go from the object in focus; add --focus OBJECT"),
        (["--isolated", "--config", "x"], "--isolated and --config contradict each other; give one of them"),
        (["--stdin-filename", "x"], "--stdin-filename names standard input; add - to the PATHs"),
        (["--format", "html"], "'html' is not one of"),
        (["--select", "OWN1"], "No such option"),
        (["--focus", "Pod/x", "--depth", "-1"], "-1 is not in the range x>=0"),
        (["nowhere"], "nowhere"),
        (["--kubernetes-version", "9.9"], "9.9"),
    ],
)
def test_wrong_usage(shop: Path, run: Run, arguments: list[str], message: str) -> None:
    result = run("graph", *arguments)
    assert message in result.stderr
    assert (result.stdout, result.returncode) == ("", 2)


def test_nothing_read_is_an_error_unless_allowed(tmp_path: Path, run: Run) -> None:
    result = run("graph")
    assert "no Kubernetes object was found" in result.stderr
    assert (result.stdout, result.returncode) == ("", 2)
    allowed = run("graph", "-q", "--allow-empty", "--format", "json")
    assert json.loads(allowed.stdout) == {"version": 1, "objects": [], "references": []}
    assert (allowed.stderr, allowed.returncode) == ("", 0)
