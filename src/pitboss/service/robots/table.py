"""A table of the demonstration that lives: robots bet and decide, the automatic dealer deals.

One act at a time; each step says how long it rests. While a person deals, only the robots act.
"""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from pitboss.ledger import chips_of
from pitboss.service.robots.bets import Data, answer, bets
from pitboss.service.robots.cast import ROBOT, Robot, Stage, is_robot
from pitboss.service.tables import Actor, Answer, Tables
from pitboss.table import Table
from pitboss.table.machine import Query
from pitboss.table.people.player_card import card_of, card_rule
from pitboss.table.play import Ask
from pitboss.table.procedures.period import betting_time
from pitboss.table.usual.next_act import (
    AUTOMATIC,
    Unseen,
    Waiting,
    betting_runs,
    house_act,
    propose,
)
from pitboss.table.usual.trial import Trials

IDLE, CARD, SOON = 2.0, 0.9, 0.25
THOUGHT = 1.2
PATIENCE = 15.0
"""So long the house waits for the answer of a person; then they have said nothing."""
UNWATCHED = 30.0
"""Where nobody looks, a round is followed by so much rest."""
CHIPS_CENTS, FEWEST_CENTS = 5_000_00, 500_00
FIRST_ROUNDS = 8
"""So many rounds of a new table are dealt at once, so that its shoe is under way."""
LAYING = (0.08, 0.75)
"""Robots lay their wagers in this part of the time to bet."""


