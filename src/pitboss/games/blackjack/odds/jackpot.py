"""A wager with a progressive jackpot: its return as a function of the jackpot shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.decision.compiled import Compiled
from pitboss.games.blackjack.odds.optional import optional_odds
from pitboss.money import JackpotShare, Prize, parse_pay
from pitboss.odds.returns import stakes_of
from pitboss.settle.lines import pay_text
from pitboss.settle.sign import Sign


@dataclass(frozen=True)
class JackpotOdds:
    """One stake of a jackpot wager; money in cents, all figures exact.

    `fixed` is what the fixed prizes pay on average, `share` what part of the jackpot, `cost`
    what of the stake is lost on average (all of it where the stake is collected before the
    deal).
    """

    wager: str
    stake_cents: int
    rows: tuple[tuple[str, str, Fraction], ...]
    fixed: Fraction
    share: Fraction
    cost: Fraction

    def expectation(self, jackpot_cents: int | Fraction) -> Fraction:
        """What a stake of one gains on average with this jackpot; a lone winner takes it."""
        return (self.fixed + self.share * jackpot_cents - self.cost) / self.stake_cents

    def returned(self, jackpot_cents: int | Fraction) -> Fraction:
        """The return to the player, as a share of the stake."""
        return 1 + self.expectation(jackpot_cents)

    @property
    def break_even_cents(self) -> Fraction:
        """The jackpot at which neither side gains."""
        return (self.cost - self.fixed) / self.share

    def contribution(self, jackpot_cents: int | Fraction) -> Fraction:
        """The part of every stake that must go to the jackpot to pay it at this average size.

        It covers what the jackpot pays out, the amounts that set it back up included.
        """
        return self.share * jackpot_cents / self.stake_cents


def jackpot_odds(
    compiled: Compiled, wager: str, counts52: Sequence[int], sign: Sign
) -> tuple[JackpotOdds, ...]:
    """The odds of a jackpot wager for each of its stakes."""
    rule = compiled.edition.wagers[wager]
    shares = optional_odds(compiled, wager, counts52, sign).rows
    found = []
    for stake in stakes_of(compiled, wager):
        rows = []
        fixed = share = cost = Fraction(0)
        for of_row in shares:
            row, probability = of_row.row, of_row.probability
            pays = pay_text(row, sign, stake)
            rows.append((row.label or row.outcome, pays, probability))
            if rule.stake_kept or row.outcome == "lose":
                cost += probability * stake
            if not pays or row.outcome == "lose":
                continue
            match parse_pay(pays):
                case Prize(cents):
                    fixed += probability * cents
                case JackpotShare(part):
                    share += probability * part
                case _:
                    raise ValueError(f"'{pays}' is neither a prize nor a share of the jackpot")
        found.append(JackpotOdds(wager, stake, tuple(rows), fixed, share, cost))
    return tuple(found)
