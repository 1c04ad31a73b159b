"""An owner uid that does not look like any uid of Kubernetes.

## What it does

Reports an owner `uid` that is no UUID in lower case: another text (`123`, `web-uid`), a UUID in capital letters, in
braces or without hyphens, one with a character too many. Placeholders have a rule of their own
(`placeholder-owner-uid`). Template expressions are not reported, nor is a uid that an object in the files really has. In
folders of test data the confidence is low.

It is an error where the owner's kind is a built-in one, or where an object in the files has the same uid in its proper
spelling. Else it is a warning, since an aggregated API server may make its own uids.

## Why this is bad

API servers make uids themselves, always as UUIDs in lower case, and ignore what a manifest says. So an owner with
another uid cannot exist. The API server does not check this: any text that is not empty passes. The garbage collector
compares uids character by character, the right UUID in capital letters included, finds that the owner is not there, and
deletes the dependent. Recorded with Kubernetes 1.36; both have been so since 1.8 at least (`validateOwnerReference`,
`isDangling`).

## How to fix

Copy `metadata.uid` of the live owner exactly, or leave `ownerReferences` out and let the owner's controller set it.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#uids>
- <https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents>
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
    canonical_uid,
    claimed_owner,
    distinct_references,
    edges_by_entry,
    is_placeholder_uid,
    is_templated,
    is_uid,
    namesake,
    raised,
    shorten,
)

META: Final = Meta(
    code="OWN115",
    name="owner-uid-format",
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
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: web
    uid: {uid}
"""

VALID: Final = (
    Example("UUID in lower case", _DEPENDENT.format(uid="0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11")),
    Example(
        "uid that the owner in the files has",
        _DEPENDENT.format(uid="web-uid")
        + """\
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  namespace: shop
  uid: web-uid
""",
    ),
)

INVALID: Final = (
    Example("no UUID", _DEPENDENT.format(uid='"123" # <- owner-uid-format')),
    Example("capital letters", _DEPENDENT.format(uid="0D1F6A52-91D3-4F62-8A51-5F0F5F2F7C11 # <- owner-uid-format")),
    Example(
        "owner of a kind that may be served by an aggregated API",
        _DEPENDENT.format(uid="build-42 # <- owner-uid-format").replace("apps/v1", "builds.example.com/v1"),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each entry whose uid has not the shape of one."""
    for obj in world.irregular:
        faulty = [reference for reference in distinct_references(obj) if _is_faulty(world, reference.uid)]
        if faulty:
            edges = edges_by_entry(world.graph, obj)
            outlook = absent_owner_outlook(world.graph, world.fates, obj)
            for reference in faulty:
                yield _problem(world, obj, reference, namesake(edges.get(reference.index)), outlook)


def _is_faulty(world: World, uid: str) -> bool:
    sound = not uid or is_templated(uid) or bool(world.index.with_uid(uid))
    return not sound and not is_uid(uid) and not is_placeholder_uid(uid)


def _problem(
    world: World, obj: KubeObject, reference: OwnerReference, named: KubeObject | None, outlook: Outlook
) -> Problem:
    meant = canonical_uid(reference.uid)
    respelt = world.index.with_uid(meant) if meant else ()
    owner = respelt[0] if respelt else named
    if owner is not None:
        advice = f"Write {shorten(owner.uid)}"
    elif meant:
        advice = f"Write {meant}"
    else:
        advice = "Copy the uid of the live owner, or remove the reference"
    built_in = world.kinds.resolve(reference.api_version, reference.kind).built_in is not None
    return Problem(
        Pointer(obj, f"{reference.path}.uid"),
        f"{obj.full_title} names {claimed_owner(reference)} as its owner with the uid '{shorten(reference.uid)}', but API servers "
        f"make UUIDs in lower case only. The uid is compared exactly, so the garbage collector finds no such owner and "
        f"{outlook.effect}. {advice}.",
        related=(Related(Pointer(owner, "metadata.uid"), "the owner's uid is here"),) if owner else (),
        severity=raised(Severity.ERROR if built_in or respelt else Severity.WARNING, outlook),
        consequence=outlook.consequence,
    )
