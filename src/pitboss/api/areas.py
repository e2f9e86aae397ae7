"""The wager areas of a table as a page draws them: all of it from the edition and the sign."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache

import msgspec

from pitboss.api.hues import Hue, hue_of
from pitboss.editions.edition import Edition
from pitboss.editions.load import SHELF
from pitboss.editions.wager import Row, Wager
from pitboss.money import sum_of
from pitboss.odds.blackjack.optional import stakes_of
from pitboss.odds.returns import unit_return
from pitboss.settle.compiled import Compiled
from pitboss.settle.explain import say_pay
from pitboss.settle.lines import not_offered
from pitboss.settle.setting import Setting
from pitboss.table import Rules, Table
from pitboss.table.acts import Work
from pitboss.table.settling import Settle
from pitboss.table.stakes import span_of
from pitboss.table.state import Span

FEW = 2
"""Of more pays than these only the best is told in few words."""
ANY_STAKE = 100
"""By which pays are compared where a wager has no stakes of its own."""


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
    """A wager area as a layout has it: its names, and how the wager is paid."""

    id: str
    name: str
    short: str
    zh: str | None
    group: str
    hue: Hue
    optional: bool
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
    with (SHELF / "labels.csv").open(encoding="utf-8", newline="") as file:
        found = [msgspec.convert(row, Label) for row in csv.DictReader(file)]
    return {one.wager: one for one in found}


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


def offered(rules: Rules, table: Table) -> list[str]:
    """The wagers that this table offers now, in the edition's order."""
    if table.house is None:
        return []
    edition, setting = rules.edition, rules.setting(table.house, table.sign)
    return [
        name
        for name, wager in edition.wagers.items()
        if not_offered(edition, setting, name) is None
        and (wager.optional is None or name in table.sign.offered)
    ]


def span(rules: Rules, table: Table, name: str, person: str | None = None) -> Span:
    """The limits of a wager: the sign's, or a player's own."""
    sign = table.sign
    if person is not None and person in table.people and table.now is not None:
        work = Work(rules, table, Settle(by=person, at=table.now), table.people[person])
        return span_of(work, person, name)
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
    for name in offered(rules, table):
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
                positions=sign.positions.get(name),
            )
        )
    return found


def amount(cents: int) -> str:
    """An amount on a sign: without cents where it is whole."""
    text = sum_of(cents)
    return text.removesuffix(".00")
