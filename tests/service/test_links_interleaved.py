"""Sixty-four tables feed one link in any order, and whoever writes dies at every write."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec
import pytest

from pitboss.aggregates import AGGREGATES, LINK
from pitboss.aggregates.link.events import JackpotShared, StakesMetered, StakesReturned
from pitboss.journal.memory import MemoryStore
from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.proof.export import export_lines
from pitboss.journal.proof.verify import verify_lines
from pitboss.journal.record import read_line
from pitboss.journal.store import Message, Write
from pitboss.journal.writer import Writer
from pitboss.service.aggregates.carrier import in_order
from pitboss.service.aggregates.links import Links
from pitboss.service.clock import Moments
from tests.aggregates.linked import BOOK, CONDITIONS, MILLION, TENTH, WHOLE
from tests.second.link import payable, pool_and_share
from tests.service.linked import EVE, GUS, MAIN
from tests.service.play import SECRET, FakeClock

TABLES = 64
ROUNDS = 400
LEDGER = "ledger"
"""A stream of what tables were told to pay, which stands for the tables' own."""


class DiedError(Exception):
    """The process died at a write."""


class Mortal(MemoryStore):
    """A store at which every write is tried three times: it dies before, after, and not."""

    def __init__(self) -> None:
        super().__init__()
        self.writes = 0
        self.deaths = 0

    def write(self, writes: Sequence[Write]) -> list[Exception | None]:
        self.writes += 1
        if self.writes % 3 == 0:
            return super().write(writes)
        self.deaths += 1
        if self.writes % 3 == 1:
            super().write(writes)
        raise DiedError


class House:
    """Links on a store, made anew after each death; tables are their messages alone."""

    def __init__(self, store: Mortal, seed: int) -> None:
        self.store = store
        self.clock = FakeClock()
        self.clock.step = dt.timedelta(milliseconds=50)
        self.random = random.Random(seed)
        self.told: dict[str, int] = {}
        self.start()

    def start(self) -> None:
        self.writer = Writer(self.store)
        rules = {BOOK.edition.name: BOOK.rules}
        moments = Moments(self.clock)
        self.links = Links(self.store, self.writer, moments, rules, Signer(SECRET))
        self.links.resume()

    def surely(self, work: Any, *args: Any, **fields: Any) -> Any:
        """Do something, again and again until nobody dies."""
        while True:
            try:
                return work(*args, **fields)
            except DiedError:
                self.writer.close()
                self.start()

    def give(self, actor: Any, key: str, do: str, **data: Any) -> Any:
        return self.links.give(MAIN, {"do": do, **data}, actor, key, BOOK.edition.name)

    def tell(self, table: str, key: str, **said: Any) -> None:
        """A table's event that tells the link something, written once."""
        after = self.told[table] = self.told.get(table, 0) + 1
        body = msgspec.json.encode({**said, "by": "dealer"})
        message = Message(f"{table}/{after}/0", MAIN, body)
        write = Write(stream="told", after=0, command=key, messages=[message])
        while True:  # a table finds its own event in its journal when it begins anew
            try:
                self.store.write([write])
            except DiedError:
                continue
            return

    def deliver(self) -> None:
        waiting = in_order(self.store.pending(500))
        self.links.take(MAIN, [one for one in waiting if one.target == MAIN])
        for one in waiting:
            if one.target != MAIN:
                self._pay(one)
        self.links.settle()

    def _pay(self, message: Message) -> None:
        head = self.store.head(LEDGER)
        line = msgspec.json.encode([message.key, message.target]) + message.body
        write = Write(stream=LEDGER, after=head, lines=[line], taken=[message.key])
        (error,) = self.store.write([write])
        assert error is None

    def decide(self) -> None:
        """People decide what waits for them, one way or another."""
        link = self.links.link(MAIN)
        if link.questioned:
            wins = list(link.questioned)
            self.random.shuffle(wins)
            cut = self.random.randint(0, len(wins) - 1)
            moments = [part for part in (wins[:cut], wins[cut:]) if part]
            self.surely(self.give, EVE, f"d{wins}", "determine-moments", moments=moments)
        link = self.links.link(MAIN)
        if link.held:
            order = self.random.choice(link.held).order
            key = f"o{link.moments[0]}"
            self.surely(self.give, GUS, key, "decide-order", order=order, reason="decided")


