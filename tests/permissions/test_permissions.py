"""What adds up for a role: bindings, aggregation, bundles, copies; and what rules make of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ownerlint.finding import Finding
from ownerlint.registry import Registry, built_in_rules
from ownerlint.rule import Confidence
from ownerlint.run import Request, check

HEAD = "apiVersion: rbac.authorization.k8s.io/v1\n"
PATCH = "{apiGroups: [example.com], resources: [widgets/finalizers], verbs: [patch]}"
CREATE = "{apiGroups: [apps], resources: [deployments], verbs: [create]}"
UPDATE = "{apiGroups: [example.com], resources: [widgets/finalizers], verbs: [update]}"


def role(name: str, *rules: str, namespace: str = "", labels: str = "{}", more: str = "") -> str:
    """Return a Role where a namespace is given, else a ClusterRole."""
    place = f", namespace: {namespace}" if namespace else ""
    kind = "Role" if namespace else "ClusterRole"
    return (
        f"{HEAD}kind: {kind}\nmetadata: {{name: {name}, labels: {labels}{place}}}\n"
        f"rules: [{', '.join(rules)}]\n{more}---\n"
    )


def bind(name: str, account: str = "robot", *, namespace: str = "", kind: str = "ClusterRole", at: str = "ops") -> str:
    """Return a RoleBinding where a namespace is given, else a ClusterRoleBinding."""
    place = f", namespace: {namespace}" if namespace else ""
    binding = "RoleBinding" if namespace else "ClusterRoleBinding"
    return (
        f"{HEAD}kind: {binding}\nmetadata: {{name: {name}-{account}{place}}}\n"
        f"roleRef: {{apiGroup: rbac.authorization.k8s.io, kind: {kind}, name: {name}}}\n"
        f"subjects: [{{kind: ServiceAccount, name: {account}, namespace: {at}}}]\n---\n"
    )


def bundle(*rules: str, account: str = "robot") -> str:
    """Return a ClusterServiceVersion."""
    return (
        "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: widgets.v1}\nspec:\n"
        f"  install: {{spec: {{clusterPermissions: [{{serviceAccountName: {account}, rules: [{', '.join(rules)}]}}]}}}}\n"
        "---\n"
    )


def findings(folder: Path, files: dict[str, str], *, word: str = "OWN601") -> list[Finding]:
    """Return what one rule finds in these files, however unsure."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    report = check(
        Request(
            paths=(str(folder),),
            registry=Registry(built_in_rules(), {}, ()),
            select=(word,),
            sets=("default", "openshift", "security"),
            min_confidence=Confidence.LOW,
        )
    )
    assert report.errors == ()
    return list(report.findings)


def in_one(folder: Path, *objects: str) -> list[Confidence]:
    return [finding.confidence for finding in findings(folder, {"all.yaml": "".join(objects)})]


@pytest.mark.parametrize(
    ("objects", "expected"),
    [
        ((role("a", PATCH, CREATE),), [Confidence.MEDIUM]),
        ((role("a", PATCH, CREATE), bind("a")), [Confidence.HIGH]),
        ((role("a", PATCH, CREATE), bind("a"), bind("elsewhere")), [Confidence.LOW]),
        ((role("a", PATCH, CREATE), bind("a"), bind("view")), [Confidence.HIGH]),
        ((role("a", PATCH, CREATE), bind("a"), bind("cluster-admin")), []),
        ((role("a", PATCH), role("b", CREATE), bind("a"), bind("b")), [Confidence.HIGH]),
        ((role("a", PATCH), role("b", CREATE), bind("a"), bind("b", "other")), []),
        ((role("a", PATCH, CREATE), role("b", UPDATE), bind("a"), bind("b")), []),
        ((role("a", PATCH, CREATE), role("b", UPDATE), bind("a"), bind("b", "other")), [Confidence.HIGH]),
        ((role("a", PATCH, CREATE), role("b", UPDATE), bind("a"), bind("b", at="else")), [Confidence.HIGH]),
        ((role("a", PATCH, CREATE, labels="{example.com/aggregate-to-edit: 'true'}"),), []),
        ((role("a", PATCH, CREATE, UPDATE.replace("[update]", "[update], resourceNames: [one]")),), []),
    ],
    ids=[
        "bound to nobody",
        "bound",
        "bound to a role outside the files too",
        "bound to a harmless role of every cluster too",
        "bound to the role that may do everything",
        "creates by another role",
        "somebody else creates",
        "updates by another role",
        "somebody else updates",
        "account of that name in another namespace",
        "part of a role that is not in the files",
        "update of some objects",
    ],
)
def test_all_that_a_service_account_is_granted_adds_up(
    tmp_path: Path, objects: tuple[str, ...], expected: list[Confidence]
) -> None:
    assert in_one(tmp_path, *objects) == expected


