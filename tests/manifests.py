"""Small manifests for tests that run the whole program, and where their faults stand."""

from __future__ import annotations

BAD = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web-config
  namespace: shop
  ownerReferences:
    - apiVersion: apps/v1
      kind: Deployment
      name: web
"""
"""An owner reference without uid: the API server rejects it, whatever else exists."""

BAD_PLACE = "7:7"
"""Line and column of the entry without uid."""

CLEAN = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: plain
  namespace: shop
"""

_OWNER_UID = "11111111-2222-4333-8444-555555555555"

OWNER = f"""\
apiVersion: v1
kind: ConfigMap
metadata:
  name: owner
  namespace: shop
  uid: {_OWNER_UID}
"""
"""A live object."""

DEPENDENT = f"""\
apiVersion: v1
kind: ConfigMap
metadata:
  name: dependent
  namespace: shop
  uid: 66666666-7777-4888-9999-aaaaaaaaaaaa
  ownerReferences:
    - apiVersion: v1
      kind: ConfigMap
      name: owner
      uid: {_OWNER_UID}
"""
"""A live object that `OWNER` owns; sound as long as that one is there."""

DANGLING_PLACE = "11:12"
"""Line and column of the uid in `DEPENDENT`, which is at fault when its owner is gone."""
