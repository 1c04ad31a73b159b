"""What holds for every format, and the project's address."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ownerlint import HOMEPAGE
from ownerlint.report import FORMATS, Options, render
from tests.report.samples import typical


def test_formats_are_these() -> None:
    assert list(FORMATS) == ["text", "json", "sarif"]
    with pytest.raises(KeyError):
        render("xml", typical(), Options())


@pytest.mark.parametrize("name", FORMATS)
def test_reporters_print_nothing_and_end_with_a_line_break(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert render(name, typical(), Options(color=True, width=80)).endswith("\n")
    assert capfd.readouterr() == ("", "")


def test_importing_the_reporters_does_not_import_rich() -> None:
    code = "import sys, ownerlint.report; sys.exit('rich' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_address_is_that_of_the_project() -> None:
    pyproject = Path(__file__).resolve().parents[2] / "pyproject.toml"
    addresses = re.findall(r'^Homepage = "(.*)"$', pyproject.read_text(encoding="utf-8"), re.MULTILINE)
    assert addresses == [HOMEPAGE]
