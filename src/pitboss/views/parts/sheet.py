"""Part: what a page needs to draw a table, all from the edition, the house and the sign."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

import msgspec

from pitboss.chips import usual
from pitboss.editions.edition import Edition
from pitboss.table import Table as State
from pitboss.table.betting.offer import on_offer
from pitboss.table.machine import Query
from pitboss.table.procedures.boxes import sharing
from pitboss.table.procedures.period import betting_time
from pitboss.views.areas import (
    Area,
    Closing,
    EditionNamed,
    GameNamed,
    LayoutDrawn,
    areas,
    closing_of,
    identity_of,
    layout_of,
    short_name,
    span,
)
from pitboss.views.copies import copy_of
from pitboss.views.notices import NoticeShown, notices_of
from pitboss.views.parts.shown import Shown, Viewer


class MethodNamed(msgspec.Struct, frozen=True, kw_only=True):
    """A dealing method: who holds the shoe and who receives each hand."""

    id: str
    title: str
    shoe: str
    player_hand: str
    banker_hand: str
    clauses: tuple[str, ...]


class SignRow(msgspec.Struct, frozen=True, kw_only=True):
    """Areas with the same limits, as the sign shows them."""

    areas: list[str]
    title: str
    minimum_cents: int
    maximum_cents: int | None


class SignValue(msgspec.Struct, frozen=True, kw_only=True):
    """Something else that the sign fixes."""

    key: str
    title: str
    value: str
    clauses: tuple[str, ...]


class LimitsSign(msgspec.Struct, frozen=True, kw_only=True):
    """The sign on the table."""

    rows: list[SignRow]
    by_player_minimum_cents: int | None
    by_player_maximum_cents: int | None
    differential_cents: int | None
    unit_cents: int
    old_minimum_cents: int | None
    clauses: tuple[str, ...]
    values: list[SignValue]


class Ladder(msgspec.Struct, frozen=True, kw_only=True):
    """The ranks, lowest first, and ranks that are met by a rung."""

    ladder: tuple[str, ...]
    met_by: Mapping[str, str]


class Ban(msgspec.Struct, frozen=True, kw_only=True):
    """The rule against analysing devices."""

    sentence: str
    clauses: tuple[str, ...]


class TimeToBet(msgspec.Struct, frozen=True, kw_only=True):
    """The time to bet that was called for, by the server's time; `no_more` was called after it.

    From `closes_at` on wagers are refused. `seconds` is how long it lasts in all, longer or shorter
    than it was called for where it was extended or ended.
    """

    opened_at: dt.datetime
    closes_at: dt.datetime
    seconds: float
    no_more: bool


class Paused(msgspec.Struct, frozen=True, kw_only=True):
    """Play is held until somebody rules: on what, as everyone at the table is told."""

    title: str
    clauses: tuple[str, ...]


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a page draws a table from, but for what happens at it.

    `shared`: how many may wager on one box, where a box is chosen with each wager.
    `betting_seconds` is the table's time to bet, nought where it keeps none, and `period` the one
    that was called for, until betting is closed.
    """

    table: str
    open: bool
    identity: EditionNamed
    game: GameNamed | None
    games: list[GameNamed]
    decks: int | None
    virtual: bool
    display_attached: bool
    layout: LayoutDrawn | None
    areas: list[Area]
    shared: int | None
    chips: tuple[int, ...]
    smallest_chip_cents: int
    unit_cents: int
    chip_clauses: tuple[str, ...]
    method: MethodNamed | None
    methods: list[MethodNamed]
    close: Closing
    notices: list[NoticeShown]
    sign: LimitsSign
    ranks: Ladder
    devices: Ban | None
    ask_roads: bool
    betting_seconds: int
    period: TimeToBet | None
    paused: Paused | None


