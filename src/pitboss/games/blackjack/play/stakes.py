"""Stakes that are placed in a round: doubles, splits, insurance."""

from __future__ import annotations

from pitboss.editions.wagers import Clauses
from pitboss.games.blackjack.play.own import box_of
from pitboss.table.betting.place import WagerIncreased, WagerPlaced
from pitboss.table.betting.stakes import holds, in_chips
from pitboss.table.machine import Work
from pitboss.table.people.player_card import entitled
from pitboss.table.people.tokens import chosen
from pitboss.table.play import Staked


def add_stake(
    work: Work, person: str, wager: str, hand: str, staked: Staked, clauses: Clauses
) -> None:
    """A bettor stakes on a hand what they hold, in chips that the table has, or in tokens."""
    entitled(work, person)
    chips, tokens = staked.cents - staked.tokens_cents, staked.tokens_cents
    in_chips(work, staked.cents)
    holds(work, person, chips, tokens=False)
    vouchers = chosen(work, person, wager, tokens, staked.voucher) if tokens else {}
    cited = (*clauses, *work.edition.wagers[wager].clauses)
    if tokens:
        cited += work.cite("chips-or-tokens")
    box, number = box_of(hand), work.table.placed + 1
    work.emit(
        WagerPlaced,
        number=number,
        wager=wager,
        amount_cents=chips or tokens,
        tokens=not chips,
        vouchers={} if chips else vouchers,
        box=box,
        hand="" if hand == str(box) else hand,
        clauses=tuple(dict.fromkeys(cited)),
    )
    if chips and tokens:
        work.emit(
            WagerIncreased,
            number=number,
            amount_cents=tokens,
            tokens=True,
            vouchers=vouchers,
            clauses=work.cite("chips-or-tokens"),
        )
