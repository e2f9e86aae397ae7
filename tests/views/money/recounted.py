"""Tables played by scenarios, and their money counted again from the events as plain data."""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import pitboss
from pitboss.aggregates import TABLE
from pitboss.book import Rulebook
from pitboss.errors import PitbossError
from pitboss.journal.record import Record
from pitboss.scenarios.files import read_all
from pitboss.scenarios.run import Play
from pitboss.table import Event

SCENARIOS = Path(pitboss.__file__).parent / "rulebooks"
LATER = dt.datetime(2100, 1, 1, tzinfo=dt.UTC)
MOVES = {"bought-in", "coup-settled", "wagers-settled", "filled", "credited"}
MOVES |= {"float-counted", "table-opened", "drop-box-collected"}
"""The events that move the float of a table at which nothing out of the common happened."""
UNCOMMON = ("excess_cents", "tokens_cents", "kept_cents", "taken", "held", "terminal")


@dataclass(frozen=True)
class Played:
    """A table that was played, and its journal."""

    name: str
    book: Rulebook
    events: tuple[Event, ...]

    @property
    def lines(self) -> list[bytes]:
        """Its journal."""
        return [
            Record(
                stream="table:1",
                sequence=number,
                previous="",
                edition=self.book.edition.name,
                fingerprint="",
                command=f"c{number}",
                version=TABLE.version,
                event=msgspec.Raw(msgspec.json.encode(event)),
            ).line()
            for number, event in enumerate(self.events, 1)
        ]


@cache
def played(rulebook: str) -> tuple[Played, ...]:
    """Every scenario of a rulebook, played."""
    found = []
    for path in sorted(SCENARIOS.glob(f"{rulebook}/*/scenarios/*.scenario")):
        for scenario in read_all(path):
            if scenario.rulebook != rulebook:
                continue
            play = Play(pitboss.rulebook(rulebook), scenario)
            try:
                play.run()
            except PitbossError:
                continue
            events = tuple(
                event for told in play.told for event in told.events if isinstance(event, Event)
            )
            found.append(Played(path.stem, play.book, events))
    return tuple(found)


@dataclass
class Recount:
    """The money of a table, counted from what its events say of themselves."""

    rounds: int = 0
    handle: int = 0
    win: int = 0
    drop: int = 0
    fills: int = 0
    credits: int = 0
    common: bool = True
    tournament: bool = False
    by_player: Counter[str] = field(default_factory=Counter)
    stakes: defaultdict[str, list[tuple[str, int]]] = field(
        default_factory=lambda: defaultdict(list)
    )


def recount(events: Iterator[Event] | tuple[Event, ...]) -> Recount:
    """Count again; `common` where money moves by fields alone that are counted here.

    Chips of a `tournament` are no money: such a table is not compared.
    """
    found = Recount()
    for event in events:
        data: dict[str, Any] = msgspec.to_builtins(event)
        kind = data["event"]
        ends = {end for one in event.transfers() for end in (one.source, one.target)}
        if ends & {"float", "drop"}:
            found.common &= kind in MOVES
        found.common &= kind != "coup-corrected"
        found.tournament |= "tournament" in ends
        found.rounds += kind == "coup-settled"
        found.fills += data["amount_cents"] if kind == "filled" else 0
        found.credits += data["amount_cents"] if kind == "credited" else 0
        found.drop += data["amount_cents"] if kind == "bought-in" else 0
        for settled in data.get("lines", ()) if kind in ("coup-settled", "wagers-settled") else ():
            found.common &= not any(settled.get(word) for word in UNCOMMON)
            line = settled["line"]
            gained = line["stake_cents"] - line["paid_cents"] - line["returned_cents"]
            found.handle += line["stake_cents"]
            found.win += gained
            found.by_player[settled["person"]] -= gained
            found.stakes[settled["person"]].append((line["wager"], line["stake_cents"]))
    return found
