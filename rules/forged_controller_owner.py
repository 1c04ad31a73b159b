"""A written Pod that says a workload controller made it.

## What it does

Reports a Pod in a manifest (without a uid of its own) that names a workload (a Deployment, ReplicaSet, StatefulSet,
DaemonSet, Job, CronJob or ReplicationController) as its controller. Pods in a dump are not reported, nor are partial
objects; in folders of test data only with low confidence. The rule is in the set `security`.

## Why this is bad

Only the workload's controller makes such Pods. Policies often judge the template of a workload and skip the Pods made from
it, and tell these by `ownerReferences`, which anybody who may create a Pod can write: the API server never checks that
the owner exists or made the Pod. So a Pod that would be refused gets past the policy. Kyverno had this hole more than once
(2021, 2022).

What follows depends on the owner. If there is no such object with that uid, the garbage collector deletes the Pod within
milliseconds, yet containers may have started; if there is, the Pod stays as one of its own.

That the API server accepts such Pods, and which of them the collector deletes, was recorded with Kubernetes 1.36; no
supported release checks owners. What policies skip was read in the threads below.

## How to fix

Remove `ownerReferences` from the manifest. Let the workload make its Pods, and let policies judge every Pod, whoever
owns it.

## References

- <https://github.com/kyverno/kyverno/issues/2164>
- <https://github.com/kyverno/kyverno/issues/1784>
- <https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import Consequence, Example, Meta, Pointer, Problem, Severity, World, group_of

META: Final = Meta(
    code="OWN801",
    name="forged-controller-owner",
    severity=Severity.WARNING,
    consequence=Consequence.RISK,
    since="0.1.0",
    presumes_applied=True,
    tags=("security",),
    sets=("security",),
    security_severity="6.5",
)

_POD = """\
apiVersion: v1
kind: Pod
metadata:
  name: web
  namespace: shop
  ownerReferences:
  - apiVersion: {api_version}
    kind: {kind}
    name: web-7f9c
    uid: {uid}
"""
_TEMPLATED = "${OWNER_UID}"

VALID: Final = (
    Example(
        "owner that is no workload",
        _POD.format(api_version="example.com/v1", kind="Widget", uid=_TEMPLATED) + "    controller: true\n",
    ),
    Example("owner that is not the controller", _POD.format(api_version="apps/v1", kind="ReplicaSet", uid=_TEMPLATED)),
    Example(
        "Pod in a dump",
        """\
apiVersion: v1
kind: Pod
metadata:
  name: web-7f9c-x2x4z
  namespace: shop
  uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7
  ownerReferences:
  - apiVersion: apps/v1
    kind: ReplicaSet
    name: web-7f9c
    uid: 1f0e3dad-9990-4345-b743-9f8ffabdffc4
    controller: true
""",
    ),
)

INVALID: Final = (
    Example(
        "a Job that is said to be the controller",
        _POD.format(
            api_version="batch/v1", kind="Job", uid="1f0e3dad-9990-4345-b743-9f8ffabdffc4 # <- hard-coded-owner-uid"
        )
        + "    controller: true # <- forged-controller-owner\n",
    ),
    Example(
        "uid that is filled in later",
        _POD.format(api_version="apps/v1", kind="ReplicaSet", uid=_TEMPLATED)
        + "    controller: true # <- forged-controller-owner\n",
    ),
)

_WORKLOADS: Final = frozenset(
    {
        ("", "ReplicationController"),
        *((group, kind) for group in ("apps", "extensions") for kind in ("DaemonSet", "Deployment", "ReplicaSet")),
        ("apps", "StatefulSet"),
        *(("batch", kind) for kind in ("CronJob", "Job")),
    }
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each entry of a written Pod that names a workload as its controller."""
    for obj in world.objects:
        if obj.kind != "Pod" or obj.live or obj.group or not obj.owner_references:
            continue
        for reference in obj.owner_references:
            workload = (group_of(reference.api_version), reference.kind) in _WORKLOADS
            if reference.controller and workload and reference.name and reference.uid:
                yield Problem(
                    Pointer(obj, f"{reference.path}.controller"),
                    f"{obj.full_title} is written by hand, but names {reference.title} as its controller. Admission policies "
                    "that skip the Pods of workloads let it pass, since the API server does not check who made a Pod. "
                    "Remove ownerReferences from the manifest.",
                )
