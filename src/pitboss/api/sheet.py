"""Route: what a page needs to draw a table, all from the edition, the house and the sign."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request, Router, get

from pitboss.api.acting import Table, table_of
from pitboss.api.areas import Area, areas, offered, short_name, span
from pitboss.api.floor import Shown
from pitboss.api.guard import SIGNED_IN, context_of, person_of, session_of
from pitboss.api.noticing import NoticeShown, notices_of
from pitboss.editions.edition import Edition
from pitboss.editions.model import Method
from pitboss.table import Table as State

Asked = Request[Any, Any, Any]
USUAL_CHIPS = (100, 500, 2_500, 10_000, 50_000, 100_000)
"""The values on a page where a table was opened without naming its chips."""

_CLOSES = {
    "call": "Bets close at the dealer's call.",
    "first-card-removed": "Bets close when the first card leaves the shoe.",
    "first-card-exposed": "Bets close when the first card is exposed.",
}


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """Any part of a sheet: every field is always there."""


class EditionNamed(Part, frozen=True, kw_only=True):
    """Which approved rulebook the table is under."""

    rulebook: str
    edition: str
    approved: str | None
    title: str
    house: str
    regulator: str
    reference: str
    time_zone: str
    play: str


class GameNamed(Part, frozen=True, kw_only=True):
    """A game of the rulebook."""

    id: str
    title: str
    clauses: tuple[str, ...]


class LayoutDrawn(Part, frozen=True, kw_only=True):
    """The layout on the table; `ours` where the rulebook's text has no picture of it."""

    id: str
    seats: int
    closed_boxes: tuple[int, ...]
    surface: str
    labels: tuple[str, ...]
    ours: bool
    clauses: tuple[str, ...]


class MethodNamed(Part, frozen=True, kw_only=True):
    """A dealing method: who holds the shoe and who receives each hand."""

    id: str
    title: str
    shoe: str
    player_hand: str
    banker_hand: str
    clauses: tuple[str, ...]


class Closing(Part, frozen=True, kw_only=True):
    """What closes betting; `seconds` where the table has a wagering period."""

    at: str
    sentence: str
    seconds: int | None
    clauses: tuple[str, ...]


class SignRow(Part, frozen=True, kw_only=True):
    """Areas with the same limits, as the sign shows them."""

    areas: list[str]
    title: str
    minimum_cents: int
    maximum_cents: int | None


class SignValue(Part, frozen=True, kw_only=True):
    """Something else that the sign fixes."""

    key: str
    title: str
    value: str
    clauses: tuple[str, ...]


class LimitsSign(Part, frozen=True, kw_only=True):
    """The sign on the table."""

    rows: list[SignRow]
    differential_cents: int | None
    unit_cents: int
    old_minimum_cents: int | None
    clauses: tuple[str, ...]
    values: list[SignValue]


class Ladder(Part, frozen=True, kw_only=True):
    """The ranks, lowest first, and ranks that are met by a rung."""

    ladder: tuple[str, ...]
    met_by: Mapping[str, str]


class Ban(Part, frozen=True, kw_only=True):
    """The rule against analysing devices."""

    sentence: str
    clauses: tuple[str, ...]


class Sheet(Part, frozen=True, kw_only=True):
    """Everything that a page draws a table from, but for what happens at it."""

    table: str
    sequence: int
    open: bool
    identity: EditionNamed
    game: GameNamed | None
    games: list[GameNamed]
    decks: int | None
    virtual: bool
    display_attached: bool
    layout: LayoutDrawn | None
    areas: list[Area]
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


@get("/tables/{name:str}/sheet", opt={"roles": SIGNED_IN, "answer": Sheet})
async def sheet(request: Asked, name: Table) -> Sheet:
    """What a page needs to draw the table; the limits are those of whoever asks."""
    shown, session = table_of(request, name), session_of(request)
    ask_roads = context_of(request).settings.ask_roads
    person = person_of(session)
    return await asyncio.to_thread(make_sheet, shown, person, ask_roads=ask_roads)


