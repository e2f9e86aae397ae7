"""A house for tests: tables on a store, people on duty, a shoe dealt by the autodealer."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

import pitboss
from pitboss.book import Rulebook
from pitboss.cards import name as name_of
from pitboss.journal.proof.checkpoint import Signer
from pitboss.journal.store import Store
from pitboss.journal.trust.anchor import Anchor
from pitboss.service.people.seal import Seal
from pitboss.service.rng import Words, system_word
from pitboss.service.tables import Actor, Answer, Tables
from pitboss.table import Table
from pitboss.table.usual.next_act import Unseen, propose

BOOK = pitboss.rulebook("star-baccarat")
ZONE = ZoneInfo(BOOK.edition.identity.time_zone)
START = dt.datetime(2026, 11, 16, 20, tzinfo=ZONE)
SECRET = bytes(range(32))
TABLE = "table:1"
LADDER = BOOK.edition.ranks.ladder
DEE = Actor("dee", "staff", LADDER[0])
SUE = Actor("sue", "staff", LADDER[1])
MAX = Actor("max", "staff", LADDER[-1])
STAFF = {actor.person: actor for actor in (DEE, SUE, MAX)}
CHIPS = 10_000_000


class FakeClock:
    """A clock that is set by hand, a second further at each look."""

    def __init__(self, now: dt.datetime = START) -> None:
        self.now = now
        self.step = dt.timedelta(seconds=1)

    def __call__(self) -> dt.datetime:
        self.now += self.step
        return self.now


class Faces:
    """The cards of a real shoe, in this order."""

    def __init__(self, order: tuple[int, ...]) -> None:
        self.order = order

    def face(self, place: int) -> str | None:
        return name_of(self.order[place])


class Rig:
    """Tables with their people; `do` insists on being accepted, `ask` does not."""

    def __init__(
        self,
        store: Store,
        clock: FakeClock | None = None,
        words: Words = system_word,
        anchor: Anchor | None = None,
        aside: Mapping[str, str] | None = None,
        book: Rulebook = BOOK,
    ) -> None:
        self.clock = clock or FakeClock()
        self.book = book
        books, signer = {"star": book}, Signer(SECRET)
        self.tables = Tables(
            store, Seal(SECRET), signer, self.clock, books, words, anchor=anchor, aside=aside
        )
        self.store = store
        self.order: tuple[int, ...] | None = None
        """The order in which a dealer of real cards finds them; none at a virtual table."""
        self.tables.resume()
        self._ids = count(sum(store.head(name) for name in store.streams()))

    def ask(
        self, actor: Actor, do: str, name: str = TABLE, command: str | None = None, **data: Any
    ) -> Answer:
        key = command or f"c{next(self._ids)}"
        return self.tables.submit(name, {"do": do, **data}, actor, key).result(30)

    def do(self, actor: Actor, do: str, name: str = TABLE, **data: Any) -> Answer:
        answer = self.ask(actor, do, name, **data)
        assert answer.accepted, (do, answer.refusal)
        return answer

    def table(self, name: str = TABLE) -> Table:
        return self.tables.table(name).stream.table

    def open(
        self,
        name: str = TABLE,
        *,
        virtual: bool = True,
        players: int = 1,
        optional: dict[str, Any] | None = None,
    ) -> None:
        self.tables.table(name, self.book.edition.name)
        for actor in (DEE, SUE, MAX):
            self.do(actor, "sign-on", name)
        sign = {"minimum_cents": 100, "maximum_cents": 1_000_000, **(optional or {})}
        self.do(SUE, "open-table", name, layout="A", virtual=virtual, float_cents=10**9, sign=sign)
        for number in range(players):
            self.do(player(number), "arrive", name, chips_cents=CHIPS)

    def house(self, name: str = TABLE) -> str | None:
        """One act of the house, as the autodealer has it; its word, or nothing to do."""
        going = self.tables.table(name)
        table = going.stream.table
        cards = Unseen() if self.order is None else Faces(self.order)
        proposal = propose(going.stream.rules, table, cards, self.tables.moments.now())
        if proposal is None:
            shoe = table.shoe
            if table.stack is not None:
                self.do(DEE, "load-shoe", name)
                return "load-shoe"
            if shoe is not None and shoe.over is not None and not shoe.revealed:
                self.do(DEE, "reveal-shoe", name)
                return "reveal-shoe"
            return None
        fields = dict(proposal.fields)
        if self.order is None:
            fields.pop("card", None)
            if proposal.word == "deal-card" and not proposal.ask:
                fields["face"] = "down"
        self.do(STAFF[proposal.who], proposal.word, name, **fields)
        return proposal.word

    def ready(self, name: str = TABLE) -> None:
        """Go on until wagers may be placed."""
        for _ in range(20):
            table = self.table(name)
            if table.phase == "betting" and table.shoe is not None and table.shoe.burn_done:
                return
            assert self.house(name) is not None
        raise AssertionError(table)

    def coup(self, name: str = TABLE, wager: str = "player", cents: int = 1_000) -> None:
        """A coup with one wager, dealt and settled."""
        self.ready(name)
        self.do(player(0), "place-wager", name, wager=wager, amount_cents=cents)
        for _ in range(40):
            if self.house(name) == "settle":
                return
        raise AssertionError(self.table(name))

    def close(self) -> None:
        self.tables.close()


def player(number: int) -> Actor:
    return Actor(f"p{number}", "player")
