"""The garbage collector, as a pure function of the graph: what it does with each object."""

from ownerlint.collector.fates import Fates, Outlook
from ownerlint.collector.loss import costs_data, loss
from ownerlint.collector.surroundings import Surroundings
from ownerlint.collector.verdict import Consequence, Verdict

__all__ = ["Consequence", "Fates", "Outlook", "Surroundings", "Verdict", "costs_data", "loss"]
