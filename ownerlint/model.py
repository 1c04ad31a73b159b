"""What was written, and where: the records that every later stage reads.

The records are frozen `msgspec.Struct`s: immutable like a frozen dataclass, but made and copied at C speed, small in
memory and cheap to send between processes (docs/decisions/0001-records.md). Those that come by the million are hidden
from the garbage collector of Python (`gc=False`), which else walks them over and over: records cannot form cycles.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from msgspec import Struct


class Source(Struct, frozen=True):
    """One file to read, or standard input.

    Args:
        file: display path: POSIX separators, relative to the working directory where the file lies inside it,
            else absolute. It names the file in every report and orders every list.
        path: path to open; empty for standard input.
        data: the bytes, where they are already at hand (standard input); None to read them from `path`.
        collection: name of the collection that the file's objects belong to: `file` itself, unless a recognised dump
            layout or the configuration says more.
        test_data: whether the file stands in a folder of fixtures, golden or vendored files.
        tests: whether the file stands in a tree of tests, where manifests are compared as often as they are applied.
    """

    file: str
    path: str
    data: bytes | None = None
    collection: str = ""
    test_data: bool = False
    tests: bool = False


class Span(Struct, frozen=True, gc=False):
    """A stretch of text. Lines and columns count from 1; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Place(Struct, frozen=True, gc=False):
    """Where an object stands: file, document in the file, item in the document.

    Args:
        file: display path, POSIX separators (`discover.display_path`).
        document: index of the YAML document in the file, from 0. Always 0 for a JSON file of one value.
        item: path of list indices from the document's root down to the object: `()` for the root itself, `(3,)` for
            `items[3]`, `(3, 0)` for the first item of a list in a list.
        line: line, from 1, of the first line of the document (not of the item).
        collection: name of the collection the object belongs to (design: objects that can be taken to come from one
            cluster at one time). A file's own path, unless a dump layout or the configuration says more.
    """

    file: str
    document: int
    item: tuple[int, ...]
    line: int
    collection: str

    @property
    def folder(self) -> str:
        """Folder of the file, as its display path has it; empty for the working directory."""
        return self.file.rpartition("/")[0]


class FaultKind(str, Enum):
    """What the API server's decoder objects to."""

    WRONG_TYPE = "wrong-type"
    UNKNOWN_FIELD = "unknown-field"
    DUPLICATE_KEY = "duplicate-key"


class Fault(Struct, frozen=True, gc=False):
    """One thing in an object's metadata that the API server cannot decode, or drops.

    Args:
        kind: what is wrong.
        path: symbolic path, such as `metadata.ownerReferences[0].uid`.
        expected: what the API wants there: `string`, `boolean`, `list`, `mapping`; empty for other kinds of fault.
        found: what stands there: `string`, `integer`, `float`, `boolean`, `list`, `mapping`, `null`; for an unknown
            field or a duplicate key, its name.
        value: the scalar's text as written, for messages; empty where there is none.
    """

    kind: FaultKind
    path: str
    expected: str
    found: str
    value: str = ""


class OwnerReference(Struct, frozen=True, gc=False):
    """One entry of `metadata.ownerReferences`, with the coordinates it claims.

    A field that is missing, null or of the wrong type is the empty string (or False); a wrong type has a `Fault` too.
    `index` is the entry's place in the list as written. `explicit_false` names the flags (`controller`,
    `blockOwnerDeletion`) that are written out as false, which the API server tells from absent ones when it merges
    duplicates.
    """

    index: int
    api_version: str = ""
    kind: str = ""
    name: str = ""
    uid: str = ""
    controller: bool = False
    block_owner_deletion: bool = False
    explicit_false: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """Symbolic path of the entry."""
        return f"metadata.ownerReferences[{self.index}]"

    @property
    def title(self) -> str:
        """The owner's name for messages, as the entry claims it: `Kind/name`."""
        return f"{self.kind}/{self.name}"

    def coordinates(self) -> tuple[str, str, str, str]:
        """Return apiVersion, kind, name and uid, as the collector compares them."""
        return (self.api_version, self.kind, self.name, self.uid)


class Selection(Struct, frozen=True, gc=False):
    """Labels that an object bears, and those that it selects others by; equal ones are shared between objects.

    Args:
        labels: `metadata.labels`, sorted by key.
        wanted: the labels that the selector asks for, sorted by key (`matchLabels`; the whole of a plain selector).
        expressions: `matchExpressions`, each as key, operator and values.
    """

    labels: tuple[tuple[str, str], ...] = ()
    wanted: tuple[tuple[str, str], ...] = ()
    expressions: tuple[tuple[str, str, tuple[str, ...]], ...] = ()


