"""What the guide says of the hooks is what they are."""

from __future__ import annotations

import re
from typing import Any

from ruamel.yaml import YAML

from tests.checkout import ROOT

HOOKS: list[dict[str, Any]] = YAML(typ="safe").load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
GUIDE = (ROOT / "docs" / "pre-commit.md").read_text(encoding="utf-8")


def test_the_guide_lists_the_hooks_and_uses_no_other() -> None:
    ids = [hook["id"] for hook in HOOKS]
    assert re.findall(r"^\| `([\w-]+)` \|", GUIDE, re.MULTILINE) == ids
    assert set(re.findall(r"- id: ([\w-]+)", GUIDE)) <= set(ids)


def test_the_whole_tree_hook_runs_always_and_takes_no_names() -> None:
    whole, changed = HOOKS
    assert (whole["pass_filenames"], whole["always_run"]) == (False, True)
    assert (changed.get("pass_filenames", True), changed.get("always_run", False)) == (True, False)
    assert changed["types_or"] == ["yaml", "json"]