def make_sheet(shown: Shown, person: str | None, *, ask_roads: bool) -> Sheet:
    """The sheet of a table as it was last committed."""
    edition, table = shown.rules.edition, shown.table
    house, layout = table.house, _layout(edition, table)
    chinese = layout is not None and "zh" in layout.labels
    methods = [_method(name, rule) for name, rule in edition.methods.items()]
    in_use = None if house is None else (table.coup.method if table.coup else house.method)
    rule = edition.rules.get("prohibited-device")
    chip = edition.sign["chip"]
    games = [
        GameNamed(id=name, title=game.title, clauses=game.clauses)
        for name, game in edition.games.items()
    ]
    return Sheet(
        table=shown.name,
        sequence=shown.sequence,
        open=house is not None and not table.closed,
        identity=identity_of(edition),
        game=next((one for one in games if house is not None and one.id == house.game), None),
        games=games,
        decks=None if house is None else house.decks,
        virtual=house is not None and house.virtual,
        display_attached=house is not None and house.wrd,
        layout=layout,
        areas=areas(shown.rules, table, person, chinese=chinese),
        chips=chips_of_table(shown),
        smallest_chip_cents=smallest_chip(shown),
        unit_cents=table.sign.unit_cents,
        chip_clauses=chip.clauses,
        method=next((one for one in methods if one.id == in_use), None),
        methods=methods,
        close=closing_of(edition),
        notices=notices_of(edition, table),
        sign=_sign(shown),
        ranks=Ladder(ladder=edition.ranks.ladder, met_by=edition.ranks.met_by),
        devices=None if rule is None else Ban(sentence=rule.says, clauses=rule.clauses),
        ask_roads=ask_roads,
    )


def smallest_chip(shown: Shown) -> int:
    """The smallest chip in which the table pays."""
    house = shown.table.house
    if house is None:
        return 1
    return shown.rules.setting(house, shown.table.sign).sign.chip_cents


def chips_of_table(shown: Shown) -> tuple[int, ...]:
    """The values of chips at the table: its own set, or the usual ones that it can pay in."""
    house, smallest = shown.table.house, smallest_chip(shown)
    if house is not None and house.chips:
        return tuple(sorted(house.chips))
    return tuple(cents for cents in USUAL_CHIPS if cents % smallest == 0)


def identity_of(edition: Edition) -> EditionNamed:
    """Which approved rulebook an edition is."""
    identity = edition.identity
    return EditionNamed(
        rulebook=identity.rulebook,
        edition=identity.edition,
        approved=None if identity.approved is None else identity.approved.isoformat(),
        title=identity.title,
        house=identity.house,
        regulator=identity.regulator,
        reference=identity.reference,
        time_zone=identity.time_zone,
        play=identity.play,
    )


def closing_of(edition: Edition) -> Closing:
    """What closes betting."""
    return Closing(
        at=edition.close.at,
        sentence=_CLOSES[edition.close.at],
        seconds=None,
        clauses=edition.close.clauses,
    )


def _layout(edition: Edition, table: State) -> LayoutDrawn | None:
    house = table.house
    if house is None:
        return None
    return layout_of(edition, house.layout, house.seats, table.closed_boxes)


def layout_of(
    edition: Edition, name: str, seats: int, closed_boxes: tuple[int, ...] = ()
) -> LayoutDrawn:
    """A layout with this many seats."""
    rule = edition.layouts[name]
    return LayoutDrawn(
        id=name,
        seats=seats,
        closed_boxes=closed_boxes,
        surface=rule.surface,
        labels=rule.labels,
        ours=rule.ours,
        clauses=rule.clauses,
    )


def _method(name: str, rule: Method) -> MethodNamed:
    return MethodNamed(
        id=name,
        title=rule.title,
        shoe=rule.shoe,
        player_hand=rule.player_hand,
        banker_hand=rule.banker_hand,
        clauses=rule.clauses,
    )


def _sign(shown: Shown) -> LimitsSign:
    edition, table = shown.rules.edition, shown.table
    sign = table.sign
    groups: dict[tuple[int, int | None], list[str]] = {}
    for name in offered(shown.rules, table):
        limit = span(shown.rules, table, name)
        groups.setdefault((limit.minimum_cents, limit.maximum_cents), []).append(name)
    rule = edition.rules.get("limits-sign")
    return LimitsSign(
        rows=[
            SignRow(
                areas=names,
                title=", ".join(short_name(edition, name) for name in names),
                minimum_cents=least,
                maximum_cents=most,
            )
            for (least, most), names in groups.items()
        ],
        differential_cents=sign.differential_cents,
        unit_cents=sign.unit_cents,
        old_minimum_cents=sign.old_minimum_cents,
        clauses=() if rule is None else rule.clauses,
        values=[
            SignValue(
                key=key,
                title=edition.sign[key].title,
                value=value,
                clauses=edition.sign[key].clauses,
            )
            for key, value in sign.values.items()
            if key in edition.sign
        ],
    )


TYPES: tuple[type[msgspec.Struct], ...] = (Sheet,)
router = Router("/", route_handlers=[sheet], tags=["tables"])
