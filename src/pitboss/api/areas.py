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
from pitboss.money import AtOdds, SignedPercentage, parse_pay, percent, sum_of
from pitboss.settle.compiled import Compiled
from pitboss.settle.lines import not_offered
from pitboss.settle.setting import Setting
from pitboss.table import Rules, Table
from pitboss.table.acts import Work
from pitboss.table.settling import Settle
from pitboss.table.stakes import span_of
from pitboss.table.state import Span


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


def shown_pay(row: Row, setting: Setting) -> str | None:
    """The row's pay in this game under this sign; by stake, where it goes by that, all of them."""
    if row.pays is None:
        return None
    if isinstance(row.pays, str):
        pay = parse_pay(row.pays)
        if isinstance(pay, SignedPercentage):
            return f"{percent(setting.sign.shares[pay.key])} of stake"
        return row.pays
    key = row.pays["by"]
    if key == "stake":
        rest = ((amount, pay) for amount, pay in row.pays.items() if amount != "by")
        return ", ".join(f"{pay} for {amount}" for amount, pay in rest)
    return row.pays[setting.sign.choices[key]]


def pay_rows(wager: Wager, setting: Setting) -> list[PayRow]:
    """How a wager is paid in this game: wins and stand-offs, in the edition's order."""
    return [
        PayRow(
            label=row.label or row.outcome,
            outcome=row.outcome,
            pays=shown_pay(row, setting),
            clauses=row.clauses,
        )
        for row in (*wager.rows, wager.otherwise)
        if row.outcome in ("win", "stand-off") and (not row.games or setting.game in row.games)
    ]


def odds_text(rows: list[PayRow], *, optional: bool) -> str:
    """The odds in a few words: the one there is, the usual one with its exceptions, or the best."""
    wins = [row for row in rows if row.outcome == "win" and row.pays is not None]
    pays = list(dict.fromkeys(str(row.pays) for row in wins))
    if len(pays) <= 1:
        return pays[0] if pays else ""
    if optional:
        return f"up to {max(pays, key=_worth)}"
    usual = min(wins, key=lambda row: len(row.label))
    others = [
        f"{row.label.removeprefix(usual.label).strip()} {row.pays}"
        for row in wins
        if row.pays != usual.pays
    ]
    return ", ".join([str(usual.pays), *others])


def _worth(text: str) -> float:
    pay = parse_pay(text)
    return pay.to / pay.of if isinstance(pay, AtOdds) else 0.0


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
    rows = pay_rows(wager, setting)
    return AreaDrawn(
        id=name,
        name=wager.title,
        short=short_name(edition, name),
        zh=label.zh if label is not None and chinese else None,
        group=label.group if label is not None else "other",
        hue=hue_of(compiled, name, setting.game),
        optional=wager.optional is not None,
        odds=odds_text(rows, optional=wager.optional is not None),
        pays=rows,
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
