"""A tournament and a promotion, the same each time, for tests that kill them."""

from __future__ import annotations

import datetime as dt
from typing import Any

import msgspec

from pitboss.journal.sql import SqlStore
from pitboss.scenarios.samples import conditions
from pitboss.service.people.exclusions import CLOCK
from pitboss.service.tables import Actor
from tests.crashing import Told
from tests.service import crashing
from tests.service.play import BOOK, DEE, MAX, SUE, TABLE, ZONE, Rig, player

CUP, DRAW = "tournament:cup", "promotion:draw"
PLAYERS = ("p0", "p1", "p2")
FEE, CHIPS = 10_000, 100_000
STAGES = [{"tables": 1, "coups": 1, "advance": 1}]
PRIZES = [{"place": 1, "share": 60}, {"place": 2, "share": 40}]
STATED = (
    *("manner", "when-and-where", "eligibility", "minimum-wager", "nature", "closing"),
    *("place-and-time", "claiming", "notification", "results", "prizes"),
)
NONCE = "7e" * 32


def on(day: int, hour: int) -> dt.datetime:
    """An hour of a day on which something is due."""
    return dt.datetime(2026, 11, day, hour, tzinfo=ZONE)


STARTS, CLOSES, DRAWS = on(19, 9), on(20, 18), on(20, 20)


class Script(crashing.Script[Rig]):
    """A tournament from its conditions to its prizes; a promotion from its terms to its draw.

    It is played with a sealed wager and pass cards at a real table.
    """

    def at(self, moment: dt.datetime) -> None:
        """Not before this moment."""
        self.rig.clock.now = max(self.rig.clock.now, moment)

    def do(self, name: str, actor: Actor, do: str, /, **data: Any) -> None:
        """The next command; who retries it gets the first answer."""
        key, said, tables = self.next_id(), {"do": do, **data}, self.rig.tables
        if name == TABLE:
            answer: Any = tables.submit(name, said, actor, key).result(60)
        else:
            writer = tables.tournaments if name == CUP else tables.promotions
            answer = writer.give(name, said, actor, key, BOOK.edition.name)
        assert answer.refusal is None, (do, answer.refusal)
        self.acknowledged(name, actor, key, answer)
        tables.deliver()

    def run(self) -> None:
        """One after the other."""
        self.table()
        self.tournament()
        self.promotion()

    def table(self) -> None:
        """Open, with nobody at it."""
        self.rig.tables.table(TABLE, BOOK.edition.name)
        for actor in (DEE, SUE, MAX):
            self.do(TABLE, actor, "sign-on")
        sign = {"minimum_cents": 100, "maximum_cents": 1_000_000}
        opening = {"layout": "A", "virtual": True, "float_cents": 10**9, "sign": sign}
        self.do(TABLE, SUE, "open-table", **opening)

    def tournament(self) -> None:
        """Three players, one session of a coup without a card, the count, the prizes."""
        given = {
            "rounds": STAGES,
            "prizes": PRIZES,
            "guarantee_players": 2,
            "order_of_wagering": False,
            "limit_steps": [],
        }
        terms = conditions(BOOK.edition.folder, given)
        self.do(CUP, MAX, "set-conditions", conditions=msgspec.to_builtins(terms))
        self.do(CUP, MAX, "publish-conditions")
        self.do(CUP, MAX, "appoint-manager", person=MAX.person)
        self.do(CUP, MAX, "designate-tables", tables=[TABLE])
        for person in PLAYERS:
            self.do(CUP, MAX, "enter", person=person, fee_cents=FEE)
        for do in ("close-tournament", "commit-draw", "open-draw"):
            self.do(CUP, MAX, do)
        self.do(CUP, MAX, "start-session", session=1)
        content = {"nonce": NONCE, "wager": "player", "amount_cents": 2_500}
        self.do(TABLE, player(2), "hand-in-slip", **content)
        self.do(TABLE, SUE, "return-slip", person=PLAYERS[2])
        for number in range(len(PLAYERS)):
            self.do(TABLE, player(number), "play-pass-card")
        self.do(TABLE, DEE, "pass-round")
        self.do(CUP, MAX, "direct-deduction", session=1, person=PLAYERS[0])
        self.do(CUP, MAX, "end-session", session=1)
        for place, person in enumerate(PLAYERS):
            cents = CHIPS + place * 2_500
            self.do(CUP, MAX, "total-chips", session=1, person=person, amount_cents=cents)
        self.do(CUP, MAX, "return-chips", session=1)
        self.do(CUP, MAX, "announce-placings", session=1)
        self.do(CUP, MAX, "award-prizes")

    def promotion(self) -> None:
        """Terms, entries, the draw."""
        when = {"starts": STARTS.isoformat(), "closes": CLOSES.isoformat()}
        self.do(DRAW, DEE, "draft-promotion", title="Draw", draws=DRAWS.isoformat(), **when)
        self.do(DRAW, DEE, "offer-prize", name="a sum", kind="money", value_cents=50_000)
        self.do(DRAW, DEE, "state-terms", items=dict.fromkeys(STATED, "stated"))
        self.do(DRAW, MAX, "register-terms")
        self.do(DRAW, DEE, "publish-terms", channels=["casino"], material="the leaflet")
        self.do(DRAW, MAX, "lodge-terms", receipt="receipt 1")
        self.at(STARTS)
        self.do(DRAW, MAX, "start-promotion")
        for number, person in enumerate(PLAYERS, 1):
            self.do(DRAW, DEE, "record-entry", entrant=person, tickets=number)
        self.at(CLOSES)
        self.do(DRAW, CLOCK, "close-entries")
        self.at(DRAWS)
        self.do(DRAW, MAX, "draw-winners", word="heads")


def opened(url: str) -> Rig:
    """The house on its store."""
    return Rig(SqlStore(url))


def run(url: str, told: Told) -> None:
    """Do it all, and tell of each command that was acknowledged."""
    Script(opened(url), told).run()
