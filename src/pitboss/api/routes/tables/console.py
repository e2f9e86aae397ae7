"""Routes: a dealer's console."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import get

from pitboss.api.guard import STAFF, Request, context_of, session_of
from pitboss.api.lookup import TableName, staff_of, table_of
from pitboss.api.routes import router_of
from pitboss.table.play import Stage
from pitboss.table.usual.trial import trials_of
from pitboss.views.console import (
    ActNow,
    HandStakes,
    NextAct,
    acts_now,
    next_of_house,
    stages,
    stakes_of,
)
from pitboss.views.parts.choices import AskedNow, asked_of


class Console(msgspec.Struct, frozen=True, kw_only=True):
    """What a dealer's console shows besides the table itself. `people`: staff by their ids."""

    table: str
    sequence: int
    on_duty: bool
    next: NextAct | None
    waits: str | None
    acts: list[ActNow]
    asked: list[AskedNow]
    steps: list[Stage]
    stakes: list[HandStakes]
    difference_cents: int
    differential_cents: int | None
    people: dict[str, str]


@get("/tables/{name:str}/console", opt={"roles": STAFF})
async def console(request: Request, name: TableName) -> Console:
    """The next act of the house, every act of staff with the reason where it is refused."""
    shown, session, context = table_of(request, name), session_of(request), context_of(request)
    table, rules, now, sequence = shown.table, shown.rules, context.now(), shown.sequence

    def make() -> Console:
        trials = trials_of(rules, table, now)
        following, waits = next_of_house(trials, session.person)
        stakes = stakes_of(rules, table)
        return Console(
            table=name,
            sequence=sequence,
            on_duty=session.person in table.present("staff"),
            next=following,
            waits=waits,
            acts=acts_now(trials, session.person, session.rank),
            asked=asked_of(rules, table),
            steps=stages(rules, table, following),
            stakes=[HandStakes(hand=hand, cents=cents) for hand, cents in stakes.items()],
            difference_cents=max(stakes.values(), default=0) - min(stakes.values(), default=0),
            differential_cents=table.sign.differential_cents,
            people=staff_of(context, session),
        )

    return await asyncio.to_thread(make)


router = router_of(__name__, "floor")
