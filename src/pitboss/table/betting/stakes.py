"""How much may be wagered: what the sign lets a player stake, an area take, a hand hold."""

from __future__ import annotations

from typing import NoReturn

from pitboss.editions.wagers import Clauses, Wager
from pitboss.ledger import chips_of, tokens_of
from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.settle.sign import cents_of
from pitboss.table.machine import Query, Work, replace
from pitboss.table.people.restrictions import held_span
from pitboss.table.procedures.arranged import agreed
from pitboss.table.procedures.boxes import room_for
from pitboss.table.state import Placed, Span, Table


def span_of(query: Query, person: str, wager: str) -> Span:
    """The limits of a wager for this person; the minimum alone where they are held to it."""
    return held_span(query, person, _span(query, person, wager))


def _span(query: Query, person: str, wager: str) -> Span:
    """Their own limits, the wager's, or the table's."""
    sign = query.table.sign
    player = query.table.people[person]
    if player.personal is not None and query.edition.wagers[wager].optional is None:
        return player.personal
    base = sign.wagers.get(wager) or Span(
        minimum_cents=sign.minimum_cents, maximum_cents=sign.maximum_cents
    )
    most = agreed(query, person, wager)
    if most is not None:
        return Span(minimum_cents=base.minimum_cents, maximum_cents=most)
    if player.old_minimum and sign.old_minimum_cents is not None and wager not in sign.wagers:
        return Span(minimum_cents=sign.old_minimum_cents, maximum_cents=base.maximum_cents)
    return base


def change_sign(table: Table, **fields: object) -> Table:
    """The sign changed, and the one that waits for the next coup alike."""
    waiting = None if table.next_sign is None else replace(table.next_sign, **fields)
    return replace(table, sign=replace(table.sign, **fields), next_sign=waiting)


def opposed_areas(query: Query) -> tuple[str, ...]:
    """The two areas that stand against each other; none where the edition names none."""
    opposed = query.edition.limits.opposed
    return () if opposed is None else opposed.areas


def within(work: Work, person: str, wager: str, cents: int) -> None:
    """A stake handed over openly must keep to the sign."""
    span = span_of(work, person, wager)
    if cents < span.minimum_cents:
        _outside(work, "below-minimum", least=sum_of(span.minimum_cents))
    if span.maximum_cents is not None and cents > span.maximum_cents:
        _outside(work, "above-maximum", most=sum_of(span.maximum_cents))
    in_units(work, span, cents)
    _among(work.edition.wagers[wager], cents)


def in_units(work: Work, span: Span, cents: int) -> None:
    """A stake goes up from the minimum by the sign's unit, where it has one."""
    unit = work.table.sign.unit_cents
    if unit and (cents - span.minimum_cents) % unit:
        work.forbid("multiples", "not-in-units", unit=sum_of(unit))


def no_multiple(work: Work, person: str, wager: str, cents: int) -> Clauses:
    """By what a stake may be other than a multiple of the minimum, where it is."""
    least = span_of(work, person, wager).minimum_cents
    return work.cite("multiples") if least and cents % least else ()


def _among(wager: Wager, cents: int) -> None:
    """Some wagers take certain stakes only."""
    if wager.stakes is None:
        return
    stakes = [cents_of(text) for text in wager.stakes.only]
    if cents not in stakes:
        only = f"for {', '.join(map(sum_of, stakes))}"
        what = f"for {sum_of(cents)}"
        cited = wager.stakes.clauses
        refuse("wager-not-offered.confined", cited, title=wager.title, what=what, only=only)


def _outside(work: Work, key: str, **params: object) -> NoReturn:
    refuse(key, work.cite("limits-sign", "keep-to-limits"), **params)


def by_player(work: Work, person: str, cents: int) -> None:
    """A player's wagers of a coup, with these chips, keep to the limits by player.

    Whoever has limits of their own is under those instead.
    """
    sign = work.table.sign
    if work.table.people[person].personal is not None:
        return
    lying = on_layout(work, person)
    least, most = sign.by_player_minimum_cents, sign.by_player_maximum_cents
    if lying + cents < least:
        _outside(work, "below-player-minimum", least=sum_of(least))
    if most is not None and lying + cents > most:
        _outside(work, "above-player-maximum", most=sum_of(most), lying=sum_of(lying))


def on_layout(work: Work, person: str) -> int:
    """What a player has wagered on this coup in all."""
    wagers = work.table.wagers.values()
    return sum(placed.stake_cents for placed in wagers if placed.person == person)


def area_open(work: Work, wager: str, cents: int, box: int | None) -> None:
    """What is handed over openly must leave the playing area within its maximum."""
    most = area_most(work, work.by, wager)
    if most is None:
        return
    if work.edition.conduct.boxes is not None and box is not None:
        room_for(work, work.by, wager, cents, box, most)
    lying = on_area(work, wager, box)
    if lying + cents > most:
        _outside(work, "above-area-maximum", most=sum_of(most), lying=sum_of(lying))


def area_most(query: Query, person: str, wager: str) -> int | None:
    """The most that an area takes with a wager of this person on it.

    On a box it is their own maximum, where theirs is the higher.
    """
    most = query.table.sign.area_maximum_cents.get(wager)
    own = query.table.people[person].personal
    if most is None or own is None or own.maximum_cents is None:
        return most
    return most if query.edition.conduct.boxes is None else max(most, own.maximum_cents)


def on_area(work: Query, wager: str, box: int | None) -> int:
    """What lies on a playing area in all: the whole table's, or this box's as the sign says."""
    whole = whole_area(work)
    return sum(
        placed.stake_cents
        for placed in work.table.wagers.values()
        if placed.wager == wager and (whole or placed.box == box)
    )


def whole_area(query: Query) -> bool:
    """Whether an area's maximum is for the whole table, not for each box."""
    return query.table.sign.area_scope == "table" and query.edition.conduct.boxes is None


def in_chips(work: Query, cents: int) -> None:
    """Only what the chips of the table make can change hands at it."""
    chips = work.chips
    if not chips.pays(cents):
        listed = ", ".join(map(sum_of, chips.values))
        refuse("not-in-chips", work.cite("chips-or-tokens"), cents=sum_of(cents), listed=listed)


def holds(work: Query, person: str, cents: int, *, tokens: bool) -> None:
    """Nobody wagers what they do not hold; wagers are chips or tokens."""
    account = tokens_of(person) if tokens else chips_of(person)
    held = work.table.balances.get(account, 0)
    if cents > held:
        what = "tokens" if tokens else "chips"
        refuse(
            "not-enough-chips.holds",
            work.cite("chips-or-tokens"),
            person=person,
            held=sum_of(held),
            what=what,
        )


def own_wager(work: Work, number: int) -> Placed:
    """The actor's own wager."""
    placed = work.table.wagers.get(number)
    if placed is None or placed.person != work.command.by:
        refuse("no-such-wager.own-wager", person=work.command.by, number=number)
    if placed.fixed:
        clauses = work.edition.wagers[placed.wager].clauses
        refuse("wager-stays.own-wager", clauses)
    return placed
