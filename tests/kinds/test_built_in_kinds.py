from __future__ import annotations

import pytest

from ownerlint.kinds import KindTable, Mapping, parse_release, releases

TABLE = KindTable.build(None, [])


# What the real collector made of each spelling was recorded on Kubernetes 1.36.3.
@pytest.mark.parametrize(
    ("api_version", "kind", "mapping", "namespaced", "suggestion"),
    [
        ("v1", "ConfigMap", Mapping.SERVED, True, ""),
        ("/v1", "ConfigMap", Mapping.SERVED, True, ""),
        ("v1", "configmap", Mapping.SERVED, True, ""),
        ("autoscaling/v1", "HorizontalPodAutoscaler", Mapping.SERVED, True, ""),
        ("rbac.authorization.k8s.io/v1", "clusterrole", Mapping.SERVED, False, ""),
        ("events.k8s.io/v1", "Event", Mapping.SERVED, True, ""),
        ("v1", "ConfigMapList", Mapping.LIST_KIND, True, "v1 ConfigMap"),
        ("v1", "NodeList", Mapping.LIST_KIND, False, "v1 Node"),
        ("v1", "BindingList", Mapping.LIST_KIND, True, ""),
        ("v1", "List", Mapping.LIST_KIND, False, ""),
        ("apps/v1", "List", Mapping.LIST_KIND, False, ""),
        ("apps/v9", "List", Mapping.NO_SUCH_VERSION, False, ""),
        ("apps/v9", "DeploymentList", Mapping.NO_SUCH_VERSION, True, "apps/v1 Deployment"),
        ("v1", "configmaplist", Mapping.NO_SUCH_KIND, None, "v1 ConfigMap"),
        ("v1", "Binding", Mapping.UNSTORABLE, True, ""),
        ("v1", "ComponentStatus", Mapping.UNSTORABLE, False, ""),
        ("authentication.k8s.io/v1", "TokenReview", Mapping.UNSTORABLE, False, ""),
        ("authorization.k8s.io/v1", "localsubjectaccessreview", Mapping.UNSTORABLE, True, ""),
        ("v1", "Configmap", Mapping.WRONG_CASE, True, "v1 ConfigMap"),
        ("v1", "CONFIGMAP", Mapping.WRONG_CASE, True, "v1 ConfigMap"),
        ("apps/v9", "DEPLOYMENT", Mapping.WRONG_CASE, True, "apps/v1 Deployment"),
        ("v1", "configmaps", Mapping.NO_SUCH_KIND, None, "v1 ConfigMap"),
        ("v1", "ConfigMap ", Mapping.NO_SUCH_KIND, None, "v1 ConfigMap"),
        ("apps/v1", "Deploymnt", Mapping.NO_SUCH_KIND, None, "apps/v1 Deployment"),
        ("v1", "Ingresses", Mapping.NO_SUCH_KIND, None, "networking.k8s.io/v1 Ingress"),
        ("autoscaling/v1", "Scale", Mapping.NO_SUCH_KIND, None, ""),
        ("policy/v1", "Eviction", Mapping.NO_SUCH_KIND, None, ""),
        ("v1", "Status", Mapping.NO_SUCH_KIND, None, ""),
        ("v1", "", Mapping.NO_SUCH_KIND, None, ""),
        ("v1", "Deployment", Mapping.WRONG_GROUP, None, "apps/v1 Deployment"),
        ("apps/v1", "Job", Mapping.WRONG_GROUP, None, "batch/v1 Job"),
        ("apps/v1", "ConfigMap", Mapping.WRONG_GROUP, None, "v1 ConfigMap"),
        ("app/v1", "Deployment", Mapping.WRONG_GROUP, None, "apps/v1 Deployment"),
        ("core/v1", "ConfigMap", Mapping.NO_SUCH_KIND, None, "v1 ConfigMap"),
        ("apps", "Deployment", Mapping.NO_SUCH_VERSION, None, "apps/v1 Deployment"),
        ("v2", "ConfigMap", Mapping.NO_SUCH_VERSION, True, "v1 ConfigMap"),
        ("V1", "ConfigMap", Mapping.NO_SUCH_VERSION, True, "v1 ConfigMap"),
        (" v1", "ConfigMap", Mapping.NO_SUCH_VERSION, True, "v1 ConfigMap"),
        ("", "ConfigMap", Mapping.NO_SUCH_VERSION, True, "v1 ConfigMap"),
        ("apps/v1/x", "Deployment", Mapping.NO_SUCH_VERSION, True, "apps/v1 Deployment"),
        ("apps/v9", "Deployment", Mapping.NO_SUCH_VERSION, True, "apps/v1 Deployment"),
        (
            "networking.k8s.io/v1beta1",
            "NetworkPolicy",
            Mapping.NO_SUCH_VERSION,
            True,
            "networking.k8s.io/v1 NetworkPolicy",
        ),
        ("policy/v1", "PodSecurityPolicy", Mapping.NO_SUCH_KIND, False, ""),
    ],
)
def test_what_the_mapper_makes_of_a_built_in_kind(
    api_version: str, kind: str, mapping: Mapping, namespaced: bool | None, suggestion: str
) -> None:
    found = TABLE.resolve(api_version, kind)
    assert (found.mapping, found.namespaced, found.suggestion) == (mapping, namespaced, suggestion)
    assert found.certain


def test_the_proper_spelling_is_told() -> None:
    assert TABLE.resolve("v1", "configmap").canonical == "ConfigMap"
    assert TABLE.resolve("authentication.k8s.io/v1", "tokenreview").canonical == "TokenReview"


