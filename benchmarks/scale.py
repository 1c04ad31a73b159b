"""Show whether the time and the memory for one object stay the same however many there are.

`python -m benchmarks.scale` makes folders of 10,000, 100,000 and 1,000,000 exported Pods (2.6 GB), one after the other,
checks each in a fresh process without cache, and prints a Markdown table. It judges nothing.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks import machine
from benchmarks.dice import Dice
from benchmarks.kubectl_yaml import document
from benchmarks.measure import Contestant, compare
from benchmarks.pods import pod, workloads
from benchmarks.table import markdown
from benchmarks.tools import CHECKOUT, OWNERLINT, ownerlint_version

_AMOUNTS: Final = (10_000, 100_000, 1_000_000)
_IN_FILE: Final = 1_000
_PATTERNS: Final = 200
_PODS_OF_AN_OWNER: Final = 10


class Pattern(NamedTuple):
    """A Pod's text, and what has to be replaced to make another Pod of it."""

    text: str
    name: str
    uid: str
    owner_name: str
    owner_uid: str

    def filled(self, number: int) -> str:
        """Return the Pod with this number; ten in a row share an owner."""
        owner = number // _PODS_OF_AN_OWNER
        text = self.text.replace(self.uid, _uid(1, number)).replace(self.owner_uid, _uid(2, owner))
        owner_name = f"web-{owner:09d}"
        return text.replace(self.name, f"{owner_name}-{number:09d}").replace(self.owner_name, owner_name)


def _uid(kind: int, number: int) -> str:
    return f"{kind:08d}-0000-4000-8000-{number:012x}"


def patterns() -> list[Pattern]:
    """Return Pods to make others of: writing each Pod anew would take longer than what is measured."""
    dice = Dice(7)
    made = []
    for number, owner in enumerate(workloads(dice, _PATTERNS)):
        text = document(pod(dice, owner, number))
        name = text.partition("\n  name: ")[2].partition("\n")[0]
        uid = text.partition("\n  uid: ")[2].partition("\n")[0].strip('"')
        made.append(Pattern(text, name, uid, f"{owner.app}-{owner.pod_template_hash}", owner.uid))
    return made


def write(folder: Path, amount: int) -> int:
    """Write so many Pods, a thousand documents a file, and return the bytes."""
    folder.mkdir(parents=True)
    known = patterns()
    size = 0
    for start in range(0, amount, _IN_FILE):
        numbers = range(start, min(start + _IN_FILE, amount))
        data = "---\n".join(known[number % _PATTERNS].filled(number) for number in numbers).encode()
        (folder / f"pods-{start // _IN_FILE:06d}.yaml").write_bytes(data)
        size += len(data)
    return size


def measured(place: Path, amounts: list[int], runs: int) -> Iterator[tuple[str, ...]]:
    """Yield a row of the table for each amount; the files of one are gone before those of the next are made."""
    command = [*OWNERLINT, "check", "--isolated", "--no-cache"]
    for amount in amounts:
        folder = place / f"scale-{amount}"
        shutil.rmtree(folder, ignore_errors=True)
        size = write(folder, amount)
        one = Contestant(f"{amount:,} objects", ownerlint_version(), [*command, str(folder)], CHECKOUT)
        result = compare([one], runs, lambda line: print(line, file=sys.stderr))[0]
        shutil.rmtree(folder)
        yield (
            f"{amount:,}",
            f"{size / 1e6:.0f}",
            f"{result.wall:.2f}",
            f"{1e6 * result.wall / amount:.0f}",
            f"{1e6 * result.cpu / amount:.0f}",
            f"{result.peak / 1e6:.0f}",
            f"{result.peak / amount:.0f}",
            str(len(result.runs)),
            ", ".join(map(str, result.statuses)),
        )


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    scratch = Path(tempfile.gettempdir()) / "ownerlint-benchmarks"
    parser.add_argument("--objects", nargs="+", type=int, default=_AMOUNTS)
    parser.add_argument("--runs", type=int, default=3, help="counted runs, where one takes less than 20 s")
    parser.add_argument("--folder", type=Path, default=scratch, help="where the files are made (default: %(default)s)")
    options = parser.parse_args()
    print(f"{machine.described()} Memory is that of the largest process.\n")
    head = (
        "objects",
        "MB",
        "median s",
        "us an object",
        "CPU us an object",
        "peak MB",
        "bytes an object",
        "runs",
        "status",
    )
    print(markdown(head, list(measured(options.folder.resolve(), list(options.objects), options.runs))))


if __name__ == "__main__":
    main()
