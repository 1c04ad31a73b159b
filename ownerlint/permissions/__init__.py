"""What roles allow, summed over all that their holders are granted: Role, ClusterRole, bindings, operator bundles."""

from ownerlint.permissions.advice import listed, stanza
from ownerlint.permissions.grants import Grant
from ownerlint.permissions.held import Held, is_custom
from ownerlint.permissions.homes import Homes, operator_homes
from ownerlint.permissions.sums import Permissions

__all__ = ["Grant", "Held", "Homes", "Permissions", "is_custom", "listed", "operator_homes", "stanza"]
