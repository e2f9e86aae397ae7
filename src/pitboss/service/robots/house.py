"""The demonstration's house: its tables are opened, and each lives in a task of its own."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping

import msgspec

from pitboss.aggregates import TABLE
from pitboss.book import Rulebook
from pitboss.errors import BadDataError
from pitboss.refusal import Refusal
from pitboss.service.robots.cast import Cast
from pitboss.service.robots.table import LivingTable
from pitboss.service.tables import Actor, Tables
from pitboss.table.usual.next_act import AUTOMATIC
from pitboss.table.usual.opening import CHIPS_CENTS, opening

log = logging.getLogger("pitboss.tables")


def open_stages(tables: Tables, books: Mapping[str, Rulebook], cast: Cast) -> list[str]:
    """Open every table of the cast that is not open yet, with the house's own staff."""
    for name, stage in cast.table.items():
        edition = books[stage.rulebook].edition
        stream = TABLE.stream_of(name)
        if stream in tables.aside.streams():
            continue
        going = tables.table(stream, edition.name)
        ladder = edition.ranks.ladder
        for who, rank in (
            ("dealer", ladder[0]),
            ("supervisor", ladder[1]),
            ("manager", ladder[-1]),
        ):
            actor = Actor(f"{AUTOMATIC}{who}", "staff", rank)
            if actor.person not in going.shown.present("staff"):
                tables.give(
                    stream, {"do": "sign-on"}, actor, f"stage-{who}-{going.stream.sequence}"
                )
        if going.stream.table.house is None:
            found = opening(edition, stage.game)
            if isinstance(found, Refusal):
                raise BadDataError(f"{name} cannot be opened: {found}")
            data = {
                "do": "open-table",
                **msgspec.to_builtins(found),
                "virtual": True,
                "chips": list(CHIPS_CENTS),
            }
            actor = Actor(f"{AUTOMATIC}manager", "staff", ladder[-1])
            answer = tables.give(stream, data, actor, "stage-open")
            if answer.refusal is not None:
                raise BadDataError(f"{name} cannot be opened: {answer.refusal}")
    return list(cast.table)


async def live(tables: Tables, cast: Cast, name: str, watched: Callable[[], bool]) -> None:
    """Have a table live, for as long as the server does."""
    stage = cast.table[name]
    table = LivingTable(tables, TABLE.stream_of(name), stage, cast.robot, watched)
    while True:
        try:
            rests = await asyncio.to_thread(table.step)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("the table %s of the demonstration failed", name)
            rests = 5.0
        await asyncio.sleep(rests)
