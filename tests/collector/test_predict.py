"""What `predict` promises beside agreement with the recordings."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from ownerlint.collector.admission import Admission, FieldError
from ownerlint.collector.outcome import Deletion, Fate, Outcome, Prediction
from ownerlint.collector.predict import predict
from ownerlint.collector.state import PropagationPolicy
from ownerlint.collector.verdict import Consequence
from ownerlint.kinds import CustomKind, KindTable
from ownerlint.model import KubeObject, OwnerReference
from tests.builders import make, reference
from tests.collector.recordings import kinds

KEPT, DELETED, TERMINATING = Fate.KEPT, Fate.DELETED, Fate.TERMINATING


def configmap(number: int, *references: OwnerReference, finalizers: Sequence[str] = ()) -> KubeObject:
    return make("ConfigMap", f"n{number}", *references, uid=f"u{number}", finalizers=finalizers)


def owned_by(number: int, *, block: bool = False) -> OwnerReference:
    return reference("ConfigMap", f"n{number}", f"u{number}", block=block)


def gadget(name: str, *references: OwnerReference) -> KubeObject:
    return make("Gadget", name, *references, api_version="example.com/v1", namespace="", uid=f"g-{name}")


def fates(prediction: Prediction) -> list[tuple[Fate, ...]]:
    return [outcome.fates for outcome in prediction.outcomes]


def only(*objects: KubeObject, fresh: bool = False) -> Outcome:
    return predict(objects, kinds(), fresh=fresh).outcomes[-1]


def test_one_absent_owner_beside_a_sound_one_is_stripped() -> None:
    outcome = only(configmap(1), configmap(2, owned_by(1), owned_by(9)))
    assert (outcome.fates, outcome.owner_references) == ((KEPT,), ("u1",))
    assert outcome.consequence is Consequence.STRIPPED
    assert outcome.reason == "another owner exists; the collector removes what is absent: ConfigMap/n9 (v1, uid u9)"


def test_an_unresolvable_reference_freezes_the_object() -> None:
    outcome = only(configmap(1, owned_by(9), reference("Deployment", "web", "u8")))
    assert (outcome.fates, outcome.owner_references) == ((KEPT,), ("u9", "u8"))
    assert outcome.consequence is Consequence.NEVER_COLLECTED
    assert outcome.reason == "never collected: the cluster has no Deployment in v1"


def test_a_cluster_scoped_object_with_a_namespaced_owner_is_never_collected() -> None:
    outcome = only(configmap(1), gadget("g", owned_by(1)))
    assert outcome.fates == (KEPT,)
    assert outcome.reason == "never collected: a cluster-scoped object names the namespaced owner ConfigMap/n1"
    assert outcome.events == ("OwnerRefInvalidNamespace",)


def test_everything_with_an_owner_goes_when_it_is_restored_into_an_empty_cluster() -> None:
    objects = [configmap(1), configmap(2, owned_by(1)), configmap(3, owned_by(2))]
    assert fates(predict(objects, kinds())) == [(KEPT,), (KEPT,), (KEPT,)]
    assert fates(predict(objects, kinds(), fresh=True)) == [(KEPT,), (DELETED,), (DELETED,)]


def test_what_the_server_rejects_takes_no_further_part() -> None:
    bad = make("ConfigMap", "bad", reference("ConfigMap", "n1", ""), uid="u1")
    prediction = predict([bad, configmap(2)], kinds(), fresh=True)
    outcome = prediction.outcomes[0]
    assert (outcome.admission, outcome.fates, outcome.consequence) == (Admission.REJECTED, (), Consequence.REJECTED)
    message = 'Invalid value: "": must not be empty'
    assert outcome.errors == (FieldError("metadata.ownerReferences.uid", message),)
    assert prediction.outcomes[1].fates == (KEPT,)


def test_an_object_of_a_kind_that_does_not_exist_is_rejected_when_it_is_authored() -> None:
    obj = make("Thing", "a", api_version="nowhere.example.org/v1")
    assert only(obj).errors == (FieldError("", 'no matches for kind "Thing" in version "nowhere.example.org/v1"'),)


def test_the_protection_finalizer_of_a_claim_is_added_on_create() -> None:
    assert only(make("PersistentVolumeClaim", "data")).finalizers == ("kubernetes.io/pvc-protection",)


def test_owners_outside_the_files_can_be_presumed() -> None:
    objects = [configmap(2, owned_by(1)), configmap(3, owned_by(9))]
    assert fates(predict(objects, kinds(), presumed={"u1"})) == [(KEPT,), (DELETED,)]


def test_one_object_shown_under_two_identities_is_found_by_both() -> None:
    twin = make("Event", "e", api_version="events.k8s.io/v1", uid="u1")
    other = make("ConfigMap", "also", uid="u1")
    dependent = make("ConfigMap", "d", reference("ConfigMap", "also", "u1"), uid="u2")
    assert fates(predict([twin, other, dependent], kinds())) == [(KEPT,), (KEPT,), (KEPT,)]


def test_default_policy_of_a_job_orphans() -> None:
    job = make("Job", "j", api_version="batch/v1", uid="u1")
    pod = make("Pod", "p", reference("Job", "j", "u1", api_version="batch/v1", block=True), uid="u2")
    assert fates(predict([job, pod], kinds(), [Deletion(job)])) == [(DELETED,), (KEPT,)]
    background = predict([job, pod], kinds(), [Deletion(job, PropagationPolicy.BACKGROUND)])
    assert fates(background) == [(DELETED,), (DELETED,)]


def test_a_second_request_for_what_is_gone_is_reported() -> None:
    owner, dependent = configmap(1), configmap(2, owned_by(1))
    wanted = [Deletion(owner), Deletion(dependent)]
    assert predict([owner, dependent], kinds(), wanted).missed == (wanted[1],)


def test_a_target_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="ConfigMap/n2 is none of the objects"):
        predict([configmap(1)], kinds(), [Deletion(configmap(2))])


def test_orphaning_a_misplaced_dependent_can_go_either_way() -> None:
    owner = configmap(1)
    dependent = gadget("g", owned_by(1), reference("Gadget", "no", "u9", api_version="example.com/v1"))
    outcome = predict([owner, dependent], kinds(), [Deletion(owner, PropagationPolicy.ORPHAN)]).outcomes[1]
    assert outcome.fates == (DELETED, KEPT)
    assert outcome.owner_references == ("u9",)


def test_what_is_first_said_of_an_absent_owner_decides_about_a_leading_slash() -> None:
    slashed = configmap(1, reference("ConfigMap", "x", "u9", api_version="/v1"))
    assert only(slashed).fates == (KEPT,)
    assert fates(predict([slashed, configmap(2, reference("ConfigMap", "x", "u9"))], kinds())) == [
        (DELETED, KEPT),
        (DELETED,),
    ]


def test_the_bound_is_reported() -> None:
    held = [configmap(1), *(configmap(n, owned_by(1), finalizers=["e.com/x"]) for n in range(2, 12))]
    wanted = [Deletion(held[0], PropagationPolicy.FOREGROUND)]
    assert predict(held, kinds(), wanted).complete
    cut = predict(held, kinds(), wanted, bound=30)
    assert not cut.complete
    assert {outcome.fates for outcome in cut.outcomes[1:]} == {(TERMINATING,)}


@pytest.mark.parametrize("policy", [PropagationPolicy.BACKGROUND, PropagationPolicy.FOREGROUND])
@pytest.mark.parametrize("finalizers", [(), ("example.com/x",)])
def test_long_chains_and_wide_owners_are_no_trouble(policy: PropagationPolicy, finalizers: tuple[str, ...]) -> None:
    size = 4000
    chain = [configmap(0), *(configmap(n, owned_by(n - 1)) for n in range(1, size))]
    star = [configmap(0), *(configmap(n, owned_by(0, block=True)) for n in range(1, size))]
    for objects in (chain, star):
        objects[-1] = replace(objects[-1], finalizers=finalizers)
        last = predict(objects, kinds(), [Deletion(objects[0], policy)]).outcomes[-1]
        assert last.fates == ((TERMINATING,) if finalizers else (DELETED,))


def _defined() -> tuple[KubeObject, KindTable]:
    names = {"kind": "Widget", "plural": "widgets"}
    versions = [{"name": "v1", "served": True, "storage": True}]
    spec = {"group": "example.com", "names": names, "scope": "Namespaced", "versions": versions}
    group = "apiextensions.k8s.io/v1"
    crd = make("CustomResourceDefinition", "widgets.example.com", api_version=group, namespace="", uid="crd")
    crd = replace(crd, body={"spec": spec})
    return crd, KindTable.build("1.36", [crd])


@pytest.mark.parametrize("finalizers", [(), ("example.com/x",)])
def test_the_objects_of_a_deleted_definition_go_with_it(finalizers: tuple[str, ...]) -> None:
    crd, table = _defined()
    widget = make("Widget", "w", api_version="example.com/v1", uid="u1", finalizers=finalizers)
    dependent = make("ConfigMap", "d", reference("Widget", "w", "u1", api_version="example.com/v1"), uid="u2")
    found = predict([crd, widget, dependent], table, [Deletion(crd)])
    if finalizers:
        assert fates(found) == [(TERMINATING,), (TERMINATING,), (KEPT,)]
        assert found.outcomes[0].finalizers == ("customresourcecleanup.apiextensions.k8s.io",)
    else:
        assert fates(found) == [(DELETED,), (DELETED,), (DELETED,)]


def test_the_dependents_of_a_kind_that_is_gone_are_frozen() -> None:
    dependent = make("ConfigMap", "d", reference("Widget", "w", "u1", api_version="example.com/v1"), uid="u2")
    found = predict([dependent], KindTable.build("1.36", [dependent], [CustomKind("example.com", "Other")]))
    assert fates(found) == [(KEPT,)]
    assert found.outcomes[0].consequence is Consequence.NEVER_COLLECTED


SIZE = 6
graphs = st.lists(
    st.lists(st.tuples(st.integers(0, SIZE + 1), st.booleans()), max_size=2, unique_by=lambda entry: entry[0]),
    min_size=SIZE,
    max_size=SIZE,
)


@given(graphs, st.sampled_from([None, *PropagationPolicy]), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_the_order_of_the_files_does_not_matter(
    entries: list[list[tuple[int, bool]]],
    policy: PropagationPolicy | None,
    random: Random,
) -> None:
    objects = [
        configmap(number, *(owned_by(owner, block=block) for owner, block in owners))
        for number, owners in enumerate(entries)
    ]
    shuffled = list(objects)
    random.shuffle(shuffled)
    first = predict(objects, kinds(), [Deletion(objects[0], policy)])
    second = predict(shuffled, kinds(), [Deletion(objects[0], policy)])
    assert {o.object.name: o.fates for o in first.outcomes} == {o.object.name: o.fates for o in second.outcomes}
