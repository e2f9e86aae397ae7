"""Rulings on a coup that is settled already: corrected, declared void, or paid by another game.

Until the next coup begins an error may still be notified (Star 12.1(b)); what was moved by the
settlement is then moved back and, if the coup stands corrected, moved anew.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pitboss.baccarat.points import count, outcome
from pitboss.cards import Card, parse
from pitboss.editions.floor import Ruling
from pitboss.editions.wager import Clauses
from pitboss.ledger import FLOAT, LAYOUT, TOKENS, Transfer, chips_of, tokens_of
from pitboss.refusal import refuse, sure
from pitboss.settle.lines import join
from pitboss.table.acts import Event, Work, applies, replace
from pitboss.table.effects_cards import complies
from pitboss.table.payments import open_payment_error
from pitboss.table.settling import CoupSettled, Settled, settle_lines
from pitboss.table.sightings import due_in
from pitboss.table.state import Coup, Last, Slot, Table
from pitboss.table.trouble import GiveRuling, effect, the_ruling

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]


class CoupCorrected(Event, frozen=True, kw_only=True):
    """A settled coup has another result, or none.

    `moved` is what that moves; `short` is what players should give back and no longer had.
    """

    coup: int
    outcome: str
    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    lines: tuple[Settled, ...] = ()
    moved: tuple[Transfer, ...] = ()
    short: dict[str, int] = msgspec.field(default_factory=dict)

    def transfers(self) -> tuple[Transfer, ...]:
        """Back what was moved wrongly, and what is due instead."""
        return self.moved


class WrongGamePaid(Event, frozen=True, kw_only=True):
    """A winning wager was paid at the odds of a game that was not in play."""

    coup: int
    person: str
    wager: str
    due_cents: int
    paid_cents: int
    moved_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """The chips that lie otherwise than the coup's settlement says, as far as still there."""
        chips = chips_of(self.person)
        if self.paid_cents > self.due_cents:
            return (Transfer(FLOAT, chips, self.moved_cents),)
        return (Transfer(chips, FLOAT, self.moved_cents),)


def settled_last(work: Work, clauses: Clauses) -> Last:
    """The coup settled last, while no other has begun."""
    last, results = work.table.last, work.table.results
    if last is None or not results or results[-1].coup != last.coup:
        refuse("no-coup", "No coup was settled last.", clauses)
    return last


