"""Workloads whose selector matches what another controller makes: the one leaves it alone, Services do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Final

from msgspec import Struct

from ownerlint.applied import applied_files
from ownerlint.graph import WorldMode
from ownerlint.index import ObjectIndex
from ownerlint.model import KubeObject, OwnerReference, Selection, Setting, group_of

_MOST_OTHERS: Final = 4
"""Other controllers that are told of one selector; looking for more would take quadratic time where many overlap."""

_MOST_OWN: Final = 8
"""Objects of the workload itself that are held against the Services."""

_SELECTS_PODS: Final = frozenset({("apps", "DaemonSet"), ("apps", "ReplicaSet"), ("", "ReplicationController")})
_DEPLOYMENT: Final = ("apps", "Deployment")
_NEGATIVE: Final = frozenset({"NotIn", "DoesNotExist"})

_Home = tuple[bool, str, str]
"""Whether live, the collection or the file or folder that is applied together, and the namespace."""

_Level = tuple[_Home, str]
"""Where, and the kind that is selected there: `Pod` or `ReplicaSet`."""

_Question = tuple[_Level, Selection]
"""A selector and where it is put; the labels of its workload left out."""


class Made(Struct, frozen=True):
    """What a controller makes, or will make.

    Args:
        obj: the object itself; or the workload, where only its manifest says what it makes.
        labels: those that are known.
        maker: key of the controller: its uid, or group, kind and name where no uid is known.
        title: the controller's name for messages.
        by: the controller, where it is a workload in the files.
    """

    obj: KubeObject
    labels: dict[str, str]
    maker: str
    title: str
    by: KubeObject | None

    @property
    def foreseen(self) -> bool:
        """Whether this is not an object in the files, but what a workload there makes."""
        return self.obj is self.by


class Overlap(Struct, frozen=True):
    """A workload, and what its selector matches though it has another controller.

    Args:
        workload: whose selector it is.
        made: the first such thing of each other controller, in the order of the files; `_MOST_OTHERS` at most.
        more: whether there may be more.
        services: the Services whose selector matches what the workload makes and the first thing of another.
    """

    workload: KubeObject
    made: tuple[Made, ...]
    more: bool
    services: tuple[KubeObject, ...]


def overlaps(objects: Iterable[KubeObject], index: ObjectIndex, mode: WorldMode) -> Iterator[Overlap]:
    """Yield one overlap for each selector that matches what several controllers make, in the order of the files.

    Needs `KubeObject.selection`. Live objects are held against those of their collection; manifests against those of
    their file, and of their folder where a kustomization lists them. Of two controllers only one finding is made.
    """
    yield from _Overlaps(objects, index, mode).found()


_Bearing = dict[tuple[_Level, tuple[str, str]], list[Made]]
"""What bears a label, by where it is and the label."""


class _Overlaps:
    def __init__(self, objects: Iterable[KubeObject], index: ObjectIndex, mode: WorldMode) -> None:
        self._closed = mode is WorldMode.CLOSED
        self._applied = applied_files(index)
        self._objects: dict[tuple[str, str], list[KubeObject]] = {}
        for obj in objects:
            if obj.selection is not None and not obj.terminating and obj.setting is not Setting.PARTIAL:
                self._objects.setdefault((obj.group, obj.kind), []).append(obj)
        self._workloads = {
            _key(obj): obj for kind in (_DEPLOYMENT, *sorted(_SELECTS_PODS)) for obj in self._objects.get(kind, ())
        }
        self._made: dict[_Level, list[Made]] = {}
        self._of_maker: dict[tuple[_Level, str], list[Made]] = {}

    def found(self) -> Iterator[Overlap]:
        questions = self._questions()
        if not questions:
            return
        for level, made in self._all_made():
            self._made.setdefault(level, []).append(made)
            self._of_maker.setdefault((level, made.maker), []).append(made)
        asked = {(level, pair) for level, selector in questions for pairs in _any_of(selector) for pair in pairs}
        bearing = self._bearing(asked)
        services = self._services()
        told: set[tuple[str, str]] = set()
        for (level, selector), workload in questions.items():
            own = _key(workload)
            others: dict[str, Made] = {}
            for made in _candidates(bearing, level, selector):
                if made.maker == own or made.title == workload.title or made.title in others:
                    continue
                if _matches(selector, made) and (made.maker, own) not in told:
                    others[made.title] = made
                    if len(others) > _MOST_OTHERS:
                        break
            if others:
                chosen = tuple(others.values())
                told.update((own, made.maker) for made in chosen)
                shared = tuple(self._shared(services, level, own, chosen[0]))
                yield Overlap(workload, chosen[:_MOST_OTHERS], len(chosen) > _MOST_OTHERS, shared)

    def _questions(self) -> dict[_Question, KubeObject]:
        """Return the first workload with each selector, of those that ask for a value of any label."""
        found: dict[_Question, KubeObject] = {}
        for kind in (_DEPLOYMENT, *sorted(_SELECTS_PODS)):
            for workload in self._objects.get(kind, ()):
                selection = workload.selection
                if selection and _any_of(selection) and not _is_revision(workload):
                    level = (self._home(workload), "ReplicaSet" if kind == _DEPLOYMENT else "Pod")
                    selector = Selection((), selection.wanted, selection.expressions)
                    found.setdefault((level, selector), workload)
        return dict(sorted(found.items(), key=lambda entry: entry[1].sort_key()))

    def _all_made(self) -> Iterator[tuple[_Level, Made]]:
        for replica_set in self._objects.get(("apps", "ReplicaSet"), ()):
            reference = _controller(replica_set)
            if reference is not None and reference.kind == "Deployment":
                yield (self._home(replica_set), "ReplicaSet"), self._by(replica_set, reference)
        seen: set[tuple[_Home, int, str]] = set()
        for pod in self._objects.get(("", "Pod"), ()):
            reference = _controller(pod)
            if reference is not None and reference.kind != "Job":
                home = self._home(pod)
                same = (home, id(pod.selection), _referred(reference))
                if same not in seen:  # Pods of one template differ in nothing that matters here
                    seen.add(same)
                    yield (home, "Pod"), self._by(pod, reference)
        for workload in self._workloads.values():
            selection = workload.selection
            if selection and _any_of(selection) and not _is_revision(workload):
                made = _foreseen(workload, selection)
                home = self._home(workload)
                yield (home, "Pod"), made
                if workload.kind == "Deployment":
                    yield (home, "ReplicaSet"), made

    def _by(self, obj: KubeObject, reference: OwnerReference) -> Made:
        """Return what an object says of its controller: of a Pod of a Deployment that is the Deployment."""
        maker = self._workloads.get(_referred(reference))
        above = _controller(maker) if maker is not None else None
        if above is not None:
            reference, maker = above, self._workloads.get(_referred(above))
        labels = dict(obj.selection.labels) if obj.selection else {}
        return Made(obj, labels, _referred(reference), reference.title, maker)

    def _bearing(self, asked: set[tuple[_Level, tuple[str, str]]]) -> _Bearing:
        """Return what bears a label, for the labels that selectors ask for."""
        found: _Bearing = {}
        for level, listed in self._made.items():
            for made in listed:
                for pair in made.labels.items():
                    if (level, pair) in asked:
                        found.setdefault((level, pair), []).append(made)
        for candidates in found.values():
            candidates.sort(key=lambda made: (made.foreseen, made.obj.sort_key()))  # what is there tells more
        return found

    def _services(self) -> dict[tuple[_Home, tuple[str, str]], list[KubeObject]]:
        """Return the Services by the first label that they ask for."""
        found: dict[tuple[_Home, tuple[str, str]], list[KubeObject]] = {}
        for service in self._objects.get(("", "Service"), ()):
            if service.selection and service.selection.wanted:
                found.setdefault((self._home(service), service.selection.wanted[0]), []).append(service)
        return found

    def _shared(
        self,
        services: Mapping[tuple[_Home, tuple[str, str]], list[KubeObject]],
        level: _Level,
        own: str,
        made: Made,
    ) -> list[KubeObject]:
        """Return the Services that select what a workload makes and this, too."""
        found = []
        for pair in made.labels.items():
            for service in services.get((level[0], pair), ()):
                selection = service.selection
                if selection and _bears(made.labels, selection.wanted):
                    its = islice(self._of_maker.get((level, own), ()), _MOST_OWN)
                    if any(_bears(one.labels, selection.wanted) for one in its):
                        found.append(service)
        return sorted(found, key=KubeObject.sort_key)

    def _home(self, obj: KubeObject) -> _Home:
        place = obj.place
        if self._closed:
            return obj.live, "", obj.namespace
        if obj.live:
            return True, place.collection, obj.namespace
        return False, place.folder if place.file in self._applied else place.file, obj.namespace


def _foreseen(workload: KubeObject, selection: Selection) -> Made:
    """Return what a workload makes: at least the labels that it selects by, which the API server sees to."""
    labels = dict(selection.wanted)
    labels.update(
        (key, values[0]) for key, operator, values in selection.expressions if operator == "In" and len(values) == 1
    )
    return Made(workload, labels, _key(workload), workload.title, workload)


def _candidates(bearing: _Bearing, level: _Level, selector: Selection) -> Iterator[Made]:
    """Yield all that a selector may match: what bears the rarest of the labels that it asks for."""
    chances = [[bearing.get((level, pair), []) for pair in pairs] for pairs in _any_of(selector)]
    rarest: list[list[Made]] = min(chances, key=_total)
    return chain.from_iterable(rarest)


def _total(lists: list[list[Made]]) -> int:
    return sum(len(listed) for listed in lists)


def _any_of(selector: Selection) -> list[list[tuple[str, str]]]:
    """Return lists of labels of each of which whatever is selected bears one."""
    asked = [[pair] for pair in selector.wanted]
    asked += [[(key, value) for value in values] for key, operator, values in selector.expressions if operator == "In"]
    return asked


def _is_revision(workload: KubeObject) -> bool:
    """Return whether this is one of the ReplicaSets of a Deployment, or the like: they ask for a label of their own."""
    return workload.kind in ("ReplicaSet", "ReplicationController") and _controller(workload) is not None


def _controller(obj: KubeObject) -> OwnerReference | None:
    return next((reference for reference in obj.owner_references if reference.controller), None)


def _key(obj: KubeObject) -> str:
    return obj.uid or f"{obj.group}/{obj.kind}/{obj.place.file}/{obj.name}"


def _referred(reference: OwnerReference) -> str:
    return reference.uid or f"{group_of(reference.api_version)}/{reference.title}"


def _bears(labels: Mapping[str, str], wanted: Iterable[tuple[str, str]]) -> bool:
    return all(labels.get(key) == value for key, value in wanted)


def _matches(selector: Selection, made: Made) -> bool:
    """Return whether the whole selector surely matches (apimachinery `LabelSelectorAsSelector`)."""
    if not _bears(made.labels, selector.wanted):
        return False
    for key, operator, values in selector.expressions:
        value = made.labels.get(key)
        if operator in _NEGATIVE and made.foreseen and value is None:
            return False  # the template may have further labels
        fits = {
            "In": value is not None and value in values,
            "NotIn": value is None or value not in values,
            "Exists": value is not None,
            "DoesNotExist": value is None,
        }
        if not fits[operator]:
            return False
    return True
