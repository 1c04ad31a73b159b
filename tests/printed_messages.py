"""Messages about ownership as Kubernetes 1.36 and controller-runtime print them, with real names filled in."""

from __future__ import annotations

from typing import Final

UID: Final = "0d1f6a52-91d3-4f62-8a51-5f0f5f2f7c11"
OTHER: Final = "7c9e6679-7425-40de-944b-e07fc1f90ae7"
INVALID: Final = 'ConfigMap "web-config" is invalid: metadata.'
ITEM: Final = '"item"="[v1/ConfigMap, namespace: shop, name: web-config, uid: 7c9e6679-7425-40de-944b-e07fc1f90ae7]"'
QUALIFIED: Final = (
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character "
    "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
    "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
)
SUBDOMAIN: Final = (
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and "
    "end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    r"'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
)
DUPLICATES: Final = (
    "API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your "
    f"requests; duplicate UID(s) observed: {UID}"
)
PATCH: Final = "failed to create typed patch object (shop/web-config; /v1, Kind=ConfigMap): .metadata"
CANNOT: Final = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: json: cannot unmarshal'
STRICT: Final = 'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error:'
FORBIDDEN: Final = 'secrets "tls" is forbidden: cannot set'
NODE: Final = 'pods "etcd-node-1" is forbidden: node "node-1"'
CONFLICT: Final = 'Operation cannot be fulfilled on configmaps "web-config":'
NAMESPACE: Final = 'Namespace "shop" is invalid: spec.finalizers: Invalid value:'

