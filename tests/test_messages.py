"""Messages of Kubernetes are recognised however they are pasted."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ownerlint.messages import known_messages, recognise
from ownerlint.registry import built_in_rules

SEEN = [
    (
        'The ConfigMap "b" is invalid: metadata.ownerReferences.uid: Invalid value: "": must not be empty',
        ["owner-uid-empty"],
    ),
    ('metadata.ownerReferences.apiVersion: Invalid value: "": version must not be empty', ["owner-api-version-empty"]),
    (
        (
            'metadata.ownerReferences: Invalid value: v1.OwnerReference{Kind:"Event"}: /v1, Kind=Event is disallowed from being '
            "an owner"
        ),
        ["event-owner"],
    ),
    (
        'Only one reference can have Controller set to true. Found "true" in references for ConfigMap/a and ConfigMap/c',
        ["several-controllers"],
    ),
    (
        (
            "Warning: .metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may "
            "reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: 1"
        ),
        ["duplicate-entries"],
    ),
    ('.metadata.ownerReferences: duplicate entries for key [uid="0d1f"]', ["duplicate-uid-in-apply"]),
    ('.metadata.finalizers: duplicate entries for key [="example.com/x"]', ["duplicate-finalizer-in-apply"]),
    (
        (
            'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal string into Go struct field '
            "OwnerReference.metadata.ownerReferences.blockOwnerDeletion of type bool"
        ),
        ["cannot-unmarshal-owner-reference"],
    ),
    ('strict decoding error: unknown field "metadata.ownerReferences[0].namespace"', ["unknown-owner-field"]),
    ('strict decoding error: unknown field "spec.foo"', ["unknown-field"]),
    ('line 8: key "ownerReferences" already set in map', ["duplicate-key"]),
    (
        'metadata.finalizers[0]: Invalid value: "foo": name is neither a standard finalizer name nor is it fully qualified',
        ["finalizer-unqualified"],
    ),
    (
        'metadata.finalizers: "foo": prefer a domain-qualified finalizer name to avoid accidental conflicts',
        ["finalizer-prefer-qualified"],
    ),
    ("finalizer orphan and foregroundDeletion cannot be both set", ["finalizers-conflict"]),
    (
        "metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers",
        ["finalizer-while-deleting"],
    ),
    ("Precondition failed: UID in precondition: 1, UID in object meta: 2", ["uid-precondition"]),
    (
        "uid mismatch: the provided object specified uid 7c9e, and no existing object was found",
        ["uid-mismatch-apply"],
    ),
    ("resourceVersion should not be set on objects to be created", ["resource-version-on-create"]),
    (
        (
            'secrets "b" is forbidden: cannot set blockOwnerDeletion if an ownerReference refers to a resource you can\'t set '
            "finalizers on: , <nil>"
        ),
        ["block-owner-deletion-forbidden"],
    ),
    (
        'secrets "b" is forbidden: cannot set an ownerRef on a resource you can\'t delete: , <nil>',
        ["owner-ref-delete-forbidden"],
    ),
    (
        (
            "cannot set blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion nocrd.example.net/v1 Kind "
            'Foo: no matches for kind "Foo" in version "nocrd.example.net/v1"'
        ),
        ["rest-mapping-admission", "no-matches-for-kind"],
    ),
    (
        'ownerRef [v1/ConfigMap, namespace: ns1, name: a, uid: 0d1f] does not exist in namespace "ns1"',
        ["owner-invalid-namespace"],
    ),
    ("OwnerRefInvalidNamespace", ["owner-invalid-namespace"]),
    ("unable to get REST mapping for v1/Deployment", ["rest-mapping-collector"]),
    ("child pods are preserved by default when jobs are deleted", ["job-pods-preserved"]),
    ('propagationPolicy: Unsupported value: "foreground"', ["propagation-policy-unsupported"]),
    ("orphanDependents and deletionPropagation cannot be both set", ["propagation-policy-conflict"]),
    (
        'no kind "configmap" is registered for version "v1" in scheme "pkg/api/legacyscheme/scheme.go:30"',
        ["kind-not-registered"],
    ),
    ("metadata.namespace: Forbidden: not allowed on this type", ["namespace-not-allowed"]),
]


def ids(text: str) -> list[str]:
    found = recognise(text)
    assert all(match.exact for match in found)
    return [match.message.id for match in found]


@pytest.mark.parametrize(("text", "expected"), SEEN)
def test_a_message_is_recognised(text: str, expected: list[str]) -> None:
    assert ids(text) == expected


@pytest.mark.parametrize(("text", "expected"), SEEN)
def test_case_quotes_line_breaks_and_surroundings_do_not_matter(text: str, expected: list[str]) -> None:
    shouted = text.upper().replace('"', '\\"').replace(" ", "\n   ")
    assert ids(f"Error from server (Forbidden):\t{shouted} (retried 3 times)") == expected


def test_several_messages_are_all_explained_best_match_first() -> None:
    text = "metadata.ownerReferences.kind: Invalid value: x: must not be empty, resourceVersion should not be set on objects"
    both = f"{text} to be created"
    assert ids(both) == ["resource-version-on-create", "owner-kind-empty"]


def test_a_message_typed_from_memory_is_only_a_likeness() -> None:
    (found,) = recognise("pods of jobs: child pods preserved when deleted by default")
    assert (found.message.id, found.exact) == ("job-pods-preserved", False)


@pytest.mark.parametrize("text", ["", "   ", "no such host", "connection refused", "exit status 1", "uid", "…"])
def test_an_unrelated_text_is_not_recognised(text: str) -> None:
    assert recognise(text) == ()


@given(st.text(alphabet=string.printable + "…ü\0", max_size=300))
def test_no_text_is_too_odd(text: str) -> None:
    recognise(text)


def test_a_long_text_takes_no_long_time_to_refuse() -> None:
    assert recognise("ownerReferences.uid " * 20_000) == ()


def test_every_message_is_complete_and_names_rules_that_exist() -> None:
    names = {rule.META.name for rule in built_in_rules()}
    messages = known_messages()
    assert len({message.id for message in messages}) == len(messages)
    for message in messages:
        assert message.says
        assert message.cause.endswith(".")
        assert message.fix.endswith(".")
        assert set(message.rules) <= names, message.id
        for wording in message.says:
            assert message in [match.message for match in recognise(wording.replace("…", " x "))], wording
