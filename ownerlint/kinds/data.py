"""The packaged tables of kinds, decoded: what every Kubernetes release serves, and the CRDs of well-known projects."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec
from msgspec import Struct

from ownerlint import data

_RELEASE = r"v?1\.(\d{1,3})(\.\d+)?([-+][0-9A-Za-z.+-]*)?"


class BuiltInKind(Struct, frozen=True, array_like=True):
    """One version of one kind that Kubernetes itself serves, or served.

    Args:
        group, version, kind, plural: as in API discovery; the core group is empty.
        namespaced: its scope.
        introduced: first release that has it, as `1.9`; empty where it is older than the table.
        removed: first release that does not serve it; empty while it is served.
        default_on: whether the releases that have it serve it without being told to: stable versions, and beta versions
            from before 1.24 (later ones are off).
        gc_monitored: whether the garbage collector watches it (it can be listed, watched and deleted, and is no Event).
        as_owner: `normal`; `always_absent`: the look-up of such an owner always fails; `unmonitored_polled`: works, but
            the collector polls; `rejected_by_api_server`: `v1` Event.
        as_dependent: `collected`, `not_monitored` or `not_storable`.
        default_delete_policy: what a DELETE without options does: `Background`, `OrphanDependents`, `Unsupported`.
    """

    group: str
    version: str
    kind: str
    plural: str
    namespaced: bool
    introduced: str
    removed: str
    default_on: bool
    gc_monitored: bool
    as_owner: str
    as_dependent: str
    default_delete_policy: str

    @property
    def api_version(self) -> str:
        """The apiVersion: `apps/v1`, or `v1` in the core group."""
        return join(self.group, self.version)

    @property
    def storable(self) -> bool:
        """Whether objects of this kind can exist: reviews and bindings only answer, and cannot be got."""
        return self.as_owner != "always_absent"

    def served_in(self, release: str) -> bool:
        """Return whether a release serves it (or can, for what is off by default)."""
        at = minor(release)
        return (not self.introduced or minor(self.introduced) <= at) and (not self.removed or at < minor(self.removed))


class BuiltInData(Struct, frozen=True):
    """The whole table.

    Args:
        oldest, newest: minor numbers of the first and the last release it knows.
        families: (group, kind, canonical group) of the kinds that several groups serve.
        kinds: one row for each group, kind and version, sorted by these.
    """

    oldest: int
    newest: int
    families: tuple[tuple[str, str, str], ...]
    kinds: tuple[BuiltInKind, ...]


class WellKnownKind(Struct, frozen=True, array_like=True):
    """One kind of a public project's CRD: kind, plural, scope, and the versions that its newest known CRD serves."""

    kind: str
    plural: str
    namespaced: bool
    versions: tuple[str, ...]


@lru_cache(maxsize=1)
def built_in() -> BuiltInData:
    """Return the table of built-in kinds."""
    return msgspec.json.decode(data.read("kinds.json"), type=BuiltInData)


@lru_cache(maxsize=1)
def well_known() -> dict[str, tuple[WellKnownKind, ...]]:
    """Return the kinds of well-known CRDs by group."""
    return msgspec.json.decode(data.read("crds.json"), type=dict[str, tuple[WellKnownKind, ...]])


def releases() -> tuple[str, ...]:
    """Return the Kubernetes releases that the table knows, oldest first: `1.16`, `1.17` and so on."""
    table = built_in()
    return tuple(f"1.{number}" for number in range(table.oldest, table.newest + 1))


def parse_release(text: str) -> str:
    """Return the release that is meant by `1.36`, `v1.36.3` or `1.29.4-gke.1`, as `1.36`.

    Raises:
        ValueError: it is no Kubernetes release, or none that the table knows; the message names those it knows.
    """
    match = re.fullmatch(_RELEASE, text.strip())
    known = releases()
    release = f"1.{int(match[1])}" if match else ""
    if release in known:
        return release
    what = "is not a Kubernetes release that ownerlint knows" if match else "is not a Kubernetes release"
    raise ValueError(f"{text!r} {what}: give one from {known[0]} to {known[-1]}, such as {known[-1]}")


def parse_range(text: str) -> tuple[str, str | None]:
    """Return the release that is meant and, for a range such as `1.30..1.36`, the one that an upgrade starts from.

    Returns:
        The newer release, or the only one; then the older one, or None where there is no range.

    Raises:
        ValueError: one of them is not known (see `parse_release`), or the range goes backwards.
    """
    first, dots, last = text.partition("..")
    if not dots:
        return parse_release(text), None
    start, end = parse_release(first), parse_release(last.removeprefix("."))
    if minor(start) > minor(end):
        raise ValueError(f"{text!r} goes backwards: write the older release first, as {end}..{start}")
    return end, start if start != end else None


def minor(release: str) -> int:
    """Return the minor number of a release: 36 for `1.36`."""
    return int(release[2:])


def join(group: str, version: str) -> str:
    """Return the apiVersion of a group and a version."""
    return f"{group}/{version}" if group else version


def version_rank(version: str) -> tuple[int, int, int]:
    """Return a key that sorts versions as Kubernetes prefers them, best last: v1alpha1, v1beta1, v1, v2."""
    match = re.fullmatch(r"v(\d{1,9})(?:(alpha|beta)(\d{1,9}))?", version)
    if not match:
        return (-1, 0, 0)
    stage = {"alpha": 0, "beta": 1}.get(match[2], 2)
    return (stage, int(match[1]), int(match[3] or 0))
