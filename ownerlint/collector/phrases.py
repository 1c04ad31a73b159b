"""What the collector does with an object, in clauses without their subject: "deletes ConfigMap/web"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ownerlint.collector.state import FOREGROUND_FINALIZER, GC_FINALIZERS
from ownerlint.collector.verdict import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ownerlint.collector.ending import Ending
    from ownerlint.model import KubeObject, OwnerReference

_SHOWN = 3
"""How many dependents that go along are named."""


def deletes(obj: KubeObject, along: Sequence[KubeObject], ending: Ending, *, others: bool, most: int) -> str:
    """Return the clause for an object that is deleted.

    Args:
        obj: the object.
        along: the dependents that go with it.
        ending: how it ends.
        others: whether it has owners in the files, which go too.
        most: number at which counting the dependents ended.
    """
    when = "" if obj.live else " right after it is applied"
    too = ", as its other owners go too" if others else ""
    return f"deletes {obj.title}{when}{too}{_and_with_it(along, most)}{_held(ending)}{otherwise(obj, ending.otherwise)}"


def strips(obj: KubeObject, ending: Ending, *, entries: int, owners: int) -> str:
    """Return the clause for an object that stays without some of its entries.

    Args:
        obj: the object.
        ending: how it ends.
        entries: how many entries it has.
        owners: how many different uids these name.
    """
    if ending.verdict is Verdict.STRIPPED and not ending.left:
        what = "every entry with this uid" if owners == 1 else "all its entries"
        return f"removes {what}; {obj.title} stays without any owner{otherwise(obj, ending.otherwise)}"
    removed = entries - ending.left
    what = f"{removed} of its {entries} entries" if ending.verdict is Verdict.STRIPPED and removed > 1 else "this entry"
    return f"removes {what}; {obj.title} stays with its other owners{otherwise(obj, ending.otherwise)}"


def never(obj: KubeObject, others: int) -> str:
    """Return the clause for an object that is never collected, whatever becomes of this many other owners."""
    unheeded = "other owner" if others == 1 else f"{others} other owners"
    return f"never collects {obj.title}" + (f", whatever becomes of its {unheeded}" if others > 0 else "")


def leaves_alone(obj: KubeObject) -> str:
    """Return the clause for an object that somebody has deleted, and finalizers hold."""
    return f"leaves {obj.title} alone, as it is being deleted already"


def hangs(owner: KubeObject) -> str:
    """Return the continuation for a frozen object that blocks an owner in the files."""
    return f", and foreground deletion of {owner.title} hangs for ever"


def might_hang(reference: OwnerReference) -> str:
    """Return the continuation for a frozen object that blocks an owner that may be elsewhere."""
    return f", and foreground deletion of {reference.title} would hang for ever"


def depends(obj: KubeObject, *, own: bool) -> str:
    """Return the clause for an object that stays or goes with owners of which the files show nothing.

    Args:
        obj: the object.
        own: whether they are its own owners, rather than the owners of these.
    """
    if own:
        return f"removes this entry, or deletes {obj.title} if none of its other owners, which the files do not show, exists"
    return f"removes this entry, or deletes {obj.title} if its other owners go for lack of owners outside the files"


def otherwise(obj: KubeObject, verdict: Verdict | None) -> str:
    """Return the continuation that tells what else can happen; empty if nothing can."""
    if verdict is None:
        return ""
    instead = {
        Verdict.FROZEN: f"never collects {obj.title}",
        Verdict.STRIPPED: f"keeps {obj.title} without this entry",
    }.get(verdict, f"keeps {obj.title}")
    return f" (or {instead}: that depends on timing)"


def _and_with_it(along: Sequence[KubeObject], most: int) -> str:
    if not along:
        return ""
    names = ", ".join(each.title for each in along[:_SHOWN])
    if len(along) == 1:
        return f", and with it its dependent {names}"
    number = f"{most} or more" if len(along) >= most else str(len(along))
    more = ", \u2026" if len(along) > _SHOWN else ""
    return f", and with it {number} dependents ({names}{more})"


def _held(ending: Ending) -> str:
    foreign = [name for name in ending.finalizers if name not in GC_FINALIZERS]
    if foreign:
        names = foreign[0] if len(foreign) == 1 else f"{foreign[0]} and {len(foreign) - 1} more"
        whose = (
            "its controller removes that finalizer"
            if len(foreign) == 1
            else "their controllers remove these finalizers"
        )
        return f", which stays Terminating, held by {names}, until {whose}"
    if FOREGROUND_FINALIZER in ending.finalizers:
        return ", which stays Terminating until its blocking dependents are gone"
    return ""
