"""Cents, millionths, odds and `due`: the one payout function.

Chips and payments are whole cents. What cents cannot hold (a deferred commission) is a
whole number of millionths of a dollar. What a wager pays is written in the edition and read
here as one of four terms; no odds, percentage or prize is written in code.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from pitboss.chips import Chips
from pitboss.refusal import Refusal

MILLIONTHS_IN_CENT = 10_000

_AMOUNT = re.compile(r"([0-9]{1,12})(?:\.([0-9]{1,2}))?")
_RATIO = re.compile(r"([0-9]+) to ([0-9]+)(?: less ([0-9]+(?:\.[0-9]+)?)%)?")
_SIGNED = re.compile(r"([a-z][a-z-]*)% of stake")
_SHARE = re.compile(r"([0-9]+(?:\.[0-9]+)?)% of jackpot")
_PRIZE = re.compile(r"\$([0-9]+(?:\.[0-9]{2})?)")


@dataclass(frozen=True)
class AtOdds:
    """Odds as an exact ratio, with the commission the row itself takes from the winnings."""

    to: int
    of: int
    less: Fraction = Fraction(0)


@dataclass(frozen=True)
class SignedPercentage:
    """A percentage of the stake that the table's sign fixes under this key."""

    key: str


@dataclass(frozen=True)
class JackpotShare:
    """A share of the jackpot shown."""

    share: Fraction


@dataclass(frozen=True)
class Prize:
    """A fixed prize; the whole payment."""

    cents: int


Pay: TypeAlias = AtOdds | SignedPercentage | JackpotShare | Prize


@dataclass(frozen=True)
class Excess:
    """An arranged excess: a further commission on what a wager exceeds `over_cents` by."""

    over_cents: int
    rate: Fraction


@dataclass(frozen=True)
class Due:
    """What is due on one wager, payment and commission apart, in exact cents."""

    winnings: Fraction
    commission: Fraction
    paid_cents: int
    arithmetic: str

    @property
    def commission_millionths(self) -> int:
        """The commission as a whole number of millionths of a dollar."""
        exact = self.commission * MILLIONTHS_IN_CENT
        if exact.denominator != 1:
            raise ValueError(f"commission of {self.commission} cents is finer than a millionth")
        return int(exact)


def parse_amount(text: str) -> int | Refusal:
    """Dollars as people write them (`100`, `2.50`) in cents; more than zero."""
    found = _AMOUNT.fullmatch(text.strip())
    cents = 0
    if found:
        cents = int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0"))
    if cents <= 0:
        return Refusal.of("malformed-amount", text=text)
    return cents


def dollars(cents: int | Fraction) -> str:
    """Cents as dollars, exactly, with at least two decimals."""
    whole = Fraction(cents) / 100
    for digits in range(2, 9):
        scaled = whole * 10**digits
        if scaled.denominator == 1:
            sign = "-" if scaled < 0 else ""
            text = str(abs(int(scaled))).rjust(digits + 1, "0")
            return f"{sign}{int(text[:-digits]):,}.{text[-digits:]}"
    return f"{float(whole):,.8f}…"


def whole(dollars_: int) -> int:
    """Whole dollars in cents."""
    return dollars_ * 100


def sum_of(cents: int | Fraction) -> str:
    """An amount as a sentence or a page writes it: `$1,250.00`."""
    text = dollars(cents)
    return f"−${text[1:]}" if text.startswith("-") else f"${text}"


def percent(share: Fraction) -> str:
    """A share as a percentage."""
    return f"{float(share * 100):g}%"


def parse_pay(text: str) -> Pay:
    """Read the pay of an edition's row; a text in no known form raises ValueError."""
    if found := _RATIO.fullmatch(text):
        less = Fraction(found[3]) / 100 if found[3] else Fraction(0)
        if int(found[1]) > 0 and int(found[2]) > 0 and less < 1:
            return AtOdds(int(found[1]), int(found[2]), less)
    if found := _SIGNED.fullmatch(text):
        return SignedPercentage(found[1])
    if found := _SHARE.fullmatch(text):
        share = Fraction(found[1]) / 100
        if 0 < share <= 1:
            return JackpotShare(share)
    if found := _PRIZE.fullmatch(text):
        return Prize(int(Fraction(found[1]) * 100))
    raise ValueError(f"'{text}' is not a pay in any known form")


