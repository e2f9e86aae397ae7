"""Players found without a valid card of their own, or wagering for another: what becomes of it.

Before the deal such wagers go back. In a round they stay until it is decided: a stake that would
win goes back without winnings, one that would lose is held for a decision. Those that the round
has settled already are treated alike. What was settled in earlier rounds stands.
"""

from __future__ import annotations

from typing import Literal

from pitboss.editions.conduct import PLAYER_CARD
from pitboss.editions.wagers import Clauses
from pitboss.ledger import FLOAT, HELD, TOKENS, Transfer, chips_of
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.table.admission import Ruled, at_table
from pitboss.table.betting.place import drop_confined
from pitboss.table.betting.returns import give_back
from pitboss.table.machine import Command, PersonalEvent, Work, decides, replace
from pitboss.table.matters.payment_errors import left_over
from pitboss.table.people.bank import in_float
from pitboss.table.people.player_card import INELIGIBLE, card_ended, card_rule
from pitboss.table.settlement.held import hold
from pitboss.table.settlement.line import KeptLine
from pitboss.table.state import Table

Why = Literal["no card", "card of another", "for another"]


class FindIneligible(Command, frozen=True, kw_only=True):
    """Find that a player had no valid card of their own, or wagered for somebody else.

    `whose` is the other person; `claim` what is said for it, which excuses nothing.
    """

    person: str
    why: Why
    whose: str | None = None
    claim: str | None = None


class IneligibleFound(PersonalEvent, frozen=True, kw_only=True):
    """A player's wagers are invalid: those of the round to come, or of the one in progress."""

    person: str
    why: Why
    whose: str | None = None
    claim: str | None = None
    numbers: tuple[int, ...] = ()

    def changes(self, table: Table) -> Table:
        """The wagers are marked; a card that was not valid or not theirs is on record no more."""
        wagers = {
            number: replace(placed, defect=INELIGIBLE) if number in self.numbers else placed
            for number, placed in table.wagers.items()
        }
        table = replace(table, wagers=wagers)
        return table if self.why == "for another" else card_ended(table, self.person)


class WinningsReclaimed(PersonalEvent, frozen=True, kw_only=True):
    """What a wager won in the round in progress goes back, since the wager was invalid.

    `amount_cents` are the chips that its player still had.
    """

    number: int
    coup: int
    person: str
    amount_cents: int

    def transfers(self) -> tuple[Transfer, ...]:
        """From the player's hand to the float."""
        return (Transfer(chips_of(self.person), FLOAT, self.amount_cents),)

    def changes(self, table: Table) -> Table:
        """Its stake went back without winnings."""
        return change_paid(table, self.number, paid_cents=0, outcome="void", defect=INELIGIBLE)


class CollectedApart(PersonalEvent, frozen=True, kw_only=True):
    """A stake that the round collected as lost lies apart, since the wager was invalid."""

    number: int
    coup: int
    person: str
    amount_cents: int
    tokens_cents: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """From the house."""
        chips = self.amount_cents - self.tokens_cents
        return (Transfer(FLOAT, HELD, chips), Transfer(TOKENS, HELD, self.tokens_cents))

    def changes(self, table: Table) -> Table:
        """It waits for a decision of its own."""
        return change_paid(table, self.number, defect=INELIGIBLE, held=True)


def change_paid(table: Table, number: int, **fields: object) -> Table:
    """The table with a line changed that its round has settled before the end."""
    assert table.coup is not None
    paid = tuple(
        replace(line, **fields) if line.number == number else line for line in table.coup.paid
    )
    return replace(table, coup=replace(table.coup, paid=paid))


@decides(
    FindIneligible,
    procedure=PLAYER_CARD,
    rules=("own-card", "ineligible-returned", "ineligible-in-round", "ineligible-settled"),
    needs=(Ruled("own-card"),),
    fits={"person": at_table},
)
def find_ineligible(work: Work, command: FindIneligible) -> None:
    """By when it is found: wagers go back, wait for the round's end, or stand."""
    clauses = work.provides("own-card")
    if not _was_paid(work, command.person):
        work.person(command.person, "player")
    if card_rule(work, command.at) is None:
        refuse("player-card-not-yet", work.edition.dated["player-card"].clauses)
    if command.why != "no card" and not (command.whose or "").strip():
        refuse("not-said.given", clauses, what="who the other person is")
    invalidate_wagers(work, command.person, command.why, command.whose, command.claim)


def _was_paid(work: Work, person: str) -> bool:
    """Whether the round in progress has settled a wager of this person, who may have left since."""
    coup = work.table.coup
    return coup is not None and any(line.person == person for line in coup.paid)


def invalidate_wagers(
    work: Work, person: str, why: Why, whose: str | None = None, claim: str | None = None
) -> None:
    """All wagers of a player that are not settled are invalid."""
    lying = tuple(one for one in work.table.staked.values() if one.person == person)
    coup = work.table.coup
    paid = () if coup is None else tuple(one for one in coup.paid if one.person == person)
    when = "settled"
    if lying or paid:
        when = "returned" if coup is None else "in-round"
    clauses = join(work.cite("own-card"), work.cite(f"ineligible-{when}"))
    numbers = tuple(placed.number for placed in lying)
    work.emit(
        IneligibleFound,
        person=person,
        why=why,
        whose=whose,
        claim=claim,
        numbers=numbers,
        clauses=clauses,
    )
    if coup is not None:
        for line in paid:
            _undo_paid(work, coup.number, line, clauses)
        return
    for number in numbers:
        placed = work.table.wagers.get(number)
        if placed is not None:  # it may have gone back with the main wager that it needs
            give_back(work, placed, "invalid", clauses)
            drop_confined(work, person, placed.box)


def _undo_paid(work: Work, coup: int, line: KeptLine, clauses: Clauses) -> None:
    """A wager settled earlier in the round: winnings are reclaimed, a lost stake is held."""
    person = line.person
    if line.paid_cents and line.defect != INELIGIBLE:
        has = work.table.balances.get(chips_of(person), 0)
        cents = min(line.paid_cents, has)
        work.emit(WinningsReclaimed, line, coup=coup, amount_cents=cents, clauses=clauses)
        if cents < line.paid_cents:
            missing = line.paid_cents - cents
            left_over(work, coup, person, missing, over=True, about="winnings of an invalid wager")
    elif not line.returned_cents and not line.held:
        tokens = line.tokens_cents
        cents = line.stake_cents
        in_float(work, cents - tokens)
        work.emit(
            CollectedApart,
            line,
            coup=coup,
            amount_cents=cents,
            tokens_cents=tokens,
            clauses=clauses,
        )
        hold(work, coup, line, line.stake_cents, tokens)
