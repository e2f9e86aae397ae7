"""An outcome invalidated: wagers refunded, or forfeited by those who took part in a fraud.

The text sets no time: an outcome can be invalidated from the first card of its coup on, in the
next coup and later. Of a settled coup the difference moves: stakes go back and what was paid is
taken back; a coup that is in progress meanwhile is left alone.
"""

from __future__ import annotations

from pitboss.editions.wagers import Clauses
from pitboss.ledger import FLOAT, LAYOUT, TOKENS, Transfer
from pitboss.refusal import refuse
from pitboss.settle.lines import join
from pitboss.table.authority.approvals import Ranked, authorise
from pitboss.table.betting.returns import give_back, of_this_round
from pitboss.table.cards.shoe import change_shoe
from pitboss.table.machine import Command, PublicEvent, TableEvent, Work, decides, replace
from pitboss.table.matters.matter import given, known
from pitboss.table.people.tokens import changed
from pitboss.table.settlement.correct import on_record, stake_of, undo, void_coup
from pitboss.table.settlement.line import KeptLine
from pitboss.table.settlement.settle import CoupVoided, end_of_coup
from pitboss.table.state import Placed, Round, Table
from pitboss.table.tournament.coups import coup_void


class Invalidate(Command, frozen=True, kw_only=True):
    """Invalidate the outcome of a coup, on a ground the rulebook lists.

    `coup` is its number; left out it is the coup in progress, or the one settled just before.
    `fraud_by` names who was found to have taken part in a fraud; `forfeit` those among them
    whose wagers are forfeited instead of refunded.
    """

    ground: str
    reason: str
    coup: int | None = None
    fraud_by: tuple[str, ...] = ()
    forfeit: tuple[str, ...] = ()


class OutcomeInvalidated(PublicEvent, frozen=True, kw_only=True):
    """The outcome of a coup does not count."""

    coup: int
    ground: str
    reason: str
    fraud_by: tuple[str, ...] = ()

    def changes(self, table: Table) -> Table:
        """A situation that waited for its ruling has nothing left to rule on.

        A card taken out of turn, about which nobody has ruled, goes out with the coup's cards. What
        waits in a later coup is still to be ruled on.
        """
        trouble, shoe = table.trouble, table.shoe
        if trouble is None:
            return table
        if table.coup is None or table.coup.number != self.coup:
            waits = trouble.coup == self.coup and trouble.ruling is None
            ruled = waits and (shoe is None or not shoe.aside)
            return replace(table, trouble=None) if ruled else table
        if shoe is not None and shoe.aside:
            table = change_shoe(table, aside=(), discards=shoe.discards + len(shoe.aside))
        return replace(table, trouble=None)


class WagerForfeited(TableEvent, frozen=True, kw_only=True):
    """The wager of someone who took part in a fraud went to the house."""

    number: int
    person: str
    amount_cents: int
    tokens_cents: int = 0

    def transfers(self) -> tuple[Transfer, ...]:
        """From the layout to the float; tokens with the tokens taken."""
        return (
            Transfer(LAYOUT, FLOAT, self.amount_cents - self.tokens_cents),
            Transfer(LAYOUT, TOKENS, self.tokens_cents),
        )

    def changes(self, table: Table) -> Table:
        """Off the layout."""
        wagers = {number: one for number, one in table.wagers.items() if number != self.number}
        placed = table.wagers.get(self.number)
        if placed is None:  # of a settled coup: its correction took the tokens
            return table
        table = changed(table, self.person, placed.vouchers, -1)
        return replace(table, wagers=wagers)


