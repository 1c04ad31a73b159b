"""Every recording of the real collector is among what the simulation predicts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.collector.recordings import answers, cluster, deletions, files, is_judged, read, simulate, state

DETERMINACY = {"named": 0.985, "random": 0.993, "races": 0.0}
"""Least share of objects with one predicted fate. The races were chosen because they have several."""


@pytest.mark.parametrize(
    "path", [path for kind in DETERMINACY for path in files(kind) if "cold" in path.name], ids=lambda path: path.name
)
def test_recorded_outcome_is_among_the_predicted(path: Path, figures: list[str]) -> None:
    wrong: list[str] = []
    shapes: set[str] = set()
    objects = determined = 0
    for record in read(path):
        live = cluster(record)
        wanted = deletions(record, live)
        name = record["scenario"]["id"]
        for phase, requests in (("initial", []), ("final", wanted)):
            if phase not in record["outcome"] or requests is None:
                continue
            for key, outcome in zip(live, simulate(record, requests, live).outcomes, strict=True):
                fate, references, finalizers = state(record["outcome"][phase][key])
                fates = [each.value for each in outcome.fates]
                agrees = fate in fates and outcome.complete
                if fate != "deleted":
                    agrees = agrees and outcome.owner_references in (None, references)
                    agrees = agrees and outcome.finalizers in (None, finalizers)
                if not agrees:
                    wrong.append(f"{name} {phase} {key}: {fate} {references} {finalizers}, predicted {outcome}")
                objects += 1
                determined += len(fates) == 1
                if len(fates) > 1:
                    shapes.add(name.rsplit("/", 1)[0] if name.startswith("race/") else name)
    share = determined / objects
    figures.append(
        f"{path.name}: {objects} objects, soundness {1 - len(wrong) / objects:.2%}, determinacy {share:.2%},"
        f" open in {len(shapes)} scenarios: {', '.join(sorted(shapes)[:8])}"
    )
    assert not wrong, "\n".join(wrong[:20])
    assert share >= DETERMINACY[path.name.split("-")[0]]


def _written(recorded: dict[str, object]) -> tuple[list[tuple[str, str]], str]:
    error = recorded.get("error") or {}
    assert isinstance(error, dict)
    return [(cause["field"], cause["message"]) for cause in error.get("causes", ())], str(error.get("message", ""))


@pytest.mark.parametrize(
    "path", [path for kind in DETERMINACY for path in files(kind) if "cold" in path.name], ids=lambda path: path.name
)
def test_recorded_answer_to_create_is_the_predicted_one(path: Path, figures: list[str]) -> None:
    wrong = []
    judged = 0
    for record in read(path):
        entries = {entry["id"]: entry for entry in record["scenario"]["objects"]}
        for name, _, answer, recorded in answers(record):
            if not is_judged(entries[name], recorded):
                continue
            judged += 1
            causes, message = _written(recorded)
            errors = [(error.field, error.message) for error in answer.errors]
            agrees = answer.code == recorded["code"]
            agrees = agrees and (errors == causes if causes or answer.code == 201 else message.startswith(errors[0][1]))
            if answer.code == 201:
                stored = recorded.get("stored", {})
                references = [reference["uid"] for reference in stored.get("ownerReferences", ())]
                agrees = agrees and [reference.uid for reference in answer.references] == references
                agrees = agrees and list(answer.finalizers) == stored.get("finalizers", [])
                warnings = [*recorded.get("warnings", ()), *recorded.get("patch", {}).get("warnings", ())]
                if recorded["via"] == "create":
                    agrees = agrees and list(answer.warnings) == warnings
            if not agrees:
                wrong.append(f"{record['scenario']['id']} {name}: {recorded}, predicted {answer}")
    figures.append(f"{path.name}: {judged - len(wrong)} of {judged} answers to create requests")
    assert not wrong, "\n".join(wrong[:20])
