"""The public rule interface: all that a rule may import, and all that it may yield."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Protocol

from msgspec import Struct

from ownerlint.applied import applied_files
from ownerlint.collector import Consequence, Fates, Outlook, Verdict
from ownerlint.entry import (
    ENTRY_FIELDS,
    absent_owner_outlook,
    canonical_uid,
    claimed_owner,
    distinct_references,
    duplicates,
    edges_by_entry,
    empty_references,
    frozen_outlook,
    intended_field,
    is_made_by_kubernetes,
    is_placeholder_uid,
    is_templated_entry,
    is_uid,
    namesake,
    shorten,
    without,
)
from ownerlint.finalizer import (
    FinalizerForm,
    NameCheck,
    finalized_kind,
    finalizer_fault,
    finalizer_form,
    finalizers_of,
    meant_finalizer,
    name_check,
)
from ownerlint.form import is_event_owner, is_templated, parses_as_group_version
from ownerlint.graph import Confidence, Cycle, Edge, OwnerGraph, Reason, Resolution, WorldMode
from ownerlint.index import ObjectIndex
from ownerlint.kinds import Kind, KindTable, Mapping
from ownerlint.model import (
    Fault,
    FaultKind,
    InputFault,
    KubeObject,
    OwnerReference,
    Pointer,
    Setting,
    Span,
    Spot,
    group_of,
    version_of,
)
from ownerlint.overlap import Overlap, overlaps
from ownerlint.permissions import Grant, Held, Permissions, is_custom, listed, operator_homes, stanza
from ownerlint.renaming import Renaming, Renamings
from ownerlint.workload import in_claim_templates, in_pod_templates

__all__ = [
    "ENTRY_FIELDS",
    "Confidence",
    "Consequence",
    "Cycle",
    "Edge",
    "Example",
    "Fates",
    "Fault",
    "FaultKind",
    "FinalizerForm",
    "Grant",
    "Held",
    "InputFault",
    "Kind",
    "KindTable",
    "KubeObject",
    "Mapping",
    "Meta",
    "NameCheck",
    "ObjectIndex",
    "Outlook",
    "Overlap",
    "OwnerGraph",
    "OwnerReference",
    "Permissions",
    "Pointer",
    "Problem",
    "Reason",
    "Related",
    "Renaming",
    "Renamings",
    "Resolution",
    "Rule",
    "Setting",
    "Severity",
    "Span",
    "Spot",
    "Verdict",
    "World",
    "WorldMode",
    "absent_owner_outlook",
    "applied_files",
    "canonical_uid",
    "claimed_owner",
    "distinct_references",
    "duplicates",
    "edges_by_entry",
    "empty_references",
    "finalized_kind",
    "finalizer_fault",
    "finalizer_form",
    "finalizers_of",
    "frozen_outlook",
    "group_of",
    "in_claim_templates",
    "in_pod_templates",
    "input_problems",
    "intended_field",
    "is_custom",
    "is_event_owner",
    "is_made_by_kubernetes",
    "is_placeholder_uid",
    "is_templated",
    "is_templated_entry",
    "is_uid",
    "listed",
    "meant_finalizer",
    "name_check",
    "namesake",
    "operator_homes",
    "overlaps",
    "parses_as_group_version",
    "raised",
    "related_owner",
    "shorten",
    "stanza",
    "version_of",
    "without",
]


class Severity(str, Enum):
    """How bad it is. ERROR: rejected, deleted, never collected or hanging, with proof in the files."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Meta(Struct, frozen=True):
    """The identity of a rule.

    Args:
        code: stable shadow of the name, such as `OWN201`; never reused.
        name: what people write: kebab-case, names the fault, reads well after "ignore".
        severity: unless the problem says otherwise.
        consequence: unless the problem says otherwise.
        since: first release that has the rule.
        presumes_applied: the rule is about what is missing or hard-coded, which only matters in a whole manifest that
            is really applied: partial objects are exempt, test data drops to low confidence.
        aliases: former names.
        tags: subjects for filters and for SARIF.
        security_severity: how grave it is for security, above 0.0 up to 10.0 as in CVSS, for SARIF's `security-severity`;
            empty for a rule that is not about security. Findings of a rule that has one stand beside those of other subjects.
        sets: the sets that hold the rule (`ownerlint.selector.SETS`). A rule outside `default` speaks only where a set of
            it is chosen, or the rule itself is selected by name or code.
        needs_labels: the rule asks for `KubeObject.selection`, which takes time to read and is left out otherwise.
    """

    code: str
    name: str
    severity: Severity
    consequence: Consequence
    since: str
    presumes_applied: bool = False
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    sets: tuple[str, ...] = ("default",)
    security_severity: str = ""
    needs_labels: bool = False


