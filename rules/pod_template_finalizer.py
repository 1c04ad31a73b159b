"""A finalizer in a pod template.

## What it does

Reports finalizers in the pod template of a manifest of a Deployment, ReplicaSet, ReplicationController, DaemonSet, StatefulSet, Job or
CronJob, except those that the garbage collector or Kubernetes' own controllers remove (`foregroundDeletion`,
`batch.kubernetes.io/job-tracking`). Names that the API server refuses are an error. Templates of custom resources are not looked at: what
their controllers copy is theirs to say.

## Why this is bad

The controller copies the template's finalizers to every Pod. Each of them then stays `Terminating` after its containers
have stopped, until somebody removes the finalizer: a StatefulSet does not replace it before that, and a Namespace does
not go away. The API server does not check the names in a template, but it rejects every Pod with an invalid or
unqualified one (422), so that there are no Pods at all. Read in the source of Kubernetes 1.36 (`GetPodFromTemplate`),
where it has stood since 1.8 at least, not recorded.

## How to fix

Remove the finalizer. A controller that must see every Pod off adds it to the Pods itself.

## References

- <https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/>
- <https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/controller/controller_utils.go>
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ownerlint.rule import (
    Confidence,
    Consequence,
    Example,
    FinalizerForm,
    KubeObject,
    Meta,
    Pointer,
    Problem,
    Severity,
    World,
    finalized_kind,
    finalizer_form,
    in_pod_templates,
    is_templated,
    shorten,
)

META: Final = Meta(
    code="OWN508",
    name="pod-template-finalizer",
    severity=Severity.WARNING,
    consequence=Consequence.RISK,
    since="0.1.0",
    presumes_applied=True,
    tags=("finalizers",),
)

_STATEFUL_SET = """\
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: web
  namespace: shop
  finalizers: [example.com/cleanup]
spec:
  template:
    metadata:
      labels: {{app: web}}
      finalizers:
      - {finalizer}
    spec:
      containers: []
"""

VALID: Final = (
    Example("removed by Kubernetes", _STATEFUL_SET.format(finalizer="batch.kubernetes.io/job-tracking")),
    Example("filled in later", _STATEFUL_SET.format(finalizer="'{{ .Values.finalizer }}'")),
)

INVALID: Final = (
    Example("of a controller", _STATEFUL_SET.format(finalizer="example.com/drain # <- pod-template-finalizer")),
    Example("refused", _STATEFUL_SET.format(finalizer="drain # <- pod-template-finalizer")),
    Example(
        "in a CronJob",
        """\
apiVersion: batch/v1
kind: CronJob
metadata:
  name: report
  namespace: shop
spec:
  jobTemplate:
    spec:
      template:
        metadata:
          finalizers: [example.com/drain] # <- pod-template-finalizer
""",
    ),
)

_REFUSED: Final = (FinalizerForm.INVALID, FinalizerForm.MISSPELT, FinalizerForm.UNQUALIFIED)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each finalizer of each template that somebody outside Kubernetes has to remove."""
    for obj, path, listed in in_pod_templates(world.index, "finalizers"):
        first: dict[object, int] = {}
        for index, finalizer in enumerate(listed):
            if isinstance(finalizer, str) and first.setdefault(finalizer, index) == index and _holds(finalizer):
                yield _problem(obj, f"{path}[{index}]", finalizer)


def _holds(finalizer: str) -> bool:
    """Return whether nobody in Kubernetes removes this finalizer from a Pod."""
    own = finalizer_form(finalizer) is FinalizerForm.COLLECTORS or finalized_kind(finalizer) == "Pod"
    return not own and not is_templated(finalizer)


def _problem(obj: KubeObject, path: str, finalizer: str) -> Problem:
    start = f'The pod template of {obj.full_title} has the finalizer "{shorten(finalizer)}", which every Pod gets.'
    if finalizer_form(finalizer) in _REFUSED:
        return Problem(
            Pointer(obj, path),
            f"{start} The API server rejects such Pods (422), so that {obj.title} never has any. Remove the finalizer.",
            severity=Severity.ERROR,
            consequence=Consequence.REJECTED,
        )
    hang = "Each Pod stays Terminating until the controller of the finalizer removes it"
    remedy = "Remove it from the template, and let that controller add it to the Pods"
    if finalizer == "kubernetes" or finalized_kind(finalizer):
        hang, remedy = (
            "Nobody removes it from Pods, so that each stays Terminating for ever",
            "Remove it from the template",
        )
    return Problem(Pointer(obj, path), f"{start} {hang}. {remedy}.", confidence=Confidence.MEDIUM)
