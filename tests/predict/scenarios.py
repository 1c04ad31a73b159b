"""Recordings as a user would give them to the command: manifests, and words of the command line."""

from __future__ import annotations

import json
from typing import Any

from tests.collector.recordings import Record, is_judged

CUSTOM_KINDS = ("example.com/v1/Widget", "example.com/v1beta1/Widget", "example.com/v1/Gadget=Cluster")


def definitions() -> list[dict[str, Any]]:
    """Return the CustomResourceDefinitions of the recorded cluster."""
    return [
        _definition("Widget", "Namespaced", "v1", "v1beta1"),
        _definition("Gadget", "Cluster", "v1"),
    ]


def _definition(kind: str, scope: str, *versions: str) -> dict[str, Any]:
    plural = f"{kind.lower()}s"
    return {
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": f"{plural}.example.com"},
        "spec": {
            "group": "example.com",
            "names": {"kind": kind, "plural": plural},
            "scope": scope,
            "versions": [{"name": version, "served": True, "storage": version == "v1"} for version in versions],
        },
    }


def live(record: Record) -> dict[str, dict[str, Any]]:
    """Return the objects that exist before the collector starts, by id, with the uids as they are recorded."""
    found = {}
    for entry in record["scenario"]["objects"]:
        name = entry["id"]
        if name not in record["outcome"]["initial"]:
            continue
        stored = record["outcome"]["objects"][name].get("stored", {})
        manifest = entry["manifest"]
        kept = {key: value for key, value in manifest["metadata"].items() if key in ("name", "namespace")}
        found[name] = {**manifest, "metadata": {**kept, "uid": f"uid:{name}", **stored}}
    return found


def authored(record: Record) -> dict[str, dict[str, Any]]:
    """Return the manifests whose answer to a create request is recorded and follows from the manifest alone."""
    return {
        entry["id"]: _without_uid(entry["manifest"])
        for entry in record["scenario"]["objects"]
        if "rawYaml" not in entry and is_judged(entry, record["outcome"]["objects"][entry["id"]])
    }


def _without_uid(manifest: dict[str, Any]) -> dict[str, Any]:
    metadata = {key: value for key, value in manifest["metadata"].items() if key != "uid"}
    return {**manifest, "metadata": json.loads(json.dumps(metadata).replace("uidlit:", ""))}


def delete_words(record: Record, objects: dict[str, dict[str, Any]]) -> list[str] | None:
    """Return the options for the recorded deletions; None where the scenario cannot be said with one policy."""
    actions = record["scenario"].get("actions", [])
    answers = record["outcome"].get("actions", [])
    if any(action["op"] != "delete" for action in actions) or any(answer["code"] != 200 for answer in answers):
        return None
    policies = {"Orphan" if action.get("orphanDependents") else action.get("propagationPolicy") for action in actions}
    if len(policies) > 1:
        return None
    words = [word for policy in policies if policy for word in ("--cascade", policy.lower())]
    for action in actions:
        words += ["--delete", named(objects[action["target"]])]
    return words


def named(manifest: dict[str, Any]) -> str:
    """Return the words that name an object: group and namespace too."""
    group, slash, _ = manifest["apiVersion"].partition("/")
    metadata = manifest["metadata"]
    kind = f"{manifest['kind']}.{group if slash else ''}"
    return "/".join((kind, metadata.get("namespace", ""), metadata["name"]))
