"""A house with a link: tables of boxes that feed one jackpot, dealt by hand."""

from __future__ import annotations

from itertools import count
from typing import Any

import pitboss
from pitboss.aggregates.link import Link
from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.store import Store
from pitboss.service.aggregates.repository import StreamAnswer
from pitboss.service.people.seal import Seal
from pitboss.service.tables import Actor, Answer, Tables
from pitboss.table import Table
from tests.aggregates.linked import CONDITIONS, WAGER
from tests.service.play import SECRET, FakeClock

BOOK = pitboss.rulebook("star-blackjack")
DEE = Actor("dee", "staff", "Dealer")
SUE = Actor("sue", "staff", "Gaming Supervisor")
GUS = Actor("gus", "staff", "Gaming Manager")
EVE = Actor("eve", "surveillance")
MAIN = "link:main"
SIGN = {
    "minimum_cents": 2_500,
    "maximum_cents": 1_000_000,
    "offered": [WAGER],
    "wagers": {WAGER: {"minimum_cents": 250, "maximum_cents": 500}},
}
PLAIN = {"minimum_cents": 2_500, "maximum_cents": 1_000_000}
OPENING = {"layout": "D", "float_cents": 10**9, "sign": SIGN, "seats": 7, "decks": 6}
DEVICE, SHOE = "shuffling device", "card shoe"


class LinkRig:
    """Tables on a store; `do` insists on being accepted. Ids go on where they were before."""

    def __init__(self, store: Store, clock: FakeClock | None = None) -> None:
        self.clock = clock or FakeClock()
        self.store = store
        self.tables = Tables(store, Seal(SECRET), Signer(SECRET), self.clock, {"book": BOOK})
        self.tables.resume()
        self._ids = count(sum(store.head(name) for name in store.streams()))

    def ask(self, name: str, actor: Actor, do: str, **data: Any) -> Answer:
        key = data.pop("key", None) or f"c{next(self._ids)}"
        return self.tables.submit(name, {"do": do, **data}, actor, key).result(30)

    def do(self, name: str, actor: Actor, do: str, **data: Any) -> Answer:
        answer = self.ask(name, actor, do, **data)
        assert answer.accepted, (do, answer.refusal)
        return answer

    def link(self) -> Link:
        return self.tables.links.link(MAIN)

    def give(self, actor: Actor, do: str, **data: Any) -> StreamAnswer:
        key = data.pop("key", None) or f"c{next(self._ids)}"
        return self.tables.links.give(MAIN, {"do": do, **data}, actor, key, BOOK.edition.name)

    def table(self, name: str) -> Table:
        return self.tables.table(name).stream.table

    def open(self, name: str, *, players: int = 1, source: str = DEVICE) -> None:
        """A table with a device and its people, ready for wagers; not linked yet."""
        self.tables.table(name, BOOK.edition.name)
        for actor in (DEE, SUE, GUS):
            self.do(name, actor, "sign-on")
        # What needs a device is not offered with a card shoe.
        opening = OPENING if source == DEVICE else {**OPENING, "sign": PLAIN}
        self.do(name, SUE, "open-table", **opening, source=source)
        for number in range(1, players + 1):
            person = player(number).person
            self.do(name, player(number), "arrive", chips_cents=100_000)
            self.do(name, DEE, "record-player-card", person=person, card=f"card of {person}")
        if source == DEVICE:
            self.do(name, DEE, "introduce-cards", backs="red")
            self.do(name, DEE, "shuffle", how=DEVICE)
            self.do(name, DEE, "load-shoe")
            self.do(name, DEE, "burn-cards")

    def linked(self, *names: str, players: int = 1, **conditions: Any) -> None:
        """A link is opened, and tables that feed it."""
        wanted = CONDITIONS | conditions
        assert self.give(GUS, "open-link", **wanted).refusal is None
        for name in names:
            self.open(name, players=players)
            assert self.give(GUS, "join-table", table=name, **wanted).refusal is None
        self.tables.deliver()

    def stakes(self, name: str, players: int = 1) -> None:
        """Wagers on a box each, with the jackpot; those of the jackpot are collected."""
        for number in range(1, players + 1):
            for wager, cents in (("main", 2_500), (WAGER, 500)):
                data = {"wager": wager, "amount_cents": cents, "box": number}
                self.do(name, player(number), "place-wager", **data)
        self.do(name, DEE, "take-jackpot-stakes")

    def deal(self, name: str, *cards: str) -> None:
        for card in cards:
            self.do(name, DEE, "deal-card", card=card)

    def close(self) -> None:
        self.tables.close()


def player(number: int) -> Actor:
    return Actor(f"p{number}", "player")
