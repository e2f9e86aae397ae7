"""The automatic dealer of virtual tables: staff of the house that have no account.

It does what the core's autodealer proposes. It knows no card: a virtual shoe gives each card
when the command is decided.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import logging
import secrets
from dataclasses import dataclass, field
from typing import Any

from pitboss.api.context import Context
from pitboss.api.floor import PREFIX, Shown
from pitboss.service.tables import Actor
from pitboss.table import Rules, Table
from pitboss.table.autodealer import Unseen, accepted, propose

AUTOMATIC = "automatic-"
log = logging.getLogger("pitboss.api")


@dataclass(frozen=True)
class Act:
    """What the house would do next, and who of it."""

    who: str
    word: str
    fields: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Idle:
    """Why the house does nothing now."""

    why: str


def next_act(rules: Rules, table: Table, at: dt.datetime) -> Act | Idle:
    """The house's next act at a virtual table."""
    if table.house is None or table.closed:
        return Idle("The table is not open.")
    if not table.house.virtual:
        return Idle("The cards of this table are real: a person deals them.")
    if table.trouble is not None:
        return Idle("Something waits for a ruling.")
    shoe = table.shoe
    if shoe is not None and shoe.over is not None and shoe.commitment and not shoe.revealed:
        who = next(iter(table.present("staff")), None)
        return Idle("Nobody is on duty.") if who is None else Act(who, "reveal-shoe")
    proposal = propose(rules, table, Unseen(), at)
    if proposal is None:
        for who in table.present("staff") if table.stack is not None else ():
            if accepted(rules, table, who, "load-shoe", {"commitment": "0" * 64}, at):
                return Act(who, "load-shoe")  # the shoe itself gives the commitment
        return Idle("The house waits for wagers or for a player.")
    fields = {key: value for key, value in proposal.fields.items() if key != "card"}
    if proposal.word == "deal-card" and not proposal.ask:
        fields["face"] = "down"
    return Act(proposal.who, proposal.word, fields)


async def keep_dealing(context: Context, shown: Shown, seconds: float) -> None:
    """Do the house's next act again and again, while the automatic dealer is on duty."""
    while True:
        await asyncio.sleep(seconds)
        try:
            act = await asyncio.to_thread(next_act, shown.rules, shown.table, context.now())
            if isinstance(act, Idle) or not act.who.startswith(AUTOMATIC):
                continue
            actor = Actor(act.who, "staff", shown.table.people[act.who].rank)
            data = {"do": act.word, **act.fields}
            name = PREFIX + shown.name
            waiting = context.tables.submit(name, data, actor, f"timer:{secrets.token_hex(8)}")
            await context.answers.of(waiting)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("the automatic dealer of %s failed", shown.name)