class Setting(str, Enum):
    """What the object is there for, as far as its surroundings tell.

    ORDINARY: a manifest that is applied, or an object that was. PARTIAL: deliberately incomplete (a kuttl or chainsaw
    assertion, a kustomize patch, a Kyverno test resource): what is missing in it is no fault. TEST_DATA: stands in a
    folder of fixtures or vendored files, so it is never applied from here. TESTS: stands in a tree of tests, where it may
    be applied or be what the outcome is compared with.
    """

    ORDINARY = "ordinary"
    PARTIAL = "partial"
    TEST_DATA = "test-data"
    TESTS = "tests"


class KubeObject(Struct, frozen=True, gc=False):
    """The identity record of one Kubernetes object: all that ownership needs, and where it stood.

    Args:
        api_version: as written (`apps/v1`, `v1`).
        kind: as written.
        namespace: empty where the manifest has none, which means *unknown*, never `default`.
        name: empty where there is none (`generateName`).
        uid: `metadata.uid`; present on a live object, empty on an authored one.
        owner_references: the entries that are mappings, in order.
        finalizers: `metadata.finalizers`, in order.
        deletion_timestamp: as written; empty where the object is not being deleted.
        versioned: whether `metadata.resourceVersion` is written and not empty, which only the API server does.
        faults: what the API server's decoder would object to in the metadata.
        setting: what the object is there for.
        ignored: text of the annotation `ownerlint.dev/ignore`; None where there is none.
        body: the whole object as plain values, only for kinds whose body matters (`load.project.BODY_KINDS`).
        selection: labels and selector, only where a rule asks for them (`LoadOptions.labels`) and the kind has any.
        place: where the object stands.
    """

    api_version: str
    kind: str
    namespace: str
    name: str
    uid: str
    place: Place
    owner_references: tuple[OwnerReference, ...] = ()
    finalizers: tuple[str, ...] = ()
    deletion_timestamp: str = ""
    faults: tuple[Fault, ...] = ()
    setting: Setting = Setting.ORDINARY
    ignored: str | None = None
    body: Any = None
    versioned: bool = False
    selection: Selection | None = None

    @property
    def live(self) -> bool:
        """Whether the object came out of an API server (it has a uid), rather than being written to be applied."""
        return bool(self.uid)

    @property
    def group(self) -> str:
        """API group; empty for the core group."""
        return group_of(self.api_version)

    @property
    def title(self) -> str:
        """Name for messages: `Kind/name`."""
        return f"{self.kind}/{self.name or '(generated name)'}"

    @property
    def full_title(self) -> str:
        """Name for messages with the namespace where the manifest has one: `Kind/name in namespace shop`."""
        return f"{self.title} in namespace {self.namespace}" if self.namespace else self.title

    @property
    def terminating(self) -> bool:
        """Whether the object is being deleted. The API server ignores the timestamp in what is applied."""
        return self.live and bool(self.deletion_timestamp)

    def sort_key(self) -> tuple[str, int, tuple[int, ...]]:
        """Key that orders objects by where they stand: the order of every list and every report."""
        return (self.place.file, self.place.document, self.place.item)


class Pointer(Struct, frozen=True):
    """A symbolic place: an object and a path in it. The engine alone turns it into file, line and column.

    `path` is empty for the object as a whole. Where the path does not exist in the manifest (a missing field), the
    nearest container that exists is meant, by its first line. With `key`, the key at the end of the path is meant, the
    last one where it is repeated, rather than its value.
    """

    object: KubeObject
    path: str = ""
    key: bool = False


class Spot(Struct, frozen=True):
    """A place in a file that is no part of an object: where a file could not be read or parsed."""

    file: str
    span: Span | None = None


class InputFault(Struct, frozen=True):
    """Why a file, or part of one, could not be read as manifests.

    Args:
        rule: name of the rule that reports it, such as `syntax-error`.
        spot: where.
        detail: one sentence for people: what is wrong.
    """

    rule: str
    spot: Spot
    detail: str


class Skipped(Struct, frozen=True):
    """A file, or one document of it, that holds nothing to judge, and the reason.

    Args:
        file: display path.
        reason: one of the stable words of `load.SKIP_REASONS`.
        line: first line of the document, from 1; None where the whole file was skipped.
    """

    file: str
    reason: str
    line: int | None = None


def group_of(api_version: str) -> str:
    """Return the group of an apiVersion: what stands before the slash, empty for the core group."""
    group, slash, _ = api_version.partition("/")
    return group if slash else ""


def version_of(api_version: str) -> str:
    """Return the version of an apiVersion: what stands after the slash, or the whole."""
    _, slash, version = api_version.partition("/")
    return version if slash else api_version
