"""The rules whose silence is certain although other files were not read."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ownerlint.discover import Discovered
from ownerlint.model import Source
from ownerlint.registry import Registry, built_in_rules
from ownerlint.run import Request, build_world, read_sources
from ownerlint.suppress import ALONE
from ownerlint.testing import files_of

RULES = {rule.META.name: rule for rule in built_in_rules()}


def test_they_exist() -> None:
    assert set(RULES) >= ALONE


@pytest.mark.parametrize("name", sorted(ALONE))
def test_they_look_at_nothing_but_the_object_itself(name: str) -> None:
    rule: Any = RULES[name]
    found = 0
    for example in (*rule.VALID, *rule.INVALID):
        sources = tuple(Source(file, "", text.encode(), file) for file, text in files_of(example).items())
        request = Request((), Registry(tuple(RULES.values()), {}, ()), mode=example.world)
        world = build_world(read_sources(Discovered(sources, (), ()), Discovered((), (), ()), request), request)
        nothing: Any = None
        rest = dict.fromkeys(("index", "graph", "fates", "kinds", "permissions"), nothing)
        alone = list(rule.check(replace(world, objects=(), input_faults=(), **rest)))
        assert alone == list(rule.check(world))
        found += len(alone)
    assert found >= len(rule.INVALID)
