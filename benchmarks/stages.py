"""Where the time goes: CPU seconds of each stage of `ownerlint check`, in one process, without cache.

`python -m benchmarks.stages FOLDER` prints a Markdown table. CPU time is shown because other programs do not add to it.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from benchmarks.measure import ENVIRONMENT
from benchmarks.table import markdown
from benchmarks.tools import CHECKOUT

_P = ParamSpec("_P")
_R = TypeVar("_R")

START: Final = "start of Python, imports, list of rules"
REST: Final = "the rest: sorting, putting together"
STAGES: Final = {
    "discover": "find the files",
    "read_all": "read: bytes to identity records",
    "settle": "settle what each object is there for",
    "ObjectIndex": "index the objects",
    "build_graph": "resolve the references",
    "run_rules": "rules, with what they ask of the graph",
    "conclude": "locate, suppress, sort the findings",
    "render": "write the report",
}
"""What the pipeline calls, by the name in its module, and what that is for."""

GRAPH_AND_RULES: Final = frozenset({"ObjectIndex", "build_graph", "run_rules", "conclude"})


class Clock:
    """Adds up the CPU seconds of functions, each without those that it calls in turn."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}
        self._inner = [0.0]

    def timed(self, name: str, function: Callable[_P, _R]) -> Callable[_P, _R]:
        """Return the function with a clock beside it."""

        @wraps(function, updated=())
        def call(*args: _P.args, **kwargs: _P.kwargs) -> _R:
            start = time.process_time()
            self._inner.append(0.0)
            try:
                return function(*args, **kwargs)
            finally:
                whole = time.process_time() - start
                self.spent[name] = self.spent.get(name, 0.0) + whole - self._inner.pop()
                self._inner[-1] += whole

        return call


def profile(folder: str) -> dict[str, float]:
    """Return the CPU seconds of each stage; to be called once, in a process that has done nothing else."""
    from ownerlint import run  # noqa: PLC0415 - imports are a stage
    from ownerlint.reading import ReadingOptions  # noqa: PLC0415
    from ownerlint.registry import load_registry  # noqa: PLC0415
    from ownerlint.report import Options, render  # noqa: PLC0415

    request = run.Request(paths=(folder,), registry=load_registry(), reading=ReadingOptions(jobs=1))
    started = time.process_time()
    clock = Clock()
    for name in STAGES.keys() - {"render"}:
        setattr(run, name, clock.timed(name, getattr(run, name)))
    report = run.check(request)
    clock.timed("render", render)("text", report, Options(cwd=folder, root=folder))
    whole = time.process_time()
    clock.spent[START] = started
    clock.spent[REST] = whole - sum(clock.spent.values())
    return clock.spent


def medians(folder: str, runs: int) -> dict[str, float]:
    """Return the median of each stage over so many processes."""
    found: dict[str, list[float]] = {}
    for number in range(runs + 1):
        command = [sys.executable, "-m", "benchmarks.stages", "--once", folder]
        done = subprocess.run(command, cwd=CHECKOUT, env=ENVIRONMENT, capture_output=True, text=True, check=True)
        lines = done.stdout.splitlines()
        for line in lines if number else ():  # the first compiles the modules
            name, _, seconds = line.rpartition("\t")
            found.setdefault(name, []).append(float(seconds))
    return {name: statistics.median(seconds) for name, seconds in found.items()}


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.stages", description=__doc__)
    parser.add_argument("folder")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--once", action="store_true", help="one run in this process, seconds separated by tabs")
    options = parser.parse_args()
    if options.once:
        for name, seconds in profile(options.folder).items():
            print(f"{name}\t{seconds}")
        return
    spent = medians(options.folder, options.runs)
    whole = sum(spent.values())
    order = (START, *STAGES, REST)
    rows = [
        (STAGES.get(name, name), f"{spent[name]:.3f}", f"{100 * spent[name] / whole:.0f} %")
        for name in order
        if name in spent
    ]
    print(markdown(("stage", "CPU s", "share"), [*rows, ("all", f"{whole:.3f}", "100 %")]))
    judged = sum(spent.get(name, 0.0) for name in GRAPH_AND_RULES)
    print(f"Index, graph, rules and findings: {100 * judged / whole:.0f} % of the whole.")


if __name__ == "__main__":
    main()
