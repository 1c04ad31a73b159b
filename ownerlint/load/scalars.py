"""What an unquoted scalar means to Kubernetes.

Kubernetes reads manifests with `sigs.k8s.io/yaml`, which turns YAML into JSON by its copy of go-yaml v2: the types of
YAML 1.1 with that library's own choices (`goyaml.v2/resolve.go`). No sexagesimal numbers, and dates stay strings.
"""

from __future__ import annotations

import re
from typing import Final

from ownerlint.load.plain import Literal, Scalar

_TRUE: Final = ("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON")
_FALSE: Final = ("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF")
_INFINITY: Final = (".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF")
_NAMED: Final[dict[str, Scalar]] = {
    **{text: Literal(text, "boolean", value=True) for text in _TRUE},
    **{text: Literal(text, "boolean", value=False) for text in _FALSE},
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **{text: Literal(text, "float", value=float("nan")) for text in (".nan", ".NaN", ".NAN")},
    **{text: Literal(text, "float", value=float("inf")) for text in _INFINITY},
    **{text: Literal(text, "float", value=float("-inf")) for text in ("-.inf", "-.Inf", "-.INF")},
}
_FLOAT: Final = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_DOT_FLOAT: Final = re.compile(r"\.[0-9]+(?:_[0-9]+)*(?:[eE][-+]?[0-9]+(?:_[0-9]+)*)?")
_INTEGER: Final = re.compile(
    r"(?P<sign>[-+]?)(?:0[xX](?P<hex>[0-9a-fA-F]+)|0[bB](?P<bin>[01]+)|0[oO]?(?P<oct>[0-7]+)|(?P<dec>0|[1-9][0-9]*))"
)
_SIGN_INSIDE: Final = re.compile(r"0b[-+][01]+")  # go-yaml cuts off the prefix and has Go read the rest
_BASES: Final = {"hex": 16, "bin": 2, "oct": 8, "dec": 10}
_MAY_BE_TYPED: Final = frozenset("+-0123456789.yYnNtTfFoO~")


def resolve(text: str) -> Scalar:
    """Return the value of an unquoted, untagged scalar: a string, None, or a `Literal` of another type."""
    if text and text[0] not in _MAY_BE_TYPED:
        return text
    if text in _NAMED:
        return _NAMED[text]
    first = text[0]
    if first == ".":
        return _float(text, text.replace("_", "")) if _DOT_FLOAT.fullmatch(text) else text
    if first in "+-0123456789" and text.count("-") <= 2:  # no number has more, but every uid has
        return _number(text)
    return text


def resolve_tagged(text: str, tag: str) -> Scalar:
    """Return the value of a scalar with an explicit tag. An unknown tag, or one that does not fit, leaves a string."""
    name = tag.removeprefix("tag:yaml.org,2002:")
    if name == "binary":
        return _binary(text)
    if name not in ("int", "float", "bool", "null"):
        return text
    value = resolve(text)
    if value is None:
        return None if name == "null" else text
    if isinstance(value, Literal):
        if name == "float" and value.type == "integer":
            return Literal(text, "float", float(value.value))
        if value.type == {"int": "integer", "bool": "boolean"}.get(name, name):
            return value
    return text


def _binary(text: str) -> str:
    import base64  # noqa: PLC0415 - hardly a manifest needs it
    import binascii  # noqa: PLC0415

    try:
        return base64.b64decode(text, validate=False).decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return text


def _number(text: str) -> Scalar:
    plain = text.replace("_", "")
    match = _INTEGER.fullmatch(plain)
    if match and match.lastgroup:
        value = int(match[match.lastgroup], _BASES[match.lastgroup])
        # Go tries int64 first, then uint64, which takes no sign.
        if match["sign"] == "-":
            value = -value
        if -(1 << 63) <= value < (1 << 63) or (not match["sign"] and value < (1 << 64)):
            return Literal(text, "integer", value)
    if _SIGN_INSIDE.fullmatch(plain):
        return Literal(text, "integer", int(plain[2:], base=2))  # noqa: FURB166 - the sign stands behind the prefix
    return _float(text, plain) if _FLOAT.fullmatch(plain) else text


def _float(text: str, plain: str) -> Scalar:
    value = float(plain)
    # Go's ParseFloat calls an overflow an error, so that the text stays a string.
    return text if value in (float("inf"), float("-inf")) else Literal(text, "float", value)