def sheet(shown: Shown, viewer: Viewer) -> Sheet:
    """What a page needs to draw the table; the limits are those of whoever asks."""
    edition, table = shown.rules.edition, shown.table
    house, layout = table.house, _layout(edition, table)
    chinese = layout is not None and "zh" in layout.labels
    methods = [copy_of(MethodNamed, rule, id=name) for name, rule in edition.methods.items()]
    in_use = None if house is None else (table.coup.method if table.coup else house.method)
    rule = edition.rules.get("prohibited-device")
    chip = edition.sign["chip"]
    games = [copy_of(GameNamed, game, id=name) for name, game in edition.games.items()]
    return Sheet(
        table=shown.name,
        open=house is not None and not table.closed,
        identity=identity_of(edition),
        game=next((one for one in games if house is not None and one.id == house.game), None),
        games=games,
        decks=None if house is None else house.decks,
        virtual=house is not None and house.virtual,
        display_attached=house is not None and house.wrd,
        layout=layout,
        areas=areas(shown.rules, table, viewer.own, chinese=chinese),
        shared=sharing(Query(shown.rules, table)),
        chips=chips_of_table(shown),
        smallest_chip_cents=smallest_chip(shown),
        unit_cents=table.sign.unit_cents,
        chip_clauses=chip.clauses,
        method=next((one for one in methods if one.id == in_use), None),
        methods=methods,
        close=closing_of(edition, betting_time(table) or None),
        notices=notices_of(edition, table),
        sign=_sign(shown),
        ranks=Ladder(ladder=edition.ranks.ladder, met_by=edition.ranks.met_by),
        devices=None if rule is None else copy_of(Ban, rule, sentence=rule.says),
        ask_roads=shown.roads.ask or (house is not None and house.ask_roads),
        betting_seconds=betting_time(table),
        period=period_of(table),
        paused=_paused(edition, table),
    )


def period_of(table: State) -> TimeToBet | None:
    """The time to bet that runs, or has run out; nothing before its call and after the close."""
    betting = table.betting
    opened, closes = betting.opened_at, betting.closes_at
    if betting.closed or opened is None or closes is None:
        return None
    seconds = (closes - opened).total_seconds()
    return TimeToBet(opened_at=opened, closes_at=closes, seconds=seconds, no_more=betting.no_more)


def _paused(edition: Edition, table: State) -> Paused | None:
    if table.trouble is None:
        return None
    return copy_of(Paused, edition.situations[table.trouble.situation])


def smallest_chip(shown: Shown) -> int:
    """The smallest chip in which the table pays."""
    house = shown.table.house
    if house is None:
        return 1
    return shown.rules.setting(house, shown.table.sign).sign.chip_cents


def chips_of_table(shown: Shown) -> tuple[int, ...]:
    """The values of chips at the table: its own set, or the usual ones that it can pay in."""
    house = shown.table.house
    return house.chips if house is not None and house.chips else usual(smallest_chip(shown))


def _layout(edition: Edition, table: State) -> LayoutDrawn | None:
    house = table.house
    if house is None:
        return None
    return layout_of(edition, house.layout, house.seats, table.closed_boxes)


def _sign(shown: Shown) -> LimitsSign:
    edition, table = shown.rules.edition, shown.table
    sign = table.sign
    groups: dict[tuple[int, int | None], list[str]] = {}
    for name in on_offer(Query(shown.rules, table)):
        limit = span(shown.rules, table, name)
        groups.setdefault((limit.minimum_cents, limit.maximum_cents), []).append(name)
    rule = edition.rules.get("limits-sign")
    return copy_of(
        LimitsSign,
        sign,
        rows=[
            SignRow(
                areas=names,
                title=", ".join(short_name(edition, name) for name in names),
                minimum_cents=least,
                maximum_cents=most,
            )
            for (least, most), names in groups.items()
        ],
        by_player_minimum_cents=sign.by_player_minimum_cents or None,
        clauses=() if rule is None else rule.clauses,
        values=[
            copy_of(SignValue, edition.sign[key], key=key, value=value)
            for key, value in sign.values.items()
            if key in edition.sign
        ],
    )


def limits_of(shown: Shown, viewer: Viewer) -> tuple[object, ...]:
    """What a sheet has of the one who looks: equal for most."""
    someone = None if viewer.own is None else shown.table.people.get(viewer.own)
    return (None, False) if someone is None else (someone.personal, someone.old_minimum)


def drawn_from(shown: Shown, _: Viewer) -> tuple[object, ...]:
    """What else a sheet is made from: while it is the same, so is the sheet."""
    table = shown.table
    method = None if table.coup is None else table.coup.method
    parts = (table.house, table.sign, table.notices, table.closed, table.closed_boxes)
    held = None if table.trouble is None else table.trouble.situation
    drawn = (method, sharing(Query(shown.rules, table)), betting_time(table), period_of(table))
    return (shown.rules, *drawn, held, *parts)
