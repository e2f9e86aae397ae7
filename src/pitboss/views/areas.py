"""A table's layout and its wager areas as a page draws them, from the edition and the sign."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from weakref import WeakKeyDictionary

import msgspec

from pitboss.decision.compiled import Compiled
from pitboss.decision.table import DecisionTable
from pitboss.editions.edition import Edition
from pitboss.editions.load import shared_rows
from pitboss.editions.wagers import Row, Wager
from pitboss.money import sum_of
from pitboss.odds.returns import stakes_of, unit_return
from pitboss.settle.reason import say_pay
from pitboss.settle.setting import Setting
from pitboss.table import Query, Rules, Table
from pitboss.table.betting.offer import on_offer
from pitboss.table.betting.stakes import span_of
from pitboss.table.procedures.side_priority import positions
from pitboss.table.state import Span
from pitboss.views.copies import copy_of

FEW = 2
"""Of more pays than these only the best is told in few words."""
ANY_STAKE = 100
"""By which pays are compared where a wager has no stakes of its own."""

RESULT = ("result",)
"""The first fact of a space that wagers on the result of a round read."""
_HUES: WeakKeyDictionary[Compiled, dict[tuple[str, str], str]] = WeakKeyDictionary()
_CLOSES = {
    "call": "Bets close at the dealer's call.",
    "first-card-removed": "Bets close when the first card leaves the shoe.",
    "first-card-exposed": "Bets close when the first card is exposed.",
}


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """What a wager is called on a layout: a short name, its Chinese, the group it stands in."""

    wager: str
    short: str
    zh: str
    group: str


class PayRow(msgspec.Struct, frozen=True, kw_only=True):
    """One way that a wager is paid or stands off, with its odds as the edition prints them."""

    label: str
    outcome: str
    pays: str | None
    clauses: tuple[str, ...]


class AreaDrawn(msgspec.Struct, frozen=True, kw_only=True):
    """A wager area as a layout has it: its names, and how the wager is paid.

    `by_choice`: it is staked by a choice in a round, never placed before one. Of a wager over
    several rounds `sequence` is the letters of its results, or so many are `nominated`; `tail` is
    the wager that opens what it counts.
    """

    id: str
    name: str
    short: str
    zh: str | None
    group: str
    hue: str
    optional: bool
    by_choice: bool
    nominated: int | None
    sequence: str
    tail: str | None
    odds: str
    pays: list[PayRow]
    clauses: tuple[str, ...]


class Area(AreaDrawn, frozen=True, kw_only=True):
    """A wager area that is offered now, with the limits that hold for whoever asks."""

    minimum_cents: int
    maximum_cents: int | None
    area_maximum_cents: int | None
    limit_clauses: tuple[str, ...]
    confined: bool
    positions: int | None


@cache
def labels() -> Mapping[str, Label]:
    """The labels of every wager that has any."""
    found = [msgspec.convert(row, Label) for row in shared_rows("labels.csv")]
    return {one.wager: one for one in found}


def hue_of(compiled: Compiled, wager: str, game: str) -> str:
    """The result that a wager is on, in whose hue it is drawn; `none` where it is on no single one.

    It is that of the game, or of one that has the wager; found once.
    """
    kept = _HUES.setdefault(compiled, {})
    key = (wager, game)
    if key not in kept:
        played = next(
            one for one in (game, *compiled.edition.games) if wager in compiled.offered(one)
        )
        kept[key] = _hue(compiled.table(wager, played))
    return kept[key]


def _hue(table: DecisionTable) -> str:
    """It wins on that result alone, and is not lost when that comes.

    A house may give the stake back on some of those results: the wager is on them still.
    """
    if table.space.facts[:1] != RESULT:
        return "none"
    ends: dict[str, set[str]] = {}
    for member in table.space.members:
        row = table.row(member)
        ends.setdefault(str(member[0]), set()).add("none" if row is None else row.outcome)
    won = [result for result, found in ends.items() if "win" in found]
    return won[0] if len(won) == 1 and ends[won[0]] <= {"win", "stand-off"} else "none"


def short_name(edition: Edition, name: str) -> str:
    """What the area is called in few letters."""
    label = labels().get(name)
    return label.short if label is not None else edition.wagers[name].title


def paying(wager: Wager, setting: Setting) -> list[Row]:
    """The rows by which a wager is paid or stands off in this game, in the edition's order."""
    return [
        row
        for row in (*wager.rows, wager.otherwise)
        if row.outcome in ("win", "stand-off") and (not row.games or setting.game in row.games)
    ]


def pay_row(row: Row, setting: Setting) -> PayRow:
    """A row as a page shows it."""
    return PayRow(
        label=row.label or row.outcome,
        outcome=row.outcome,
        pays=None if row.pays is None else say_pay(row, setting.sign),
        clauses=row.clauses,
    )


