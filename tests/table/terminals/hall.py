"""Terminals at tables of real cards, and the register between them, for tests.

Nothing crosses by itself: what a table tells the register, and what the register tells a table,
lies in the mail until it is carried.
"""

from __future__ import annotations

import base64
import hashlib
from collections import deque
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine

from pitboss.aggregates.tickets import TICKETS, Register, TicketsEvent
from pitboss.aggregates.tickets import act as decided
from pitboss.aggregates.tickets.commands import read_command, read_told
from pitboss.aggregates.tickets.events import TicketIssued
from pitboss.book import rulebook
from pitboss.ledger import LAYOUT, chips_of
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Actor, Scenario, Step
from pitboss.scenarios.run import Play
from pitboss.scenarios.streams import Answer, AtTable, Streams
from pitboss.table import Event
from pitboss.table.errand import Errand
from pitboss.table.machine import Query
from pitboss.table.terminals.parts import Terminal, terminals_of
from pitboss.table.terminals.tickets import mark_of
from tests.second.baccarat import Coup, Sign, settle
from tests.second.cards import RANKS, Cards
from tests.second.tableau import legal

BOOK = "crown-perth-baccarat"
REGISTER = "tickets:hall"
PLACE, NO_MORE = "place your bets", "no more bets"
DEE, TOM, CAS, CLOCK = "Dee", "Tom", "Cas", "clock"
STAFF = (
    Actor(name=DEE, role="staff", rank="Dealer"),
    Actor(name=TOM, role="staff", rank="Table Games Manager"),
    Actor(name=CAS, role="staff", rank="Casino Manager Table Games"),
    Actor(name="Gen", role="staff", rank="General Manager Table Games"),
    Actor(name=CLOCK, role="clock"),
)
MINIMUM, UNIT, MAXIMUM = 1_000, 500, 10_000
SIGN = {"minimum": 10, "maximum": 100, "unit": 5}
DECKS = 8
FLOAT = 6_000
"""In a hall a float is soon short."""
SIDES = ("player", "banker")

Hands = Mapping[str, Cards]


class Kept(Streams):
    """A table alone: what it tells others is kept."""

    told: deque[Errand]

    def give(self, who: str, data: dict[str, Any], at_table: AtTable) -> Answer:
        done = at_table(who, data)
        for event in () if isinstance(done, Refusal) else done:
            assert isinstance(event, Event)
            self.told.extend(event.tells())
        return done


class Station:
    """A table of Perth with terminals; a refusal leaves it as it was."""

    def __init__(self, *names: str, seed: int = 1, float_cents: int = 10**8) -> None:
        scenario = Scenario(
            title="terminals",
            rulebook=BOOK,
            layout="1",
            people=STAFF,
            sign=SIGN,
            seed=seed,
            table={"float_cents": float_cents},
        )
        self.play = Play(rulebook(BOOK), scenario)
        kept = Kept(self.play.rules, STAFF)
        kept.told = self.told = deque[Errand]()
        self.play.beside = kept
        self.play.set_up()
        self.events = [
            event for told in self.play.told for event in told.events if isinstance(event, Event)
        ]
        for name in names:
            said = {"terminal": name, "layout": "14", "register": REGISTER}
            assert self.do(CLOCK, "connect-terminal", **said)

    def ask(self, who: str, word: str, **fields: Any) -> Refusal | None:
        """A command; the refusal, where there is one."""
        before = self.play.table
        done = self.play.act(who, word, **fields)
        if isinstance(done, Refusal):
            assert self.play.table is before
            return done
        self.events += [event for event in done if isinstance(event, Event)]
        return None

    def do(self, who: str, word: str, **fields: Any) -> bool:
        """A command; whether it was accepted."""
        return self.ask(who, word, **fields) is None

    def credit(self, name: str) -> int:
        return self.play.table.balances.get(chips_of(name), 0)

    def balance(self, account: str) -> int:
        return self.play.table.balances.get(account, 0)

    @property
    def layout(self) -> int:
        return self.balance(LAYOUT)

    @property
    def known(self) -> Mapping[str, Terminal]:
        return terminals_of(self.play.table).terminals

    def one(self, name: str) -> Terminal:
        return self.known[name]

    def deal(self) -> bool:
        """The cards of a coup in their order, up to its settlement; False where none can be."""
        if self.play.table.coup is None and not self.play.table.betting.closed:
            return False
        told = self.play.take(Step(number=0, who=DEE, do="deal-coup", fields={}))
        self.events += [event for event in told.events if isinstance(event, Event)]
        return told.refusal is None

    def comes(self, *cards: str) -> None:
        """Have these cards come out of the shoe next, in the place of those that would."""
        shoe, order = self.play.table.shoe, self.play.order
        assert shoe is not None
        for place, card in enumerate(cards, len(shoe.drawn)):
            order[place] = _face(card)

    def coming(self, number: int) -> Cards:
        """The cards that come out of the shoe next."""
        shoe = self.play.table.shoe
        assert shoe is not None
        first = len(shoe.drawn)
        return tuple(str_of(card) for card in self.play.order[first : first + number])

    @property
    def hands(self) -> Hands:
        """The hands of the coup settled last."""
        return {
            side: tuple(map(str_of, cards))
            for side, cards in self.play.table.results[-1].hands.items()
        }

    @property
    def chip(self) -> int:
        return Query(self.play.rules, self.play.table).chips.smallest

    def brings(self, wager: str, cents: int, hands: Hands) -> int:
        """What a stake comes back as, by the second engine; nothing where it is lost."""
        coup = Coup(hands["player"], hands["banker"])
        answer = settle(BOOK, "commission", wager, cents, coup, Sign(chip=self.chip), DECKS)
        assert answer is not None
        return answer[1] + answer[2]


