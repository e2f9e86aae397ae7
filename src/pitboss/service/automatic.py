"""The automatic dealer of virtual tables: staff of the house that have no account.

It does what the core's autodealer proposes. It knows no card: a virtual shoe gives each card
when the command is decided.
"""

from __future__ import annotations

import asyncio
import logging
import secrets

from pitboss.service.futures import Answers
from pitboss.service.tables import Actor, Tables
from pitboss.table import Table
from pitboss.table.terminals.parts import players_at
from pitboss.table.usual.next_act import AUTOMATIC, Waiting, betting_runs, house_act
from pitboss.table.usual.trial import Trials

log = logging.getLogger("pitboss.tables")


CALL, EXAMINE = "call-bets", "examine-slip"


def any_to_bet(table: Table) -> bool:
    """Whether anybody is there who may wager: the house calls for wagers of nobody else."""
    return bool(table.wagers or table.present("player") or players_at(table))


async def keep_dealing(tables: Tables, answers: Answers, name: str, seconds: float) -> None:
    """Do the house's next act again and again, while the automatic dealer is on duty."""
    while True:
        await asyncio.sleep(seconds)
        try:
            going = tables.table(name)
            rules, table, now = going.stream.rules, going.shown, tables.clock()
            ends = betting_runs(table, now)
            if ends is not None:
                await asyncio.sleep((ends - now).total_seconds())
                continue
            trials = Trials(rules, table, now)
            act = await asyncio.to_thread(house_act, trials, real=False)
            if isinstance(act, Waiting) or not act.who.startswith(AUTOMATIC):
                continue
            if act.word == CALL and not any_to_bet(table):
                continue
            actor = Actor(act.who, "staff", table.people[act.who].rank)
            data = {"do": act.word, **act.said}
            waiting = tables.submit(name, data, actor, f"timer:{secrets.token_hex(8)}")
            answer = await answers.of(waiting)
            if act.word == EXAMINE and not answer.accepted:
                # The slip does not comply: its player gets it back and may fill in another.
                back = {"do": "return-slip", "person": act.said["person"]}
                waiting = tables.submit(name, back, actor, f"timer:{secrets.token_hex(8)}")
                await answers.of(waiting)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("the automatic dealer of %s failed", name)
