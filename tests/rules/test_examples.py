"""Every rule keeps its word: its examples, its page, its place in the list."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ownerlint.page import page
from ownerlint.registry import built_in_rules
from ownerlint.rule import Rule
from ownerlint.testing import check_rule

ROOT = Path(__file__).parents[2]
HEADINGS = ["What it does", "Why this is bad", "How to fix", "References"]
RULES = built_in_rules()
SHOWN_BY_FILES = {"oversized-file", "undecodable-file", "unreadable-file"}  # no text is like that: see test_input.py
each_rule = pytest.mark.parametrize("rule", RULES, ids=[rule.META.name for rule in RULES])


@each_rule
def test_examples_state_every_finding(rule: Rule) -> None:
    check_rule(rule)


@each_rule
def test_docstring_has_a_summary_and_the_headings_in_order(rule: Rule) -> None:
    documentation = rule.__doc__ or ""
    first, blank, *_ = documentation.split("\n")
    assert 10 < len(first) <= 100
    assert first.endswith(".")
    assert blank == ""
    assert re.findall(r"^## (.+)$", documentation, re.MULTILINE) == HEADINGS


@each_rule
def test_page_in_docs_is_the_generated_one(rule: Rule) -> None:
    assert (ROOT / "docs" / "rules" / f"{rule.META.name}.md").read_text(encoding="utf-8") == page(rule)


@each_rule
def test_rule_has_examples_of_both_kinds(rule: Rule) -> None:
    assert rule.VALID
    assert bool(rule.INVALID) != (rule.META.name in SHOWN_BY_FILES)


def test_the_list_holds_every_module_once_in_the_order_of_codes() -> None:
    modules = {path.stem for path in (ROOT / "rules").glob("*.py")} - {"__init__"}
    listed = [str(rule.__name__).rpartition(".")[2] for rule in RULES]  # type: ignore[attr-defined]  # rules are modules
    assert sorted(listed) == sorted(modules)
    assert [rule.META.code for rule in RULES] == sorted(rule.META.code for rule in RULES)


@each_rule
def test_module_is_named_after_the_rule(rule: Rule) -> None:
    assert str(rule.__name__).rpartition(".")[2] == rule.META.name.replace("-", "_")  # type: ignore[attr-defined]  # rules are modules


def test_names_and_codes_are_unique() -> None:
    words = [word for rule in RULES for word in (rule.META.name, rule.META.code, *rule.META.aliases)]
    assert len(words) == len(set(words))


def test_there_are_no_pages_of_rules_that_do_not_exist() -> None:
    pages = {path.stem for path in (ROOT / "docs" / "rules").glob("*.md")}
    assert pages == {rule.META.name for rule in RULES}
