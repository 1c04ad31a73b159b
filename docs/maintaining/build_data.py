"""Compact the raw tables of Kubernetes kinds into `ownerlint/data`. Run by hand: see data.md beside this file.

python docs/maintaining/build_data.py KINDS.json CRDS.json FINALIZERS.json EDGES.json ownerlint/data
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

OLDEST, NEWEST = 16, 36

# The API machinery's own kinds are no part of k8s.io/api, so the raw table has only the version served now. Source:
# the Kubernetes deprecated API migration guide (v1beta1 of both stopped being served in 1.22).
MISSING_VERSIONS = (
    ("apiextensions.k8s.io", "v1beta1", "CustomResourceDefinition", "1.7", "1.22"),
    ("apiregistration.k8s.io", "v1beta1", "APIService", "1.7", "1.22"),
)


def minor(release: str) -> int:
    """Return the minor number of `1.22` or of the Go module version `0.22`."""
    return int(release.split(".")[1])


def introduced(row: dict[str, Any]) -> str:
    """Return the first release that has this version of the kind; empty where it is older than the data.

    The marker in the Go source is sometimes later than the first module that has the type; the earlier one is taken,
    so that nothing is called unknown that a cluster serves.
    """
    seen, marked = row.get("first_seen_api_module"), row.get("introduced")
    earliest = minor(seen) if seen else 0
    if marked and minor(marked) <= max(earliest, OLDEST):
        return str(marked)
    return f"1.{earliest}" if earliest > 17 else ""


def removed(row: dict[str, Any]) -> str:
    """Return the first release that surely does not serve this version; empty while it is served.

    Where only an upper bound is known (`<=1.26`), the bound is taken. What is unknown altogether is given the newest
    release, the first of which its absence is certain.
    """
    if row["served_in_1_36"]:
        return ""
    return str(row.get("not_served_from") or f"1.{NEWEST}").removeprefix("<=")


def default_on(row: dict[str, Any]) -> bool:
    """Return whether the releases that have it serve this version without being told to.

    Beta versions were on until 1.23; from 1.24 new ones are off, but for new versions of what was on already
    (enhancement proposal 3136), of which there was one.
    """
    if row["default_enabled_in_1_36"]:
        return True
    since = introduced(row)
    old_beta = "beta" in row["version"] and (not since or minor(since) < 24)
    return old_beta or (row["group"], row["version"]) == ("flowcontrol.apiserver.k8s.io", "v1beta3")


def kind_rows(rows: Iterable[dict[str, Any]]) -> list[list[object]]:
    """Return one compact row for each group, version and kind (`kind_data.BuiltInKind`)."""
    compact: list[list[object]] = [
        [
            row["group"],
            row["version"],
            row["kind"],
            row["plural"],
            row["namespaced"],
            introduced(row),
            removed(row),
            default_on(row),
            row["gc_monitored"],
            row["as_owner"],
            row["as_dependent"],
            row["default_delete_policy"],
        ]
        for row in rows
    ]
    for group, version, kind, since, until in MISSING_VERSIONS:
        model = next(row for row in compact if (row[0], row[2]) == (group, kind))
        compact.append([group, version, *model[2:5], since, until, True, *model[8:]])
    return sorted(compact, key=lambda row: [str(row[0]), str(row[2]), str(row[1])])


def families(rows: list[list[object]]) -> list[list[object]]:
    """Return (group, kind, canonical group) for kinds that several built-in groups serve under one plural.

    Kubernetes moved such kinds out of `extensions` and Event into `events.k8s.io`; both names reach the same objects.
    """
    groups: dict[tuple[object, object], set[str]] = {}
    for row in rows:
        groups.setdefault((row[2], row[3]), set()).add(str(row[0]))
    return sorted(
        [group, kind, min(found, key=lambda name: (name == "extensions", name))]
        for (kind, _), found in groups.items()
        if len(found) > 1
        for group in found
    )


def crd_groups(rows: Iterable[dict[str, Any]]) -> dict[str, list[list[object]]]:
    """Return for each group its kinds: kind, plural, whether namespaced, served versions."""
    groups: dict[str, list[list[object]]] = {}
    for row in rows:
        groups.setdefault(row["group"], []).append([row["kind"], row["plural"], row["namespaced"], row["served"]])
    return {group: sorted(groups[group], key=str) for group in sorted(groups)}


def write(path: Path, head: dict[str, object], name: str, rows: Iterable[object]) -> None:
    """Write JSON with one row per line, so that a change of the data can be read as a diff."""
    lines = [f"{json.dumps(key)}:{dump(value)}," for key, value in head.items()]
    body = ",\n".join(dump(row) for row in rows)
    path.write_text("{" + "\n".join(lines) + f'\n"{name}":[\n{body}\n]}}\n', encoding="utf-8")


def dump(value: object) -> str:
    """Return compact JSON."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def main(kinds: Path, crds: Path, finalizers: Path, edges: Path, target: Path) -> None:
    """Write the compact tables to the folder `target`."""
    rows = kind_rows(json.loads(kinds.read_bytes())["kinds"])
    write(
        target / "kinds.json",
        {"oldest": OLDEST, "newest": NEWEST, "families": families(rows)},
        "kinds",
        rows,
    )
    groups = crd_groups(json.loads(crds.read_bytes())["crds"])
    lines = ",\n".join(f"{dump(group)}:{dump(rows)}" for group, rows in groups.items())
    (target / "crds.json").write_text("{\n" + lines + "\n}\n", encoding="utf-8")
    raw = json.loads(finalizers.read_bytes())
    known = [[entry["name"], entry["on"], entry["removed_by"]] for entry in raw["known_finalizers"]]
    head = {
        "unqualified": raw["standard_unqualified"],
        "lenient": raw["kinds_without_strict_unqualified_check"],
    }
    write(target / "finalizers.json", head, "known", known)
    raw = json.loads(edges.read_bytes())
    flags = ("dependent", "owner", "controller", "blockOwnerDeletion", "set_by")
    write(target / "owners.json", {}, "edges", [[entry.get(flag) for flag in flags] for entry in raw["edges"]])


if __name__ == "__main__":
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    main(*(Path(argument) for argument in sys.argv[1:]))