@pytest.mark.parametrize("seed", range(3))
def test_sixty_four_tables_with_a_death_at_every_write(seed: int) -> None:
    rng = random.Random(seed)
    store = Mortal()
    house = House(store, seed)
    house.surely(house.give, GUS, "open", "open-link", **CONDITIONS)
    names = [f"table:{number}" for number in range(TABLES)]
    for name in names:
        house.surely(house.give, GUS, f"join-{name}", "join-table", table=name, **CONDITIONS)
    rounds = dict.fromkeys(names, 0)
    stakes = returned = 0
    winners: list[tuple[str, int, int]] = []
    for step in range(ROUNDS):
        name = rng.choice(names)
        rounds[name] += 1
        number, taken = rounds[name], list(range(1, rng.randint(1, 7) + 1))
        said = {"round": number, "stakes": taken, "stake_cents": 500}
        house.tell(name, f"s{step}", do="meter-stakes", **said)
        stakes += len(taken)
        kind = rng.random()
        if kind < 0.1:
            house.tell(name, f"r{step}", do="return-stakes", round=number)
            returned += len(taken)
        elif kind < 0.16:
            row = rng.choice((WHOLE, TENTH))
            won = [
                {"number": one, "person": f"{name}/{one}", "row": row}
                for one in taken[: rng.randint(1, 3)]
            ]
            winners += [(name, number, one) for one in taken[: len(won)]]
            stamp = house.clock.now.replace(microsecond=0)
            confirmed = {"round": number, "stamp": stamp, "winners": won, "chips": [5]}
            house.tell(name, f"w{step}", do="confirm-win", **confirmed)
        if rng.random() < 0.3:
            house.surely(house.deliver)
            house.decide()
    while store.pending() or house.links.link(MAIN).waiting:
        house.clock.now += dt.timedelta(seconds=1)
        house.surely(house.deliver)
        house.decide()
    house.writer.close()
    assert store.deaths > 200
    _look(store, house.links.link(MAIN), stakes, returned, winners)


def _look(
    store: MemoryStore, link: Any, stakes: int, returned: int, winners: list[tuple[str, int, int]]
) -> None:
    events = [LINK.read(read_line(line)) for _, line in store.read(MAIN)]
    assert link.faults == ()
    assert link.stakes == stakes
    assert sum(len(one.stakes) for one in events if isinstance(one, StakesMetered)) == stakes
    assert link.returned == returned * 75_000
    back = [(one.table, one.round) for one in events if isinstance(one, StakesReturned)]
    assert len(back) == len(set(back))
    shared = [one.sharing for one in events if isinstance(one, JackpotShared)]
    payments = [payment for one in shared for payment in one.payments]
    assert sorted((one.table, one.round, one.number) for one in payments) == sorted(winners)
    meter = Fraction(10_000) + Fraction((stakes - returned) * 75_000, MILLION)
    for one in shared:
        tenths, number = (10 if one.row == WHOLE else 1), len(one.payments)
        base = Fraction(one.base_millionths, MILLION)
        taken, due = pool_and_share(base, tenths, number, Fraction(10_000))
        assert one.pool_millionths == int(taken * MILLION)
        assert {pay.amount_cents for pay in one.payments} == {payable(due, Fraction(1, 20)) * 100}
        meter -= Fraction(one.pool_millionths, MILLION)
    topped = sum(getattr(one, "topped_millionths", 0) for one in events)
    topped += sum(one.topped_millionths for one in shared)
    assert link.meter_millionths == meter * MILLION + topped
    assert link.paid == link.pools + link.covered + link.rounding
    # Each table was told once what to pay, and exactly what the link says.
    told = [msgspec.json.decode(line[line.index(b"]") + 1 :]) for _, line in store.read(LEDGER)]
    paid = [one for one in told if one["do"] == "pay-jackpot"]
    keys = [(one["win"], one["number"], one["amount_cents"]) for one in paid]
    assert sorted(keys) == sorted((one.win, one.number, one.amount_cents) for one in payments)
    lines = export_lines(store, Signer(SECRET), "now", [MAIN])
    assert verify_lines(lines, AGGREGATES).sound
