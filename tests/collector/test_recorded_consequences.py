"""What `check` says of each object with a faulty reference is what the real collector was recorded to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from ownerlint.collector import Consequence, Fates, Surroundings
from ownerlint.entry import is_impossible_uid
from ownerlint.graph import Resolution, WorldMode
from ownerlint.index import ObjectIndex
from ownerlint.model import KubeObject
from ownerlint.resolve import build_graph
from tests.collector.recordings import FIXTURES, Record, cluster, kinds, read

COLD = sorted(FIXTURES.glob("*-cold.jsonl.gz"))
NEVER = {Consequence.NEVER_COLLECTED, Consequence.DELETION_HANGS}
RARER = {
    Consequence.DELETED: "(never said, as it is worse than the others)",
    Consequence.STRIPPED: "without this entry: that depends on timing)",
    Consequence.NEVER_COLLECTED: "(or never collects ",
    Consequence.DELETION_HANGS: "(or never collects ",
}
"""How an outcome is told that is not the worst one."""


def _recorded(obj: KubeObject, state: Record, unresolvable: set[str]) -> set[Consequence]:
    """Return the consequences that say what was recorded."""
    left = [each["uid"] for each in state.get("ownerReferences", ())]
    if state["state"] != "present":
        return {Consequence.DELETED}
    if len(left) < len(obj.owner_references) and not unresolvable.intersection(left):
        return {Consequence.STRIPPED}
    return NEVER


@pytest.mark.parametrize("path", COLD, ids=lambda path: path.name)
def test_consequence_of_each_faulty_reference_is_the_recorded_one(path: Path, figures: list[str]) -> None:
    compared = racing = 0
    wrong = []
    for record in read(path):
        live = cluster(record)
        objects = tuple(live.values())
        index = ObjectIndex(objects, kinds())
        graph = build_graph(objects, index, kinds(), WorldMode.CLOSED)
        fates = Fates(
            graph,
            Surroundings(objects, index, graph, kinds(), mode=WorldMode.CLOSED, impossible=is_impossible_uid),
        )
        for name, obj in live.items():
            edges = graph.references(obj)
            if {edge.resolution for edge in edges} <= {Resolution.SOLID} or not fates.acts_on(obj):
                continue
            frozen = (Resolution.UNRESOLVABLE, Resolution.UNKNOWN)
            unresolvable = {edge.reference.uid for edge in edges if edge.resolution in frozen}
            expected = _recorded(obj, record["outcome"]["initial"][name], unresolvable)
            outlook = fates.outlook(obj)
            compared += 1
            if outlook.consequence in expected:
                continue
            if any(RARER[consequence] in outlook.effect for consequence in expected):
                racing += 1
            else:
                wrong.append(f"{record['scenario']['id']} {name}: {outlook}, not {expected}")
    figures.append(f"{path.name}: {compared} consequences, {racing} of them the rarer outcome of a race")
    assert not wrong, "\n".join(wrong[:20])
    assert racing * 100 <= compared * 5
