"""Player Cards: a valid one of one's own is on record before the first wager of a visit.

The record ends with the visit, and with the card: who comes back, or has another card, shows it
anew.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

import msgspec

from pitboss.editions.conduct import PLAYER_CARD
from pitboss.editions.values import Dated
from pitboss.refusal import refuse
from pitboss.table.machine import Command, PersonalEvent, Query, Work, decides
from pitboss.table.own import Own, Part, own_part
from pitboss.table.procedures.memory import memory, remember
from pitboss.table.state import Table

DATED = "player-card"
NAME = "player-cards"
INELIGIBLE = "ineligible"
"""The defect of a wager that its player was not entitled to make."""


class RecordPlayerCard(Command, frozen=True, kw_only=True):
    """Record the card that a player shows; `issued_to` is whose name it bears, if another's."""

    person: str
    card: str
    issued_to: str | None = None
    valid: bool = True


class PlayerCardRecorded(PersonalEvent, frozen=True, kw_only=True):
    """A player's own valid card is on record."""

    person: str
    card: str

    def changes(self, table: Table) -> Table:
        """For this visit, in the place of a card before it."""
        cards = memory(table, NAME, OnRecord()).cards
        return remember(table, NAME, OnRecord(cards={**cards, self.person: self.card}))


@own_part
class OnRecord(Part, Own, frozen=True, kw_only=True, tag_field="own", tag=NAME):
    """The cards on record, by the player."""

    cards: Mapping[str, str] = msgspec.field(default_factory=dict)

    def without(self, person: str) -> OnRecord:
        """A visit is over, or a card was not theirs."""
        return OnRecord(cards={name: card for name, card in self.cards.items() if name != person})


def card_ended(table: Table, person: str) -> Table:
    """The table with no card of this player on record."""
    return remember(table, NAME, memory(table, NAME, OnRecord()).without(person))


def card_rule(query: Query, at: dt.datetime) -> Dated | None:
    """The rule on cards, where the edition has one and it holds on this day."""
    rule = query.edition.dated.get(DATED)
    day = query.edition.identity.there(at).date()
    return rule if rule is not None and rule.holds(day) else None


def card_of(table: Table, person: str) -> str | None:
    """The card that is on record for a player."""
    return memory(table, NAME, OnRecord()).cards.get(person)


def entitled(work: Work, person: str) -> None:
    """Refuse a stake of someone whose card is not on record, or whose wagers are invalid."""
    rule = card_rule(work, work.command.at)
    if rule is None:
        return
    if card_of(work.table, person) is None:
        refuse("player-card-missing", rule.clauses, person=person)
    wagers = work.table.wagers.values()
    if any(one.person == person and one.defect == INELIGIBLE for one in wagers):
        refuse("wagers-invalid", (*rule.clauses, *work.cite("own-card")), person=person)


@decides(RecordPlayerCard, procedure=PLAYER_CARD, rules=("own-card",))
def record(work: Work, command: RecordPlayerCard) -> None:
    """A card that is valid and the player's own."""
    rule = work.edition.dated[DATED]
    person, number = command.person, command.card.strip()
    work.player(person)
    if not number or not command.valid:
        refuse("card-not-valid", rule.clauses, person=person)
    cards = memory(work.table, NAME, OnRecord()).cards
    others = [name for name, card in cards.items() if card == number and name != person]
    whose = command.issued_to or next(iter(others), person)
    if whose != person:
        refuse("card-of-another", work.cite("own-card"), person=person, whose=whose)
    if cards.get(person) == number:
        refuse("card-on-record", rule.clauses, person=person)
    work.emit(PlayerCardRecorded, person=person, card=number, clauses=rule.clauses)
