"""Chips: what lies on the layout, who controls a box, and how a wager is paid or collected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

OPTIONAL = ("perfect-pairs", "any-pairs", "star-pairs", "lucky-lucky", "blazing-sevens")
INSURANCES = ("insurance", "insurance-ten")


class Line(NamedTuple):
    """One wager settled."""

    person: str
    wager: str
    box: int
    hand: str
    stake_cents: int
    paid_cents: int
    returned_cents: int
    kind: str
    """`win`, `even money`, `loss`, `stand-off`, `void`, `jackpot`, `excess` (nothing counted)."""


@dataclass
class Stake:
    """The chips of one bettor for one wager on one hand."""

    person: str
    wager: str
    box: int
    hand: str
    cents: int
    counted: int
    """6.3: the part that is paid or collected; the rest goes back."""
    position: int = 0
    seated: bool = False
    taken: bool = False
    """14.23: the chips are in the float already."""
    settled: bool = False
    lost: int = 0


def priority(mains: list[Stake]) -> list[Stake]:
    """5.7, J22, X7: the controlling player's wager first, the others by their place in the line."""
    ordered = sorted(mains, key=lambda stake: stake.position)
    seated = [stake for stake in ordered if stake.seated]
    highest = max(stake.cents for stake in ordered)
    first = seated[0] if seated else next(one for one in ordered if one.cents == highest)
    return [first, *(stake for stake in ordered if stake is not first)]


def count(mains: list[Stake], maximum: int | None) -> None:
    """6.1.1 to 6.1.3, 6.3, 6.3.1: by priority, each counts to what the maximum still leaves."""
    left = maximum
    for stake in priority(mains):
        stake.counted = stake.cents if left is None else min(stake.cents, left)
        if left is not None:
            left -= stake.counted


class Layout:
    """Everybody's chips. Their sum never changes."""

    def __init__(self, money: Mapping[str, int], house: int, chip_cents: int) -> None:
        self.money = dict(money)
        self.house = house
        self.chip = chip_cents
        self.stakes: list[Stake] = []
        self._sum = self._all()

    def _all(self) -> int:
        lying = sum(one.cents for one in self.stakes if not one.settled and not one.taken)
        return sum(self.money.values()) + self.house + lying

    def check(self) -> None:
        """Nothing is made and nothing is lost."""
        assert self._all() == self._sum

    def refuse_chips(self, person: str, cents: int) -> str | None:
        """5.2: a wager is of chips, and of chips that the person has."""
        if cents <= 0 or cents % self.chip:
            return "5.2: the amount cannot be made of chips"
        if cents > self.money.get(person, 0):
            return "5.2: the person has not so many chips"
        return None

    def place(self, stake: Stake) -> Stake:
        """Put chips on the layout."""
        self.money[stake.person] -= stake.cents
        self.stakes.append(stake)
        return stake

    def add(self, stake: Stake, cents: int) -> None:
        """5.3: increase a wager while betting is open."""
        self.money[stake.person] -= cents
        stake.cents += cents
        stake.counted += cents

    def withdraw(self, stake: Stake) -> None:
        """Give a wager back while betting is open."""
        self.money[stake.person] += stake.cents
        self.stakes.remove(stake)

    def take(self, stake: Stake) -> None:
        """14.23: into the float before the deal."""
        stake.taken = True
        self.house += stake.cents

    def in_chips(self, exact: Fraction) -> int:
        """5.12, X1: up to the next amount that chips can make."""
        return -int(-exact // self.chip) * self.chip

    def win(self, stake: Stake, odds: Fraction, kind: str = "win") -> Line:
        """15.2: pay the counted wager at these odds and give the stake back."""
        paid = self.in_chips(stake.counted * odds)
        return self._settle(stake, paid, stake.cents, kind)

    def lose(self, stake: Stake) -> Line:
        """15.2: collect the counted wager, give the rest back (6.3)."""
        stake.lost = stake.counted
        back = 0 if stake.taken else stake.cents - stake.counted
        return self._settle(stake, 0, back, "loss")

    def stand_off(self, stake: Stake, kind: str = "stand-off") -> Line:
        """15.1.8 to 15.1.10: neither wins nor loses."""
        return self._settle(stake, 0, stake.cents, kind)

    def prize(self, stake: Stake, cents: int, kind: str) -> Line:
        """14.23, J36: the prize is the whole payment; the stake stays in the float."""
        return self._settle(stake, self.in_chips(Fraction(cents)), 0, kind)

    def by_odds(self, stake: Stake, odds: Fraction) -> Line:
        """6.3, 15.1: odds, nought for a stand-off, minus one for a loss."""
        if not stake.counted:
            return self.stand_off(stake, "excess")
        if odds < 0:
            return self.lose(stake)
        return self.win(stake, odds) if odds else self.stand_off(stake)

    def void(self, stake: Stake) -> Line | None:
        """16.8, J26: what was lost or is not settled goes back; what was paid stands."""
        if not stake.settled:
            return self._settle(stake, 0, stake.cents, "void")
        back, stake.lost = stake.lost, 0
        if not back:
            return None
        self.house -= back
        self.money[stake.person] += back
        return self._line(stake, 0, back, "void")

    def _settle(self, stake: Stake, paid: int, back: int, kind: str) -> Line:
        """Move the chips: the payment from the house, the stake from where it lies."""
        lying = 0 if stake.taken else stake.cents
        stake.settled = True
        self.money[stake.person] += paid + back
        self.house += lying - paid - back
        return self._line(stake, paid, back, kind)

    @staticmethod
    def _line(stake: Stake, paid: int, back: int, kind: str) -> Line:
        return Line(stake.person, stake.wager, stake.box, stake.hand, stake.cents, paid, back, kind)
