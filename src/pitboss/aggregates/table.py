"""A table's stream: replayed under the edition its records name.

Money is balanced and cards are all there after every event; a coup is settled as the edition
says; an opened order is what was committed to, dealt and settled. In a tournament's session a
slip opens what was handed in, and nobody acted out of turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

import msgspec

from pitboss.book import load_plays, rulebook
from pitboss.cards import Card, parse
from pitboss.errors import BadEditionError, UnknownRulebookError
from pitboss.hexadecimal import octets
from pitboss.journal.aggregate import Aggregate, Check, Unit, Wrong
from pitboss.journal.record import Record
from pitboss.ledger import unbalanced
from pitboss.refusal import Refusal
from pitboss.table import Event, Rules, Table, act, evolve, read_event
from pitboss.table.cards.opened import Coups
from pitboss.table.cards.shoe import ShoeLoaded, ShoeRevealed, commit, conserved
from pitboss.table.own import read_own
from pitboss.table.settlement.correct import CoupCorrected
from pitboss.table.settlement.settle import Payment, Settle, WagersSettled
from pitboss.table.tournament.proof import amiss
from pitboss.table.versions import renew

COUP_ENDS = ("coup-settled", "coup-voided")
TOLD = "clock/told/"

encode = msgspec.json.Encoder().encode


@cache
def rules_of(edition: str) -> Rules | None:
    """The rules of an edition, as records name it; none where it is not on the shelf."""
    book, _, name = edition.partition("/")
    try:
        return rulebook(book, name).rules
    except (UnknownRulebookError, BadEditionError):
        return None


class TableCheck(Check[Table, Event]):
    """What must hold of one table."""

    def __init__(self) -> None:
        self._rules: Rules | None = None
        self._coups = Coups()
        self._order: Sequence[Card] = ()

    def admits(self, record: Record) -> Wrong | None:
        """The edition must be on the shelf, and mean what it meant."""
        rules = self._rules = rules_of(record.edition)
        if rules is None:
            return "unknown-edition", f"there is no edition {record.edition} to replay it under"
        if rules.compiled.fingerprint != record.fingerprint:
            return "other-edition", f"it was written under another {record.edition} than ours"
        return None

    def follows(self, before: Table, event: Event) -> Wrong | None:
        """Time does not go back; in a session slips open as sealed, and acts are in order."""
        if before.now is not None and event.at < before.now:
            return "clock-backwards", "it is earlier than the event before it"
        return None if self._rules is None else amiss(self._rules, before, event)

    def holds(self, before: Table, event: Event, after: Table) -> Wrong | None:
        """Money and cards are conserved; settlements are worked out again."""
        rules = self._rules
        wrong = _amiss(before, after)
        if wrong is None and rules is not None and isinstance(event, Payment):
            wrong = _settled(rules, before, event)
        self._coups.take(before, event)
        if wrong is None and rules is not None:
            wrong = self._opened(rules, after, event)
        return wrong

    def _opened(self, rules: Rules, after: Table, event: Event) -> Wrong | None:
        """Whether an opened order is what was committed to, dealt and settled, coup by coup."""
        if isinstance(event, ShoeLoaded):
            self._order = ()
        if isinstance(event, ShoeRevealed):
            shoe, order = after.shoe, parse(event.order)
            if shoe is None or isinstance(order, Refusal):
                return "order-broken", "the opened order cannot be read"
            nonce = octets(event.nonce)
            if nonce is None or commit(nonce, order) != shoe.commitment:
                return "order-broken", "nonce and order do not open the commitment"
            for place, card in enumerate(shoe.drawn):
                if card is not None and order[place] != card:
                    return "order-broken", f"card {place + 1} was dealt as another than the order's"
            self._order = order
        if not self._order:
            return None
        if not isinstance(event, ShoeRevealed | CoupCorrected):
            return None
        found = self._coups.differs(rules, self._order)
        return None if found is None else ("order-broken", str(found))


def _amiss(before: Table, after: Table) -> Wrong | None:
    if after.balances is not before.balances:
        money = unbalanced(after.balances)
        if money is not None:
            return "unbalanced", f"after it {money}"
    shoe, coup = after.shoe, after.coup
    if shoe is not None and (shoe is not before.shoe or coup is not before.coup):
        on_table = len(coup.slots) if coup is not None else 0
        if shoe.left < 0 or not conserved(shoe, on_table):
            return "cards-lost", "after it the cards of the shoe are not all there"
    return None


def _settled(rules: Rules, before: Table, event: Payment) -> Wrong | None:
    """Whether the edition settles the wagers as the event says."""
    done = act(rules, before, Settle(by=event.by, at=event.at))
    if isinstance(done, Refusal):
        return "wrong-settlement", f"the coup cannot be settled: {done.sentence}"
    ours: Event = done[1][0]
    if not isinstance(ours, Payment) or _result(ours) != _result(event):
        return "wrong-settlement", "the edition settles the coup otherwise"
    return None


def _result(event: Payment) -> tuple[object, ...]:
    if isinstance(event, WagersSettled):
        return event.coup, event.moment, event.transfers()
    return event.coup, event.outcome, dict(event.hands), event.stays, event.transfers()


def ended_coup(record: Record) -> int | None:
    """The coup that this event ended."""
    data = record.data()
    return int(data["coup"]) if data.get("event") in COUP_ENDS else None


def _tells(_stream: str, event: Event) -> list[tuple[str, bytes]]:
    return [(one.stream, encode(one.says)) for one in event.tells()]


def _heard(command: str) -> str | None:
    """What another stream told; the clock carries it out under the message's key."""
    return command.removeprefix(TOLD) if command.startswith(TOLD) else None


load_plays()  # a journal may be of any game

TABLE: Aggregate[Table, Event] = Aggregate(
    prefix="table:",
    start=Table(),
    decode=read_event,
    evolve=evolve,
    check=TableCheck,
    version=2,
    steps={1: partial(renew, 1)},
    meaning=5,
    parts=read_own,
    unit=Unit("coup", ended_coup),
    late=True,
    tells=_tells,
    heard=_heard,
)
