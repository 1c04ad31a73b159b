from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

import pytest
from msgspec.structs import replace

from ownerlint.comments import comments
from ownerlint.config import IgnoreEntry
from ownerlint.finding import Finding, Location
from ownerlint.graph import Confidence
from ownerlint.model import KubeObject, Place, Pointer, Span, Spot
from ownerlint.rule import Consequence, Meta, Severity
from ownerlint.suppress import ANNOTATION_PATH, Outcome, Remark, suppress


def meta(code: str, name: str) -> Meta:
    return Meta(code, name, Severity.ERROR, Consequence.DELETED, "0.1.0")


SYNTAX = meta("OWN001", "syntax-error")
SCOPE = meta("OWN201", "cross-namespace-owner")
CLUSTER = meta("OWN202", "cluster-scoped-dependent")
DANGLING = meta("OWN301", "dangling-owner")
UNUSED = meta("OWN901", "unused-suppression")
METAS = (SYNTAX, SCOPE, CLUSTER, DANGLING, UNUSED)
ALL = [rule.name for rule in METAS]

FILE = "apps/all.yaml"
TEXT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  namespace: team-a
  ownerReferences:
  - kind: Deployment
    uid: x
"""


def thing(ignored: str | None = None, *, name: str = "a", kind: str = "ConfigMap", document: int = 0) -> KubeObject:
    group = "apps/v1" if kind == "Deployment" else "v1"
    return KubeObject(group, kind, "team-a", name, "", Place(FILE, document, (), 1, FILE), ignored=ignored)


def finding(rule: Meta, line: int | None = 8, obj: KubeObject | None = None, file: str = FILE) -> Finding:
    return Finding(
        meta=rule,
        severity=rule.severity,
        confidence=Confidence.HIGH,
        consequence=rule.consequence,
        message="m",
        location=Location(file, None if line is None else Span(line, 1, line, 5)),
        object=obj,
        path=None,
        related=(),
        fingerprint="f",
    )


def judge(
    findings: Sequence[Finding],
    text: str = TEXT,
    *,
    annotated: Iterable[KubeObject] = (),
    entries: Sequence[IgnoreEntry] = (),
    active: Iterable[str] = ALL,
    today: date | None = None,
    complete: bool = True,
) -> Outcome:
    return suppress(
        findings,
        comments={FILE: comments(FILE, text)},
        annotated=annotated,
        entries=entries,
        metas=METAS,
        active=active,
        today=today,
        root="/repo",
        absolute=lambda file: f"/repo/{file}",
        complete=complete,
    )


def with_comment(comment: str, line: int = 8) -> str:
    lines = TEXT.split("\n")
    lines[line - 1] += f"  # ownerlint: {comment}"
    return "\n".join(lines)


@pytest.mark.parametrize(
    "word", ["ignore[dangling-owner]", "ignore[OWN301]", "ignore[x, own3]", "ignore[OWN]", "ignore", "ignore why"]
)
def test_a_comment_silences_what_it_names_on_its_line(word: str) -> None:
    found = finding(DANGLING)
    outcome = judge([found], with_comment(word))
    assert (outcome.kept, outcome.suppressed, outcome.unused) == ((), (found,), ())


def test_it_silences_neither_other_rules_nor_other_lines_nor_other_files() -> None:
    others = (finding(SCOPE), finding(DANGLING, 7), finding(DANGLING, file="apps/other.yaml"), finding(DANGLING, None))
    outcome = judge(others, with_comment("ignore[dangling-owner]"))
    assert (outcome.kept, outcome.suppressed) == (others, ())
    assert [remark.selectors for remark in outcome.unused] == [("dangling-owner",)]


def test_a_comment_above_the_object_silences_all_of_it() -> None:
    first, second = finding(DANGLING, 9), finding(DANGLING, 18)
    text = f"# ownerlint: ignore[dangling-owner]\n{TEXT}---\n{TEXT}"
    assert judge([first, second], text) == Outcome((second,), (first,), ())


def test_the_order_of_the_findings_stays() -> None:
    kept, gone = [finding(SCOPE, n) for n in (1, 8, 3)], [finding(DANGLING), finding(DANGLING)]
    outcome = judge([kept[0], gone[0], kept[1], gone[1], kept[2]], with_comment("ignore[OWN3]"))
    assert (outcome.kept, outcome.suppressed) == (tuple(kept), tuple(gone))


def test_an_annotation_silences_what_it_names_on_its_object_alone() -> None:
    noted = thing("dangling-owner, OWN202")
    own, other = finding(DANGLING, 8, noted), finding(DANGLING, 8, thing(document=1))
    scope = finding(CLUSTER, None, noted)
    outcome = judge([own, other, scope], annotated=[noted, thing(document=1)])
    assert outcome == Outcome((other,), (own, scope), ())


def test_an_unused_annotation_is_reported_where_it_stands() -> None:
    noted = thing("dangling-owner, cross-namespace-owner")
    outcome = judge([finding(DANGLING, 8, noted)], annotated=[noted])
    message = "This annotation silences nothing (cross-namespace-owner). Remove what is in excess."
    assert outcome.unused == (
        Remark(Pointer(noted, ANNOTATION_PATH), message, "annotation", ("cross-namespace-owner",)),
    )


def test_an_unused_comment_is_reported_where_it_stands() -> None:
    outcome = judge([], with_comment("ignore[dangling-owner] moved"))
    span = Span(8, 13, 8, 54)
    message = "This comment silences nothing. Remove the comment."
    assert outcome.unused == (Remark(Spot(FILE, span), message, "comment", ("dangling-owner",)),)


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("ignore", "This comment silences nothing. Remove the comment."),
        ("ignore[]", "This comment names no rule, so it silences nothing. Name one, or remove it."),
        ("ignore[OWN2, dangling-owner]", "This comment silences nothing (OWN2). Remove what is in excess."),
        (
            "ignore[syntax-error]",
            "This comment silences nothing. Only the configuration can silence findings about input.",
        ),
    ],
)
def test_other_comments_that_silence_nothing_are_told_apart(comment: str, message: str) -> None:
    found = [finding(DANGLING)] if "dangling" in comment else []
    assert [remark.message for remark in judge(found, with_comment(comment)).unused] == [message]


def test_each_of_two_suppressions_of_one_finding_is_used() -> None:
    noted = thing("dangling-owner")
    found = finding(DANGLING, 8, noted)
    entry = IgnoreEntry(rule="dangling-owner")
    text = "# ownerlint: ignore[OWN301]\n" + with_comment("ignore[dangling-owner]")
    outcome = judge([finding(DANGLING, 9, noted)], text, annotated=[noted], entries=[entry])
    assert (len(outcome.suppressed), outcome.unused) == (1, ())
    assert judge([found], entries=[entry]).unused == ()


@pytest.mark.parametrize("comment", ["ignore[dangling-owner]", "ignore[OWN3]", "ignore[OWN]", "ignore"])
def test_what_is_about_rules_that_did_not_run_is_not_called_unused(comment: str) -> None:
    active = [name for name in ALL if name != "dangling-owner"]
    entries = [IgnoreEntry(rule="dangling-owner"), IgnoreEntry(name="x")]
    noted = thing("dangling-owner")
    assert judge([], with_comment(comment), annotated=[noted], entries=entries, active=active).unused == ()


def test_an_unknown_word_is_reported_as_unknown_and_not_as_unused() -> None:
    text = with_comment("ignore[danglin-owner, dangling-owner]")
    noted = thing("nonsense")
    outcome = judge([finding(DANGLING)], text, annotated=[noted, thing()])
    assert outcome.unused == ()
    first, second = outcome.unknown
    assert first.where == Spot(FILE, Span(8, 13, 8, 63))
    assert first.message == 'There is no rule "danglin-owner"; did you mean "dangling-owner"?'
    assert (first.source, first.selectors) == ("comment", ("danglin-owner",))
    assert second.where == Pointer(noted, ANNOTATION_PATH)
    assert second.message == 'There is no rule "nonsense"; `ownerlint rules` lists them all.'


@pytest.mark.parametrize("word", ["unused-suppression", "OWN901", "own901"])
def test_a_comment_that_names_the_rule_about_unused_ones_is_left_alone(word: str) -> None:
    assert judge([], with_comment(f"ignore[dangling-owner, {word}]")).unused == ()


def test_findings_about_input_are_silenced_by_the_configuration_alone() -> None:
    noted = thing("syntax-error")
    found = (finding(SYNTAX, 8, noted), finding(SYNTAX, 8))
    assert judge(found, with_comment("ignore"), annotated=[noted]).kept == found
    assert judge(found, entries=[IgnoreEntry(rule="OWN0", path="apps/")]) == Outcome((), found, ())


@pytest.mark.parametrize(
    ("entry", "fits"),
    [
        (IgnoreEntry(rule="dangling-owner"), True),
        (IgnoreEntry(rule="cross-namespace-owner"), False),
        (IgnoreEntry(kind="ConfigMap"), True),
        (IgnoreEntry(kind="Config*", namespace="team-*", name="?", path="apps/"), True),
        (IgnoreEntry(kind="configmap"), False),
        (IgnoreEntry(kind="ConfigMap.apps"), False),
        (IgnoreEntry(namespace="team"), False),
        (IgnoreEntry(name="[bc]"), False),
        (IgnoreEntry(name="a", rule="OWN2"), False),
        (IgnoreEntry(path="*.yaml"), True),
        (IgnoreEntry(path="all.yaml"), True),
        (IgnoreEntry(path="/apps/*.yaml"), True),
        (IgnoreEntry(path="/all.yaml"), False),
        (IgnoreEntry(path="**/all.*"), True),
        (IgnoreEntry(path="other/"), False),
    ],
)
def test_an_entry_silences_what_fits_all_that_it_asks_for(entry: IgnoreEntry, fits: bool) -> None:
    found = finding(DANGLING, 8, thing())
    outcome = judge([found], entries=[entry])
    assert (outcome.kept, outcome.suppressed) == (((), (found,)) if fits else ((found,), ()))
    assert len(outcome.unused) == (not fits)


def test_a_kind_may_be_asked_for_with_its_group() -> None:
    found = finding(DANGLING, 8, thing(kind="Deployment"))
    assert judge([found], entries=[IgnoreEntry(kind="Deployment.apps")]).suppressed == (found,)
    assert judge([found], entries=[IgnoreEntry(kind="Deployment.*")]).suppressed == (found,)


def test_an_entry_that_asks_for_an_object_does_not_fit_a_finding_without_one() -> None:
    found = finding(DANGLING, None)
    assert judge([found], entries=[IgnoreEntry(kind="*")]).kept == (found,)
    assert judge([found], entries=[IgnoreEntry(path="apps/")]).suppressed == (found,)


@pytest.mark.parametrize(
    ("today", "holds"), [(date(2027, 3, 30), True), (date(2027, 3, 31), True), (date(2027, 4, 1), False), (None, True)]
)
def test_an_entry_holds_until_the_end_of_its_last_day(today: date | None, holds: bool) -> None:
    found = finding(DANGLING)
    entry = IgnoreEntry(
        rule="dangling-owner", until=date(2027, 3, 31), reason="old operator", file=".ownerlint.yaml", line=3
    )
    outcome = judge([found], entries=[entry], today=today)
    if holds:
        assert outcome == Outcome((), (found,), ())
        return
    assert (outcome.kept, outcome.suppressed) == ((found,), ())
    message = 'This entry of the configuration held until 2027-03-31 and silences nothing any more. It was there because: "old operator". Remove it.'
    assert outcome.unused == (
        Remark(Spot(".ownerlint.yaml", Span(3, 1, 3, 2)), message, "configuration", ("dangling-owner",)),
    )


def test_an_entry_is_unused_only_where_everything_was_read() -> None:
    entry = IgnoreEntry(name="gone", file=".ownerlint.yaml")
    (remark,) = judge([], entries=[entry]).unused
    assert remark == Remark(
        Spot(".ownerlint.yaml"), "This entry of the configuration silences nothing. Remove it.", "configuration"
    )
    assert judge([], entries=[entry], complete=False).unused == ()
    passed = replace(entry, until=date(2026, 1, 1))
    assert len(judge([], entries=[passed], complete=False, today=date(2026, 1, 2)).unused) == 1
