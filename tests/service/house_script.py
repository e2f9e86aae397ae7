"""A house at work, the same each time, for tests that kill it."""

from __future__ import annotations

import random

from pitboss.journal.sql import SqlStore
from pitboss.service.tables import Actor, Answer
from pitboss.table.usual.next_act import Unseen, propose
from tests.crashing import Told
from tests.service import crashing
from tests.service.play import BOOK, CHIPS, DEE, MAX, STAFF, SUE, Rig, player

ONE, TWO = "table:1", "table:2"
COUPS = 2


class Script(crashing.Script[Rig]):
    """Two tables of a house."""

    def do(self, name: str, actor: Actor, do: str, **data: object) -> Answer:
        """The next command; who retries it gets the first answer."""
        key = self.next_id()
        answer = self.rig.tables.submit(name, {"do": do, **data}, actor, key).result(60)
        if answer.accepted:
            self.acknowledged(name, actor, key, answer)
        return answer

    def run(self) -> None:
        """Two tables are opened, coups are dealt, money moves, someone is excluded everywhere."""
        sign = {"minimum_cents": 100, "maximum_cents": 1_000_000}
        opening = {"layout": "A", "virtual": True, "float_cents": 10**9, "sign": sign}
        for name in (ONE, TWO):
            self.rig.tables.table(name, BOOK.edition.name)
            for actor in (DEE, SUE, MAX):
                self.do(name, actor, "sign-on")
            self.do(name, SUE, "open-table", **opening)
            for number in range(2):
                self.do(name, player(number), "arrive", chips_cents=CHIPS)
        for coup in range(1, COUPS + 1):
            self.deal(coup)
        self.do(ONE, player(1), "cash-out", amount_cents=1_000)
        self.do(ONE, SUE, "report-device", person="p0", device="counter")
        self.do(ONE, MAX, "exclude-from-casino", matter=1, reason="used a device")
        self.rig.tables.deliver()
        self.do(TWO, player(1), "cash-out", amount_cents=1_000)

    def deal(self, coup: int) -> None:
        """Acts of the house until the coup is settled, with a wager when wagers may be placed."""
        table = self.rig.table(ONE)
        for act in range(60):
            table = self.rig.table(ONE)
            ready = table.phase == "betting" and table.shoe is not None and table.shoe.burn_done
            if ready and len(table.results) < coup and not table.wagers:
                for number, wager in enumerate(("player", "tie")):
                    self.again(f"{coup}-{wager}", player(number), "place-wager", wager=wager)
                continue
            if len(table.results) >= coup and table.phase == "betting":
                return
            self.house(f"{coup}-{act}")
        raise AssertionError(table)

    def again(self, key: str, actor: Actor, do: str, **data: object) -> None:
        data |= {"do": do, "amount_cents": 1_000}
        answer = self.rig.tables.submit(ONE, data, actor, key).result(60)
        assert answer.accepted, answer.refusal
        self.acknowledged(ONE, actor, key, answer)

    def house(self, key: str) -> None:
        """What the autodealer proposes; under an id of before this is the answer of before."""
        going = self.rig.tables.table(ONE)
        table = going.stream.table
        found = propose(going.stream.rules, table, Unseen(), self.rig.tables.moments.now())
        if found is None:
            assert table.stack is not None
            who, word, fields = DEE, "load-shoe", {}
        else:
            who, word, fields = STAFF[found.who], found.word, dict(found.fields)
            fields.pop("card", None)
            if word == "deal-card" and not found.ask:
                fields["face"] = "down"
        data = {"do": word, **fields}
        answer = self.rig.tables.submit(ONE, data, who, f"house-{key}").result(60)
        if answer.refusal is not None and answer.refusal.code == "id-reused":
            # The table was further then: what was done under this id was another act.
            first = self.rig.tables.answered(ONE, who.person, f"house-{key}")
            assert first is not None
            answer = first
        assert answer.accepted, (word, answer.refusal)
        self.acknowledged(ONE, who, f"house-{key}", answer)


def opened(url: str) -> Rig:
    """The house on its store; it shuffles the same way each time."""
    chance = random.Random(5)
    return Rig(SqlStore(url), words=lambda: chance.getrandbits(32))


def run(url: str, told: Told) -> None:
    """Do it all, and tell of each command that was acknowledged."""
    Script(opened(url), told).run()