@decides(
    Invalidate,
    troubled=True,
    opens=True,
    rules=("disruption", "fraud", "refund-invalidated"),
    approvals=("forfeit-wager",),
    needs=(Ranked("invalidate"),),
)
def invalidate(work: Work, command: Invalidate) -> None:
    """Refunded, but for wagers of those who took part in a fraud."""
    forfeits = authorise(work, "forfeit-wager") if command.forfeit else ()
    clauses = authorise(work, "invalidate") + _ground(work, command)
    number = _coup(work, command, clauses)
    for name in command.forfeit:
        if name not in command.fraud_by or work.table.people[name].role != "player":
            refuse("not-in-fraud.invalidate", forfeits, name=name)
    given(command.reason, "what happened")
    work.emit(OutcomeInvalidated, command, coup=number, clauses=clauses)
    refunds = work.provides("refund-invalidated")
    if work.table.coup is not None and work.table.coup.number == number:
        _undo_paid(work, work.table.coup, command, refunds, forfeits)
        for placed in of_this_round(work):
            if placed.person in command.forfeit:
                _forfeit(work, placed, forfeits)
            else:
                give_back(work, placed, "outcome invalidated", refunds)
        work.emit(CoupVoided, coup=number, why="outcome invalidated", clauses=clauses)
        end_of_coup(work)
        coup_void(work)
    else:
        _undo(work, command, number, join(clauses, refunds), forfeits)


def _coup(work: Work, command: Invalidate, clauses: Clauses) -> int:
    """The coup that is meant; one that is settled must be on record, and not void yet."""
    table = work.table
    if table.coup is not None and command.coup in (None, table.coup.number):
        return table.coup.number
    if command.coup is not None:
        on_record(work, command.coup, clauses)
        return command.coup
    last = table.results[-1] if table.results else None
    if last is None or last.outcome == "void" or table.staked:
        refuse("no-outcome", clauses)
    on_record(work, last.coup, clauses)
    return last.coup


def _undo(
    work: Work, command: Invalidate, number: int, clauses: Clauses, forfeits: Clauses
) -> None:
    """A settled coup: stakes back, payments taken back; the cheat's stake stays with the house."""
    _, kept = on_record(work, number, clauses)
    lost = _lost(kept.lines, command)
    _take(work, void_coup(work, number, clauses, lost), lost, forfeits)


def _undo_paid(
    work: Work, coup: Round, command: Invalidate, clauses: Clauses, forfeits: Clauses
) -> None:
    """What was settled before the end of the coup is undone with it."""
    if not coup.paid:
        return
    lost = _lost(coup.paid, command)
    _take(work, undo(work, coup.number, coup.paid, clauses, lost), lost, forfeits)


def _lost(lines: tuple[KeptLine, ...], command: Invalidate) -> tuple[int, ...]:
    """The wagers of those who forfeit theirs."""
    return tuple(line.number for line in lines if line.person in command.forfeit)


def _take(
    work: Work, undone: tuple[KeptLine, ...], lost: tuple[int, ...], clauses: Clauses
) -> None:
    """The house takes the stakes that are lost; one that was held and went back is not there."""
    for line in undone:
        if line.number in lost:
            chips, tokens = stake_of(line)
            cents = chips + tokens
            work.emit(
                WagerForfeited, line, amount_cents=cents, tokens_cents=tokens, clauses=clauses
            )


def _ground(work: Work, command: Invalidate) -> Clauses:
    """The clause of the ground given; a ground that is not listed is none."""
    fraud, disruption = work.rule("fraud"), work.rule("disruption")
    disruptions = work.value("disruption", tuple, ())
    for name in command.fraud_by:
        known(work, name)
    if command.ground == "fraud" and fraud is not None:
        return fraud.clauses
    if command.fraud_by or command.forfeit:
        refuse("not-in-fraud.ground", work.cite("forfeit-wager"))
    if disruption is None or command.ground not in disruptions:
        listed = ", ".join(disruptions)
        refuse("no-ground", work.cite("invalidate"), listed=listed)
    return disruption.clauses


def _forfeit(work: Work, placed: Placed, clauses: Clauses) -> None:
    work.emit(WagerForfeited, placed, amount_cents=placed.stake_cents, clauses=clauses)