def odds_text(compiled: Compiled, setting: Setting, name: str) -> str:
    """The odds in a few words: the one there is, the usual one with its exception, or the best."""
    wager = compiled.edition.wagers[name]
    pays: dict[str, Row] = {}
    for row in paying(wager, setting):
        if row.outcome == "win" and row.pays is not None:
            pays.setdefault(say_pay(row, setting.sign), row)
    if len(pays) <= 1:
        return next(iter(pays), "")
    if wager.optional is not None or len(pays) > FEW:
        stake = next(iter(stakes_of(compiled, name)), ANY_STAKE)
        best = max(pays, key=lambda text: unit_return(pays[text], setting.sign, stake))
        return f"up to {best}"
    usual = min(pays, key=lambda text: len(pays[text].label))
    label = pays[usual].label
    others = [
        f"{row.label.removeprefix(label).strip()} {text}"
        for text, row in pays.items()
        if text != usual
    ]
    return ", ".join([usual, *others])


def span(rules: Rules, table: Table, name: str, person: str | None = None) -> Span:
    """The limits of a wager: the sign's, or a player's own."""
    sign = table.sign
    if person is not None and person in table.people and table.now is not None:
        return span_of(Query(rules, table), person, name)
    general = Span(minimum_cents=sign.minimum_cents, maximum_cents=sign.maximum_cents)
    return sign.wagers.get(name) or general


def drawn(compiled: Compiled, setting: Setting, name: str, *, chinese: bool) -> AreaDrawn:
    """An area as it stands on a layout, where no table is asked about."""
    edition = compiled.edition
    wager, label = edition.wagers[name], labels().get(name)
    return AreaDrawn(
        id=name,
        name=wager.title,
        short=short_name(edition, name),
        zh=label.zh if label is not None and chinese else None,
        group=label.group if label is not None else "other",
        hue=hue_of(compiled, name, setting.game),
        optional=wager.optional is not None,
        by_choice=wager.chosen is not None,
        nominated=wager.nominated,
        sequence=wager.sequence or "",
        tail=wager.tail_of,
        odds=odds_text(compiled, setting, name),
        pays=[pay_row(row, setting) for row in paying(wager, setting)],
        clauses=wager.clauses,
    )


def areas(rules: Rules, table: Table, person: str | None, *, chinese: bool) -> list[Area]:
    """The areas to draw."""
    if table.house is None:
        return []
    edition, sign = rules.edition, table.sign
    setting = rules.setting(table.house, sign)
    limits = edition.rules["limits-sign"].clauses if "limits-sign" in edition.rules else ()
    found = []
    for name in on_offer(Query(rules, table)):
        wager, limit = edition.wagers[name], span(rules, table, name, person)
        amounts = () if wager.optional is None else wager.optional.amount_clauses
        found.append(
            Area(
                **msgspec.structs.asdict(drawn(rules.compiled, setting, name, chinese=chinese)),
                minimum_cents=limit.minimum_cents,
                maximum_cents=limit.maximum_cents,
                area_maximum_cents=sign.area_maximum_cents.get(name),
                limit_clauses=tuple(dict.fromkeys((*limits, *amounts))),
                confined=name in sign.confined,
                positions=None if wager.optional is None else positions(edition, table, name),
            )
        )
    return found


def amount(cents: int) -> str:
    """An amount on a sign: without cents where it is whole."""
    text = sum_of(cents)
    return text.removesuffix(".00")


class EditionNamed(msgspec.Struct, frozen=True, kw_only=True):
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


class GameNamed(msgspec.Struct, frozen=True, kw_only=True):
    """A game of the rulebook."""

    id: str
    title: str
    clauses: tuple[str, ...]


class LayoutDrawn(msgspec.Struct, frozen=True, kw_only=True):
    """The layout on the table; `ours` where the rulebook's text has no picture of it.

    `from_right`: seat 1 is at the dealer's right.
    """

    id: str
    seats: int
    closed_boxes: tuple[int, ...]
    from_right: bool
    surface: str
    labels: tuple[str, ...]
    ours: bool
    clauses: tuple[str, ...]


class Closing(msgspec.Struct, frozen=True, kw_only=True):
    """What closes betting; `seconds` where the table keeps a time to bet."""

    at: str
    sentence: str
    seconds: int | None
    clauses: tuple[str, ...]


def identity_of(edition: Edition) -> EditionNamed:
    """Which approved rulebook an edition is."""
    approved = edition.identity.approved
    day = None if approved is None else approved.isoformat()
    return copy_of(EditionNamed, edition.identity, approved=day)


def closing_of(edition: Edition, seconds: int | None = None) -> Closing:
    """What closes betting."""
    return Closing(
        at=edition.close.at,
        sentence=_CLOSES[edition.close.at],
        seconds=seconds,
        clauses=edition.close.clauses,
    )


def layout_of(
    edition: Edition, name: str, seats: int, closed_boxes: tuple[int, ...] = ()
) -> LayoutDrawn:
    """A layout with this many seats."""
    rule = edition.layout_in_use(name)
    numbered = edition.conduct.seats
    return copy_of(
        LayoutDrawn,
        rule,
        id=name,
        seats=seats,
        closed_boxes=closed_boxes,
        from_right=numbered is not None and numbered.first == "dealers-right",
    )