def str_of(card: int) -> str:
    """A card as the second engine calls it."""
    return f"{RANKS[card // 4]}{'cdhs'[card % 4]}"


def _face(card: str) -> Any:
    return 4 * RANKS.index(card[0]) + "cdhs".index(card[1])


def misread(hands: Hands) -> Iterator[Hands]:
    """Hands of a coup with one card read as another of its suit, which could be dealt so too."""
    for side, other in (SIDES, SIDES[::-1]):
        for place, rank in product(range(len(hands[side])), RANKS):
            cards = list(hands[side])
            if cards[place][0] == rank:
                continue
            cards[place] = rank + cards[place][1]
            found = {side: tuple(cards), other: hands[other]}
            if legal(found["player"], found["banker"]):
                yield {one: found[one] for one in SIDES}


def text(hands: Hands) -> dict[str, str]:
    """Hands as commands take them."""
    return {side: " ".join(cards) for side, cards in hands.items()}


def in_turn(hands: Hands) -> list[str]:
    """The cards of hands as they leave the shoe: Player first, one each, then the third cards."""
    player, banker = (list(hands[side]) for side in SIDES)
    return [player[0], banker[0], player[1], banker[1], *player[2:], *banker[2:]]


class Hall:
    """Tables with terminals, their register, and the mail between them."""

    def __init__(self, **terminals: tuple[str, ...]) -> None:
        self.tables = {f"table:{name}": Station(float_cents=FLOAT) for name in terminals}
        self.register: Register = TICKETS.start
        self.events: list[TicketsEvent] = []
        self.mail: dict[tuple[str, str], deque[dict[str, Any]]] = {}
        for name, some in terminals.items():
            for one in some:
                assert self.bind(one, f"table:{name}") is None
                self.carry_all()

    @property
    def edition(self) -> Any:
        return next(iter(self.tables.values())).play.book.edition

    @property
    def now(self) -> Any:
        return max(table.play.now for table in self.tables.values())

    def bind(self, terminal: str, table: str) -> Refusal | None:
        """Staff put a terminal at a table, by the register."""
        said = {"terminal": terminal, "table": table, "layout": "14"}
        by = {"by": CAS, "role": "staff", "rank": STAFF[2].rank, "at": self.now}
        return self._hear(read_command({**said, **by}))

    def _hear(self, command: Any) -> Refusal | None:
        done = decided(self.edition, self.register, command)
        if isinstance(done, Refusal):
            return done
        self.register, events = done
        for event in events:
            self.events.append(event)
            for errand in event.tells(REGISTER):
                self._post(REGISTER, errand.stream, dict(errand.says))
        return None

    def _post(self, source: str, target: str, said: dict[str, Any]) -> None:
        self.mail.setdefault((source, target), deque()).append(said)

    def do(self, table: str, who: str, word: str, **fields: Any) -> bool:
        """A command at a table; what it tells is put into the mail."""
        station = self.tables[table]
        done = station.do(who, word, **fields)
        while station.told:
            errand = station.told.popleft()
            self._post(table, errand.stream, dict(errand.says))
        return done

    def waiting(self) -> list[tuple[str, str]]:
        """Where mail lies."""
        return [way for way, some in self.mail.items() if some]

    def carry(self, way: tuple[str, str]) -> bool:
        """The first message of a way; one that a table refuses lies there still."""
        source, target = way
        said = self.mail[way][0]
        if target == REGISTER:
            about = dict(said)
            if said["do"] == "issue-ticket":
                about["mark"] = mark_of(code(source, said["terminal"], said["cause"]))
            at = {"table": source, "at": self.now, "role": "table", "by": source}
            assert self._hear(read_told({**about, **at})) is None
        else:
            fields = {key: value for key, value in said.items() if key != "do"}
            if not self.do(target, CLOCK, said["do"], **fields):
                return False
        self.mail[way].popleft()
        return True

    def carry_all(self) -> None:
        """All that can be carried."""
        while [way for way in self.waiting() if self.carry(way)]:
            pass

    def printed(self) -> dict[int, str]:
        """What stands on every ticket that was ever made, by number."""
        return {
            event.number: f"hall.{event.number}.{code(event.table, event.terminal, event.cause)}"
            for event in self.events
            if isinstance(event, TicketIssued)
        }

    def on_its_way(self) -> int:
        """Money that left one stream and has not come to the other."""
        some = [said for mail in self.mail.values() for said in mail]
        words = ("issue-ticket", "redeem-ticket")
        return sum(said["amount_cents"] for said in some if said["do"] in words)


def code(table: str, terminal: str, cause: str) -> str:
    """The code of the ticket that a terminal asked for."""
    digest = hashlib.sha256(msgspec.json.encode([table, terminal, cause])).digest()
    return base64.b32encode(digest[:10]).decode()


def run(machine: type[RuleBasedStateMachine], examples: int, steps: int, *, known: bool) -> None:
    """Run a state machine: the same way each time, or as chance has it."""
    case = machine.TestCase
    case.settings = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        derandomize=known,
        suppress_health_check=list(HealthCheck),
    )
    case().runTest()
