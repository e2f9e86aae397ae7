"""The table that `pitboss deal` opens: the usual values where nothing was asked, people on duty."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Sequence
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from pitboss.book import Rulebook
from pitboss.cli.common import fail, read_sign_options, sure_of
from pitboss.editions.edition import Edition
from pitboss.scenarios.read import Actor, Scenario
from pitboss.settle.lines import not_offered
from pitboss.settle.setting import choose

STAFF = ("Dee", "Sue", "Alf", "Max", "Gwen", "Hugo")
PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gil", "Hal", "Ivy", "Jon")


class Asked(NamedTuple):
    """What was asked for on the command line."""

    rulebook: str
    edition: str | None
    game: str | None
    layout: str | None
    method: str | None
    decks: int | None
    seed: int | None
    start: str | None
    seats: int
    chips: str
    minimum: str
    maximum: str
    sign: Sequence[str]
    physical: bool
    save: str | None


def setting(book: Rulebook, asked: Asked) -> Scenario:
    """The table as it is opened: the usual values where nothing was asked."""
    edition = book.edition
    if asked.seats > len(PLAYERS):
        fail(f"At most {len(PLAYERS)} players are seated at the start.")
    layout = asked.layout or next(
        name for name, rule in edition.layouts.items() if not rule.tournament_only
    )
    values = read_sign_options(asked.sign)
    chosen = sure_of(choose(edition, asked.game, asked.decks, layout, values))
    now = _start(edition, asked.start)
    optional = {
        name: {"minimum": 5, "maximum": 1000}
        for name, wager in edition.wagers.items()
        if wager.optional is not None and not_offered(edition, chosen, name) is None
    }
    return Scenario(
        title=f"{edition.identity.title}, dealt on {now:%d %B %Y}",
        rulebook=edition.identity.rulebook,
        edition=edition.identity.edition,
        game=chosen.game,
        layout=layout,
        method=asked.method or next(iter(edition.methods)),
        decks=chosen.decks,
        date=f"{now:%Y-%m-%d}",
        start=f"{now:%H:%M:%S}",
        seed=secrets.randbelow(1_000_000) if asked.seed is None else asked.seed,
        ready=False,
        table=_place(edition, layout) | _source(edition),
        sign={
            "minimum": asked.minimum,
            "maximum": asked.maximum,
            "offered": list(optional),
            "wagers": optional,
            "values": values,
        },
        people=_people(edition, asked),
    )


def _start(edition: Edition, start: str | None) -> dt.datetime:
    """When the table opens, by the casino's clock: now, or as asked."""
    zone = ZoneInfo(edition.identity.time_zone)
    if start is None:
        return dt.datetime.now(zone)
    try:
        return dt.datetime.fromisoformat(start).replace(tzinfo=zone)
    except ValueError:
        fail(f"'{start}' is no time: write it as YYYY-MM-DDTHH:MM.")


def _place(edition: Edition, layout: str) -> dict[str, Any]:
    """Where the table stands: in the pit, or in a salon where the rulebook asks for one."""
    if "private-area" not in edition.rules:
        return {}
    seats = edition.layouts[layout].seats[0]
    salon = edition.rules.get("salon")
    most = salon.value if salon is not None and isinstance(salon.value, int) else seats
    closed = list(range(most + 1, seats + 1))
    return {"place": "salon", **({"closed_boxes": closed} if closed else {})}


def _source(edition: Edition) -> dict[str, Any]:
    """What cards are dealt from, where it goes by another name than usual."""
    permitted = edition.shoe.source.permitted
    return {} if "card shoe" in permitted else {"source": permitted[0]}


def _people(edition: Edition, asked: Asked) -> tuple[Actor, ...]:
    """One of each rank, an inspector, surveillance, and the players in their seats."""
    staff = [
        Actor(name=name, role="staff", rank=rank)
        for name, rank in zip(STAFF, edition.ranks.ladder, strict=False)
    ]
    others = [Actor(name="Ines", role="inspector"), Actor(name="Sam", role="surveillance")]
    players = [
        Actor(name=name, seat=seat, chips=asked.chips)
        for seat, name in enumerate(PLAYERS[: asked.seats], 1)
    ]
    return (*staff, *others, *players)
