"""How much may be wagered: what the sign lets a player stake, an area take, a hand hold."""

from __future__ import annotations

from typing import NoReturn

from pitboss.ledger import chips_of, tokens_of
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.acts import Work
from pitboss.table.state import Span


def span_of(work: Work, person: str, wager: str) -> Span:
    """The limits of a wager for this person: their own, the wager's, or the table's."""
    sign = work.table.sign
    player = work.table.people[person]
    if player.personal is not None and work.edition.wagers[wager].optional is None:
        return player.personal
    base = sign.wagers.get(wager) or Span(
        minimum_cents=sign.minimum_cents, maximum_cents=sign.maximum_cents
    )
    if player.old_minimum and sign.old_minimum_cents is not None and wager not in sign.wagers:
        return Span(minimum_cents=sign.old_minimum_cents, maximum_cents=base.maximum_cents)
    return base


def within(work: Work, person: str, wager: str, cents: int) -> None:
    """A stake handed over openly must keep to the sign (6.1, 6.6)."""
    span = span_of(work, person, wager)
    if cents < span.minimum_cents:
        _outside(work, "below-minimum", f"The minimum is {sum_of(span.minimum_cents)}.")
    if span.maximum_cents is not None and cents > span.maximum_cents:
        _outside(work, "above-maximum", f"The maximum is {sum_of(span.maximum_cents)}.")
    unit = work.table.sign.unit_cents
    if unit and (cents - span.minimum_cents) % unit:
        refuse(
            "not-in-units",
            f"Above the minimum wagers go up by {sum_of(unit)}.",
            work.cite("multiples"),
        )


def _outside(work: Work, code: str, sentence: str) -> NoReturn:
    refuse(code, sentence, work.cite("limits-sign", "keep-to-limits"))


def area_open(work: Work, wager: str, cents: int, box: int | None) -> None:
    """What is handed over openly must leave the playing area within its maximum (6.1, X6)."""
    sign = work.table.sign
    most = sign.area_maximum_cents.get(wager)
    if most is None:
        return
    lying = sum(
        placed.stake_cents
        for placed in work.table.wagers.values()
        if placed.wager == wager and (sign.area_scope == "table" or placed.box == box)
    )
    if lying + cents > most:
        sentence = f"The area takes {sum_of(most)}; {sum_of(lying)} lies there already."
        _outside(work, "above-area-maximum", sentence)


def holds(work: Work, person: str, cents: int, *, tokens: bool) -> None:
    """Nobody wagers what they do not hold; wagers are chips or tokens (5.2)."""
    account = tokens_of(person) if tokens else chips_of(person)
    held = work.table.balances.get(account, 0)
    if cents > held:
        what = "tokens" if tokens else "chips"
        sentence = f"{person} holds {sum_of(held)} in {what}."
        refuse("not-enough-chips", sentence, work.cite("chips-or-tokens"))
