"""The report for people, and the summary line."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from ownerlint.finding import ToolError
from ownerlint.model import Skipped, Span
from ownerlint.report import Options, render, summary_line
from ownerlint.rule import Confidence, Severity
from tests.report.samples import SMELL, finding, owner, report, typical, unreadable

HOSTILE = "\x1b[31m\x07\x9b[2J\x7f\u202e\u2066\u200b\ufeff\ud800\u2028[bold]:smile:"
SEEN = r"\x1b[31m\x07\x9b[2J\x7f\u202e\u2066\u200b\ufeff\ud800\u2028[bold]:smile:"


def test_typical_report_piped() -> None:
    assert render("text", typical(), Options()) == (
        "apps/locked.yaml (1 finding)\n"
        "\n"
        "apps/locked.yaml: error: syntax-error (OWN001)\n"
        "  It cannot be read.\n"
        "  help: ownerlint explain syntax-error\n"
        "\n"
        "apps/web.yaml (1 finding)\n"
        "\n"
        "apps/web.yaml:12:11: error: cross-namespace-owner (OWN201)\n"
        "  ConfigMap shop/web-config is owned by Deployment/db in another namespace.\n"
        "  12 |     - name: web\n"
        "     |           ^^^\n"
        "  infra/db.yaml:4:9: the owner is here\n"
        "   4 |   name: db\n"
        "     |         ^^\n"
        "  help: ownerlint explain cross-namespace-owner\n"
        "\n"
        "Found 2 errors, 0 warnings, 0 info.\n"
        "Skipped 2: helm-template 1, not-a-manifest 1.\n"
        "Not complete: 1 failure of ownerlint itself.\n"
    )


def test_clean_report_says_so_and_is_empty_when_quiet() -> None:
    assert render("text", report(), Options()) == "Found 0 errors, 0 warnings, 0 info.\n"
    assert render("text", report(), Options(summary=False)) == ""


def test_confidence_is_named_unless_high() -> None:
    shown = render("text", report(finding(meta=SMELL, confidence=Confidence.MEDIUM)), Options(summary=False))
    assert shown.splitlines()[2] == "apps/web.yaml:12:11: warning: exported-owner (OWN701), medium confidence"


def test_findings_of_one_file_stand_under_one_heading() -> None:
    two = report(finding(), finding(span=Span(20, 1, 20, 2)), finding(file="b.yaml"))
    headings = [line for line in render("text", two, Options()).splitlines() if line.endswith(")") and " (" in line]
    assert [line for line in headings if "OWN" not in line] == ["apps/web.yaml (2 findings)", "b.yaml (1 finding)"]


@pytest.mark.parametrize("width", [40, 80, 400])
def test_messages_wrap_to_the_terminal_and_places_never_do(width: int) -> None:
    message = "word " * 60 + "x" * 100
    long_file = "deep/" * 30 + "web.yaml"
    lines = render("text", report(finding(message, file=long_file)), Options(width=width)).splitlines()
    assert lines[2] == f"{long_file}:12:11: error: cross-namespace-owner (OWN201)"
    wrapped = lines[3 : lines.index("  help: ownerlint explain cross-namespace-owner")]
    assert all(len(line) <= width for line in wrapped)
    assert "".join(wrapped).replace(" ", "") == message.replace(" ", "")


def test_piped_messages_are_one_line() -> None:
    message = "word " * 100 + "end."
    assert f"  {message}\n" in render("text", report(finding(message)), Options())


@pytest.mark.parametrize("color", [False, True])
def test_nothing_from_a_manifest_reaches_the_terminal_unescaped(color: bool) -> None:
    hostile = report(
        finding(HOSTILE, file=f"a{HOSTILE}.yaml", related=(owner(f"b{HOSTILE}.yaml"),)),
        snippets={(f"a{HOSTILE}.yaml", 12): f"    - name: {HOSTILE}", (f"b{HOSTILE}.yaml", 4): HOSTILE},
        skipped=(Skipped(HOSTILE, "template"),),
        errors=(ToolError(HOSTILE),),
    )
    shown = render("text", hostile, Options(width=300, color=color))
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown) if color else shown
    assert all(char == "\n" or char.isprintable() for char in plain)
    assert f"  {SEEN}\n" in plain
    assert f"a{SEEN}.yaml:12:11: error: " in plain
    assert f"  12 |     - name: {SEEN}\n" in plain
    assert f"   4 | {SEEN}\n" in plain


def test_colour_adds_escapes_and_changes_no_text() -> None:
    plain = render("text", typical(), Options(width=80))
    coloured = render("text", typical(), Options(width=80, color=True))
    assert "\x1b[1;31merror:\x1b[0m" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_colour_is_the_callers_word_not_the_environments(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = [render("text", typical(), Options(width=80, color=color)) for color in (False, True)]
    for name, value in (("NO_COLOR", "1"), ("FORCE_COLOR", "1"), ("TERM", "dumb"), ("COLUMNS", "20")):
        monkeypatch.setenv(name, value)
    assert [render("text", typical(), Options(width=80, color=color)) for color in (False, True)] == expected


def snippet(line: str, span: Span, width: int | None = None) -> tuple[str, str]:
    """Return the source line and the line of carets, without the gutter."""
    shown = render(
        "text", report(finding(span=span), snippets={("apps/web.yaml", span.line): line}), Options(width=width)
    )
    source, carets = (row.split("|", 1)[1] for row in shown.splitlines() if re.match(r" +\d* \|", row))
    return source[1:], carets[1:]


def test_tabs_and_wide_characters_keep_the_caret_under_the_span() -> None:
    assert snippet("\tname: web", Span(1, 8, 1, 11)) == ("    name: web", "          ^^^")
    assert snippet("名前: 値段", Span(1, 5, 1, 7)) == ("名前: 値段", "      ^^^^")
    assert snippet("a\x00: b", Span(1, 5, 1, 6)) == (r"a\x00: b", "       ^")


def test_span_beyond_the_line_or_over_several_lines_is_still_shown() -> None:
    assert snippet("ab", Span(1, 9, 1, 12)) == ("ab", "  ^")
    assert snippet("ab", Span(1, 2, 3, 1)) == ("ab", " ^")
    assert snippet("", Span(1, 1, 1, 1)) == ("", "^")
    assert snippet("name: web\r\n", Span(1, 7, 1, 10)) == ("name: web", "      ^^^")


def test_long_line_is_clipped_around_the_span() -> None:
    line = "a" * 1_000_000 + "KEY" + "b" * 1_000_000
    source, carets = snippet(line, Span(1, 1_000_001, 1, 1_000_004), width=60)
    at = carets.index("^")
    assert carets.count("^") == 3
    assert source[at : at + 3] == "KEY"
    assert source.startswith("...a")
    assert source.endswith("b...")
    assert len(source) <= 55


@given(
    line=st.text(st.characters(exclude_characters="\r\n"), max_size=200),
    start=st.integers(1, 220),
    length=st.integers(0, 220),
    width=st.integers(10, 120),
)
def test_caret_stays_inside_what_is_shown(line: str, start: int, length: int, width: int) -> None:
    source, carets = snippet(line, Span(1, start, 1, start + length), width)
    room = max(width - 6, 20)
    # One place after the end of the line may be marked: where something is missing. A character that shows as an
    # escape of ten cells is shown whole.
    assert cell_len(source) <= room + 10
    assert set(carets.lstrip(" ")) == {"^"}
    assert len(carets) - len(carets.lstrip(" ")) <= room


def test_summary_line() -> None:
    some = report(
        finding(),
        finding(severity=Severity.INFO),
        finding(severity=Severity.INFO, file="b.yaml"),
        skipped=(Skipped("a.yaml", "not-a-manifest"), Skipped("b.yaml", "helm-template")),
    )
    assert summary_line(some) == (
        "Checked 3 files, 7 documents, 7 objects; skipped 2 (helm-template 1, not-a-manifest 1); "
        "found 1 error, 0 warnings, 2 info."
    )
    assert summary_line(report(suppressed=3, baselined=1, errors=(ToolError("boom"), ToolError("bang")))) == (
        "Checked 3 files, 7 documents, 7 objects; skipped 0; found 0 errors, 0 warnings, 0 info; "
        "suppressed 3, baselined 1; 2 failures of ownerlint itself."
    )


def test_most_frequent_reason_comes_first() -> None:
    skipped = (Skipped("a", "a-reason"), Skipped("b", "b-reason"), Skipped("c", "b-reason"))
    assert "skipped 3 (b-reason 2, a-reason 1)" in summary_line(report(unreadable(), skipped=skipped))
