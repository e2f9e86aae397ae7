"""Alarms on the order of cards: what the monitor finds, as messages to the house."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.journal.store import Message
from pitboss.service.house import SequenceAlarm
from pitboss.service.outbox import to_house
from pitboss.service.sequences import Monitor
from pitboss.table import Event, Table
from pitboss.table.shoe import ShoeEnded


def alarms(
    monitor: Monitor,
    stream: str,
    after: int,
    table: Table,
    events: Sequence[Event],
    thrown_away: Sequence[str],
) -> list[Message]:
    """What the monitor says of orders drawn now, and of an outside shoe that is over."""
    found = [(alarm, False) for alarm in thrown_away]
    house, shoe = table.house, table.shoe
    over = any(isinstance(event, ShoeEnded) for event in events)
    if over and house is not None and shoe is not None and not house.virtual:
        key = f"shoe:{stream}:{table.shoes}"
        alarm = monitor.check(shoe.drawn, house.decks, key)
        monitor.keep(shoe.drawn, key)
        found += [(alarm, True)] if alarm else []
    cause = f"{stream}/{after + 1}"
    return [
        to_house(
            f"{cause}/alarm/{number}",
            SequenceAlarm(
                by="monitor",
                at=events[0].at,
                cause=cause,
                table=stream,
                shoe=table.shoes,
                found=alarm,
                used=used,
            ),
        )
        for number, (alarm, used) in enumerate(found)
    ]
