"""A house with terminals, the same each time, for tests that kill it."""

from __future__ import annotations

import datetime as dt

from pitboss.journal.sql import SqlStore
from pitboss.service.tables import Actor, Answer
from tests.crashing import Told
from tests.service import crashing
from tests.service.stations import BOOK, CAS, DEE, REGISTER, SIGN, TOM, StationRig, station

ONE, TWO = "table:1", "table:2"
A, B = station("a"), station("b")
GEN = Actor("gen", "staff", "General Manager Table Games")
CLOCK = Actor("clock", "clock")
TICK = dt.timedelta(milliseconds=10)
DEALT = ("9h", "2c", "Kd", "3c")


class Script(crashing.Script[StationRig]):
    """Two tables with a terminal each.

    A terminal is credited, two wagers are debited at expiry and settled, a ticket is made at one
    table and redeemed at another, and all of it is paid out.
    """

    def do(self, name: str, actor: Actor, do: str, **data: object) -> Answer:
        """The next command; who retries it gets the first answer."""
        key = self.next_id()
        answer = self.rig.ask(name, actor, do, key=key, **data)
        assert answer.accepted, (do, answer.refusal)
        self.acknowledged(name, actor, key, answer)
        return answer

    def bind(self, name: str, terminal: str) -> None:
        """A terminal is bound; who retries it has it bound already."""
        said = {"do": "bind-terminal", "terminal": terminal, "table": name, "layout": "14"}
        given = self.rig.tables.tickets.give(
            REGISTER, said, CAS, f"bind-{terminal}", BOOK.edition.name
        )
        assert given.refusal is None, given.refusal
        self.rig.tables.deliver()

    def run(self) -> None:
        """From opening to paying out."""
        opening = {"layout": "1", "float_cents": 10**8, "sign": SIGN, "shown": ["version"]}
        for name, terminal in ((ONE, "a"), (TWO, "b")):
            self.rig.tables.table(name, BOOK.edition.name)
            for actor in (DEE, TOM, CAS, GEN):
                self.do(name, actor, "sign-on")
            self.do(name, CAS, "open-table", **opening)
            self.bind(name, terminal)
        self.do(ONE, A, "insert-note", amount_cents=10_000)
        self.do(ONE, DEE, "introduce-cards", backs="red")
        self.do(ONE, GEN, "shuffle")
        self.do(ONE, TOM, "cut-cards", depth=104)
        self.do(ONE, DEE, "place-cutting-card", behind=20)
        self.do(ONE, DEE, "load-shoe")
        self.do(ONE, DEE, "burn-cards", card="2h")
        self.coup()
        self.do(ONE, A, "print-ticket")
        self.rig.tables.deliver()
        (ticket,) = self.rig.printed(ONE, "a")
        self.do(TWO, B, "insert-ticket", ticket=ticket)
        self.rig.tables.deliver()
        self.do(TWO, DEE, "pay-out-terminal", terminal="b", amount_cents=1_000)

    def coup(self) -> None:
        """The wagering period with two touches, its expiry, the deal and the settlement."""
        self.do(ONE, DEE, "call-bets", call="place your bets")
        self.do(ONE, A, "touch-wager", wager="player", amount_cents=2_000)
        self.do(ONE, A, "touch-wager", wager="tie", amount_cents=1_000)
        self.rig.clock.now += dt.timedelta(seconds=30)
        self.do(ONE, CLOCK, "end-period")
        self.do(ONE, DEE, "call-bets", call="no more bets")
        for card in DEALT:
            self.do(ONE, DEE, "deal-card", card=card)
        self.do(ONE, DEE, "announce")
        self.do(ONE, DEE, "enter-result", result="player")
        self.do(ONE, DEE, "settle")


def opened(url: str) -> StationRig:
    """The house on its store."""
    rig = StationRig(SqlStore(url))
    rig.clock.step = TICK
    return rig


def run(url: str, told: Told) -> None:
    """Do it all, and tell of each command that was acknowledged."""
    Script(opened(url), told).run()
