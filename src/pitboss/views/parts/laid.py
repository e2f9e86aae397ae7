"""What a player has done with their wagers since the last round: what can be taken back.

The last act is the first to be taken back, by whoever looks, wherever they sit: a page that is
loaded anew knows it as well.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from pitboss.journal.record import Record
from pitboss.table import Event, Table
from pitboss.table.betting.place import WagerIncreased, WagerPlaced
from pitboss.table.settlement.settle import CoupSettled, CoupVoided
from pitboss.table.state import Placed


class LaidChips(msgspec.Struct, frozen=True, kw_only=True):
    """Chips laid on a wager, where `before_cents` lay: nothing for a new one."""

    number: int
    wager: str
    box: int | None
    before_cents: int
    cents: int


class LaidAct(msgspec.Struct, frozen=True, kw_only=True):
    """What was laid by one act."""

    chips: tuple[LaidChips, ...]


class Laid:
    """The acts of each person, the last one last."""

    def __init__(self) -> None:
        self._acts: dict[str, dict[str, list[LaidChips]]] = {}
        self._gone: dict[tuple[str, str, int | None], int] = {}
        self._by = ""
        """The command of the event before."""

    def take(self, before: Table, event: Event, after: Table, record: Record) -> None:
        """Take the next event."""
        if isinstance(event, CoupSettled | CoupVoided):
            self._acts.clear()
            return
        if after.wagers is before.wagers:
            return
        if record.command != self._by:
            self._gone.clear()
        self._by = record.command
        if isinstance(event, WagerPlaced) and not event.tokens:
            self._placed(event, record.command)
        elif isinstance(event, WagerIncreased) and not event.tokens:
            self._lay(event.by, record.command, before.wagers[event.number], event.amount_cents)
        for number in before.wagers.keys() - after.wagers.keys():
            self._taken(before.wagers, number)

    def of(self, person: str, wagers: Mapping[int, Placed]) -> list[LaidAct]:
        """What one has laid on wagers that still lie, act by act."""
        acts = list(self._acts.get(person, {}).values())  # others may add to it meanwhile
        lying = [tuple(one for one in chips if one.number in wagers) for chips in acts]
        return [LaidAct(chips=chips) for chips in lying if chips]

    def _placed(self, event: WagerPlaced, command: str) -> None:
        """A new wager; what a command takes back and places lower lies as it lay before."""
        number = self._gone.pop((event.by, event.wager, event.box), None)
        if number is not None:
            self._again(event, number)
            return
        chips = LaidChips(
            number=event.number,
            wager=event.wager,
            box=event.box,
            before_cents=0,
            cents=event.amount_cents,
        )
        self._acts.setdefault(event.by, {}).setdefault(command, []).append(chips)

    def _lay(self, person: str, command: str, placed: Placed, cents: int) -> None:
        chips = LaidChips(
            number=placed.number,
            wager=placed.wager,
            box=placed.box,
            before_cents=placed.stake_cents,
            cents=cents,
        )
        self._acts.setdefault(person, {}).setdefault(command, []).append(chips)

    def _taken(self, wagers: Mapping[int, Placed], number: int) -> None:
        """A wager is gone; its acts are kept until it is known that it is not placed lower."""
        placed = wagers[number]
        self._gone[placed.person, placed.wager, placed.box] = number

    def _again(self, event: WagerPlaced, number: int) -> None:
        left = event.amount_cents
        for chips in self._acts.get(event.by, {}).values():
            for place, one in enumerate(chips):
                if one.number == number and one.before_cents + one.cents <= left:
                    chips[place] = msgspec.structs.replace(one, number=event.number)
