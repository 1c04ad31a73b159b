"""`python -m benchmarks`: make the inputs, run ownerlint and its peers on them, write a Markdown table."""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime, timezone
from pathlib import Path

from benchmarks import inputs, machine, readme, table, tools
from benchmarks.measure import SLOW, compare
from benchmarks.startup import starts

_PODS = 10_000
_FILES = 1_000
_QUICK = 20
"""A quick run has one part in so many of the inputs."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    options = _parser().parse_args(arguments)
    options.folder = options.folder.resolve()
    options.folder.mkdir(parents=True, exist_ok=True)
    output = options.output or options.folder / "results.md"
    wanted = frozenset(options.tools)
    for name in tools.missing(wanted):
        print(f"{name} is not installed; benchmarks/install-peers installs it", file=sys.stderr)
    about = machine.described()
    heats = [
        table.Heat(given, compare(tools.contestants(given, options.folder, wanted), options.runs, _tell))
        for given in _inputs(options)
    ]
    first_starts = compare(starts(inputs.small_files(options.folder, 1), options.folder), options.runs, _tell)
    day = datetime.now(timezone.utc).date().isoformat()
    runs = f"Median of {options.runs} run{'' if options.runs == 1 else 's'} in turn after a warm-up"
    note = (
        f"{day}, {about} {tools.ownerlint_reader()} {runs}; what takes more than {SLOW:.0f} s is run once. "
        "The start of the program is included."
    )
    text = "\n".join([f"{note}\n", *map(table.whole, heats), table.starts(first_starts)])
    output.write_text(text, encoding="utf-8")
    print(text)
    print(f"written to {output}", file=sys.stderr)
    if options.update_readme:
        readme.update(f"\n{table.short(heats)}\n{note}\n")
    return 0


def _inputs(options: argparse.Namespace) -> Iterator[inputs.Input]:
    share = _QUICK if options.quick else 1
    pods = options.pods or _PODS // share
    makers = {
        "pods": lambda: inputs.exported_pods(options.folder, pods),
        "dump": lambda: inputs.dump(options.folder, pods),
        "small": lambda: inputs.small_files(options.folder, options.small_files or _FILES // share),
    }
    for key in options.inputs:
        yield makers[key]()
    if options.corpus:
        yield inputs.given(options.corpus.resolve())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    scratch = Path(tempfile.gettempdir()) / "ownerlint-benchmarks"
    parser.add_argument(
        "--folder", type=Path, default=scratch, help="for the inputs and results (default: %(default)s)"
    )
    parser.add_argument("--corpus", type=Path, help="also measure on this folder")
    parser.add_argument("--runs", type=int, default=5, help="counted runs of each tool (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help=f"inputs of one {_QUICK}th of the size")
    parser.add_argument("--pods", type=int, help="number of Pods, in place of the usual")
    parser.add_argument("--small-files", type=int, help="number of small files, in place of the usual")
    parser.add_argument("--inputs", nargs="*", choices=("pods", "dump", "small"), default=("pods", "dump", "small"))
    parser.add_argument("--tools", nargs="+", choices=tools.NAMES, default=tools.NAMES)
    parser.add_argument("--output", type=Path, help="the Markdown file (default: results.md in the folder)")
    parser.add_argument("--update-readme", action="store_true", help="write the short table into README.md")
    return parser


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
