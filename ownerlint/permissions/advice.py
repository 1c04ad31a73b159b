"""What rules say about permissions: the resources at stake, and the rule that is missing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_SHOWN: Final = 3


def listed(resources: Sequence[str | tuple[str, str]]) -> str:
    """Return some resources for a message: `secrets, deployments.apps and 2 more`.

    Args:
        resources: each as its name, or as API group and plural.
    """
    names = [one if isinstance(one, str) else _qualified(*one) for one in resources]
    if len(names) > _SHOWN:
        return f"{', '.join(names[: _SHOWN - 1])} and {len(names) - _SHOWN + 1} more"
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def stanza(group: str, resources: Sequence[str], verb: str) -> str:
    """Return the rule to add and the kubebuilder marker that generates it, as one phrase for a message.

    Args:
        group: API group; empty for the core group.
        resources: plurals with subresources, in order.
        verb: such as `update`.
    """
    from json import dumps  # noqa: PLC0415 - start-up: only findings need it

    rule = f"apiGroups: [{dumps(group)}], resources: [{', '.join(map(dumps, resources))}], verbs: [{dumps(verb)}]"
    # controller-gen reads `core` as the core group and a semicolon as the separator of a list.
    marker = f"// +kubebuilder:rbac:groups={group or 'core'},resources={';'.join(resources)},verbs={verb}"
    return f"the rule {{{rule}}} (kubebuilder: `{marker}`)"


def _qualified(group: str, plural: str) -> str:
    """Return a resource as kubectl names it; a wildcard in words."""
    what = "everything" if plural == "*" else plural
    where = " of every group" if group == "*" and plural != "*" else f".{group}" if group not in ("", "*") else ""
    return f"everything in {group}" if plural == "*" and group not in ("", "*") else what + where
