"""Recordings of the real API server and garbage collector, as the public interface takes them."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ownerlint.collector.admission import Answer, admit
from ownerlint.collector.outcome import Deletion, Prediction
from ownerlint.collector.predict import predict
from ownerlint.collector.state import PropagationPolicy
from ownerlint.kinds import CustomKind, KindTable
from ownerlint.load import LoadOptions, load
from ownerlint.model import KubeObject, Source

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "fixtures" / "recordings"
BESIDE = ROOT.parent / "shared" / "vectors"

Record = dict[str, Any]
"""One recording: `scenario`, `mode`, `outcome`."""

State = tuple[str, tuple[str, ...], tuple[str, ...]]
"""Fate, uids of the remaining references, remaining finalizers."""

_FATES = {"present": "kept", "absent": "deleted", "terminating": "terminating"}


def files(kind: str) -> list[Path]:
    """Return the recordings whose file name begins so: our own, and the complete ones where they are at hand."""
    return [path for folder in (FIXTURES, BESIDE) for path in sorted(folder.glob(f"{kind}*.jsonl.gz"))]


def read(path: Path) -> Iterator[Record]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


@lru_cache(maxsize=1)
def kinds() -> KindTable:
    """Return the kinds of the recorded cluster."""
    custom = (
        CustomKind("example.com", "Widget", namespaced=True, versions=("v1", "v1beta1")),
        CustomKind("example.com", "Gadget", namespaced=False, versions=("v1",)),
    )
    return KindTable.build("1.36", (), custom)


def manifest(entry: Record) -> KubeObject:
    """Return the identity record of one recorded manifest."""
    if "rawYaml" in entry:
        text = entry["rawYaml"].replace("{{P}}", "")
        text = re.sub(r"\{\{uid:([a-z0-9-]+)\}\}", r"uid-\1", text)
        source = Source("a.yaml", "", text.encode(), "a.yaml")
    else:
        body = {**entry["manifest"], "metadata": dict(entry["manifest"]["metadata"])}
        body["metadata"].pop("uid", None)
        text = json.dumps(body).replace("uidlit:", "")
        source = Source("a.json", "", text.encode(), "a.json")
    (obj,) = load(source, LoadOptions()).objects
    references = [
        replace(each, uid=each.uid.replace("uid-", "uid:")) if "rawYaml" in entry else each
        for each in obj.owner_references
    ]
    return replace(obj, owner_references=tuple(references))


def answers(record: Record) -> Iterator[tuple[str, KubeObject, Answer, Record]]:
    """Yield id, object, predicted and recorded answer for each object of a scenario."""
    for entry in record["scenario"]["objects"]:
        obj = manifest(entry)
        yield entry["id"], obj, admit(obj, kinds()), record["outcome"]["objects"][entry["id"]]


def is_judged(entry: Record, recorded: Record) -> bool:
    """Return whether the manifest alone decides the answer: no server-side apply, dry run, other URL or version."""
    if recorded["via"] not in ("create", "patch", "yaml") or "postAs" in entry or "postNs" in entry:
        return False
    return "resourceVersion" not in entry["manifest"].get("metadata", {})


def cluster(record: Record) -> dict[str, KubeObject]:
    """Return the live objects of a scenario, by id: what our own admission stores of what was accepted."""
    live = {}
    entries = {entry["id"]: entry for entry in record["scenario"]["objects"]}
    for name, obj, answer, recorded in answers(record):
        if recorded["code"] == 201 and name in record["outcome"]["initial"]:
            references, finalizers = answer.references, answer.finalizers
            if not is_judged(entries[name], recorded):
                references, finalizers = obj.owner_references, obj.finalizers
            live[name] = replace(
                obj, uid=f"uid:{name}", owner_references=references, finalizers=finalizers, deletion_timestamp=""
            )
    return live


def deletions(record: Record, live: dict[str, KubeObject]) -> list[Deletion] | None:
    """Return the delete requests that the API server took; None where a scenario does other things too."""
    actions = record["scenario"].get("actions", [])
    if any(action["op"] != "delete" for action in actions):
        return None
    wanted = []
    for action, answer in zip(actions, record["outcome"].get("actions", []), strict=True):
        if answer["code"] == 200:
            named = action.get("propagationPolicy")
            policy = PropagationPolicy(named) if named else None
            if action.get("orphanDependents"):
                policy = PropagationPolicy.ORPHAN
            wanted.append(Deletion(live[action["target"]], policy))
    return wanted


def simulate(wanted: list[Deletion], live: dict[str, KubeObject]) -> Prediction:
    return predict(list(live.values()), kinds(), wanted)


def state(recorded: Record) -> State:
    references = tuple(reference["uid"] for reference in recorded.get("ownerReferences", ()))
    return _FATES[recorded["state"]], references, tuple(recorded.get("finalizers", ()))