@pytest.mark.parametrize(
    ("resource", "verbs", "group", "silent"),
    [
        ("'*/finalizers'", "update", "example.com", True),
        ("'*'", "update", "example.com", True),
        ("widgets/finalizers", "'*'", "'*'", True),
        ("widgets/*", "update", "example.com", False),
        ("widgets", "'*'", "example.com", False),
        ("gadgets/finalizers", "update", "example.com", False),
        ("widgets/finalizers", "update", "example.org", False),
    ],
)
def test_wildcards_count_as_the_api_server_counts_them(
    tmp_path: Path, resource: str, verbs: str, group: str, *, silent: bool
) -> None:
    rule = f"{{apiGroups: [{group}], resources: [{resource}], verbs: [{verbs}]}}"
    assert in_one(tmp_path, role("a", PATCH, CREATE, rule)) == ([] if silent else [Confidence.MEDIUM])


@pytest.mark.parametrize(
    "created",
    [
        "{apiGroups: [''], resources: [events, pods/exec], verbs: [create]}",
        "{apiGroups: [coordination.k8s.io], resources: [leases], verbs: ['*']}",
        "{apiGroups: [authorization.k8s.io], resources: ['*'], verbs: [create]}",
        "{apiGroups: [example.com], resources: [widgets], verbs: [create]}",
        "{apiGroups: [''], resources: [secrets], verbs: [create], resourceNames: [one]}",
    ],
)
def test_who_creates_nothing_that_can_be_owned_needs_nothing(tmp_path: Path, created: str) -> None:
    assert in_one(tmp_path, role("a", PATCH, created)) == []


@pytest.mark.parametrize(
    ("selector", "silent"),
    [
        ("{matchLabels: {into: whole}}", True),
        ("{matchExpressions: [{key: into, operator: In, values: [whole]}]}", True),
        ("{matchExpressions: [{key: into, operator: Exists}]}", True),
        ("{matchExpressions: [{key: other, operator: DoesNotExist}]}", True),
        ("{matchLabels: {into: other}}", False),
        ("{matchExpressions: [{key: into, operator: NotIn, values: [whole]}]}", False),
    ],
)
def test_aggregated_roles_add_up(tmp_path: Path, selector: str, *, silent: bool) -> None:
    whole = role("whole", more=f"aggregationRule: {{clusterRoleSelectors: [{selector}]}}\n")
    part = role("part", UPDATE, labels="{into: whole}")
    found = in_one(tmp_path, role("a", PATCH, CREATE), bind("a"), whole, part, bind("whole"))
    assert found == ([] if silent else [Confidence.HIGH])


def test_a_part_is_judged_by_what_it_is_aggregated_into(tmp_path: Path) -> None:
    whole = role("whole", more="aggregationRule: {clusterRoleSelectors: [{matchLabels: {into: whole}}]}\n")
    parts = role("patching", PATCH, labels="{into: whole}") + role("creating", CREATE, labels="{into: whole}")
    (found,) = findings(tmp_path, {"all.yaml": whole + parts + bind("whole")})
    assert found.object is not None
    assert found.object.name == "patching"


def test_roles_of_different_namespaces_do_not_add_up(tmp_path: Path) -> None:
    one = role("a", PATCH, CREATE, namespace="one") + bind("a", namespace="one", kind="Role")
    two = role("b", UPDATE, namespace="two") + bind("b", namespace="two", kind="Role")
    assert in_one(tmp_path, one, two) == [Confidence.HIGH]
    assert in_one(tmp_path, one, two.replace("namespace: two", "namespace: one")) == []


def test_of_several_copies_the_nearest_counts(tmp_path: Path) -> None:
    flawed = role("a", PATCH, CREATE) + bind("a")
    sound = role("a", UPDATE, CREATE) + bind("a")
    found = findings(tmp_path, {"v1/all.yaml": sound, "v2/all.yaml": flawed, "v3/roles.yaml": sound})
    assert [Path(finding.location.file).parent.name for finding in found] == ["v2"]


def test_role_and_binding_may_stand_in_several_files_of_a_folder(tmp_path: Path) -> None:
    files = {
        "rbac/role.yaml": role("a", PATCH, CREATE),
        "rbac/binding.yaml": bind("a"),
        "rbac/more/second.yaml": role("b", UPDATE) + bind("b"),
    }
    assert findings(tmp_path, files) == []


