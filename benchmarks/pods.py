"""Pods as `kubectl get pods -o yaml` shows them: owned by ReplicaSets, with long specs and statuses."""

from __future__ import annotations

from typing import Final, NamedTuple

from benchmarks.dice import Dice
from benchmarks.kubectl_yaml import Object, Value

_MANAGED_EVERY: Final = 10
"""One Pod in so many keeps its managedFields: kubectl leaves them out unless it is asked to show them."""


class Workload(NamedTuple):
    """A ReplicaSet that is not in the files, as its Pods refer to it."""

    app: str
    namespace: str
    pod_template_hash: str
    uid: str


def workloads(dice: Dice, amount: int) -> list[Workload]:
    """Return ReplicaSets that are spread over namespaces."""
    apps = [f"{noun}-{place}" for noun in ("web", "api", "worker", "cache", "cart") for place in ("eu", "us")]
    return [Workload(dice.pick(apps), f"team-{number % 20}", dice.suffix(9), dice.uid()) for number in range(amount)]


def pod(dice: Dice, owner: Workload, number: int) -> Object:
    """Return a Pod of this owner; `number` says which Pods keep their managedFields."""
    containers = ["app"] if dice.below(20) else ["app", "sidecar"]
    volume = f"kube-api-access-{dice.suffix(5)}"
    started = dice.time()
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": _metadata(dice, owner, started, managed=number % _MANAGED_EVERY == 0),
        "spec": {
            "containers": [_container(dice, owner, name, volume) for name in containers],
            "dnsPolicy": "ClusterFirst",
            "enableServiceLinks": True,
            "nodeName": f"node-{1 + dice.below(99)}",
            "priority": 0,
            "restartPolicy": "Always",
            "schedulerName": "default-scheduler",
            "securityContext": {},
            "serviceAccount": "default",
            "serviceAccountName": "default",
            "terminationGracePeriodSeconds": 30,
            "tolerations": [_TOLERATION],
            "volumes": [{"name": volume, "projected": {"defaultMode": 420, "sources": [_TOKEN]}}],
        },
        "status": _status(dice, owner, containers, started),
    }


def _metadata(dice: Dice, owner: Workload, started: str, *, managed: bool) -> dict[str, Value]:
    prefix = f"{owner.app}-{owner.pod_template_hash}"
    metadata: dict[str, Value] = {
        "creationTimestamp": started,
        "generateName": f"{prefix}-",
        "labels": {"app": owner.app, "pod-template-hash": owner.pod_template_hash},
        "name": f"{prefix}-{dice.suffix(5)}",
        "namespace": owner.namespace,
        "ownerReferences": [
            {
                "apiVersion": "apps/v1",
                "blockOwnerDeletion": True,
                "controller": True,
                "kind": "ReplicaSet",
                "name": prefix,
                "uid": owner.uid,
            }
        ],
        "resourceVersion": str(100_000 + dice.below(10**8)),
        "uid": dice.uid(),
    }
    if dice.below(4) == 0:
        metadata["annotations"] = {
            "cni.projectcalico.org/podIP": f"{dice.address()}/32",
            "prometheus.io/scrape": "true",
        }
    if managed:
        metadata["managedFields"] = [_managed(owner, started)]
    return metadata


def _managed(owner: Workload, time: str) -> Value:
    labels: Value = {".": {}, "f:app": {}, "f:pod-template-hash": {}}
    owners: Value = {".": {}, f'k:{{"uid":"{owner.uid}"}}': {}}
    container: Value = {".": {}, "f:env": {}, "f:image": {}, "f:imagePullPolicy": {}, "f:name": {}, "f:resources": {}}
    fields: Value = {
        "f:metadata": {"f:generateName": {}, "f:labels": labels, "f:ownerReferences": owners},
        "f:spec": {"f:containers": {'k:{"name":"app"}': container}, "f:dnsPolicy": {}, "f:restartPolicy": {}},
    }
    return {
        "apiVersion": "v1",
        "fieldsType": "FieldsV1",
        "fieldsV1": fields,
        "manager": "kube-controller-manager",
        "operation": "Update",
        "time": time,
    }


def _container(dice: Dice, owner: Workload, name: str, volume: str) -> Value:
    env: list[Value] = [{"name": f"SETTING_{n}", "value": str(dice.below(100))} for n in range(1 + dice.below(2))]
    env.append({"name": "POD_IP", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "status.podIP"}}})
    sized: Value = {"limits": {"cpu": "500m", "memory": "256Mi"}, "requests": {"cpu": "100m", "memory": "128Mi"}}
    return {
        "args": ["--log-level=info", "--listen=0.0.0.0:8080"],
        "env": env,
        "image": f"registry.example.com/{owner.app}:{dice.below(9)}.{dice.below(9)}.{dice.below(9)}",
        "imagePullPolicy": "IfNotPresent",
        "name": name,
        "resources": dice.pick((sized, {})),
        "volumeMounts": [
            {"mountPath": "/var/run/secrets/kubernetes.io/serviceaccount", "name": volume, "readOnly": True},
        ],
    }


_TOLERATION: Final[Value] = {
    "effect": "NoExecute",
    "key": "node.kubernetes.io/not-ready",
    "operator": "Exists",
    "tolerationSeconds": 300,
}
_TOKEN: Final[Value] = {"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}}


def _status(dice: Dice, owner: Workload, containers: list[str], started: str) -> Value:
    address = dice.address()
    states: list[Value] = [
        {
            "containerID": f"containerd://{dice.hexadecimal(64)}",
            "image": f"registry.example.com/{owner.app}:1.2.3",
            "imageID": f"registry.example.com/{owner.app}@sha256:{dice.hexadecimal(64)}",
            "lastState": {},
            "name": name,
            "ready": True,
            "restartCount": 0,
            "started": True,
            "state": {"running": {"startedAt": dice.time()}},
        }
        for name in containers
    ]
    conditions: list[Value] = [
        {"lastTransitionTime": dice.time(), "status": "True", "type": kind}
        for kind in ("Initialized", "Ready", "ContainersReady", "PodScheduled")
    ]
    return {
        "conditions": conditions,
        "containerStatuses": states,
        "hostIP": "192.0.2.9",
        "phase": "Running",
        "podIP": address,
        "podIPs": [{"ip": address}],
        "qosClass": "Burstable",
        "startTime": started,
    }
