"""How each aggregate beside the table is acted on, for whoever plays with it without a service."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from pitboss.aggregates import tickets
from pitboss.aggregates.promotion import PROMOTION, Promotion, terms_of
from pitboss.aggregates.promotion import act as act_on_promotion
from pitboss.aggregates.promotion.commands import COMMANDS, PromotionCommand
from pitboss.aggregates.shapes import AggregateCommand, AggregateEvent, hyphened
from pitboss.aggregates.tickets.commands import BY_PEOPLE, BY_TABLES, IssueTicket
from pitboss.aggregates.tournament import COMMANDS as TOURNAMENT_COMMANDS
from pitboss.aggregates.tournament import TOURNAMENT
from pitboss.aggregates.tournament import act as at_tournament
from pitboss.journal.aggregate import Aggregate
from pitboss.refusal import Refusal
from pitboss.table import Rules
from pitboss.table.terminals.tickets import mark_of

PLAYED_CODE = "A" * 16
Acted = tuple[Any, tuple[AggregateEvent, ...]] | Refusal
"""The state that a command leads to with its events, or the refusal."""


@dataclass(frozen=True, eq=False)
class Acts:
    """An aggregate with its commands by word, those of people and those that others tell it."""

    aggregate: Aggregate[Any, Any]
    kinds: tuple[type[AggregateCommand], ...]
    act: Callable[..., Acted]
    rules: tuple[str, ...] = ()
    """The rules of an edition that its commands read."""

    @property
    def words(self) -> Mapping[str, type[AggregateCommand]]:
        """Its commands by the words that scenarios write."""
        return {hyphened(kind.__name__): kind for kind in self.kinds}


def _promotion(rules: Rules, state: Promotion, command: PromotionCommand) -> Acted:
    terms = terms_of(rules.edition)
    if terms is None:
        return Refusal.of("no-promotions-here", rulebook=rules.edition.identity.rulebook)
    return act_on_promotion(terms, state, command)


def _register(rules: Rules, state: Any, command: Any) -> Acted:
    """A register as a scenario plays it: every ticket has the same code."""
    if isinstance(command, IssueTicket):
        command = replace(command, mark=mark_of(PLAYED_CODE))
    return tickets.act(rules.edition, state, command)


ACTS: tuple[Acts, ...] = (
    Acts(PROMOTION, COMMANDS, _promotion),
    Acts(tickets.TICKETS, (*BY_PEOPLE, *BY_TABLES), _register),
    Acts(
        TOURNAMENT,
        tuple(TOURNAMENT_COMMANDS),
        at_tournament,
        tuple(
            dict.fromkeys(rule for entry in TOURNAMENT_COMMANDS.values() for rule in entry.rules)
        ),
    ),
)
"""The aggregates that a scenario may act on; their words are none of a table's."""


def acts_of(word: str) -> Acts | None:
    """The aggregate that a word is a command of."""
    return next((one for one in ACTS if word in one.words), None)