def test_a_bundle_adds_up_with_the_roles_beside_it(tmp_path: Path) -> None:
    flawed = bundle(PATCH, CREATE)
    (found,) = findings(tmp_path, {"csv.yaml": flawed})
    assert (found.path, found.confidence) == (
        "spec.install.spec.clusterPermissions[0].rules[0].resources[0]",
        Confidence.HIGH,
    )
    assert findings(tmp_path, {"csv.yaml": flawed, "role.yaml": role("b", UPDATE) + bind("b")}) == []


def test_the_message_gives_rule_and_marker(tmp_path: Path) -> None:
    both = PATCH.replace("[widgets/finalizers]", "[widgets/finalizers, gadgets/finalizers]")
    (found,) = findings(tmp_path, {"all.yaml": role("a", both, CREATE) + bind("a")})
    assert found.message == (
        "ClusterRole/a grants patch, but not update, on widgets/finalizers and gadgets/finalizers of example.com, and "
        "ServiceAccount/robot, which holds it, creates deployments.apps. Where the admission plugin "
        "OwnerReferencesPermissionEnforcement is on (OpenShift; elsewhere it is off by default), creating one with "
        'blockOwnerDeletion: true and such an owner fails with 403 "cannot set blockOwnerDeletion if an ownerReference '
        "refers to a resource you can't set finalizers on\". Add the rule "
        '{apiGroups: ["example.com"], resources: ["widgets/finalizers", "gadgets/finalizers"], verbs: ["update"]} '
        "(kubebuilder: `// +kubebuilder:rbac:groups=example.com,resources=widgets/finalizers;gadgets/finalizers,"
        "verbs=update`)."
    )


def test_who_only_watches_and_changes_may_lack_the_permission_with_low_confidence(tmp_path: Path) -> None:
    watches = "{apiGroups: [example.com], resources: [widgets], verbs: [watch, patch]}"
    (found,) = findings(tmp_path, {"all.yaml": role("a", watches, CREATE) + bind("a")}, word="OWN602")
    assert (found.confidence, found.path) == (Confidence.LOW, "rules[0].resources[0]")


@pytest.mark.parametrize(("more", "expected"), [(CREATE, Confidence.MEDIUM), (UPDATE, Confidence.LOW)])
def test_who_granted_it_for_another_kind_knew_where_it_is_needed(
    tmp_path: Path, more: str, expected: Confidence
) -> None:
    status = "{apiGroups: [example.com], resources: [gadgets/status], verbs: [update]}"
    (found,) = findings(tmp_path, {"all.yaml": role("a", status, CREATE, more) + bind("a")}, word="OWN602")
    assert found.confidence is expected


def test_kinds_of_kubernetes_itself_are_nobodys_custom_resources(tmp_path: Path) -> None:
    status = "{apiGroups: [networking.k8s.io], resources: [ingresses/status], verbs: [update]}"
    assert findings(tmp_path, {"all.yaml": role("a", status, CREATE)}, word="OWN602") == []


@pytest.mark.parametrize(
    "broken",
    [
        "rules: {}",
        "rules: [1, {apiGroups: example.com, resources: [1, widgets/finalizers], verbs: patch}]",
        "rules: [{apiGroups: [null], resources: null, verbs: [patch]}]\naggregationRule: []",
        "rules: null\naggregationRule: {clusterRoleSelectors: [1, {matchLabels: [], matchExpressions: [1, {}]}]}",
        "roleRef: []\nsubjects: [1, {}]",
    ],
)
@pytest.mark.parametrize("kind", ["ClusterRole", "Role", "ClusterRoleBinding", "RoleBinding"])
def test_malformed_objects_grant_nothing_and_break_nothing(tmp_path: Path, kind: str, broken: str) -> None:
    text = f"{HEAD}kind: {kind}\nmetadata: {{name: a, labels: {{x: 1}}}}\n{broken}\n---\n"
    assert in_one(tmp_path, text, role("b", PATCH, CREATE), bind("b")) == [Confidence.HIGH]


@pytest.mark.parametrize("spec", ["1", "{install: 1}", "{install: {spec: {permissions: [1, {rules: {}}]}}}"])
def test_malformed_bundles_grant_nothing_and_break_nothing(tmp_path: Path, spec: str) -> None:
    head = "apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\nmetadata: {name: a}\n"
    assert in_one(tmp_path, f"{head}spec: {spec}\n") == []
