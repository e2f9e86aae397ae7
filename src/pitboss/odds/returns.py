"""What a row returns to the player, per unit staked or for one stake as it would be paid."""

from __future__ import annotations

from fractions import Fraction

from pitboss.decision.compiled import Compiled
from pitboss.decision.table import pays_under
from pitboss.editions.edition import Edition
from pitboss.editions.wagers import Row, Wager
from pitboss.money import AtOdds, JackpotShare, Prize, SignedPercentage, parse_pay
from pitboss.settle.lines import line_of, pay_text
from pitboss.settle.model import Bet
from pitboss.settle.sign import Sign, cents_of


def unit_return(row: Row, sign: Sign, stake_cents: int = 0) -> Fraction:
    """What a stake of one gains under a row, exactly: minus one where it is lost.

    Prizes and jackpot shares need the stake they are paid for; the stake is then kept.
    """
    if row.outcome == "lose":
        return -Fraction(1)
    if row.pays is None or row.outcome == "void":
        return Fraction(0)
    match parse_pay(pay_text(row, sign, stake_cents)):
        case AtOdds(to, of, less):
            return Fraction(to, of) * (1 - less)
        case SignedPercentage(key):
            return sign.shares[key]
        case JackpotShare(share):
            return share * sign.amounts["jackpot"] / stake_cents - 1
        case Prize(cents):
            return Fraction(cents, stake_cents) - 1


def paid_return(edition: Edition, row: Row, sign: Sign, bet: Bet) -> Fraction:
    """What a unit of this very stake gains, rounded up to chips and with every commission."""
    line = line_of(edition, sign, bet, row, "")
    return Fraction(line.paid_cents + line.returned_cents, bet.stake_cents) - 1


def has_jackpot(wager: Wager) -> bool:
    """Whether any row of the wager pays a share of the jackpot."""
    pays = (pay for row in wager.rows for pay in pays_under(row).values())
    return any(isinstance(parse_pay(pay), JackpotShare) for pay in pays)


def stakes_of(compiled: Compiled, wager: str) -> list[int]:
    """The only stakes of a wager, in cents; empty where any stake will do."""
    rule = compiled.edition.wagers[wager]
    return sorted(map(cents_of, rule.stakes.only)) if rule.stakes else []
