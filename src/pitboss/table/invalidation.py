"""An outcome invalidated: wagers refunded, or forfeited by those who took part in a fraud.

An outcome can be invalidated from the first card of its coup until it is settled. A settled
coup is concluded: there is no wager left for that result to refund, so money wrongly paid or
taken then is a matter for a dispute or a payment error, not for this power.
"""

from __future__ import annotations

from pitboss.editions.wager import Clauses
from pitboss.ledger import FLOAT, LAYOUT, TOKENS, Transfer
from pitboss.refusal import refuse
from pitboss.table.acts import Command, Event, Work, applies, decides, replace
from pitboss.table.authority import authorise
from pitboss.table.matters import given, known
from pitboss.table.settling import CoupVoided, end_of_coup
from pitboss.table.shoe import change_shoe
from pitboss.table.state import Placed, Table
from pitboss.table.wagering import give_back


class Invalidate(Command, frozen=True, kw_only=True):
    """Invalidate the outcome of the coup in progress, on a ground the rulebook lists.

    `fraud_by` names who was found to have taken part in a fraud; `forfeit` those among them
    whose wagers are forfeited instead of refunded.
    """

    ground: str
    reason: str
    fraud_by: tuple[str, ...] = ()
    forfeit: tuple[str, ...] = ()


class OutcomeInvalidated(Event, frozen=True, kw_only=True):
    """The outcome of a coup does not count."""

    coup: int
    ground: str
    reason: str
    fraud_by: tuple[str, ...] = ()


class WagerForfeited(Event, frozen=True, kw_only=True):
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


@decides(
    Invalidate,
    troubled=True,
    rules=("disruption", "fraud", "refund-invalidated"),
    approvals=("invalidate", "forfeit-wager"),
)
def invalidate(work: Work, command: Invalidate) -> None:
    """Refunded, but for wagers of those who took part in a fraud (Star 14.4, 14.5)."""
    forfeits = authorise(work, "forfeit-wager") if command.forfeit else ()
    clauses = authorise(work, "invalidate") + _ground(work, command)
    refunds = work.cite("refund-invalidated")
    coup = work.table.coup
    if coup is None:
        refuse(
            "no-outcome",
            "No coup is in progress: what is settled is not undone here, and before the first "
            "card there is no outcome.",
            clauses,
        )
    for name in command.forfeit:
        if name not in command.fraud_by or work.table.people[name].role != "player":
            sentence = f"{name} was not found to have taken part in the fraud as a player."
            refuse("not-in-fraud", sentence, forfeits)
    work.emit(
        OutcomeInvalidated,
        coup=coup.number,
        ground=command.ground,
        reason=given(command.reason, "what happened"),
        fraud_by=command.fraud_by,
        clauses=clauses,
    )
    for placed in tuple(work.table.wagers.values()):
        if placed.person in command.forfeit:
            _forfeit(work, placed, forfeits)
        else:
            give_back(work, placed, "outcome invalidated", refunds)
    work.emit(CoupVoided, coup=coup.number, why="outcome invalidated", clauses=clauses)
    end_of_coup(work)


def _ground(work: Work, command: Invalidate) -> Clauses:
    """The clause of the ground given; a ground that is not listed is none."""
    fraud, disruption = work.rule("fraud"), work.rule("disruption")
    disruptions = work.value("disruption", tuple, ())
    for name in command.fraud_by:
        known(work, name)
    if command.ground == "fraud" and fraud is not None:
        return fraud.clauses
    if command.fraud_by or command.forfeit:
        refuse("not-in-fraud", "Only a fraud names people.", work.cite("forfeit-wager"))
    if disruption is None or command.ground not in disruptions:
        listed = ", ".join(disruptions)
        refuse(
            "no-ground",
            f"An outcome is invalidated for fraud or one of: {listed}.",
            work.cite("invalidate"),
        )
    return disruption.clauses


def _forfeit(work: Work, placed: Placed, clauses: Clauses) -> None:
    work.emit(
        WagerForfeited,
        number=placed.number,
        person=placed.person,
        amount_cents=placed.stake_cents,
        tokens_cents=placed.tokens_cents,
        clauses=clauses,
    )


@applies(OutcomeInvalidated)
def invalidated(table: Table, event: OutcomeInvalidated) -> Table:
    """A situation that waited for its ruling has nothing left to rule on.

    A card taken out of turn, about which nobody has ruled, goes out with the coup's cards.
    """
    if table.trouble is None:
        return table
    shoe = table.shoe
    if shoe is not None and shoe.aside:
        table = change_shoe(table, aside=(), discards=shoe.discards + len(shoe.aside))
    return replace(table, trouble=None)


@applies(WagerForfeited)
def forfeited(table: Table, event: WagerForfeited) -> Table:
    """Off the layout."""
    wagers = {number: one for number, one in table.wagers.items() if number != event.number}
    return replace(table, wagers=wagers)
