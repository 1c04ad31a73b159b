"""What was recorded of the real API server and collector comes out of the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.collector.recordings import FIXTURES, ROOT, Record, read, state
from tests.predict.command import Forecast, options, predict_json
from tests.predict.scenarios import CUSTOM_KINDS, authored, definitions, delete_words, live

EVERY = {"named-cold": 1, "races-cold": 1, "random-cold": 6}
"""Of how many recordings of a file one is run; the simulation itself is tested with all."""

KINDS = options(CUSTOM_KINDS, "--kind-exists")

every_file = pytest.mark.parametrize("name", EVERY)


def sample(name: str) -> Iterator[Record]:
    for number, record in enumerate(read(FIXTURES / f"{name}.jsonl.gz")):
        if number % EVERY[name] == 0:
            yield record


def stream(path: Path, manifests: list[dict[str, Any]]) -> str:
    """Write the manifests as a stream of documents; return the path."""
    path.write_text("".join(f"---\n{json.dumps(manifest)}\n" for manifest in manifests), encoding="utf-8")
    return str(path)


def disagreements(record: Record, phase: str, found: Forecast) -> list[str]:
    """Return the objects whose recorded state is not among the foreseen ones."""
    wrong = []
    recorded = record["outcome"][phase]
    by_uid = {entry["uid"]: entry for entry in found}
    for name in live(record):
        entry = by_uid[f"uid:{name}"]
        fate, references, finalizers = state(recorded[name])
        agrees = fate in entry["fates"] and entry["admission"] == "accepted" and "complete" not in entry
        if fate != "deleted":
            agrees = agrees and entry["ownerReferences"] in (None, [*references])
            agrees = agrees and entry["finalizers"] in (None, [*finalizers])
        if not agrees:
            wrong.append(f"{record['scenario']['id']} {phase} {name}: {recorded[name]}, not {entry}")
    return wrong


@every_file
def test_recorded_fates_are_among_the_foreseen(name: str, tmp_path: Path) -> None:
    wrong: list[str] = []
    compared = 0
    for record in sample(name):
        objects = live(record)
        file = stream(tmp_path / "all.yaml", [*objects.values()])
        words = delete_words(record, objects)
        for phase, deletions in (("initial", []), ("final", words)):
            if objects and phase in record["outcome"] and deletions is not None:
                wrong += disagreements(record, phase, predict_json(file, *KINDS, *deletions))
                compared += 1
    assert not wrong, "\n".join(wrong[:10])
    assert compared > 60


@every_file
def test_recorded_answers_to_create_requests_are_the_foreseen_ones(name: str, tmp_path: Path) -> None:
    wrong: list[str] = []
    compared = 0
    for record in sample(name):
        manifests = authored(record)
        if not manifests:
            continue
        # A file for each, as several may have the same name; the definitions make the kinds exist.
        for number, manifest in enumerate(manifests.values()):
            (tmp_path / f"{number:03}.json").write_text(json.dumps(manifest), encoding="utf-8")
        files = [str(tmp_path / f"{number:03}.json") for number in range(len(manifests))]
        crds = stream(tmp_path / "crds.yaml", definitions())
        found = {entry["file"]: entry for entry in predict_json(*files, crds)}
        for file, key in zip(files, manifests, strict=True):
            answer = record["outcome"]["objects"][key]
            entry = found[file]
            agrees = (entry["admission"] == "accepted") == (answer["code"] == 201)
            if answer["code"] == 201 and answer["via"] == "create":
                agrees = agrees and entry.get("warnings", []) == answer.get("warnings", [])
            elif causes := answer.get("error", {}).get("causes"):
                agrees = agrees and entry["errors"] == [
                    {"field": cause["field"], "message": cause["message"]} for cause in causes
                ]
            if not agrees:
                wrong.append(f"{record['scenario']['id']} {key}: {answer}, not {entry}")
            compared += 1
    assert not wrong, "\n".join(wrong[:10])
    assert compared > 60


def test_a_recording_through_the_real_program(tmp_path: Path) -> None:
    wanted = {"named/delete-owner-foreground-block-held-dependent", "named/orphan-preset-dependent-owner-foreground"}
    records = [record for record in read(FIXTURES / "named-cold.jsonl.gz") if record["scenario"]["id"] in wanted]
    assert len(records) == len(wanted)
    for record in records:
        objects = live(record)
        stream(tmp_path / "all.yaml", [*definitions(), *objects.values()])
        words = delete_words(record, objects)
        assert words
        done = subprocess.run(
            [sys.executable, "-m", "ownerlint", "predict", "--format", "json", *words, str(tmp_path)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        assert disagreements(record, "final", json.loads(done.stdout)["objects"]) == []
