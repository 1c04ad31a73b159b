"""Check a rule against its own examples: for the built-in rules and for the authors of plugins."""

from __future__ import annotations

import re

from ownerlint.discover import Discovered
from ownerlint.model import Source
from ownerlint.registry import Registry, built_in_rules
from ownerlint.rule import Example, Rule
from ownerlint.run import Request, judge, read_sources
from ownerlint.selector import DEFAULT_SET

_MARK = re.compile(r"# <- ([\w-]+(?:, *[\w-]+)*)\s*$")
_FILE = re.compile(r"^# file: (\S+)$")

Found = tuple[str, int, str]
"""A finding as a mark states it: file, line from 1, rule name."""


def check_rule(rule: Rule) -> None:
    """Run every example of a rule through the whole pipeline, with all built-in rules of its sets and of the default set.

    Args:
        rule: a built-in rule, or one that is tested before it is installed.

    Raises:
        AssertionError: the findings of an example are not exactly those that its marks state, a VALID example has
            marks, an INVALID one never marks this rule, or two examples are the same.
    """
    name = rule.META.name
    texts = [example.manifests for example in (*rule.VALID, *rule.INVALID)]
    assert len(set(texts)) == len(texts), f"{name}: two examples are the same"
    for example in rule.VALID:
        assert not expected(example), f"{name}: the valid example '{example.title}' has marks"
        _compare(rule, example)
    for example in rule.INVALID:
        marked = {found[2] for found in expected(example)}
        assert name in marked, f"{name}: the invalid example '{example.title}' does not mark it"
        _compare(rule, example)


def files_of(example: Example) -> dict[str, str]:
    """Return the files of an example by name: its text, cut at lines `# file: NAME`."""
    files: dict[str, list[str]] = {}
    current = "example.yaml"
    for line in example.manifests.splitlines(keepends=True):
        match = _FILE.match(line.rstrip("\n"))
        if match:
            current = match[1]
        else:
            files.setdefault(current, []).append(line)
    return {file: "".join(lines) for file, lines in files.items()}


def expected(example: Example) -> list[Found]:
    """Return what the marks of an example state, sorted."""
    return sorted(
        (file, number, name.strip())
        for file, text in files_of(example).items()
        for number, line in enumerate(text.splitlines(), start=1)
        if (match := _MARK.search(line))
        for name in match[1].split(",")
    )


def findings(rule: Rule, example: Example) -> list[Found]:
    """Return what all built-in rules and this one find in an example, sorted."""
    rules = built_in_rules()
    if all(rule.META.name != other.META.name for other in rules):
        rules = (*rules, rule)
    sources = tuple(
        Source(file=file, path="", data=text.encode(), collection=file) for file, text in files_of(example).items()
    )
    sets = tuple(dict.fromkeys((DEFAULT_SET, *rule.META.sets)))
    # Named is the folder that all is relative to: an example is complete.
    request = Request(paths=(".",), registry=Registry(rules, {}, ()), mode=example.world, sets=sets)
    report = judge(read_sources(Discovered(sources, (), ()), Discovered((), (), ()), request), request)
    assert not report.errors, f"{rule.META.name}: {report.errors[0].message}"
    return sorted(
        (found.location.file, found.location.span.line if found.location.span else 0, found.meta.name)
        for found in report.findings
    )


def _compare(rule: Rule, example: Example) -> None:
    stated, found = expected(example), findings(rule, example)
    missing = [item for item in stated if item not in found]
    unexpected = [item for item in found if item not in stated]
    assert stated == found, (
        f"{rule.META.name}: example '{example.title}': not found {missing}, not expected {unexpected}"
    )
