"""The scenario that `pitboss deal` begins: the usual values of a table, people on duty."""

from __future__ import annotations

import datetime as dt
import secrets
from zoneinfo import ZoneInfo

from pitboss.book import Rulebook
from pitboss.cli.options import read_sign, sure_of
from pitboss.cli.tables.deal import DealOptions
from pitboss.cli.tables.lines import whole
from pitboss.cli.term.output import fail
from pitboss.editions.edition import Edition
from pitboss.scenarios.read import Actor, Scenario
from pitboss.table.usual.opening import (
    MAXIMUM_CENTS,
    MINIMUM_CENTS,
    OPTIONAL_CENTS,
    opening,
    stands,
)

STAFF = ("Dee", "Sue", "Alf", "Max", "Gwen", "Hugo")
LIMITS = {"minimum": OPTIONAL_CENTS[0] // 100, "maximum": OPTIONAL_CENTS[1] // 100}
PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gil", "Hal", "Ivy", "Jon")


def opening_scenario(book: Rulebook, options: DealOptions) -> Scenario:
    """The table as it is opened: the usual values where nothing was options."""
    edition = book.edition
    if options.seats > len(PLAYERS):
        fail(f"At most {len(PLAYERS)} players are seated at the start.")
    values = read_sign(options.sign)
    found = sure_of(opening(edition, options.game, options.decks, options.layout, values))
    now = _start(edition, options.start)
    return Scenario(
        title=f"{edition.identity.title}, dealt on {now:%d %B %Y}",
        rulebook=edition.identity.rulebook,
        edition=edition.identity.edition,
        game=found["game"],
        layout=found["layout"],
        method=options.method or found["method"],
        decks=found["decks"],
        date=f"{now:%Y-%m-%d}",
        start=f"{now:%H:%M:%S}",
        seed=secrets.randbelow(1_000_000) if options.seed is None else options.seed,
        ready=False,
        table=stands(edition, found["layout"]),
        sign={
            "minimum": whole(options.minimum) if options.minimum else MINIMUM_CENTS // 100,
            "maximum": whole(options.maximum) if options.maximum else MAXIMUM_CENTS // 100,
            "offered": list(found["sign"].offered),
            "wagers": dict.fromkeys(found["sign"].offered, LIMITS),
            "values": values,
        },
        people=_people(edition, options),
    )


def _start(edition: Edition, start: str | None) -> dt.datetime:
    """When the table opens, by the casino's clock: now, or as options."""
    zone = ZoneInfo(edition.identity.time_zone)
    if start is None:
        return dt.datetime.now(zone)
    try:
        return dt.datetime.fromisoformat(start).replace(tzinfo=zone)
    except ValueError:
        fail(f"'{start}' is no time: write it as YYYY-MM-DDTHH:MM.")


def _people(edition: Edition, options: DealOptions) -> tuple[Actor, ...]:
    """One of each rank, an inspector, surveillance, and the players in their seats."""
    staff = [
        Actor(name=name, role="staff", rank=rank)
        for name, rank in zip(STAFF, edition.ranks.ladder, strict=False)
    ]
    others = [Actor(name="Ines", role="inspector"), Actor(name="Sam", role="surveillance")]
    players = [
        Actor(name=name, seat=seat, chips=whole(options.chips))
        for seat, name in enumerate(PLAYERS[: options.seats], 1)
    ]
    return (*staff, *others, *players)
