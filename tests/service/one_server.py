"""A server of a house with terminals in a process of its own, told line by line what to do."""

from __future__ import annotations

import datetime as dt
import json
import sys
from typing import Any

from pitboss.journal.sql import SqlStore
from pitboss.refusal import Refusal
from pitboss.service.tables import Actor
from tests.service.stations import BOOK, CAS, REGISTER, StationRig

TICK = dt.timedelta(milliseconds=1)


def done(rig: StationRig, said: dict[str, Any]) -> Refusal | None:
    """One thing that is asked of this server: a terminal bound, mail carried, or a command."""
    words = dict(said)
    do, key = words.pop("do"), words.pop("key")
    if do == "deliver":
        rig.tables.deliver()
        return None
    if do == "bind-terminal":
        fields = {"do": do, **words}
        return rig.tables.tickets.give(REGISTER, fields, CAS, key, BOOK.edition.name).refusal
    table, by = words.pop("at"), Actor(*words.pop("by"))
    return rig.ask(table, by, do, key=key, **words).refusal


def main(url: str) -> None:
    """Serve until nobody asks any more."""
    rig = StationRig(SqlStore(url))
    rig.clock.step = TICK
    print("serving", flush=True)
    for line in sys.stdin:
        refusal = done(rig, json.loads(line))
        answer = None if refusal is None else [refusal.code, refusal.sentence]
        print(json.dumps(answer), flush=True)
    rig.close()


if __name__ == "__main__":
    main(sys.argv[1])