@pytest.mark.parametrize(
    ("release", "api_version", "kind", "mapping", "suggestion"),
    [
        ("1.16", "extensions/v1beta1", "Deployment", Mapping.NO_SUCH_VERSION, "apps/v1 Deployment"),
        ("1.21", "extensions/v1beta1", "Ingress", Mapping.SERVED, ""),
        ("1.22", "extensions/v1beta1", "Ingress", Mapping.NO_SUCH_VERSION, "networking.k8s.io/v1 Ingress"),
        ("1.20", "batch/v1", "CronJob", Mapping.NO_SUCH_VERSION, "batch/v1beta1 CronJob"),
        ("1.21", "batch/v1", "CronJob", Mapping.SERVED, ""),
        ("1.21", "apiextensions.k8s.io/v1beta1", "CustomResourceDefinition", Mapping.SERVED, ""),
        ("1.24", "policy/v1beta1", "PodSecurityPolicy", Mapping.SERVED, ""),
        ("1.25", "policy/v1beta1", "PodSecurityPolicy", Mapping.NO_SUCH_VERSION, ""),
        ("1.16", "extensions/v1beta1", "List", Mapping.LIST_KIND, ""),
        ("1.22", "extensions/v1beta1", "List", Mapping.NO_SUCH_VERSION, ""),
        # The exact release of the removal is not known: served until surely gone.
        ("1.30", "node.k8s.io/v1alpha1", "RuntimeClass", Mapping.SERVED, ""),
        ("v1.36.3", "node.k8s.io/v1alpha1", "RuntimeClass", Mapping.NO_SUCH_VERSION, "node.k8s.io/v1 RuntimeClass"),
    ],
)
def test_versions_come_and_go_with_the_release(
    release: str, api_version: str, kind: str, mapping: Mapping, suggestion: str
) -> None:
    found = KindTable.build(release, []).resolve(api_version, kind)
    assert (found.mapping, found.suggestion) == (mapping, suggestion)


def test_a_removed_version_names_its_releases() -> None:
    found = TABLE.resolve("extensions/v1beta1", "Deployment")
    assert (found.introduced, found.removed) == ("1.1", "1.16")
    assert TABLE.resolve("apps/v9", "Deployment").removed == ""


def test_versions_off_by_default_count_as_served() -> None:
    alpha = TABLE.resolve("resource.k8s.io/v1alpha3", "DeviceTaintRule")
    assert (alpha.mapping, alpha.default_on) == (Mapping.SERVED, False)
    beta = KindTable.build("1.21", []).resolve("networking.k8s.io/v1beta1", "Ingress")
    assert (beta.mapping, beta.default_on) == (Mapping.SERVED, True)


def test_the_row_of_a_kind_is_at_hand() -> None:
    job = TABLE.resolve("batch/v1", "Job").built_in
    assert job is not None
    assert (job.plural, job.default_delete_policy, job.gc_monitored) == ("jobs", "OrphanDependents", True)
    event = TABLE.resolve("v1", "Event").built_in
    assert event is not None
    assert (event.as_owner, event.as_dependent, event.gc_monitored) == (
        "rejected_by_api_server",
        "not_monitored",
        False,
    )


@pytest.mark.parametrize(
    ("api_version", "kind", "namespaced"),
    [
        ("apps/v1", "Deployment", True),
        ("apps/v9", "Deployment", True),
        ("v1", "Namespace", False),
        ("extensions/v1beta1", "PodSecurityPolicy", False),
        ("v1", "Deployment", None),
        ("example.com/v1", "Widget", None),
    ],
)
def test_scope_ignores_the_version(api_version: str, kind: str, namespaced: bool | None) -> None:
    assert TABLE.namespaced(api_version, kind) is namespaced


@pytest.mark.parametrize(
    ("group", "kind", "family"),
    [
        ("extensions", "Deployment", "apps"),
        ("extensions", "DaemonSet", "apps"),
        ("extensions", "ReplicaSet", "apps"),
        ("extensions", "Ingress", "networking.k8s.io"),
        ("extensions", "NetworkPolicy", "networking.k8s.io"),
        ("extensions", "PodSecurityPolicy", "policy"),
        ("events.k8s.io", "Event", ""),
        ("", "Event", ""),
        ("apps", "Deployment", "apps"),
        ("batch", "Job", "batch"),
        ("example.com", "Deployment", "example.com"),
    ],
)
def test_groups_that_serve_the_same_objects_are_one_family(group: str, kind: str, family: str) -> None:
    assert TABLE.family(group, kind) == family


def test_releases_are_listed_oldest_first() -> None:
    assert releases() == tuple(f"1.{minor}" for minor in range(16, 37))
    assert TABLE.release == "1.36"


@pytest.mark.parametrize(
    ("text", "release"),
    [("1.36", "1.36"), ("v1.36.3", "1.36"), ("1.29.4-gke.10", "1.29"), (" v1.30.1+k3s1 ", "1.30"), ("1.16", "1.16")],
)
def test_a_release_is_read_in_every_common_form(text: str, release: str) -> None:
    assert parse_release(text) == release


@pytest.mark.parametrize("text", ["1.15", "1.37", "2.0", "", "latest", "1", "1.x", "1.36.3.4"])
def test_an_unknown_release_is_refused_with_the_range(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a Kubernetes release.*from 1\.16 to 1\.36"):
        KindTable.build(text, [])
