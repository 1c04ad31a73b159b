"""Write docs/rules/*.md and the table of rules in the README from the rules. Run it after changing a rule's words."""

from __future__ import annotations

import re
from pathlib import Path

from ownerlint.page import page, table
from ownerlint.registry import built_in_rules

ROOT = Path(__file__).resolve().parents[2]
BETWEEN_MARKS = re.compile(r"(?<=<!-- rules -->\n).*?(?=<!-- /rules -->)", re.DOTALL)


def main() -> None:
    """Replace the generated pages, and what stands between the marks in the README."""
    folder = ROOT / "docs" / "rules"
    folder.mkdir(exist_ok=True)
    rules = built_in_rules()
    for stale in {path.stem for path in folder.glob("*.md")} - {rule.META.name for rule in rules}:
        (folder / f"{stale}.md").unlink()
    for rule in rules:
        (folder / f"{rule.META.name}.md").write_text(page(rule), encoding="utf-8")
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    readme.write_text(BETWEEN_MARKS.sub(lambda _: table(rules), text), encoding="utf-8")


if __name__ == "__main__":
    main()
