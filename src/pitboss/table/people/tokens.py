"""Promotional tokens: those of each voucher apart, with the conditions that it put on them.

A voucher says on which wagers its tokens may be staked, until when, and whether a token that
wins comes back.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping

from pitboss.money import sum_of
from pitboss.refusal import refuse
from pitboss.table.machine import Work, replace
from pitboss.table.state import Lot, Placed, Table
from pitboss.words import near
from pitboss.words.catalogue import Said

Vouchers = Mapping[str, int]
"""So many cents of tokens of each voucher."""


def in_hand(table: Table, person: str) -> dict[str, int]:
    """The tokens of each voucher that a person holds and has not staked."""
    held = {lot.voucher: lot.left_cents for lot in table.people[person].lots}
    for placed in table.wagers.values():
        if placed.person == person:
            for voucher, cents in placed.vouchers.items():
                held[voucher] = held.get(voucher, 0) - cents
    return {voucher: cents for voucher, cents in held.items() if cents > 0}


def in_order(table: Table, person: str, cents: int) -> dict[str, int]:
    """So many tokens of those in hand, oldest voucher first, whatever their conditions."""
    return first(in_hand(table, person), cents)


def staked(table: Table, person: str, cents: int, said: Vouchers) -> Vouchers:
    """The tokens that an event stakes; where an earlier journal does not say, the oldest."""
    return said or (in_order(table, person, cents) if cents else {})


def first(vouchers: Vouchers, cents: int) -> dict[str, int]:
    """The first so many cents of these tokens."""
    found: dict[str, int] = {}
    for voucher, held in vouchers.items():
        if cents > 0:
            found[voucher] = min(held, cents)
            cents -= found[voucher]
    return found


def together(one: Vouchers, other: Vouchers) -> dict[str, int]:
    """The tokens of both."""
    return {key: one.get(key, 0) + other.get(key, 0) for key in (*one, *other)}


def chosen(
    work: Work, person: str, wager: str, cents: int, voucher: str | None = None
) -> dict[str, int]:
    """The tokens that are staked on a wager now, as their vouchers let them be.

    Those that end soonest go first. Refused where the tokens that may be staked do not suffice.
    """
    held = in_hand(work.table, person)
    lots = [lot for lot in work.table.people[person].lots if lot.voucher in held]
    if voucher is not None:
        lots = [lot for lot in lots if lot.voucher == voucher]
    may = [lot for lot in lots if why_not(work, lot, wager) is None]
    may.sort(key=lambda lot: (lot.until is None, lot.until or work.command.at))
    found = first({lot.voucher: held[lot.voucher] for lot in may}, cents)
    if sum(found.values()) < cents:
        for against in filter(None, (why_not(work, lot, wager) for lot in lots)):
            refuse(against.key, work.cite("promotional-token"), **against.params)
        whose = "tokens" if voucher is None else f"tokens of voucher {voucher}"
        refuse(
            "not-enough-chips.holds",
            work.cite("chips-or-tokens"),
            person=person,
            held=sum_of(sum(found.values())),
            what=whose,
        )
    return found


def why_not(work: Work, lot: Lot, wager: str) -> Said | None:
    """Why the tokens of a voucher may not be staked on a wager now."""
    if lot.until is not None and work.command.at > lot.until:
        until = f"{lot.until.astimezone(work.command.at.tzinfo):%H:%M on %d %B %Y}"
        return Said("tokens-expired", {"voucher": lot.voucher, "until": until})
    if lot.wagers and wager not in lot.wagers:
        listed = ", ".join(lot.wagers)
        return Said("tokens-not-for-this", {"voucher": lot.voucher, "listed": listed})
    return None


def check_conditions(work: Work, wagers: tuple[str, ...], until: dt.datetime | None) -> None:
    """The conditions of a voucher that is brought: wagers there are, and not over yet."""
    for name in wagers:
        if name not in work.edition.wagers:
            asked = near(name, work.edition.wagers)
            refuse("unknown-wager.complete", value=name, nearest=asked)
    if until is not None and work.command.at > until:
        refuse("voucher-expired", work.cite("promotional-token"))


def not_back(table: Table, placed: Placed, cents: int) -> int:
    """How much of the first so many tokens on a wager stays with the house if it wins."""
    kept = {lot.voucher for lot in table.people[placed.person].lots if not lot.back}
    staked = first(placed.vouchers, cents)
    return sum(part for voucher, part in staked.items() if voucher in kept)


def changed(table: Table, person: str, vouchers: Vouchers, sign: int) -> Table:
    """Tokens are gone from a person (-1), or back with them (+1)."""
    if not vouchers:
        return table
    one = table.people[person]
    lots = tuple(
        replace(lot, left_cents=lot.left_cents + sign * vouchers.get(lot.voucher, 0))
        for lot in one.lots
    )
    return replace(table, people={**table.people, person: replace(one, lots=lots)})


def carried_off(table: Table, person: str) -> Table:
    """Whoever goes takes the tokens in hand along."""
    return changed(table, person, in_hand(table, person), -1)


def corrected(
    table: Table, wagers: Iterable[tuple[str, Vouchers]], net: Mapping[str, int]
) -> Table:
    """A settled coup stands otherwise: `net` tokens came back to each person, or went.

    They are of the vouchers that were staked on the coup, in the order of its `wagers`.
    """
    for person, cents in net.items():
        staked: dict[str, int] = {}
        for whose, vouchers in wagers:
            if whose == person:
                staked = together(staked, vouchers)
        if cents < 0:
            held = in_hand(table, person)
            staked = {key: min(part, held.get(key, 0)) for key, part in staked.items()}
        table = changed(table, person, first(staked, abs(cents)), 1 if cents > 0 else -1)
    return table
