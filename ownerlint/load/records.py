"""What goes into the loader and what comes out of it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from ownerlint.model import InputFault, KubeObject, Skipped

MIB: Final = 1 << 20

SKIP_REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "broken-test-data": "The document does not parse, and stands in a folder of test data, where that may be meant.",
        "empty": "The file holds nothing but blanks and comments.",
        "empty-list": "The list has no items.",
        "helm-template": "The file is a template of a Helm chart; lint what `helm template` makes of it.",
        "no-kind": "The document has only one of apiVersion and kind, so it is no Kubernetes object.",
        "not-a-manifest": "The document has neither apiVersion nor kind, or is no mapping at all.",
        "template": "The file is not YAML before its template engine has run; lint what it renders.",
    }
)
"""Why a file, or one document of it, holds nothing to judge: stable word and one sentence."""


class LoadOptions(Struct, frozen=True):
    """How to read.

    Args:
        max_yaml_bytes: size above which a file is refused; the option `--max-file-size`.
        max_json_bytes: the same for JSON, which needs far less memory and time for each byte. `max_yaml_bytes` counts
            for JSON too where it is the larger of the two.
        fast: use the fast YAML layer where it is sure of itself.
        labels: keep labels and selectors, of live objects too (`KubeObject.selection`); for rules that ask for them.
    """

    max_yaml_bytes: int = 64 * MIB
    max_json_bytes: int = 2048 * MIB
    fast: bool = True
    labels: bool = False

    def limit(self, *, json: bool) -> int:
        """Return the largest number of bytes that is read of a file of this format."""
        return max(self.max_json_bytes, self.max_yaml_bytes) if json else self.max_yaml_bytes


class LoadedFile(Struct, frozen=True):
    """All that one file holds.

    Args:
        file: display path.
        objects: in order of document and item.
        documents: how many documents are not empty.
        skipped: what holds nothing to judge, in order.
        faults: what could not be read, in order.
        has_comments: whether the bytes contain `ownerlint:`, so that there may be suppression comments.
    """

    file: str
    objects: tuple[KubeObject, ...] = ()
    documents: int = 0
    skipped: tuple[Skipped, ...] = ()
    faults: tuple[InputFault, ...] = ()
    has_comments: bool = False


class UnreadableError(Exception):
    """A file, or one document of it, that cannot be read.

    Args:
        rule: name of the rule that reports it.
        detail: one sentence for people.
        line: from 1, in the text that was being read; None where no line is to blame.
        column: from 1.
        too_deep: the text nests too deep, which no template engine will change.
    """

    def __init__(
        self, rule: str, detail: str, line: int | None = None, column: int = 1, *, too_deep: bool = False
    ) -> None:
        super().__init__(detail)
        self.rule = rule
        self.detail = detail
        self.line = line
        self.column = column
        self.too_deep = too_deep
