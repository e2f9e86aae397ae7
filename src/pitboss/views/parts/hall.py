"""Parts of a table with terminals: the period that every screen shows, and what its staff see.

`period` is what the Display Controller tells of terminals; `hall` is for the console and the pit.
"""

from __future__ import annotations

import msgspec

from pitboss.table.machine import Query
from pitboss.table.state import Matter
from pitboss.table.terminals.malfunction import EQUIPMENT, KIND
from pitboss.table.terminals.parts import chosen, round_of, terminals_of
from pitboss.views.parts.shown import Shown, Viewer
from pitboss.views.parts.terminal import PeriodSeen, TerminalSeen, all_of, period_of


class PeriodTold(msgspec.Struct, frozen=True, kw_only=True):
    """What every screen of a table with terminals shows: the period, the result, and stops.

    `over`: the period of this round has expired. `result` is the one entered for this round.
    """

    period: PeriodSeen
    over: bool
    result: str | None
    frozen: bool
    shut: bool
    aggregate_cents: int
    terminals: int
    rules: str
    clauses: tuple[str, ...]


class Questioned(msgspec.Struct, frozen=True, kw_only=True):
    """A wager of a terminal that waits to be confirmed from records."""

    number: int
    terminal: str
    wager: str
    stake_cents: int


class Equipment(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of equipment, what it is here, and the malfunction of it that is not repaired."""

    what: str
    says: str
    clauses: tuple[str, ...]
    malfunction: int | None


class HallSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The terminals of a table as its staff see them: screens, stops, what waits, equipment."""

    told: PeriodTold
    terminals: list[TerminalSeen]
    frozen: str | None
    shut: str | None
    questioned: list[Questioned]
    malfunctions: list[Matter]
    equipment: list[Equipment]


def period(shown: Shown, _: Viewer) -> PeriodTold | None:
    """The period as every screen shows it; nothing at a table that has no terminals."""
    known = terminals_of(shown.table)
    return _told(shown) if known.terminals else None


def hall(shown: Shown, _: Viewer) -> HallSeen | None:
    """What staff see of the terminals; nothing at a table that has none."""
    table, query = shown.table, Query(shown.rules, shown.table)
    known = terminals_of(table)
    if not known.terminals:
        return None
    cases = [one for one in table.matters.values() if one.kind == KIND and one.stage != "decided"]
    wagers = [table.wagers[number] for number in known.questioned if number in table.wagers]
    return HallSeen(
        told=_told(shown),
        terminals=all_of(shown),
        frozen=known.frozen,
        shut=known.shut,
        questioned=[
            Questioned(
                number=one.number,
                terminal=one.person,
                wager=one.wager,
                stake_cents=one.stake_cents,
            )
            for one in wagers
        ],
        malfunctions=cases,
        equipment=_equipment(query, cases),
    )


def _told(shown: Shown) -> PeriodTold:
    query = Query(shown.rules, shown.table)
    known = terminals_of(shown.table)
    number, result = known.entered or (0, "")
    return PeriodTold(
        period=period_of(query, shown.clock()),
        over=known.expired == round_of(shown.table),
        result=result if number == round_of(shown.table) else None,
        frozen=known.frozen is not None,
        shut=known.shut is not None,
        aggregate_cents=known.aggregate_cents,
        terminals=len(known.terminals),
        rules=query.edition.name,
        clauses=query.cite("period-shown") or chosen(query).clauses,
    )


def _equipment(query: Query, cases: list[Matter]) -> list[Equipment]:
    """What the edition names beside the terminals."""
    found = []
    for what, name in EQUIPMENT.items():
        rule = query.rule(name)
        if rule is None:
            continue
        broken = [
            one.number
            for one in cases
            if one.facts.get("what") == what and "repaired" not in one.facts
        ]
        number = broken[-1] if broken else None
        found.append(Equipment(what=what, says=rule.says, clauses=rule.clauses, malfunction=number))
    return found
