"""Every rule that claims a consequence names recordings of the real API server and collector that prove it."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Final
from uuid import NAMESPACE_OID, uuid5

import pytest

from ownerlint.finding import Finding
from ownerlint.graph import WorldMode
from ownerlint.kinds import CustomKind
from ownerlint.registry import Registry, built_in_rules
from ownerlint.rule import Consequence
from ownerlint.run import Request, check
from ownerlint.selector import DEFAULT_SET
from tests.collector.recordings import FIXTURES, Record, read

RULES = {rule.META.name: rule.META for rule in built_in_rules()}

KINDS = (
    CustomKind("example.com", "Widget", namespaced=True, versions=("v1", "v1beta1")),
    CustomKind("example.com", "Gadget", namespaced=False, versions=("v1",)),
)
"""The custom kinds of the recorded cluster."""

PROOFS: Final[dict[str, dict[str, str]]] = {
    "missing-owner-uid": {"missing-field-uid": "b", "null-field-uid": "b", "missing-field-uid-custom-resource": "b"},
    "missing-owner-name": {"missing-field-name": "b", "empty-field-name": "b"},
    "missing-owner-kind": {"missing-field-kind": "b", "null-field-kind": "b"},
    "malformed-owner-api-version": {"apiversion-garbage-slashes": "b", "apiversion-trailing-slash": "b"},
    "owner-version-missing": {"apiversion-leading-space": "b"},
    "core-group-prefix": {"rand/1000350": "a", "rand/1000848": "c"},
    "event-owner": {"owner-kind-event-v1": "b", "owner-kind-event-v1-missing": "b"},
    "several-controllers": {"two-controllers": "b", "two-controllers-custom-resource": "b"},
    "duplicate-owner-reference": {"duplicate-uid-identical": "b"},
    "repeated-owner-uid": {
        "duplicate-uid-different-name-one-right": "b",
        "duplicate-uid-different-name-wrong-first": "b",
    },
    "mistyped-metadata": {"type-controller-string": "b", "type-uid-int": "b", "yaml-bool-quoted": "b"},
    "unknown-owner-field": {
        "ssa-unknown-field-in-ref": "b",
        "namespace-field-in-ref-of-cross-ns": "b",
        "unknown-extra-field-in-ref-custom-resource": "b",
        "misspelt-ownerReference-field": "b",
        "case-variant-ownerreferences": "b",
        "ownerReferences-at-top-level": "b",
    },
    "duplicate-key": {"yaml-duplicate-key-ownerReferences": "b", "yaml-duplicate-key-in-ref": "b"},
    "placeholder-owner-uid": {"uid-placeholder-REPLACE_ME": "b"},
    "owner-uid-format": {"uid-uppercase": "b", "uid-not-a-uuid": "b"},
    "cross-namespace-owner": {"cross-ns-owner": "b", "cross-ns-plus-valid-owner": "b", "two-cross-ns-owners": "b"},
    "namespaced-owner-of-cluster-scoped": {
        "cluster-dep-namespaced-owner": "g",
        "cluster-dep-namespaced-kind-missing-uid": "g",
        "cluster-dep-namespaced-owner-foreground-block": "g",
    },
    "unknown-owner-kind": {"unknown-kind-plus-valid-owner": "b", "unknown-kind-no-crd-missing-uid": "b"},
    "unserved-owner-version": {
        "uid-right-unserved-version-same-group-apps-v9": "b",
        "uid-right-apiversion-v2-nonexistent": "b",
    },
    "owner-group-mismatch": {"uid-right-group-wrong-existing": "b"},
    "owner-kind-case": {"odd-kind-configMap-camel": "b", "odd-kind-WIDGET-uppercase-uid-right": "b"},
    "list-kind-owner": {"odd-kind-ConfigMapList-uid-right": "b", "odd-kind-WidgetList-uid-right": "b"},
    "unstorable-owner-kind": {"odd-kind-TokenReview-uid-right": "b", "odd-kind-Binding-missing": "b"},
    "owner-uid-mismatch": {"dangling-name-exists-uid-differs": "b"},
    "owner-uid-of-another-object": {
        "uid-right-name-wrong-absent": "b",
        "two-owners-name-mismatch-plus-valid": "b",
        "cluster-dep-cluster-owner-name-wrong": "g",
    },
    "dangling-owner": {
        "dangling-missing-owner": "b",
        "two-owners-one-dangling": "b",
        "two-owners-both-dangling": "b",
        "held-dependent-dangling": "b",
        "chain3-dangling-top": "a",
        "unknown-kind-plus-dangling": "b",
        "apiversion-leading-slash-missing": "b",
    },
    "self-reference": {"self-reference": "a", "self-foreground": "a"},
    "ownership-cycle": {"cycle2": "a", "cycle3": "a"},
    "exported-fields": {"metadata-resourceVersion-given": "b"},
    "invalid-finalizer-name": {
        "finalizer-empty-string": "b",
        "finalizer-bad-chars": "b",
        "finalizer-two-slashes": "b",
        "finalizer-uppercase-domain": "b",
        "finalizer-too-long-name": "b",
        "finalizer-whitespace": "b",
        "finalizer-prefix-with-port": "b",
        "finalizer-trailing-slash-widget": "b",
    },
    "unqualified-finalizer": {
        "finalizer-unqualified": "b",
        "finalizer-unqualified-pv": "b",
        "finalizer-unqualified-namespace": "b",
        "finalizer-dotted-no-slash": "b",
    },
    "conflicting-finalizers": {
        "finalizer-foreground-and-orphan": "b",
        "finalizer-foreground-and-orphan-widget": "b",
    },
    "namespace-spec-finalizer": {"namespace-spec-finalizers-unqualified": "n"},
    "duplicate-finalizer": {"ssa-finalizer-duplicate": "b"},
}
"""For each rule its scenarios, and in each the object that it speaks of."""

WRITTEN: Final[dict[str, dict[str, str]]] = {
    "hard-coded-owner-uid": {
        "dangling-missing-owner": "b",
        "pod-dependent-dangling": "p",
        "lease-dependent-dangling": "l",
        "ns-dep-cluster-owner-dangling": "b",
        "two-owners-both-dangling": "b",
        "chain3-dangling-top": "a",
    },
}
"""The same for rules about manifests: the object is checked alone, without a uid of its own, as it is written."""

UNPROVEN: Final = {
    "syntax-error": "kubectl refuses the file before it reaches the API server",
    "undecodable-file": "kubectl refuses the file before it reaches the API server",
    "excessive-aliases": "kubectl refuses the file before it reaches the API server",
    "disabled-owner-version": "only versions that were on or do not exist were recorded",
    "terminating-owner": "the recordings begin with nothing being deleted",
    "uid-of-authored-owner": "recorded references are given the uids that their owners got",
    "misspelt-collector-finalizer": "recorded as accepted on a custom resource, which was not deleted then",
    "misplaced-kubernetes-finalizer": "recorded as accepted, but the objects were not deleted then",
    "committed-finalizer": "recorded as accepted, but the objects were not deleted then",
    "volume-claim-template-owner-references": "the recorded cluster had no StatefulSet controller",
    "kustomize-renamed-owner": "about a uid that is filled in later; the same with one: `owner-uid-of-another-object`",
    "committed-deletion-timestamp": "recorded in two halves, which have a test of their own below",
    "copied-object": "about another namespace than the one that was recorded",
}
"""Rules that claim a consequence without a recording, and why there is none."""

HARMLESS = {Consequence.RISK, Consequence.IGNORED}


@lru_cache(maxsize=1)
def recordings() -> dict[str, Record]:
    """Return the named and the random recordings by the ids that the table uses."""
    records = (record for kind in ("named", "random") for record in read(FIXTURES / f"{kind}-cold.jsonl.gz"))
    return {record["scenario"]["id"].removeprefix("named/"): record for record in records}


def _real(text: str) -> str:
    """Return a text in which the recorded stand-ins for uids look like uids."""

    def uid(match: re.Match[str]) -> str:
        made = str(uuid5(NAMESPACE_OID, match[1]))
        return made.upper() if match[2] else made

    text = re.sub(r"\{\{uid:([a-z0-9-]+)\}\}", r"uid:\1", text.replace("{{P}}", "")).replace("uidlit:", "")
    return re.sub(r"uid:([a-z0-9-]+)(\|upper)?", uid, text)


def write(record: Record, folder: Path) -> None:
    """Write the manifests of a scenario: with uids, as exported, where they were accepted."""
    for entry in record["scenario"]["objects"]:
        name = entry["id"]
        if "rawYaml" in entry:
            (folder / f"{name}.yaml").write_text(_real(entry["rawYaml"]), encoding="utf-8")
            continue
        metadata = {key: value for key, value in entry["manifest"]["metadata"].items() if key != "uid"}
        if name in record["outcome"].get("initial", {}):
            metadata["uid"] = f"uid:{name}"
        text = json.dumps({**entry["manifest"], "metadata": metadata})
        (folder / f"{name}.json").write_text(_real(text), encoding="utf-8")


def recorded(record: Record, name: str) -> Consequence:
    """Return what was recorded of an object of a scenario, in a word."""
    outcome = record["outcome"]
    answer = outcome["objects"][name]
    if max(answer["code"], answer.get("strict", answer)["code"]) >= 400:  # strict is how kubectl asks
        return Consequence.REJECTED
    if any("duplicate" in warning for warning in answer.get("warnings", ())):
        return Consequence.WARNED
    if any("foregroundDeletion" in state.get("finalizers", ()) for state in outcome.get("final", {}).values()):
        return Consequence.DELETION_HANGS
    state = outcome["initial"][name]
    if state["state"] != "present":
        return Consequence.DELETED
    stored = answer.get("stored", {}).get("ownerReferences", ())
    left = state.get("ownerReferences", ())
    return Consequence.STRIPPED if len(left) < len(stored) else Consequence.NEVER_COLLECTED


def findings(folder: Path, mode: WorldMode = WorldMode.CLOSED) -> tuple[Finding, ...]:
    """Return what all rules report on a folder, which is a whole cluster unless a mode says otherwise."""
    sets = (DEFAULT_SET, *{name for meta in RULES.values() for name in meta.sets})
    registry = Registry(built_in_rules(), {}, ())
    report = check(Request((str(folder),), registry, mode=mode, release="1.36", kinds=KINDS, sets=tuple(sorted(sets))))
    assert not report.errors
    return report.findings


@pytest.mark.parametrize(
    ("rule", "scenario", "name"),
    [(rule, scenario, name) for rule, proofs in PROOFS.items() for scenario, name in proofs.items()],
)
def test_what_a_rule_claims_was_recorded(rule: str, scenario: str, name: str, tmp_path: Path) -> None:
    record = recordings()[scenario]
    write(record, tmp_path)
    claimed = {
        finding.consequence
        for finding in findings(tmp_path)
        if finding.meta.name == rule and Path(finding.location.file).stem == name
    }
    assert claimed == {recorded(record, name)}


@pytest.mark.parametrize(
    ("rule", "scenario", "name"),
    [(rule, scenario, name) for rule, proofs in WRITTEN.items() for scenario, name in proofs.items()],
)
def test_what_a_rule_claims_of_a_manifest_was_recorded(rule: str, scenario: str, name: str, tmp_path: Path) -> None:
    record = recordings()[scenario]
    (manifest,) = (entry["manifest"] for entry in record["scenario"]["objects"] if entry["id"] == name)
    (tmp_path / f"{name}.json").write_text(_real(json.dumps(manifest)), encoding="utf-8")
    claimed = {finding.consequence for finding in findings(tmp_path, WorldMode.AUTO) if finding.meta.name == rule}
    assert claimed == {recorded(record, name)}


def test_every_rule_that_claims_a_consequence_has_recordings_or_a_reason() -> None:
    claiming = {name for name, meta in RULES.items() if meta.consequence not in HARMLESS}
    assert claiming - PROOFS.keys() - WRITTEN.keys() == set(UNPROVEN)
    assert all((PROOFS | WRITTEN).values())


def test_a_deletion_timestamp_is_dropped_on_create_and_refused_on_update(tmp_path: Path) -> None:
    created = recordings()["metadata-deletionTimestamp-given"]
    (entry,) = created["scenario"]["objects"]
    (tmp_path / "b.json").write_text(_real(json.dumps(entry["manifest"])), encoding="utf-8")
    claimed = {finding.meta.name: finding.consequence for finding in findings(tmp_path)}
    assert claimed == {"committed-deletion-timestamp": Consequence.REJECTED}
    assert (created["outcome"]["objects"]["b"]["code"], created["outcome"]["initial"]["b"]["state"]) == (201, "present")
    (updated,) = recordings()["patch-deletionTimestamp"]["outcome"]["actions"]
    assert updated["code"] == 422
    assert "field is immutable" in updated["error"]["message"]


def test_owner_references_of_an_event_have_no_effect(tmp_path: Path) -> None:
    record = recordings()["event-as-dependent"]
    write(record, tmp_path)
    assert "unmonitored-dependent" in {finding.meta.name for finding in findings(tmp_path)}
    assert record["outcome"]["initial"]["e"]["state"] == "present"
    assert record["outcome"]["initial"]["e"]["ownerReferences"]