class Example(Struct, frozen=True):
    """Manifests with the findings that are expected on them: test and documentation at once.

    Args:
        title: what the example shows, in lower case.
        manifests: YAML. A comment `# <- rule-name` (several names separated by commas) at the end of a line states that
            exactly these findings are reported at that line; no other finding is allowed anywhere. A line
            `# file: PATH` starts another file.
        world: the mode the example is judged in.
    """

    title: str
    manifests: str
    world: WorldMode = WorldMode.AUTO


class Related(Struct, frozen=True):
    """A second place that helps to understand a problem, such as the owner."""

    where: Pointer
    message: str


def related_owner(edge: Edge, path: str, message: str) -> tuple[Related, ...]:
    """Return the place of the object that decides an edge, for `Problem.related`; empty where no object does."""
    return () if edge.owner is None else (Related(Pointer(edge.owner, path), message),)


class Problem(Struct, frozen=True):
    """What a rule yields: what is wrong and where, symbolically. The engine adds the rest.

    Args:
        where: the faulty value, or for a missing field its entry.
        message: three sentences at most: what, what will happen, what to do.
        related: further places, the owner first.
        severity: overrides the rule's.
        consequence: overrides the rule's.
        confidence: how sure; `HIGH` unless said otherwise.
    """

    where: Pointer | Spot
    message: str
    related: tuple[Related, ...] = ()
    severity: Severity | None = None
    consequence: Consequence | None = None
    confidence: Confidence = Confidence.HIGH


def raised(severity: Severity, outlook: Outlook) -> Severity:
    """Return the severity of a fault that leads to this: an error, whatever it is otherwise, where data is lost."""
    return Severity.ERROR if outlook.costs_data else severity


class World(Struct, frozen=True):
    """All that a rule may look at. Nothing in it can be changed.

    Args:
        objects: every object, in order of file, document and item.
        irregular: the objects whose metadata is not of the ordinary form, or that have several owner references; rules
            about form look only at these.
        finalized: the objects that have finalizers.
        input_faults: what could not be read or parsed.
        index: objects by uid and by identity.
        graph: one edge per well-formed owner reference, with its resolution.
        fates: what the garbage collector does with each object.
        kinds: scope and versions of kinds.
        mode: whether other objects may exist outside the files.
        permissions: what roles allow, summed over all that their holders are granted.
    """

    objects: tuple[KubeObject, ...]
    irregular: tuple[KubeObject, ...]
    finalized: tuple[KubeObject, ...]
    input_faults: tuple[InputFault, ...]
    index: ObjectIndex
    graph: OwnerGraph
    fates: Fates
    kinds: KindTable
    mode: WorldMode
    permissions: Permissions


def input_problems(world: World, name: str, outcome: str) -> Iterator[Problem]:
    """Yield the input faults that the rule of this name reports.

    Args:
        world: the world.
        name: the rule's name.
        outcome: what follows for the user, one or two sentences behind the fault's own.
    """
    for fault in world.input_faults:
        if fault.rule == name:
            yield Problem(fault.spot, f"{fault.detail} {outcome}")


class Rule(Protocol):
    """What a rule module offers."""

    @property
    def META(self) -> Meta:  # noqa: N802 - a module constant
        """Identity, severity and consequence."""

    @property
    def VALID(self) -> tuple[Example, ...]:  # noqa: N802 - a module constant
        """Examples without any finding."""

    @property
    def INVALID(self) -> tuple[Example, ...]:  # noqa: N802 - a module constant
        """Examples whose marks state every finding."""

    __doc__: str | None

    def check(self, world: World) -> Iterator[Problem]:
        """Yield the problems of this world, in any order."""
