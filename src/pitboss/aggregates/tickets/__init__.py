"""The register of a house: which terminal stands at which table, and which tickets are out."""

from __future__ import annotations

from pitboss.aggregates.tickets.check import TICKETS
from pitboss.aggregates.tickets.events import TicketsEvent, evolve
from pitboss.aggregates.tickets.machine import act, hear
from pitboss.aggregates.tickets.state import Register, Ticket

__all__ = ["TICKETS", "Register", "Ticket", "TicketsEvent", "act", "evolve", "hear"]