@dataclass
class LivingTable:
    """What goes on at one table."""

    tables: Tables
    stream: str
    stage: Stage
    robots: Mapping[str, Robot]
    watched: Callable[[], bool]
    chance: Random = field(default_factory=Random)
    _planned: list[tuple[dt.datetime, str, Data]] = field(default_factory=list)
    _planned_for: tuple[int, dt.datetime | None] | None = None
    _dealing: bool = False
    _rest_until: dt.datetime | None = None
    _asked: tuple[int, dt.datetime] | None = None

    def step(self) -> float:
        """Do one act, if there is one; the seconds until the next."""
        going = self.tables.table(self.stream)
        table, now = going.shown, self.tables.clock()
        if table.house is None or table.closed or table.trouble is not None:
            return IDLE
        query = Query(going.stream.rules, table)
        fresh = table.coups < FIRST_ROUNDS and not betting_time(table)
        for part in (self._come, self._answers, self._lay):
            rests = part(query, now, fresh)
            if rests is not None:
                return rests
        return self._deal(query, now, fresh)

    # People -----------------------------------------------------------------------------

    def _come(self, query: Query, now: dt.datetime, fresh: bool) -> float | None:
        """Robots sit down, with chips to play; the house takes everyone's card on record."""
        table = query.table
        here = table.present("player")
        for name in self.stage.robots:
            person = name + ROBOT
            if person not in here:
                seat = self._seat(table)
                if seat is None:
                    continue
                arrive = {"do": "arrive", "chips_cents": CHIPS_CENTS, "seat": seat}
                self._give(person, "player", arrive)
                return 0.0 if fresh else SOON
            busy = table.coup is not None or person in {one.person for one in table.wagers.values()}
            poor = table.balances.get(chips_of(person), 0) < FEWEST_CENTS
            if poor and not busy and self._give(person, "player", {"do": "leave"}).accepted:
                return SOON
        if card_rule(query, now) is not None:
            for person in here:
                if card_of(table, person) is None:
                    card = {"do": "record-player-card", "person": person, "card": f"of {person}"}
                    self._staff(query, card)
                    return 0.0 if fresh else SOON
        return None

    def _seat(self, table: Table) -> int | None:
        """A free seat, not the first: people find those free."""
        assert table.house is not None
        taken = {one.seat for one in table.present().values()} | set(table.closed_boxes)
        seats = [seat for seat in range(1, table.house.seats + 1) if seat not in taken]
        return seats[len(seats) // 2] if len(seats) > 1 else None

    # Wagers and answers -----------------------------------------------------------------

    def _lay(self, query: Query, now: dt.datetime, fresh: bool) -> float | None:
        """The robots' wagers of the coming round, each at its moment."""
        table = query.table
        ends = table.betting.closes_at
        runs = betting_runs(table, now) is not None or (not betting_time(table) and not ends)
        if table.coup is not None or table.betting.closed or not runs or not _ready(table):
            self._planned.clear()
            return None
        key = (table.coups, ends)
        if key != self._planned_for:
            self._planned_for = key
            self._planned = sorted(self._plan(query, now, ends), key=lambda one: one[0])
            if not self._planned and ends is None:
                self._planned_for = None  # all sat out, and no call will begin another time
        if self._planned and self._planned[0][0] <= now:
            _, person, data = self._planned.pop(0)
            self._give(person, "player", data)
            return 0.0 if fresh else SOON
        if self._planned and not self._by_hand(table):
            return min(1.0, (self._planned[0][0] - now).total_seconds())
        return None

    def _plan(
        self, query: Query, now: dt.datetime, ends: dt.datetime | None
    ) -> list[tuple[dt.datetime, str, Data]]:
        found = []
        whole = 0.0 if ends is None else max(0.0, (ends - now).total_seconds())
        for name in self.stage.robots:
            person = name + ROBOT
            at = now
            for data in bets(query, person, self.robots[name], self.chance):
                at = max(at, now + dt.timedelta(seconds=whole * self.chance.uniform(*LAYING)))
                found.append((at, person, data))
        return found

    def _answers(self, query: Query, now: dt.datetime, fresh: bool) -> float | None:
        """Robots decide after a moment; who says nothing for long has said so."""
        table = query.table
        step = query.play.next(query) if table.coup is not None else None
        if not isinstance(step, Ask) or not step.people:
            self._asked = None
            return None
        if self._asked is None or self._asked[0] != table.events:
            self._asked = table.events, now
        waited = (now - self._asked[1]).total_seconds()
        person = next((one for one in step.people if is_robot(one)), step.people[0])
        if is_robot(person) and waited < (0.0 if fresh else THOUGHT):
            return THOUGHT - waited
        said = answer(query, person, step) if is_robot(person) else None
        if said is not None and self._give(person, "player", said).accepted:
            return 0.0 if fresh else SOON
        if not is_robot(person) and waited < PATIENCE:
            return min(1.0, PATIENCE - waited)
        if not self._by_hand(table) and step.silence is not None:
            self._staff(query, {"do": "record-silence", "person": person})
        return CARD

    # The deal ---------------------------------------------------------------------------

    def _deal(self, query: Query, now: dt.datetime, fresh: bool) -> float:
        """The automatic dealer's next act, in its time."""
        table = query.table
        if self._by_hand(table):
            return 1.0
        ends = betting_runs(table, now)
        if ends is not None:
            return min(1.0, max(0.01, (ends - now).total_seconds()))
        if not fresh and not betting_time(table) and table.coup is None:
            self._staff(query, {"do": "set-betting-time", "seconds": self.stage.seconds})
            return SOON
        if self._dealing and table.coup is None and not fresh:
            self._dealing = False
            seconds = self.stage.rest if self.watched() else UNWATCHED
            self._rest_until = now + dt.timedelta(seconds=seconds)
        self._dealing = table.coup is not None
        if self._rest_until is not None and now < self._rest_until:
            left = (self._rest_until - now).total_seconds()
            # Whoever comes to look need not wait out the rest of a table without anybody.
            if left > self.stage.rest and self.watched():
                self._rest_until = now
            return min(1.0, left)
        act = house_act(Trials(query.rules, table, now), real=False)
        if isinstance(act, Waiting):
            part = propose(query.rules, table, Unseen(), now, players=True)
            if part is None or not (is_robot(part.who) or part.who.startswith(AUTOMATIC)):
                return 1.0
            role = "player" if is_robot(part.who) else "staff"
            self._give(part.who, role, {"do": part.word, **part.said}, self._rank(table, part.who))
        else:
            if not act.who.startswith(AUTOMATIC):
                return 1.0
            self._give(act.who, "staff", {"do": act.word, **act.said}, self._rank(table, act.who))
        if fresh:
            return 0.0
        return CARD if table.coup is not None or table.shoe is not None else SOON

    def _by_hand(self, table: Table) -> bool:
        """Whether a person deals: somebody of the lowest rank there is signed on."""
        ranks = {name: one.rank for name, one in table.present("staff").items()}
        lowest = ranks.get(f"{AUTOMATIC}dealer")
        return any(rank == lowest for name, rank in ranks.items() if not name.startswith(AUTOMATIC))

    # Giving -----------------------------------------------------------------------------

    def _rank(self, table: Table, who: str) -> str | None:
        return table.people[who].rank if who in table.people else None

    def _staff(self, query: Query, data: Data) -> None:
        """By the first of the house's own who may, the lowest rank first."""
        ladder = query.edition.ranks.ladder
        own = [name for name in query.table.present("staff") if name.startswith(AUTOMATIC)]
        own.sort(key=lambda name: ladder.index(self._rank(query.table, name) or ladder[0]))
        for who in own:
            if self._give(who, "staff", data, self._rank(query.table, who)).accepted:
                return

    def _give(
        self, person: str, role: str, data: Mapping[str, Any], rank: str | None = None
    ) -> Answer:
        actor = Actor(person, role, rank)
        return self.tables.give(self.stream, data, actor, f"robot:{secrets.token_hex(8)}")


def _ready(table: Table) -> bool:
    """Whether a round may come next: a shoe is in play."""
    return table.shoe is not None and table.shoe.over is None and table.stack is None