PRINTED: Final[dict[str, tuple[str, ...]]] = {
    "owner-uid-empty": (
        INVALID + 'ownerReferences.uid: Invalid value: "": must not be empty',
        INVALID + 'ownerReferences.uid: Invalid value: "": uid must not be empty',
        (
            'Widget.example.com "a" is invalid: spec.template.metadata.ownerReferences.uid: Invalid value: "": must not be '
            "empty"
        ),
    ),
    "owner-name-empty": (
        INVALID + 'ownerReferences.name: Invalid value: "": must not be empty',
        INVALID + 'ownerReferences.name: Invalid value: "": name must not be empty',
    ),
    "owner-kind-empty": (
        INVALID + 'ownerReferences.kind: Invalid value: "": must not be empty',
        INVALID + 'ownerReferences.kind: Invalid value: "": kind must not be empty',
    ),
    "owner-api-version-empty": (
        INVALID + 'ownerReferences.apiVersion: Invalid value: "a/b/c": version must not be empty',
    ),
    "event-owner": (
        INVALID
        + f'ownerReferences: Invalid value: {{"apiVersion":"v1","kind":"Event","name":"e","uid":"{UID}"}}: /v1, '
        "Kind=Event is disallowed from being an owner",
    ),
    "several-controllers": (
        INVALID + f'ownerReferences: Invalid value: [{{"apiVersion":"v1","kind":"ConfigMap","name":"a","uid":"{UID}",'
        f'"controller":true}},{{"apiVersion":"v1","kind":"ConfigMap","name":"c","uid":"{OTHER}","controller":true}}]: '
        'Only one reference can have Controller set to true. Found "true" in references for ConfigMap/a and ConfigMap/c',
    ),
    "duplicate-entries": (
        f".metadata.ownerReferences contains duplicate entries; {DUPLICATES}",
        f".metadata.ownerReferences contains duplicate entries after mutating admission happens; {DUPLICATES}",
    ),
    "duplicate-uid-in-apply": (f'{PATCH}.ownerReferences: duplicate entries for key [uid="{UID}"]',),
    "duplicate-finalizer-in-apply": (f'{PATCH}.finalizers: duplicate entries for key [="example.com/x"]',),
    "cannot-unmarshal-owner-reference": (
        f"{CANNOT} string into Go struct field OwnerReference.metadata.ownerReferences.blockOwnerDeletion of type bool",
        f"{CANNOT} object into Go struct field ObjectMeta.ownerReferences of type []v1.OwnerReference",
    ),
    "cannot-unmarshal": (f"{CANNOT} string into Go struct field ObjectMeta.metadata.finalizers of type []string",),
    "unknown-owner-field": (
        f'{STRICT} unknown field "metadata.ownerReferences[0].namespace"',
        f'{STRICT} unknown field "metadata.ownerReference"',
        'unknown field "metadata.ownerReferences[0].foo"',
        f'{PATCH}.ownerReferences[uid="{UID}"].foo: field not declared in schema',
    ),
    "unknown-field": (f'{STRICT} unknown field "spec.foo"', f"{PATCH}.foo: field not declared in schema"),
    "duplicate-key": (f'{STRICT} yaml: unmarshal errors:\n  line 8: key "ownerReferences" already set in map',),
    "finalizer-unqualified": (
        INVALID
        + 'finalizers[0]: Invalid value: "foo": name is neither a standard finalizer name nor is it fully qualified',
    ),
    "finalizer-prefer-qualified": (
        (
            'metadata.finalizers: "foo": prefer a domain-qualified finalizer name to avoid accidental conflicts with other '
            "finalizer writers"
        ),
        (
            'metadata.finalizers: "a.example.com": prefer a domain-qualified finalizer name including a path (/) to avoid '
            "accidental conflicts with other finalizer writers"
        ),
    ),
    "finalizers-conflict": (
        INVALID + 'finalizers: Invalid value: ["foregroundDeletion","orphan"]: finalizer orphan and foregroundDeletion '
        "cannot be both set",
    ),
    "finalizer-while-deleting": (
        INVALID + "finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new "
        'finalizers []string{"example.com/more"}',
    ),
    "finalizer-malformed": (
        INVALID + 'finalizers: Invalid value: "example.com/": name part must be non-empty',
        INVALID + 'finalizers: Invalid value: "example.com/x": name part must be no more than 63 bytes',
        INVALID + f'finalizers: Invalid value: "Example.com/x": prefix part {SUBDOMAIN}',
        INVALID + f'finalizers: Invalid value: "a/b/c": a valid label key {QUALIFIED} with an optional DNS subdomain '
        "prefix and '/' (e.g. 'example.com/MyName')",
        INVALID + f'finalizers: Invalid value: "a/b/c": a qualified name {QUALIFIED} with an optional DNS subdomain '
        "prefix and '/' (e.g. 'example.com/MyName')",
    ),
    "namespace-finalizer-invalid": (
        f'{NAMESPACE} "foo": name is neither a standard finalizer name nor is it fully qualified',
        f'{NAMESPACE} "example.com/": name part {QUALIFIED}',
        f'{NAMESPACE} "Example.com/x": prefix part {SUBDOMAIN}',
        f'{NAMESPACE} "a/b/c": a valid label key {QUALIFIED}',
    ),
    "object-being-deleted": ('object is being deleted: configmaps "web-config" already exists',),
    "namespace-not-allowed": ('Widget "a" is invalid: metadata.namespace: Forbidden: not allowed on this type',),
    "namespace-required": (INVALID + "namespace: Required value",),
    "namespace-mismatch": ("the namespace of the provided object does not match the namespace sent on the request",),
    "uid-precondition": (
        f"{CONFLICT} Precondition failed: UID in precondition: {UID}, UID in object meta: {OTHER}",
        (
            f"{CONFLICT} StorageError: invalid object, Code: 4, Key: /registry/configmaps/shop/web-config, ResourceVersion: "
            f"0, AdditionalErrorMsg: Precondition failed: UID in precondition: {UID}, UID in object meta: "
        ),
    ),
    "resource-version-precondition": (
        f"{CONFLICT} Precondition failed: ResourceVersion in precondition: 17, ResourceVersion in object meta: 19",
    ),
    "uid-mismatch-apply": (
        f"{CONFLICT} uid mismatch: the provided object specified uid {UID}, and no existing object was found",
        INVALID + f'uid: Invalid value: "{UID}": field is immutable',
    ),
    "deletion-timestamp-immutable": (
        INVALID + 'deletionTimestamp: Invalid value: "2026-01-01T00:00:00Z": field is immutable',
    ),
    "resource-version-on-create": ("resourceVersion should not be set on objects to be created",),
    "object-modified": (
        f"{CONFLICT} the object has been modified; please apply your changes to the latest version and try again",
    ),
    "managed-fields": ("metadata.managedFields must be nil",),
    "apply-conflict": (
        f'Apply failed with 1 conflict: conflict with "web": .metadata.ownerReferences[uid="{UID}"]',
        f'Apply failed with 2 conflicts: conflicts with "web":\n- .metadata.ownerReferences[uid="{UID}"].name\n- .data.a',
    ),
    "block-owner-deletion-forbidden": (
        f"{FORBIDDEN} blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: , <nil>",
    ),
    "owner-ref-delete-forbidden": (f"{FORBIDDEN} an ownerRef on a resource you can't delete: , <nil>",),
    "rest-mapping-admission": (
        (
            f"{FORBIDDEN} blockOwnerDeletion in this case because cannot find RESTMapping for APIVersion example.net/v1 Kind "
            'Foo: no matches for kind "Foo" in version "example.net/v1"'
        ),
    ),
    "owner-invalid-namespace": (
        f'ownerRef [v1/ConfigMap, namespace: shop, name: web, uid: {UID}] does not exist in namespace "shop"',
        "2m  Warning  OwnerRefInvalidNamespace  configmap/web-config",
        f'"item references an owner but does not match namespaces" {ITEM} "owner"="[v1/ConfigMap, namespace: billing]"',
    ),
    "owner-coordinates-differ": (
        f'"item references an owner with coordinates that do not match the observed identity" {ITEM}',
    ),
    "owner-not-found": (
        f'"item\'s owner is not found" {ITEM}',
        f'"according to the absentOwnerCache, item\'s owner does not exist" {ITEM}',
        f'"according to the absentOwnerCache, item\'s owner does not exist in namespace" {ITEM}',
    ),
    "owner-uid-differs": (f'"item\'s owner is not found, UID mismatch" {ITEM}',),
    "rest-mapping-collector": (
        "error syncing item &garbagecollector.node{identity: x}: unable to get REST mapping for v1/Deployment.",
        (
            "unable to get REST mapping for v1/Deployment.  If v1/Deployment is an invalid resource, then you should "
            "manually remove ownerReferences that refer v1/Deployment objects."
        ),
    ),
    "no-matches-for-kind": (
        'no matches for kind "Foo" in version "example.net/v1"',
        'no matches for kind "Foo" in versions ["example.net/v1" "example.net/v2"]',
        'no matches for kind "Foo" in group "example.net"',
    ),
    "cluster-scoped-object-with-namespaced-owner": (
        "cluster-scoped objects cannot refer to namespaced owners",
        f'"item is cluster-scoped, but refers to a namespaced owner" {ITEM}',
        "cluster-scoped resource must not have a namespace-scoped owner, owner's namespace shop",
    ),
    "cross-namespace-in-controller": (
        "cross-namespace owner references are disallowed, owner's namespace shop, obj's namespace billing",
    ),
    "already-owned": ("Object shop/web-config is already owned by another Deployment controller web",),
    "foreground-deletion-waits": (
        f'"add item to attemptToDelete, because it\'s waiting for its dependents to be deleted" {ITEM}',
        f'"adding dependent to attemptToDelete, because its owner is deletingDependents" {ITEM}',
    ),
    "orphaning-failed": (
        "failed to orphan dependents of owner [v1/ConfigMap, name: a], got errors: x",
        "orphanDependents for [v1/ConfigMap, namespace: shop, name: a] failed with x",
        "orphaning [v1/Secret, namespace: shop, name: b] failed, x",
    ),
    "collector-not-synced": (
        "failed to sync resource monitors: couldn't start monitor for resource",
        "timed out waiting for dependency graph builder sync during GC sync",
    ),
    "job-pods-preserved": (
        (
            "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or "
            "set propagationPolicy=Orphan to suppress this warning"
        ),
    ),
    "propagation-policy-unsupported": (
        (
            'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Unsupported value: "foreground": supported values: '
            '"Foreground", "Background", "Orphan", "nil"'
        ),
    ),
    "propagation-policy-conflict": (
        (
            'DeleteOptions.meta.k8s.io "" is invalid: propagationPolicy: Invalid value: "Orphan": orphanDependents and '
            "deletionPropagation cannot be both set"
        ),
    ),
    "kind-not-registered": (
        (
            'configmap in version "v1" cannot be handled as a ConfigMap: no kind "configmap" is registered for version "v1" '
            'in scheme "pkg/runtime/scheme.go:111"'
        ),
    ),
    "namespace-finalizers-remaining": (
        "Some content in the namespace has finalizers remaining: example.com/cleanup in 5 resource instances",
        "NamespaceFinalizersRemaining",
        "SomeFinalizersRemain",
    ),
    "namespace-content-remaining": (
        "Some resources are remaining: widgets.example.com has 5 resource instances",
        "NamespaceContentRemaining",
        "SomeResourcesRemain",
    ),
    "namespace-discovery-failed": (
        "Discovery failed for some groups, 1 failing: unable to retrieve the complete list of server APIs",
        "NamespaceDeletionDiscoveryFailure",
    ),
    "namespace-deletion-failed": (
        "Failed to delete all resource types, 1 remaining: Internal error occurred",
        "NamespaceDeletionContentFailure",
        "ContentDeletionFailed",
    ),
    "namespace-terminating": (
        'pods "a" is forbidden: unable to create new content in namespace shop because it is being terminated',
    ),
    "mirror-pod-owner": (
        f"{NODE} can only create pods with an owner reference set to itself",
        f"{NODE} can only create pods with a single owner reference set to itself",
        f"{NODE} can only create pods with a controller owner reference set to itself",
        f"{NODE} must not set blockOwnerDeletion on an owner reference",
        f"node node-1 UID mismatch: expected {UID} got {OTHER}",
    ),
    "node-owner-references": ('nodes "node-1" is forbidden: node "node-1" is not allowed to modify ownerReferences',),
    "excessive-aliasing": ("yaml: document contains excessive aliasing",),
    "yaml-not-text": ("yaml: invalid leading UTF-8 octet", "yaml: control characters are not allowed"),
    "yaml-syntax": (
        (
            "error: error parsing a.yaml: error converting YAML to JSON: yaml: line 3: mapping values are not allowed in "
            "this context"
        ),
    ),
}
"""For each message its texts, as the sources (and, of fields that older releases worded otherwise, theirs) print them."""
