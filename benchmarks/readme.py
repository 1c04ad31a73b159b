"""The table that the README quotes, between its two marks."""

from __future__ import annotations

from pathlib import Path
from typing import Final

README: Final = Path(__file__).resolve().parent.parent / "README.md"
START: Final = "<!-- benchmark -->\n"
END: Final = "<!-- /benchmark -->"


def quoted(text: str) -> str:
    """Return what stands between the marks.

    Raises:
        ValueError: a mark is missing.
    """
    return text[text.index(START) + len(START) : text.index(END)]


def replaced(text: str, table: str) -> str:
    """Return the text with another table between its marks.

    Raises:
        ValueError: a mark is missing.
    """
    return text.replace(f"{START}{quoted(text)}{END}", f"{START}{table}{END}")


def update(table: str, path: Path = README) -> None:
    """Write the table into the README.

    Raises:
        ValueError: a mark is missing.
    """
    path.write_text(replaced(path.read_text(encoding="utf-8"), table), encoding="utf-8")
