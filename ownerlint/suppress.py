"""Which findings are silenced, by a comment, an annotation or the configuration, and which of these silence nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date

from msgspec import Struct

from ownerlint.comments import Comment, comments
from ownerlint.config.records import IgnoreEntry
from ownerlint.finding import Finding
from ownerlint.ignoring import Held, has_passed
from ownerlint.model import KubeObject, Pointer, Span, Spot
from ownerlint.rule import Meta
from ownerlint.selector import DEFAULT_SET, is_known, names_exactly, names_of, selects, split_words, unknown_rule

__all__ = ["ANNOTATION_PATH", "Comment", "IgnoreEntry", "Outcome", "Remark", "comments", "suppress"]

ANNOTATION_PATH = 'metadata.annotations["ownerlint.dev/ignore"]'
"""Symbolic path of the annotation that silences rules on its object: names, separated by commas."""

_INPUT = "OWN0"  # findings of what cannot be read: nothing in such a file can be relied on to silence them
_UNUSED = "unused-suppression"
_UNKNOWN = "unknown-suppression"

ALONE = frozenset(
    {
        *("missing-owner-uid", "missing-owner-name", "missing-owner-kind", "malformed-owner-api-version"),
        *("event-owner", "several-controllers", "duplicate-owner-reference", "mistyped-metadata"),
        *("unknown-owner-field", "duplicate-key", "invalid-finalizer-name", "conflicting-finalizers"),
        *("committed-collector-finalizer", "misplaced-kubernetes-finalizer", "duplicate-finalizer"),
    }
)
"""Rules that look at nothing but the object itself. What the others find, or do not find, may be due to other files."""


class Remark(Struct, frozen=True):
    """What is to be said of a suppression itself.

    Args:
        where: the comment, the annotation, or the first line of the configuration's entry (no span where not known).
        message: plain text.
        source: `comment`, `annotation` or `configuration`.
        selectors: the words it is about; empty where it is about the whole.
    """

    where: Pointer | Spot
    message: str
    source: str
    selectors: tuple[str, ...] = ()


class Outcome(Struct, frozen=True):
    """What became of the findings; `kept` and `suppressed` have the order in which they came.

    Args:
        kept: findings that nothing silences.
        suppressed: the others.
        unused: suppressions that silence nothing, and entries of the configuration whose last day has passed; for the
            rule `unused-suppression`.
        unknown: words of suppressions that select no rule; for the rule `unknown-suppression`.
        silenced: what would be said of suppressions, but for an entry of the configuration: the rule's name, the remark.
    """

    kept: tuple[Finding, ...]
    suppressed: tuple[Finding, ...]
    unused: tuple[Remark, ...]
    unknown: tuple[Remark, ...] = ()
    silenced: tuple[tuple[str, Remark], ...] = ()


def suppress(
    findings: Sequence[Finding],
    *,
    comments: Mapping[str, Sequence[Comment]],
    annotated: Iterable[KubeObject],
    entries: Sequence[IgnoreEntry],
    metas: Sequence[Meta],
    active: Iterable[str],
    today: date | None = None,
    root: str = "",
    absolute: Callable[[str], str] = str,
    complete: bool = True,
) -> Outcome:
    """Divide findings into those that are kept and those that are silenced.

    Comments and annotations do not silence findings of input (codes `OWN0…`); an entry of the configuration does,
    unless it asks for an object.

    Args:
        findings: all findings of the rules in `active`, of whatever confidence.
        comments: suppression comments by display path, for the files that have any.
        annotated: objects whose `ignored` is not None; others are allowed and do nothing.
        entries: entries of the configuration.
        metas: every rule that exists.
        active: names of the rules that ran to their end. A suppression is unused only if all that it selects did.
        today: the day by which `IgnoreEntry.until` is judged; None to let every entry hold.
        root: absolute path of the folder that `IgnoreEntry.path` is relative to.
        absolute: returns the absolute path of a file, given its display path.
        complete: whether all files that findings may be due to were read. If not, no entry is called unused, and no
            other suppression of a rule that looks at more than the object itself.
    """
    notes = [*(_of_comment(one) for file in sorted(comments) for one in comments[file]), *_of_objects(annotated)]
    by_place: dict[str | tuple[object, ...], list[_Note]] = {}
    for note in notes:
        by_place.setdefault(note.place, []).append(note)
    held = Held([entry for entry in entries if not has_passed(entry, today)], root, absolute)
    used_words: dict[int, set[str]] = {}
    kept: list[Finding] = []
    suppressed: list[Finding] = []
    for finding in findings:
        words = [(note, word) for note in _at(finding, by_place) for word in note.words_for(finding.meta)]
        for note, word in words:
            used_words.setdefault(id(note), set()).add(word)
        fitting = held.silence(finding.meta, finding.object, finding.location.file)
        (suppressed if words or fitting else kept).append(finding)
    ran = frozenset(active)
    judged = ran if complete else frozenset(meta.name for meta in metas if meta.name in ran and _is_certain(meta))
    told = [(_UNUSED, _expired(entry)) for entry in entries if has_passed(entry, today)]
    for note in notes:
        told += [(_UNUSED, one) for one in _unused(note, used_words.get(id(note), set()), metas, ran, judged)]
        told += [(_UNKNOWN, one) for one in _unknown(note, metas)]
    by_name = {meta.name: meta for meta in metas}
    remarks: dict[str, list[Remark]] = {_UNUSED: [], _UNKNOWN: []}
    silenced: list[tuple[str, Remark]] = []
    for name, remark in told:
        if name in by_name and held.silence_at(by_name[name], remark.where):
            silenced.append((name, remark))
        else:
            remarks[name].append(remark)
    idle = [(one, _idle(one)) for one in held.idle() if complete and _all_ran(one.rule, metas, ran, ran)]
    unused = by_name.get(_UNUSED)
    hushed = {id(one) for one, remark in idle if unused and held.silence_at(unused, remark.where, apart_from=one)}
    left = {id(one) for one in held.idle()}  # without those that silence what is said of others
    silenced += [(_UNUSED, remark) for one, remark in idle if id(one) in left & hushed]
    remarks[_UNUSED] += [remark for one, remark in idle if id(one) in left - hushed]
    return Outcome(tuple(kept), tuple(suppressed), tuple(remarks[_UNUSED]), tuple(remarks[_UNKNOWN]), tuple(silenced))


def _unknown(note: _Note, metas: Sequence[Meta]) -> Iterator[Remark]:
    """Yield a remark on each word that selects no rule."""
    for word in note.words:
        if word and not is_known(word, metas):
            yield Remark(note.where, _sentence(unknown_rule(word, names_of(metas))), note.source, (word,))


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + ("" if text.endswith("?") else ".")


class _Note(Struct, frozen=True):
    """A comment or an annotation. The empty word stands for every rule."""

    where: Pointer | Spot
    source: str
    words: tuple[str, ...]
    place: str | tuple[object, ...]
    lines: tuple[int, int] | None = None

    def words_for(self, meta: Meta) -> Iterator[str]:
        if not meta.code.startswith(_INPUT):
            yield from (word for word in self.words if not word or selects(word, meta))


def _of_comment(comment: Comment) -> _Note:
    span = Span(comment.line, comment.column, comment.line, comment.end_column)
    words = ("",) if comment.blanket else comment.selectors
    return _Note(Spot(comment.file, span), "comment", words, comment.file, (comment.first, comment.last))


def _of_objects(objects: Iterable[KubeObject]) -> Iterator[_Note]:
    for obj in objects:
        if obj.ignored is not None:
            yield _Note(Pointer(obj, ANNOTATION_PATH), "annotation", split_words(obj.ignored), obj.sort_key())


def _at(finding: Finding, by_place: Mapping[str | tuple[object, ...], Sequence[_Note]]) -> Iterator[_Note]:
    """Yield the comments that cover the line of a finding, and the annotation of its object."""
    span = finding.location.span
    if span is not None:
        for note in by_place.get(finding.location.file, ()):
            if note.lines is not None and note.lines[0] <= span.line <= note.lines[1]:
                yield note
    if finding.object is not None:
        yield from by_place.get(finding.object.sort_key(), ())


def _is_certain(meta: Meta) -> bool:
    """Return whether it does not depend on other files that a rule finds nothing that could be silenced."""
    return meta.name in ALONE or meta.code.startswith(_INPUT)


def _all_ran(word: str, metas: Sequence[Meta], ran: frozenset[str], judged: frozenset[str]) -> bool:
    """Return whether a word selects any rule, and all that it selects can be judged: only then it is.

    A rule outside the default set, which most runs leave out, counts only if it is named itself.
    """
    selected = [
        meta.name
        for meta in metas
        if (not word or selects(word, meta))
        and (DEFAULT_SET in meta.sets or meta.name in ran or names_exactly(word, meta))
    ]
    return bool(selected) and judged.issuperset(selected)


def _unused(
    note: _Note, used: set[str], metas: Sequence[Meta], ran: frozenset[str], judged: frozenset[str]
) -> list[Remark]:
    if not note.words:
        return [
            Remark(
                note.where,
                f"This {note.source} names no rule, so it silences nothing. Name one, or remove it.",
                note.source,
            )
        ]
    own = {word.casefold() for meta in metas if meta.name == _UNUSED for word in (meta.name, meta.code)}
    if own.intersection(word.casefold() for word in note.words):
        return []  # someone knows that it is not always needed, and says so
    idle = tuple(word for word in note.words if word not in used and _all_ran(word, metas, ran, judged))
    if not idle:
        return []
    named = f" ({', '.join(idle)})" if idle != note.words else ""
    message = f"This {note.source} silences nothing{named}. "
    if all(word and _is_input(word, metas) for word in idle):
        message += "Only the configuration can silence findings about input."
    elif named:
        message += "Remove what is in excess."
    else:
        message += f"Remove the {note.source}."
    return [Remark(note.where, message, note.source, tuple(word for word in idle if word))]


def _is_input(word: str, metas: Sequence[Meta]) -> bool:
    return all(meta.code.startswith(_INPUT) for meta in metas if selects(word, meta))


def _idle(entry: IgnoreEntry) -> Remark:
    return _of_entry(entry, "This entry of the configuration silences nothing. Remove it.")


def _expired(entry: IgnoreEntry) -> Remark:
    why = f' It was there because: "{entry.reason}".' if entry.reason else ""
    return _of_entry(
        entry,
        f"This entry of the configuration held until {entry.until} and silences nothing any more.{why} Remove it.",
    )


def _of_entry(entry: IgnoreEntry, message: str) -> Remark:
    span = None if entry.line is None else Span(entry.line, 1, entry.line, 2)
    return Remark(Spot(entry.file, span), message, "configuration", (entry.rule,) if entry.rule else ())
