"""Small manifests as people write them: one object a file, ten files an application."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.kubectl_yaml import Object, Value


def application(number: int) -> Iterator[tuple[str, Object]]:
    """Yield the objects of one application with their file names, always the same ten."""
    name, namespace = f"shop-{number}", f"team-{number % 20}"
    labels: Value = {"app": name}
    template: Value = {
        "metadata": {"labels": labels},
        "spec": {
            "serviceAccountName": name,
            "containers": [
                {
                    "name": "app",
                    "image": f"registry.example.com/{name}:1.{number}",
                    "envFrom": [{"configMapRef": {"name": name}}, {"secretRef": {"name": name}}],
                    "ports": [{"containerPort": 8080, "name": "http"}],
                    "resources": {"requests": {"cpu": "100m", "memory": "128Mi"}},
                }
            ],
        },
    }
    bodies: tuple[tuple[str, str, dict[str, Value]], ...] = (
        ("v1", "ServiceAccount", {}),
        ("v1", "ConfigMap", {"data": {"LOG_LEVEL": "info", "REGION": "eu", "FEATURES": "cart,search,wishlist"}}),
        ("v1", "Secret", {"stringData": {"PASSWORD": "replace-me"}, "type": "Opaque"}),
        (
            "v1",
            "Service",
            {"spec": {"selector": labels, "ports": [{"name": "http", "port": 80, "targetPort": "http"}]}},
        ),
        ("apps/v1", "Deployment", {"spec": {"replicas": 2, "selector": {"matchLabels": labels}, "template": template}}),
        ("batch/v1", "CronJob", {"spec": {"schedule": "0 3 * * *", "jobTemplate": {"spec": {"template": template}}}}),
        ("policy/v1", "PodDisruptionBudget", {"spec": {"minAvailable": 1, "selector": {"matchLabels": labels}}}),
        ("v1", "PersistentVolumeClaim", {"spec": {"accessModes": ["ReadWriteOnce"], "storageClassName": "standard"}}),
        (
            "rbac.authorization.k8s.io/v1",
            "Role",
            {"rules": [{"apiGroups": [""], "resources": ["pods"], "verbs": ["get"]}]},
        ),
        (
            "rbac.authorization.k8s.io/v1",
            "RoleBinding",
            {
                "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": name},
                "subjects": [{"kind": "ServiceAccount", "name": name, "namespace": namespace}],
            },
        ),
    )
    for version, kind, body in bodies:
        metadata: Value = {"labels": labels, "name": name, "namespace": namespace}
        yield f"{kind.lower()}.yaml", {"apiVersion": version, "kind": kind, "metadata": metadata, **body}
