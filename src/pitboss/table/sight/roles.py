"""What each role sees of a table: made from the state, never holding a card that lies unseen.

A scanning shoe may tell the core a card before it is turned over. Nothing in a view is made
from such a card, so two tables that differ only in cards nobody has seen give equal views.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from pitboss.cards import name
from pitboss.ledger import Balances, chips_of, tokens_of
from pitboss.table.cards.parts import Slot, Stack
from pitboss.table.own import alike
from pitboss.table.people.tokens import in_hand
from pitboss.table.play import HandSeen, Play
from pitboss.table.state import (
    Duty,
    Granted,
    House,
    Lot,
    Matter,
    Person,
    Phase,
    Posted,
    Result,
    Round,
    SignState,
    Span,
    Table,
    Trouble,
)
from pitboss.table.tournament.sight import SessionSeen, session_seen

Audience = Literal["staff", "inspector", "surveillance", "player", "display"]


class Sight(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Any part of a view."""


class CoupSeen(Sight, frozen=True, kw_only=True):
    """The round in progress: its hands, and what the game tells of how far it is."""

    number: int
    method: str
    no_bet: bool
    closed: bool
    complete: bool
    hands: tuple[HandSeen, ...]
    stage: Mapping[str, Any]


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
    """A wager on the layout, as everyone at the table can see it.

    `hand` is the one of its box that it lies on, where that is not the first. One that outlives a
    round has `nominated` results or counts them in `memory`; `fixed`: it may not be touched.
    """

    number: int
    person: str
    wager: str
    stake_cents: int
    tokens_cents: int = 0
    box: int | None = None
    hand: str = ""
    position: int | None = None
    nominated: str = ""
    memory: str = ""
    fixed: bool = False


class Seated(Sight, frozen=True, kw_only=True):
    """A patron at the table, as the other patrons see them."""

    person: str
    seat: int | None = None


class Own(Sight, frozen=True, kw_only=True):
    """What a player alone sees: chips and tokens in hand, and limits of their own.

    `vouchers`: the tokens in hand by voucher, each with its conditions.
    """

    person: str
    chips_cents: int
    tokens_cents: int
    seat: int | None = None
    old_minimum: bool = False
    personal: Span | None = None
    vouchers: tuple[Lot, ...] = ()


class DisplayView(Sight, frozen=True, kw_only=True):
    """What the display at the table shows to everyone.

    `minimum_cents` and `old_minimum_cents` are the two minimums while both hold. `coup`: the round
    in progress, told to a display alone; others see it on the layout.
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
    coup: CoupSeen | None = None


class Layout(Sight, frozen=True, kw_only=True):
    """What anyone standing at the table sees on it."""

    layout: str | None
    shoe: ShoeSeen | None
    coup: CoupSeen | None
    wagers: tuple[WagerSeen, ...]
    closed_boxes: tuple[int, ...]
    next_no_bet: bool
    session: SessionSeen | None = None


class PlayerView(Sight, frozen=True, kw_only=True):
    """What a player sees: the table, who is at it, and what is their own."""

    role: Audience
    display: DisplayView
    table: Layout
    players: tuple[Seated, ...]
    own: Own | None


MOST_MATTERS = 60
"""A view has so many of a table's newest matters; the history has them all."""


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
    matters_in_all: int
    one_per_box: bool
    players_limit: int | None


View = DisplayView | PlayerView | StaffView


def view(play: Play, table: Table, role: Audience, person: str | None = None) -> View:
    """What this role sees; `person` says which player's own chips are shown."""
    display = _display(play, table)
    if role == "display":
        coup = None if table.coup is None else _coup(play, table, table.coup)
        return msgspec.structs.replace(display, coup=coup)
    if role == "player":
        return PlayerView(
            role=role,
            display=display,
            table=_layout(play, table),
            players=tuple(
                Seated(person=name, seat=one.seat)
                for name, one in table.people.items()
                if one.present and one.role == "player"
            ),
            own=own_of(table, person),
        )
    return alike(
        StaffView,
        table,
        role=role,
        display=display,
        table=_layout(play, table),
        people={name: one for name, one in table.people.items() if one.present},
        balances_cents=table.balances,
        designated=play.role(table),
        approvals=tuple(one for one in table.approvals.values() if not _over(one)),
        duties=tuple(duty for duty in table.duties.values() if duty.done_by is None),
        matters=tuple(table.matters.values())[-MOST_MATTERS:],
        matters_in_all=len(table.matters),
    )


def _over(approval: Granted) -> bool:
    return approval.used or approval.refused or approval.withdrawn


def _display(play: Play, table: Table) -> DisplayView:
    sign = table.sign
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
        announcement=play.announcement(table),
        last_coup=is_last_coup(table),
    )


def is_last_coup(table: Table) -> bool:
    """Whether the coup to come, or in play, is the shoe's last; once it is over none is."""
    shoe = table.shoe
    if shoe is None or shoe.over is not None or shoe.coups_left is None:
        return False
    return shoe.coups_left <= 1


def _layout(play: Play, table: Table) -> Layout:
    return Layout(
        layout=table.house.layout if table.house is not None else None,
        shoe=_shoe(table),
        coup=None if table.coup is None else _coup(play, table, table.coup),
        wagers=tuple(alike(WagerSeen, placed) for placed in table.wagers.values()),
        closed_boxes=table.closed_boxes,
        next_no_bet=table.next_no_bet is not None,
        session=session_seen(table),
    )


def _of_this_shoe(table: Table) -> tuple[Result, ...]:
    """The results since the shoe was loaded."""
    results, shoe = table.results, table.shoes
    first = len(results)
    while first and results[first - 1].shoe == shoe:
        first -= 1
    return results[first:]


def faces(slots: tuple[Slot, ...]) -> tuple[str | None, ...]:
    """Cards by name; one that nobody has seen has none."""
    return tuple(
        name(slot.card) if slot.exposed and slot.card is not None else None for slot in slots
    )


def _coup(play: Play, table: Table, coup: Round) -> CoupSeen:
    return alike(
        CoupSeen,
        coup,
        closed=table.betting.closed,
        hands=play.seen(coup),
        stage=play.stage(coup),
    )


def _shoe(table: Table) -> ShoeSeen | None:
    shoe = table.shoe
    if shoe is None:
        return None
    return alike(ShoeSeen, shoe, aside=faces(shoe.aside))


def own_of(table: Table, person: str | None) -> Own | None:
    """What a player alone sees; nothing for anyone else."""
    player = table.people.get(person) if person is not None else None
    if person is None or player is None or player.role != "player":
        return None
    held = in_hand(table, person)
    return Own(
        person=person,
        chips_cents=table.balances.get(chips_of(person), 0),
        tokens_cents=table.balances.get(tokens_of(person), 0),
        seat=player.seat,
        old_minimum=player.old_minimum,
        personal=player.personal,
        vouchers=tuple(
            msgspec.structs.replace(lot, left_cents=held[lot.voucher])
            for lot in player.lots
            if lot.voucher in held
        ),
    )
