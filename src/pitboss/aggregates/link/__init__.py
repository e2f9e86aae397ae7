"""A link's stream: one jackpot that many tables feed, its meter, its wins and who shares them."""

from __future__ import annotations

from pitboss.aggregates.link.check import LINK
from pitboss.aggregates.link.events import LinkEvent, evolve
from pitboss.aggregates.link.machine import act, hear
from pitboss.aggregates.link.state import Conditions, Link
from pitboss.aggregates.link.terms import Terms, terms_of

__all__ = [
    "LINK",
    "Conditions",
    "Link",
    "LinkEvent",
    "Terms",
    "act",
    "evolve",
    "hear",
    "terms_of",
]