@effect("void-settled-coup")
def void_settled(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """It cannot be reconstructed: all monies of it go back (Star 12.1.2)."""
    last = settled_last(work, ruling.clauses)
    back = []
    for placed in last.wagers.values():
        chips = placed.stake_cents - placed.tokens_cents
        back.append(Transfer(LAYOUT, chips_of(placed.person), chips))
        back.append(Transfer(LAYOUT, tokens_of(placed.person), placed.tokens_cents))
    _correct(work, last, "void", ((), ()), (), back, ruling.clauses)


@effect("correct-settled-coup")
def correct_settled(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """It is reconstructed from its cards and settled as it should have been (Star 12.1.1)."""
    last = settled_last(work, ruling.clauses)
    before = work.table.results[-1]
    hands: Hands = (sure(parse(command.player or "")), sure(parse(command.banker or "")))
    if sorted((*hands[0], *hands[1])) != sorted((*before.player, *before.banker)):
        refuse("another-card", "These are not the cards of that coup.", ruling.clauses)
    slots = [tuple(Slot(card=card, exposed=True) for card in hand) for hand in hands]
    coup = Coup(number=last.coup, player=slots[0], banker=slots[1])
    if not complies(work, coup) or due_in(work, coup) != "none":
        refuse("not-reconstructed", "These hands are no completed coup.", ruling.clauses)
    lines = _lines(work, last, hands)
    won = outcome(count(hands[0]), count(hands[1]))
    moved = CoupSettled(
        by=command.by,
        rank="",
        at=command.at,
        coup=last.coup,
        outcome=won,
        player=hands[0],
        banker=hands[1],
        lines=lines,
    ).transfers()
    _correct(work, last, won, hands, lines, moved, ruling.clauses)


def _lines(work: Work, last: Last, hands: Hands) -> tuple[Settled, ...]:
    """The wagers of the last coup settled on these hands."""
    now = work.table
    work.table = replace(now, wagers=last.wagers)
    lines = settle_lines(work, hands)
    work.table = now
    return lines


def _correct(
    work: Work,
    last: Last,
    outcome: str,
    hands: Hands,
    lines: tuple[Settled, ...],
    due: Iterable[Transfer],
    clauses: Clauses,
) -> None:
    """Move back what was moved and move what is due; nobody gives more than they have."""
    net: dict[str, int] = {}
    undone = (Transfer(one.target, one.source, one.cents) for one in last.moved)
    for one in (*undone, *due):
        net[one.source] = net.get(one.source, 0) - one.cents
        net[one.target] = net.get(one.target, 0) + one.cents
    short: dict[str, int] = {}
    for account in [key for key in net if key not in (FLOAT, LAYOUT, TOKENS)]:
        missing = -net[account] - work.table.balances.get(account, 0)
        if missing > 0:
            net[account] += missing
            house = TOKENS if account.startswith("tokens:") else FLOAT
            net[house] = net.get(house, 0) - missing
            short[account.partition(":")[2]] = missing
    if work.table.balances.get(FLOAT, 0) + net.get(FLOAT, 0) < 0:
        refuse("float-short", "The float holds too little; a fill comes first.")
    moved = [
        Transfer(LAYOUT, key, cents) if cents > 0 else Transfer(key, LAYOUT, -cents)
        for key, cents in net.items()
        if key != LAYOUT and cents
    ]
    for line in lines:
        clauses = join(clauses, line.line.clauses)
    work.emit(
        CoupCorrected,
        coup=last.coup,
        outcome=outcome,
        player=hands[0],
        banker=hands[1],
        lines=lines,
        moved=tuple(moved),
        short=short,
        clauses=clauses,
    )
    for person, cents in short.items():
        open_payment_error(work, person, cents, True, "a corrected coup")


@effect("paid-by-other-game")
def paid_by_other_game(work: Work, ruling: Ruling, command: GiveRuling) -> None:
    """Results stand; what was paid wrongly is a case where a rule has cases (Star 12.10, X15).

    For the coup settled last it is found here; of an earlier one staff say how much it was.
    """
    if work.table.last is None or work.table.last.coup != the_ruling(work).coup:
        return
    last = settled_last(work, ruling.clauses)
    other = the_ruling(work).facts["settled_as"]
    now, result = work.table, work.table.results[-1]
    hands: Hands = (result.player, result.banker)
    right = _lines(work, last, hands)
    work.table = replace(now, house=replace(work.house, game=other))
    wrong = _lines(work, last, hands)
    work.table = now
    for one, two in zip(right, wrong, strict=True):
        due, paid = one.line.paid_cents, two.line.paid_cents
        if due == paid:
            continue
        source = FLOAT if paid > due else chips_of(one.person)
        held = work.table.balances.get(source, 0)
        work.emit(
            WrongGamePaid,
            coup=last.coup,
            person=one.person,
            wager=one.line.wager,
            due_cents=due,
            paid_cents=paid,
            moved_cents=min(held, abs(paid - due)),
            clauses=ruling.clauses,
        )
        open_payment_error(work, one.person, abs(paid - due), paid > due, ruling.says)


@applies(CoupCorrected)
def corrected(table: Table, event: CoupCorrected) -> Table:
    """The result is another one."""
    result = replace(
        table.results[-1], outcome=event.outcome, player=event.player, banker=event.banker
    )
    return replace(table, results=(*table.results[:-1], result), last=None)


@applies(WrongGamePaid)
def wrong_game_paid(table: Table, event: WrongGamePaid) -> Table:
    """Only chips lie otherwise."""
    return table
