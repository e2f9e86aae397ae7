"""What each role sees of a table: made from the state, never holding a card that lies unseen.

A scanning shoe may tell the core a card before it is turned over. Nothing in a view is made
from such a card, so two tables that differ only in cards nobody has seen give equal views.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Literal

import msgspec

from pitboss.baccarat.points import count, outcome, say_result
from pitboss.cards import name
from pitboss.ledger import Balances, chips_of, tokens_of
from pitboss.table.state import (
    Coup,
    Duty,
    Granted,
    House,
    Matter,
    Person,
    Phase,
    Posted,
    Result,
    SignState,
    Slot,
    Span,
    Stack,
    Table,
    Trouble,
)

Audience = Literal["staff", "inspector", "surveillance", "player", "display"]


class Sight(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Any part of a view."""


class HandSeen(Sight, frozen=True, kw_only=True):
    """A hand on the table: cards face down have no name; the count is that of cards seen."""

    cards: tuple[str | None, ...] = ()
    count: int | None = None


class CoupSeen(Sight, frozen=True, kw_only=True):
    """The coup in progress."""

    number: int
    method: str
    no_bet: bool
    closed: bool
    player: HandSeen
    banker: HandSeen
    counts_announced: bool
    result_announced: bool
    holders: Mapping[str, str]
    out: str | None


class ShoeSeen(Sight, frozen=True, kw_only=True):
    """The shoe: how many cards are where, never which. `aside`: cards set aside, if seen."""

    number: int
    total: int
    left: int
    backs: str
    behind: int | None
    cutting_card: str
    coups: int
    coups_left: int | None
    burned: int
    discards: int
    removed: int
    aside: tuple[str | None, ...]
    commitment: str | None
    over: str | None


class WagerSeen(Sight, frozen=True, kw_only=True):
    """A wager on the layout, as everyone at the table can see it."""

    number: int
    person: str
    wager: str
    stake_cents: int
    tokens_cents: int = 0
    box: int | None = None


class Seated(Sight, frozen=True, kw_only=True):
    """A patron at the table, as the other patrons see them."""

    person: str
    seat: int | None = None


class Own(Sight, frozen=True, kw_only=True):
    """What a player alone sees: chips and tokens in hand, and limits of their own."""

    person: str
    chips_cents: int
    tokens_cents: int
    seat: int | None = None
    old_minimum: bool = False
    personal: Span | None = None


class DisplayView(Sight, frozen=True, kw_only=True):
    """What the display at the table shows to everyone.

    `minimum_cents` and `old_minimum_cents` are the two minimums while both hold.
    """

    role: Audience
    open: bool
    at: dt.datetime | None
    game: str | None
    phase: Phase
    sign: SignState
    minimum_cents: int
    old_minimum_cents: int | None
    notices: Mapping[str, Posted]
    results: tuple[Result, ...]
    announcement: str | None
    last_coup: bool


class Layout(Sight, frozen=True, kw_only=True):
    """What anyone standing at the table sees on it."""

    layout: str | None
    shoe: ShoeSeen | None
    coup: CoupSeen | None
    wagers: tuple[WagerSeen, ...]
    closed_boxes: tuple[int, ...]
    next_no_bet: bool


class PlayerView(Sight, frozen=True, kw_only=True):
    """What a player sees: the table, who is at it, and what is their own."""

    role: Audience
    display: DisplayView
    table: Layout
    players: tuple[Seated, ...]
    own: Own | None


class StaffView(Sight, frozen=True, kw_only=True):
    """What staff, inspectors and surveillance see: everything but cards nobody has seen."""

    role: Audience
    display: DisplayView
    table: Layout
    house: House | None
    stack: Stack | None
    next_sign: SignState | None
    people: Mapping[str, Person]
    balances_cents: Balances
    designated: str | None
    approvals: tuple[Granted, ...]
    duties: tuple[Duty, ...]
    trouble: Trouble | None
    matters: tuple[Matter, ...]
    one_per_box: bool
    players_limit: int | None


View = DisplayView | PlayerView | StaffView


