"""Every page says how it was verified, and since which release of Kubernetes it holds."""

from __future__ import annotations

import re
from typing import Final

import pytest

from ownerlint.registry import built_in_rules
from ownerlint.rule import Rule
from tests.rules.test_recordings import PROOFS, WRITTEN

RECORDED: Final = re.compile(r"[Rr]ecorded with Kubernetes 1\.\d+")
"""The API server and the garbage collector were seen to do so."""

READ: Final = re.compile(r"[Rr]ead in the source of Kubernetes 1\.\d+")
"""Their source says so: in a function that the text names, or in a file that the references name."""

NAMED: Final = re.compile(r"\(`\w+`|github\.com/kubernetes/kubernetes/blob/")

FACT: Final = re.compile(r"This is a fact of the files?: ")
"""Kubernetes has no part in it."""

SINCE: Final = re.compile(
    r"(since|until|before|came with) (Kubernetes |release )?1\.\d+"
    r"|(every|no) supported release"
    r"|older releases were not looked at",
    re.IGNORECASE,
)
"""Since when, or that nobody knows."""

RULES = built_in_rules()
each_rule = pytest.mark.parametrize("rule", RULES, ids=[rule.META.name for rule in RULES])


def reasons(rule: Rule) -> str:
    """Return what stands under "Why this is bad", on one line."""
    _, _, section = (rule.__doc__ or "").partition("## Why this is bad")
    return " ".join(section.partition("## How to fix")[0].split())


@each_rule
def test_the_page_says_how_it_was_verified(rule: Rule) -> None:
    text = reasons(rule)
    assert any(form.search(text) for form in (RECORDED, READ, FACT))


@each_rule
def test_a_page_that_rests_on_the_source_says_where(rule: Rule) -> None:
    if READ.search(reasons(rule)):
        assert NAMED.search(rule.__doc__ or "")


@each_rule
def test_the_page_says_since_which_release(rule: Rule) -> None:
    text = reasons(rule)
    assert SINCE.search(text) or FACT.search(text)


@each_rule
def test_what_is_recorded_is_called_recorded(rule: Rule) -> None:
    text = reasons(rule)
    if rule.META.name in PROOFS.keys() | WRITTEN.keys():
        assert RECORDED.search(text)
    if FACT.search(text):
        assert not RECORDED.search(text)
