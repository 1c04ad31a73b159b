"""`ownerlint explain`: pages of rules, and messages of Kubernetes."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run

FORBIDDEN = (
    'Error from server (Forbidden): secrets "b" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a '
    "resource you can't set finalizers on: , <nil>"
)
NAMESPACE = 'ownerRef [v1/ConfigMap, namespace: ns1, name: a, uid: 1] does not exist in namespace "ns1"'


@pytest.mark.parametrize("word", ["dangling-owner", "OWN321", "own321", " Dangling-Owner "])
def test_a_rule_has_a_page(run: Run, word: str) -> None:
    result = run("explain", word)
    assert result.returncode == 0
    assert result.stdout.startswith("# dangling-owner (OWN321)\n")


def test_a_message_is_explained_with_cause_fix_and_rules(run: Run) -> None:
    result = run("explain", "--error", NAMESPACE)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("# OwnerRefInvalidNamespace\n")
    assert "**What to do:** Remove the entry" in result.stdout
    assert "- cross-namespace-owner (OWN201): An owner that lives in another namespace" in result.stdout


def test_a_message_comes_from_standard_input_too(run: Run) -> None:
    asked = run("explain", "--error", "-", stdin=f"{FORBIDDEN}\n")
    assert asked.returncode == 0
    assert asked.stdout == run("explain", "--error", FORBIDDEN).stdout
    assert "verbs: [update]" in asked.stdout


def test_what_is_only_alike_says_so(run: Run) -> None:
    result = run("explain", "--error", "child pods preserved when jobs deleted by default")
    assert result.returncode == 0
    assert "Not these words, but most of them" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["explain"], "give a RULE, or --error TEXT"),
        (["explain", "OWN201", "--error", "x"], "exclude each other"),
        (["explain", "--error", "connection refused"], "no known message of Kubernetes"),
        (["explain", "--error", ""], "no known message of Kubernetes"),
        (["explain", "OWN"], 'there is no rule "OWN"'),
    ],
)
def test_what_cannot_be_explained_exits_with_two(run: Run, arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert message in result.stderr
