"""An owner that kustomize renames, but not in the reference.

## What it does

Reports an owner reference in a manifest that a kustomization takes in together with the owner, directly or through other
kustomizations, and that has a `namePrefix` or `nameSuffix`. The uid is one that is filled in later (`${WEB_UID}`). A
reference with a fixed uid, or something in its place that cannot be one, is reported once: by `uid-of-authored-owner`, which
mentions the renaming, `hard-coded-owner-uid` or `placeholder-owner-uid`.

Kustomizations with `configurations`, `transformers`, `replacements`, `vars` or `crds` are left out, as are those whose
patches touch `ownerReferences`: they may set the name. Where there are other patches, it is reported with medium
confidence. Custom Resource Definitions, APIServices and Namespaces are never renamed by kustomize.

A `namespace` in the kustomization is no fault by itself: it moves owner and dependent together.

## Why this is bad

Kustomize changes the names of objects, and the names in the fields that its `nameReference` table lists. No path in
`metadata.ownerReferences` is among the built-in ones, so the reference keeps the old name (seen with kustomize 5.5, and
read in `namereference.go`). The garbage collector looks for an owner by its name; one that is not there is absent even
where the uid is right, so the dependent is deleted (recorded with Kubernetes 1.36; where the uid is right, reliably
since 1.20).

## How to fix

Tell kustomize about the reference, in a file under `configurations` in the kustomization:

```yaml
nameReference:
- kind: Deployment
  fieldSpecs:
  - path: metadata/ownerReferences/name
    kind: ConfigMap
```

Or remove `ownerReferences` from the manifest: what is applied together is deleted together by the tool that applies it. To
judge what is really applied, check the build: `kustomize build overlays/prod | ownerlint check -`.

## References

- <https://github.com/kubernetes-sigs/kustomize/blob/master/api/internal/konfig/builtinpluginconsts/namereference.go>
- <https://github.com/kubernetes-sigs/kustomize/blob/master/examples/transformerconfigs/README.md>
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ownerlint.rule import (
    Confidence,
    Consequence,
    Edge,
    Example,
    Meta,
    Pointer,
    Problem,
    Reason,
    Related,
    Renaming,
    Renamings,
    Severity,
    World,
    is_templated,
    is_templated_entry,
)

META: Final = Meta(
    code="OWN705",
    name="kustomize-renamed-owner",
    severity=Severity.ERROR,
    consequence=Consequence.DELETED,
    since="0.1.0",
    presumes_applied=True,
    tags=("manifests",),
)

_SHOWN: Final = 4

_OWNER = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
"""
_DEPENDENT = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  ownerReferences:
  - apiVersion: apps/v1
    kind: Deployment
    name: web{mark}
    uid: "${{WEB_UID}}"
"""
_BASE = f"# file: base/kustomization.yaml\nresources: [web.yaml, config.yaml]\n# file: base/web.yaml\n{_OWNER}"
_SOUND = _BASE + "# file: base/config.yaml\n" + _DEPENDENT.format(mark="")
_FAULTY = _BASE + "# file: base/config.yaml\n" + _DEPENDENT.format(mark=" # <- kustomize-renamed-owner")

VALID: Final = (
    Example(
        "the namespace moves both",
        _SOUND + "# file: overlays/prod/kustomization.yaml\nnamespace: shop\nresources:\n- ../../base\n",
    ),
    Example(
        "a configuration tells kustomize about the reference",
        _SOUND
        + """\
# file: overlays/prod/kustomization.yaml
namePrefix: prod-
resources:
- ../../base
configurations:
- names.yaml
# file: overlays/prod/names.yaml
nameReference:
- kind: Deployment
  fieldSpecs:
  - path: metadata/ownerReferences/name
    kind: ConfigMap
""",
    ),
    Example(
        "the owner stands outside of what is renamed",
        "# file: config/kustomization.yaml\nnamePrefix: prod-\nresources: [config.yaml]\n"
        "# file: config/config.yaml\n" + _DEPENDENT.format(mark="") + "# file: web/web.yaml\n" + _OWNER,
    ),
)

INVALID: Final = (
    Example(
        "renamed by an overlay",
        _FAULTY + "# file: overlays/prod/kustomization.yaml\nnamePrefix: prod-\nresources:\n- ../../base\n",
    ),
    Example(
        "renamed where it is listed",
        "# file: base/kustomization.yaml\nnameSuffix: -blue\nresources: [all.yaml]\n"
        f"# file: base/all.yaml\n{_OWNER}---\n" + _DEPENDENT.format(mark=" # <- kustomize-renamed-owner"),
    ),
)


def check(world: World) -> Iterator[Problem]:
    """Yield a problem for each reference with a uid to be filled in whose owner gets another name."""
    renamings: Renamings | None = None
    for edge in world.graph.because(Reason.TEMPLATED):
        if edge.dependent.live or not _only_uid_is_templated(edge) or not world.fates.acts_on(edge.dependent):
            continue
        if renamings is None:
            renamings = Renamings(world.index, world.kinds)
        found = renamings.of(edge.dependent, edge.reference)
        if found:
            yield _problem(world, edge, found)


def _only_uid_is_templated(edge: Edge) -> bool:
    reference = edge.reference
    plain = not any(map(is_templated, (reference.api_version, reference.kind, reference.name)))
    return plain and is_templated_entry(reference)


def _problem(world: World, edge: Edge, found: Sequence[Renaming]) -> Problem:
    dependent, reference = edge.dependent, edge.reference
    first = found[0]
    outlook = world.fates.if_owner_is_gone(dependent)
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    places = [
        Related(Pointer(one.kustomization, one.field), f"{one.field} {one.affix} renames the owner")
        for one in found[:_SHOWN]
    ]
    return Problem(
        Pointer(dependent, f"{reference.path}.name"),
        f"{dependent.full_title} names {reference.title} as owner, but {first.field} {first.affix} in "
        f"{first.kustomization.place.file}{more} renames that {reference.kind} and leaves the reference as it is. No owner "
        f"has this name then, so the garbage collector {outlook.effect}. Add a nameReference for "
        "metadata/ownerReferences/name to the kustomization's configurations, or remove ownerReferences.",
        related=(Related(Pointer(first.owner, "metadata.name"), "the owner is here"), *places),
        consequence=outlook.consequence,
        confidence=Confidence.MEDIUM if all(one.patched for one in found) else Confidence.HIGH,
    )