def view(table: Table, role: Audience, person: str | None = None) -> View:
    """What this role sees; `person` says which player's own chips are shown."""
    display = _display(table)
    if role == "display":
        return display
    if role == "player":
        return PlayerView(
            role=role,
            display=display,
            table=_layout(table),
            players=tuple(
                Seated(person=name, seat=one.seat)
                for name, one in table.people.items()
                if one.present and one.role == "player"
            ),
            own=own_of(table, person),
        )
    return StaffView(
        role=role,
        display=display,
        table=_layout(table),
        house=table.house,
        stack=table.stack,
        next_sign=table.next_sign,
        people={name: one for name, one in table.people.items() if one.present},
        balances_cents=table.balances,
        designated=table.designated,
        approvals=tuple(one for one in table.approvals.values() if not (one.used or one.refused)),
        duties=tuple(duty for duty in table.duties.values() if duty.done_by is None),
        trouble=table.trouble,
        matters=tuple(table.matters.values()),
        one_per_box=table.one_per_box,
        players_limit=table.players_limit,
    )


def _display(table: Table) -> DisplayView:
    sign, shoe = table.sign, table.shoe
    return DisplayView(
        role="display",
        open=table.house is not None and not table.closed,
        at=table.now,
        game=table.house.game if table.house is not None else None,
        phase=table.phase,
        sign=sign,
        minimum_cents=sign.minimum_cents,
        old_minimum_cents=sign.old_minimum_cents,
        notices=table.notices,
        results=_of_this_shoe(table),
        announcement=_announcement(table),
        last_coup=shoe is not None and shoe.coups_left is not None and shoe.coups_left <= 1,
    )


def _layout(table: Table) -> Layout:
    return Layout(
        layout=table.house.layout if table.house is not None else None,
        shoe=_shoe(table),
        coup=None if table.coup is None else _coup(table.coup),
        wagers=tuple(
            WagerSeen(
                number=placed.number,
                person=placed.person,
                wager=placed.wager,
                stake_cents=placed.stake_cents,
                tokens_cents=placed.tokens_cents,
                box=placed.box,
            )
            for placed in table.wagers.values()
        ),
        closed_boxes=table.closed_boxes,
        next_no_bet=table.next_no_bet is not None,
    )


def _of_this_shoe(table: Table) -> tuple[Result, ...]:
    """The results since the shoe was loaded."""
    results, shoe = table.results, table.shoes
    first = len(results)
    while first and results[first - 1].shoe == shoe:
        first -= 1
    return results[first:]


def _announcement(table: Table) -> str | None:
    """What was announced last: this coup's result, or its counts, or the coup before."""
    coup = table.coup
    if coup is not None and coup.counts_announced:
        player, banker = _hand(coup.player).count or 0, _hand(coup.banker).count or 0
        if coup.result_announced:
            return say_result(outcome(player, banker), player, banker)
        return f"Player {player}, Banker {banker}"
    if coup is None and table.results:
        last = table.results[-1]
        return say_result(last.outcome, count(last.player), count(last.banker))
    return None


def _faces(slots: tuple[Slot, ...]) -> tuple[str | None, ...]:
    return tuple(
        name(slot.card) if slot.exposed and slot.card is not None else None for slot in slots
    )


def _hand(slots: tuple[Slot, ...]) -> HandSeen:
    seen = [slot.card for slot in slots if slot.exposed and slot.card is not None]
    return HandSeen(cards=_faces(slots), count=count(seen) if seen else None)


def _coup(coup: Coup) -> CoupSeen:
    return CoupSeen(
        number=coup.number,
        method=coup.method,
        no_bet=coup.no_bet,
        closed=coup.closed,
        player=_hand(coup.player),
        banker=_hand(coup.banker),
        counts_announced=coup.counts_announced,
        result_announced=coup.result_announced,
        holders=coup.holders,
        out=coup.out,
    )


def _shoe(table: Table) -> ShoeSeen | None:
    shoe = table.shoe
    if shoe is None:
        return None
    return ShoeSeen(
        number=shoe.number,
        total=shoe.total,
        left=shoe.left,
        backs=shoe.backs,
        behind=shoe.behind,
        cutting_card=shoe.cutting_card,
        coups=shoe.coups,
        coups_left=shoe.coups_left,
        burned=shoe.burned,
        discards=shoe.discards,
        removed=shoe.removed,
        aside=_faces(shoe.aside),
        commitment=shoe.commitment,
        over=shoe.over,
    )


def own_of(table: Table, person: str | None) -> Own | None:
    """What a player alone sees; nothing for anyone else."""
    player = table.people.get(person) if person is not None else None
    if person is None or player is None or player.role != "player":
        return None
    return Own(
        person=person,
        chips_cents=table.balances.get(chips_of(person), 0),
        tokens_cents=table.balances.get(tokens_of(person), 0),
        seat=player.seat,
        old_minimum=player.old_minimum,
        personal=player.personal,
    )
