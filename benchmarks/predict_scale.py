"""How the time of `ownerlint predict` grows: many objects, a deep chain, an owner with very many dependents.

    python -m benchmarks.predict_scale [SHAPE...]

For each shape a JSON dump is made in memory, loaded as the commands load it, and simulated. The table is Markdown;
times are seconds of the processor, `ratio` is that of the simulation to that of loading.
"""

from __future__ import annotations

import gc
import json
import resource
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from ownerlint.collector.outcome import Deletion, Fate
from ownerlint.collector.predict import predict
from ownerlint.collector.state import PropagationPolicy
from ownerlint.kinds import KindTable
from ownerlint.load import LoadOptions, load
from ownerlint.model import Source

Item = dict[str, Any]

_FAMILY = 10
"""Objects of one application in the mixed shapes."""


def _uid(number: int) -> str:
    return f"aaaaaaaa-0000-4000-8000-{number:012x}"


def _item(number: int, kind: str, api_version: str, *owners: Item, blocking: bool = True) -> Item:
    """Return one object as an exported one looks, some 600 bytes of it beside what ownership needs."""
    metadata: Item = {
        "name": f"app-{number}",
        "namespace": "team",
        "uid": _uid(number),
        "resourceVersion": str(100_000 + number),
        "creationTimestamp": "2026-01-01T00:00:00Z",
        "labels": {"app.kubernetes.io/name": f"app-{number}", "app.kubernetes.io/part-of": "benchmark"},
    }
    if owners:
        metadata["ownerReferences"] = [
            {
                "apiVersion": owner["apiVersion"],
                "kind": owner["kind"],
                "name": owner["metadata"]["name"],
                "uid": owner["metadata"]["uid"],
                "controller": position == 0,
                "blockOwnerDeletion": blocking,
            }
            for position, owner in enumerate(owners)
        ]
    spec = {"containers": [{"name": "main", "image": f"registry.example/app:{number}", "args": ["serve"] * 20}]}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata, "spec": spec}


def mixed(amount: int) -> Iterator[Item]:
    """Yield applications: a Deployment, two ReplicaSets, Pods, a ConfigMap with two owners, and stale objects."""
    for first in range(0, amount, _FAMILY):
        deployment = _item(first, "Deployment", "apps/v1")
        absent = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "gone", "uid": f"gone-{first}"}}
        sets = [_item(first + at, "ReplicaSet", "apps/v1", deployment) for at in (1, 2)]
        yield deployment
        yield from sets
        for at in range(3, _FAMILY - 3):
            yield _item(first + at, "Pod", "v1", sets[at % 2])
        yield _item(first + 7, "ConfigMap", "v1", deployment, sets[0])
        yield _item(first + 8, "ConfigMap", "v1", absent)
        yield _item(first + 9, "Secret", "v1")


def chain(depth: int) -> Iterator[Item]:
    """Yield objects each of which owns the next."""
    before: tuple[Item, ...] = ()
    for number in range(depth):
        before = (_item(number, "ConfigMap", "v1", *before),)
        yield before[0]


def star(dependents: int) -> Iterator[Item]:
    """Yield one owner and its dependents."""
    owner = _item(0, "ConfigMap", "v1")
    yield owner
    for number in range(1, dependents + 1):
        yield _item(number, "ConfigMap", "v1", owner)


def held(amount: int) -> Iterator[Item]:
    """Yield the applications of `mixed`, in each a few objects that finalizers hold: there the collector may race."""
    for number, item in enumerate(mixed(amount)):
        if number % _FAMILY in (2, 5, 8):
            item["metadata"]["finalizers"] = ["example.com/protect"]
        yield item


def held_star(dependents: int) -> Iterator[Item]:
    """Yield one owner and its dependents, every hundredth of which a finalizer holds."""
    for number, item in enumerate(star(dependents)):
        if number % 100 == 1:
            item["metadata"]["finalizers"] = ["example.com/protect"]
        yield item


def scattered(dependents: int) -> Iterator[Item]:
    """Yield dependents of one absent owner in a thousand namespaces, so that they disagree about where it is."""
    owner = _item(dependents, "ConfigMap", "v1")
    for number in range(dependents):
        item = _item(number, "ConfigMap", "v1", owner)
        item["metadata"]["namespace"] = f"team-{number % 1000}"
        yield item


SHAPES: dict[str, tuple[Callable[[int], Iterator[Item]], int, PropagationPolicy | None]] = {
    "10k": (mixed, 10_000, None),
    "100k": (mixed, 100_000, None),
    "1M": (mixed, 1_000_000, None),
    "chain": (chain, 100_000, None),
    "chain-background": (chain, 100_000, PropagationPolicy.BACKGROUND),
    "chain-foreground": (chain, 100_000, PropagationPolicy.FOREGROUND),
    "star": (star, 200_000, None),
    "star-background": (star, 200_000, PropagationPolicy.BACKGROUND),
    "star-foreground": (star, 200_000, PropagationPolicy.FOREGROUND),
    "held": (held, 100_000, None),
    "held-star": (held_star, 200_000, None),
    "held-star-background": (held_star, 200_000, PropagationPolicy.BACKGROUND),
    "held-star-foreground": (held_star, 200_000, PropagationPolicy.FOREGROUND),
    "scattered": (scattered, 20_000, None),
    "star-orphan": (star, 200_000, PropagationPolicy.ORPHAN),
}
"""What makes the objects, how many, and how the first of them is then deleted, if at all."""


def _dump(items: Iterator[Item]) -> bytes:
    body = ",\n".join(json.dumps(item) for item in items)
    return f'{{"apiVersion": "v1", "kind": "List", "items": [\n{body}\n]}}'.encode()


def measure(name: str) -> str:
    """Return one line of the table."""
    make, amount, policy = SHAPES[name]
    data = _dump(make(amount))
    gc.collect()
    start = time.process_time()
    loaded = load(Source("dump.json", "", data, "dump.json"), LoadOptions(max_json_bytes=len(data)))
    kinds = KindTable.build(None, loaded.objects)
    loading = time.process_time() - start
    gc.freeze()  # as the command does
    deletions = [Deletion(loaded.objects[0], policy)] if policy else []
    start = time.process_time()
    prediction = predict(loaded.objects, kinds, deletions)
    simulating = time.process_time() - start
    deleted = sum(Fate.DELETED in outcome.fates for outcome in prediction.outcomes)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    objects = len(loaded.objects)
    gc.unfreeze()
    return (
        f"| {name} | {objects:,} | {len(data) / 1e6:.0f} | {loading:.2f} | {simulating:.2f} "
        f"| {simulating / loading:.2f} | {simulating / objects * 1e6:.1f} | {deleted:,} | {peak:.0f} |"
    )


def main(names: list[str]) -> None:
    """Print the table for these shapes; for all if there are none."""
    print("| shape | objects | MB | load, s | predict, s | ratio | µs per object | deleted | peak MB |")
    print("| --- | --: | --: | --: | --: | --: | --: | --: | --: |")
    for name in names or SHAPES:
        print(measure(name), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
