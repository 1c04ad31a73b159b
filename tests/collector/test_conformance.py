"""Every recording of the real API server and collector is among what the simulation predicts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.collector.recordings import (
    FIXTURES,
    Record,
    answers,
    cluster,
    deletions,
    files,
    is_judged,
    read,
    simulate,
    state,
)

DETERMINACY = {"named": 0.985, "random": 0.993, "races": 0.0}
"""Least share of objects with one predicted fate. The races were chosen because they have several."""

COLD = [path for kind in DETERMINACY for path in files(kind) if "cold" in path.name]

every_file = pytest.mark.parametrize("path", COLD, ids=lambda path: "/".join(path.parts[-2:]))


def _disagreements(record: Record) -> tuple[list[str], int, int]:
    """Return what disagrees with a recording, the number of objects compared, and of those with one fate."""
    live = cluster(record)
    wanted = deletions(record, live)
    wrong = []
    objects = determined = 0
    for phase, requests in (("initial", []), ("final", wanted)):
        if phase not in record["outcome"] or requests is None:
            continue
        for key, outcome in zip(live, simulate(requests, live).outcomes, strict=True):
            fate, references, finalizers = state(record["outcome"][phase][key])
            fates = [each.value for each in outcome.fates]
            agrees = fate in fates and outcome.complete
            if fate != "deleted":
                agrees = agrees and outcome.owner_references in (None, references)
                agrees = agrees and outcome.finalizers in (None, finalizers)
            if not agrees:
                got = f"{fates} {outcome.owner_references} {outcome.finalizers}"
                wrong.append(f"{record['scenario']['id']} {phase} {key}: {fate} {references} {finalizers}, not {got}")
            objects += 1
            determined += len(fates) == 1
    return wrong, objects, determined


@every_file
def test_recorded_outcome_is_among_the_predicted(path: Path, figures: list[str]) -> None:
    wrong: list[str] = []
    shapes: list[str] = []
    total = single = 0
    for record in read(path):
        disagreements, objects, determined = _disagreements(record)
        wrong += disagreements
        total += objects
        single += determined
        if determined < objects:
            shapes.append(record["scenario"]["id"])
    share = single / total
    figures.append(
        f"{path.parent.name}/{path.name}: {total} objects, soundness {1 - len(wrong) / total:.2%}, "
        f"determinacy {share:.2%}, open in {len(shapes)} scenarios: {', '.join(shapes[:6])}"
    )
    assert not wrong, "\n".join(wrong[:20])
    assert share >= DETERMINACY[path.name.split("-")[0]]


@every_file
def test_recorded_events_may_be_emitted(path: Path) -> None:
    for record in read(path):
        live = cluster(record)
        if record["outcome"].get("events"):
            predicted = dict(zip(live, simulate([], live).outcomes, strict=True))
            for event in record["outcome"]["events"]:
                assert event["reason"] in predicted[event["object"]].events, record["scenario"]["id"]


def _disagreement(record: Record) -> tuple[list[str], int]:
    """Return the answers to create requests that disagree with a recording, and the number compared."""
    wrong = []
    judged = 0
    entries = {entry["id"]: entry for entry in record["scenario"]["objects"]}
    for name, _, answer, recorded in answers(record):
        if not is_judged(entries[name], recorded):
            continue
        judged += 1
        error = recorded.get("error", {})
        causes = [(cause["field"], cause["message"]) for cause in error.get("causes", ())]
        errors = [(each.field, each.message) for each in answer.errors]
        agrees = answer.code == recorded["code"]
        if recorded["code"] == 201:
            stored = recorded.get("stored", {})
            references = [reference["uid"] for reference in stored.get("ownerReferences", ())]
            agrees = agrees and [reference.uid for reference in answer.references] == references
            agrees = agrees and list(answer.finalizers) == stored.get("finalizers", [])
            if recorded["via"] == "create":
                agrees = agrees and list(answer.warnings) == recorded.get("warnings", [])
        elif causes:
            agrees = agrees and errors == causes
        else:
            agrees = agrees and len(errors) == 1 and error["message"].startswith(errors[0][1])
        if not agrees:
            wrong.append(f"{record['scenario']['id']} {name}: {recorded}, not {answer}")
    return wrong, judged


@every_file
def test_recorded_answer_to_create_is_the_predicted_one(path: Path, figures: list[str]) -> None:
    wrong: list[str] = []
    total = 0
    for record in read(path):
        disagreements, judged = _disagreement(record)
        wrong += disagreements
        total += judged
    figures.append(f"{path.parent.name}/{path.name}: {total - len(wrong)} of {total} answers to create requests")
    assert not wrong, "\n".join(wrong[:20])


def test_our_own_recordings_are_all_there() -> None:
    counted = {path.name: sum(1 for _ in read(path)) for path in FIXTURES.glob("*.jsonl.gz")}
    assert counted == {
        "named-cold.jsonl.gz": 389,
        "races-cold.jsonl.gz": 43,
        "random-cold.jsonl.gz": 1500,
        "rbac.jsonl.gz": 57,
    }
