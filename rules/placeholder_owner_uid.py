"""A placeholder in place of the owner's uid.

## What it does

Reports an owner `uid` that only keeps the place for one: words such as `TODO` or `REPLACE_ME`, `<uid>`, `xxxxxxxx-...`,
and UUIDs made of one or two different digits, such as the all-zero one. Template expressions (`${UID}`, `{{ .uid }}`) are
filled in later and not reported, nor is a uid that an object in the files really has. In folders of test data the
confidence is low.

## Why this is bad

The API server takes any text that is not empty. Then the garbage collector looks for an owner with that uid, finds
none, and deletes the dependent within moments of its creation. So the manifest seems to apply and the object is gone.
Nothing is reported, not even an event. Recorded with Kubernetes 1.36; both have been so since 1.8 at least
(`validateOwnerReference`, `isDangling`).

## How to fix

Leave `ownerReferences` out and let the owner's controller set it, or fill the uid in before applying, from
`kubectl get deployment web -o jsonpath={.metadata.uid}`. A uid is made when the owner is created, and it changes each
time the owner is created anew, so no manifest can know it beforehand.

## References

- <https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents>
- <https://github.com/kubernetes/kubernetes/issues/102810>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Consequence,
    Example,
    KubeObject,
    Meta,
    Outlook,
    OwnerReference,
    Pointer,
    Problem,
    Related,
    Severity,
    World,
    absent_owner_outlook,
    claimed_owner,
    distinct_references,
    edges_by_entry,
    is_placeholder_uid,
    is_templated,
    namesake,
    shorten,
)

META: Final = Meta(
    code="OWN114",
    name="placeholder-owner-uid",
    severity=Severity.ERROR,
    consequence=Consequence.DELETED,
    since="0.1.0",
    presumes_applied=True,
    tags=("form",),
)

_DEPENDENT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: {uid}
"""

VALID: Final = (Example("filled in later", _DEPENDENT.format(uid="${OWNER_UID}")),)

INVALID: Final = (
    Example("word", _DEPENDENT.format(uid="REPLACE_ME # <- placeholder-owner-uid")),
    Example("all zeros", _DEPENDENT.format(uid="00000000-0000-0000-0000-000000000000 # <- placeholder-owner-uid")),
    Example("angle brackets", _DEPENDENT.format(uid="<uid of the Deployment> # <- placeholder-owner-uid")),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each entry whose uid is a placeholder."""
    for obj in world.irregular:
        faulty = [reference for reference in distinct_references(obj) if _is_faulty(world, reference.uid)]
        if faulty:
            edges = edges_by_entry(world.graph, obj)
            outlook = absent_owner_outlook(world.graph, world.fates, obj)
            for reference in faulty:
                yield _problem(obj, reference, namesake(edges.get(reference.index)), outlook)


def _is_faulty(world: World, uid: str) -> bool:
    sound = not uid or is_templated(uid) or bool(world.index.with_uid(uid))
    return not sound and is_placeholder_uid(uid)


def _problem(obj: KubeObject, reference: OwnerReference, owner: KubeObject | None, outlook: Outlook) -> Problem:
    advice = f"Write {shorten(owner.uid)}" if owner else "Remove the reference and let the owner's controller set it"
    return Problem(
        Pointer(obj, f"{reference.path}.uid"),
        f"{obj.full_title} names {claimed_owner(reference)} as its owner with the placeholder '{shorten(reference.uid)}' for a "
        f"uid. The API server accepts any text there, but the garbage collector finds no such owner and {outlook.effect}. {advice}.",
        related=(Related(Pointer(owner, "metadata.uid"), "the owner's uid is here"),) if owner else (),
        consequence=outlook.consequence,
    )