def due(
    stake_cents: int,
    pay: Pay,
    *,
    chips: Chips,
    signed: Mapping[str, Fraction] | None = None,
    jackpot_cents: int = 0,
    excess: Excess | None = None,
    owed: bool = False,
) -> Due:
    """What the house pays over the stake on one winning wager (readings X1, M-L5).

    The exact winnings less the exact commission are rounded up to what chips can pay, once,
    for this wager alone. With `owed` the commission is deferred: the winnings are paid in
    full and the commission is only stated.
    """
    commission = Fraction(0)
    match pay:
        case AtOdds(to, of, less):
            winnings = Fraction(stake_cents * to, of)
            commission = winnings * less
            ratio = f"{to} to {of}" + (f" less {percent(less)} commission" if less else "")
            step = f"{ratio} of {dollars(stake_cents)}"
        case SignedPercentage(key):
            share = (signed or {})[key]
            winnings = stake_cents * share
            step = f"{percent(share)} of {dollars(stake_cents)}"
        case JackpotShare(share):
            winnings = jackpot_cents * share
            step = f"{percent(share)} of a jackpot of {dollars(jackpot_cents)}"
        case Prize(cents):
            winnings = Fraction(cents)
            step = "fixed prize"
    if excess and stake_cents > excess.over_cents:
        over = stake_cents - excess.over_cents
        commission += over * excess.rate
        step += f", less {percent(excess.rate)} of the excess {dollars(over)}"
    exact = winnings if owed else winnings - commission
    paid = chips.up(exact)
    step += f" is {dollars(exact)}"
    if owed and commission:
        step += f" with {dollars(commission)} commission owed"
    if paid != exact:
        step += f", paid {dollars(paid)}, the next amount payable in {_named(chips)}"
    return Due(winnings, commission, paid, step)


def _named(chips: Chips) -> str:
    """The chips in words: by the smallest where it says all, else every value."""
    if chips.regular:
        return f"{dollars(chips.smallest)} chips"
    return f"chips of {', '.join(map(dollars, chips.values))}"


def pro_rata(
    wagers: Sequence[int], allowed: int, unit: int, chips: Chips | None = None
) -> tuple[int, ...]:
    """Scale `wagers` (cents, in order of placing) so that their sum is within `allowed`.

    Each is rounded down to `unit`; left-over units go one by one to the largest remainders,
    equal remainders to the earlier wager (readings X2, X3). Chips that are not so many of the
    smallest make what stays and what goes back of each wager, as near to that as they can.
    """
    total = sum(wagers)
    if total <= allowed:
        return tuple(wagers)
    exact = [Fraction(wager * allowed, total) for wager in wagers]
    if chips is not None and not chips.regular:
        return _in_odd_chips(wagers, exact, allowed, unit, chips)
    scaled = [int(share // unit) * unit for share in exact]
    left = (allowed - sum(scaled)) // unit
    by_remainder = sorted(range(len(wagers)), key=lambda i: (scaled[i] - exact[i], i))
    for index in by_remainder[:left]:
        scaled[index] += unit
    return tuple(scaled)


def _in_odd_chips(
    wagers: Sequence[int], exact: Sequence[Fraction], allowed: int, unit: int, chips: Chips
) -> tuple[int, ...]:
    """Each share down to what chips make; then, largest remainder first, up to the next fit."""
    scaled = [chips.part(wager, share, unit) for wager, share in zip(wagers, exact, strict=True)]
    left = allowed - sum(scaled)
    for index in sorted(range(len(wagers)), key=lambda i: (scaled[i] - exact[i], i)):
        kept = chips.part(wagers[index], scaled[index] + left, unit)
        left -= kept - scaled[index]
        scaled[index] = kept
    return tuple(scaled)
