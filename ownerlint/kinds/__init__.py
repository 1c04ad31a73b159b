"""Which kinds exist, in which scope and versions: the built-in table, CRDs in the files, configuration; else unknown."""

from ownerlint.kinds.crds import CustomKind, custom_kinds_of
from ownerlint.kinds.data import BuiltInKind, parse_range, parse_release, releases
from ownerlint.kinds.mapping import Kind, Mapping
from ownerlint.kinds.table import KindTable

__all__ = [
    "BuiltInKind",
    "CustomKind",
    "Kind",
    "KindTable",
    "Mapping",
    "custom_kinds_of",
    "parse_range",
    "parse_release",
    "releases",
]
