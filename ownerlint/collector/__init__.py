"""The garbage collector, as a pure function of the graph: what it does with each object."""

from ownerlint.collector.verdict import Consequence, Fates, Verdict

__all__ = ["Consequence", "Fates", "Verdict"]
