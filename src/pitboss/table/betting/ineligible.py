"""Players found without a valid card of their own, or wagering for another: what becomes of it.

Before the deal such wagers go back. In a round they stay until it is decided: a stake that would
win goes back without winnings, one that would lose is held for a decision. What was settled in
earlier rounds stands.
"""

from __future__ import annotations

from typing import Literal

from pitboss.editions.conduct import PLAYER_CARD
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.table.admission import Ruled, at_table
from pitboss.table.betting.place import drop_confined
from pitboss.table.betting.returns import give_back
from pitboss.table.machine import Command, PersonalEvent, Work, decides, replace
from pitboss.table.people.player_card import INELIGIBLE, card_ended, card_rule
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
    work.person(command.person, "player")
    if card_rule(work, command.at) is None:
        refuse("player-card-not-yet", work.edition.dated["player-card"].clauses)
    if command.why != "no card" and not (command.whose or "").strip():
        refuse("not-said.given", clauses, what="who the other person is")
    invalidate_wagers(work, command.person, command.why, command.whose, command.claim)


def invalidate_wagers(
    work: Work, person: str, why: Why, whose: str | None = None, claim: str | None = None
) -> None:
    """All wagers of a player that are not settled are invalid."""
    lying = tuple(one for one in work.table.staked.values() if one.person == person)
    when = "settled" if not lying else "returned" if work.table.coup is None else "in-round"
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
    if work.table.coup is not None:
        return
    for number in numbers:
        placed = work.table.wagers.get(number)
        if placed is not None:  # it may have gone back with the main wager that it needs
            give_back(work, placed, "invalid", clauses)
            drop_confined(work, person, placed.box)
