"""Cards at the table: a virtual shoe keeps its word, and no card is lost whatever is done."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

import pytest

import pitboss
from pitboss.cards import CARDS_IN_DECK, name
from pitboss.ledger import unbalanced
from pitboss.refusal import Refusal
from pitboss.table import Event, Table, act, read_command
from pitboss.table.cards.shoe import commit, conserved

START = dt.datetime(2026, 11, 16, 20, 0, tzinfo=ZoneInfo("Australia/Sydney"))
NONCE = bytes(range(32))
HOUSES = ("star-baccarat", "star-premium-baccarat")


class Floor:
    """A table with one of each rank, acted on step by step."""

    def __init__(self, rulebook: str, **opening: Any) -> None:
        self.rules = pitboss.rulebook(rulebook).rules
        self.table = Table()
        self.now = START
        ranks = {"Dee": "Dealer", "Sue": "Gaming Supervisor", "Gus": "Gaming Manager"}
        for person, rank in ranks.items():
            self.must(person, "sign-on", rank=rank)
        self.must("Ivy", "sign-on", role="inspector")
        self.must(
            "Dee",
            "open-table",
            layout="A",
            place="salon",
            float_cents=10_000_000,
            sign={"minimum_cents": 100, "maximum_cents": 1_000_000},
            **opening,
        )
        for seat, person in enumerate(("Ann", "Bob"), 1):
            self.must(person, "arrive", chips_cents=1_000_000, seat=seat)

    def do(self, who: str, do: str, **fields: Any) -> tuple[Event, ...] | Refusal:
        """One command; money and cards are conserved after it."""
        self.now += dt.timedelta(seconds=1)
        data = {"do": do, "by": who, "at": self.now.isoformat(), **fields}
        done = act(self.rules, self.table, read_command(data))
        if isinstance(done, Refusal):
            return done
        self.table, events = done
        assert not unbalanced(self.table.balances)
        shoe, coup = self.table.shoe, self.table.coup
        on_table = len(coup.slots) if coup else 0
        assert shoe is None or conserved(shoe, on_table), (do, shoe)
        return events

    def must(self, who: str, do: str, **fields: Any) -> tuple[Event, ...]:
        """A command that must be accepted."""
        done = self.do(who, do, **fields)
        assert not isinstance(done, Refusal), f"{do}: {done}"
        return done

    def refused(self, who: str, do: str, **fields: Any) -> str:
        """A command that must be refused; its code."""
        before = self.table
        done = self.do(who, do, **fields)
        assert isinstance(done, Refusal), f"{do} is accepted"
        assert self.table is before
        return done.code

    def load(self, **fields: Any) -> None:
        """A shoe made ready by the usual way."""
        self.must("Dee", "introduce-cards", backs="red")
        self.must("Dee", "shuffle")
        self.must("Sue", "cut-cards", depth=104)
        self.must("Dee", "place-cutting-card", behind=26)
        self.must("Dee", "load-shoe", **fields)


def order_of(decks: int, seed: int = 7) -> list[int]:
    """A shuffled order of whole decks."""
    cards = [card for card in range(CARDS_IN_DECK) for _ in range(decks)]
    random.Random(seed).shuffle(cards)
    return cards


def text(cards: list[int]) -> str:
    """Cards as commands write them."""
    return " ".join(name(card) for card in cards)


def virtual(rulebook: str, order: list[int]) -> Floor:
    """A virtual shoe committed to this order, over after a burned card and a coup's cards."""
    floor = Floor(rulebook, virtual=True)
    floor.load(commitment=commit(NONCE, tuple(order)))
    floor.must("Dee", "burn-cards")
    floor.must("Ann", "place-wager", wager="player", amount_cents=10_000)
    for card in order[1:4]:
        floor.must("Dee", "deal-card", card=name(card))
    return floor


@pytest.mark.parametrize("rulebook", HOUSES)
@pytest.mark.clause("star-baccarat", "3.6")
@pytest.mark.clause("star-premium-baccarat", "3.6")
def test_3_6_virtual_shoe_commits_before_its_first_card(rulebook: str) -> None:
    floor = Floor(rulebook, virtual=True)
    floor.must("Dee", "introduce-cards", backs="red")
    floor.must("Dee", "shuffle")
    floor.must("Sue", "cut-cards", depth=104)
    floor.must("Dee", "place-cutting-card", behind=26)
    assert floor.refused("Dee", "load-shoe") == "no-commitment"
    assert floor.refused("Dee", "load-shoe", commitment="x" * 64) == "no-commitment"
    floor.must("Dee", "load-shoe", commitment=commit(NONCE, tuple(order_of(8))))


@pytest.mark.parametrize("rulebook", HOUSES)
def test_virtual_shoe_opens_to_the_order_that_was_dealt_only(rulebook: str) -> None:
    order = order_of(8)
    floor = virtual(rulebook, order)
    opened = {"nonce": NONCE.hex(), "order": text(order)}
    assert floor.refused("Dee", "reveal-shoe", **opened) == "nothing-to-reveal"
    floor.must("Gus", "void-shoe", reason="seen")
    other = [*order[:-2], order[-1], order[-2]]
    if other == order:
        pytest.fail("the last two cards are alike")
    broken = {**opened, "order": text(other)}
    assert floor.refused("Dee", "reveal-shoe", **broken) == "commitment-broken"
    nonce = {**opened, "nonce": bytes(32).hex()}
    assert floor.refused("Dee", "reveal-shoe", **nonce) == "commitment-broken"
    for bad in ("", "zz", "00"):
        assert floor.refused("Dee", "reveal-shoe", **{**opened, "nonce": bad}) == "bad-nonce"
    # The next shoe waits until this one is opened.
    floor.must("Dee", "introduce-cards", backs="blue")
    floor.must("Dee", "shuffle")
    floor.must("Sue", "cut-cards", depth=104)
    floor.must("Dee", "place-cutting-card", behind=26)
    assert floor.refused("Dee", "load-shoe", commitment="0" * 64) == "reveal-first"
    floor.must("Dee", "reveal-shoe", **opened)
    assert floor.refused("Dee", "reveal-shoe", **opened) == "nothing-to-reveal"
    floor.must("Dee", "load-shoe", commitment="0" * 64)


@pytest.mark.parametrize("rulebook", HOUSES)
@pytest.mark.clause("star-baccarat", "3.1")
@pytest.mark.clause("star-premium-baccarat", "3.1")
def test_3_1_committed_order_must_be_whole_decks_and_the_cards_dealt(rulebook: str) -> None:
    order = order_of(8)
    short = [card for card in order if card != order[-1]]
    for wrong, code in ((short, "not-whole-decks"), (order_of(8, seed=8), "order-broken")):
        floor = Floor(rulebook, virtual=True)
        floor.load(commitment=commit(NONCE, tuple(wrong)))
        floor.must("Dee", "burn-cards")
        floor.must("Ann", "place-wager", wager="player", amount_cents=10_000)
        for card in order[1:4]:
            floor.must("Dee", "deal-card", card=name(card))
        floor.must("Gus", "void-shoe", reason="seen")
        done = floor.refused("Dee", "reveal-shoe", nonce=NONCE.hex(), order=text(wrong))
        assert done == code


USUAL: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("Sue", "confirm-collected", {}),
    ("Dee", "verify-cards", {"correct": True}),
    ("Dee", "introduce-cards", {"backs": "red"}),
    ("Dee", "introduce-cards", {"backs": "red", "kind": "used"}),
    ("Dee", "shuffle", {}),
    ("Dee", "shuffle", {"how": "shuffling device"}),
    ("Sue", "cut-cards", {"depth": 104}),
    ("Dee", "place-cutting-card", {"behind": 26}),
    ("Dee", "load-shoe", {}),
    ("Dee", "burn-cards", {}),
    ("Ann", "place-wager", {"wager": "player", "amount_cents": 1000}),
    *(("Dee", "deal-card", {}) for _ in range(4)),
    *(("Dee", do, {}) for do in ("announce", "deal-card", "deal-card", "announce", "settle")),
)


def acts(chance: random.Random) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Endless acts with cards, sensible and not."""
    people = ("Dee", "Sue", "Gus", "Ivy", "Ann", "Bob", "Nobody")
    kinds = ("new", "used", "casino pre-shuffled", "Angel pre-shuffled")
    while True:
        backs = chance.choice(("red", "blue"))
        kind = chance.choice(kinds)
        seal = chance.choice(("S-1", "S-2"))
        card = name(chance.randrange(CARDS_IN_DECK))
        choices: list[tuple[str, dict[str, Any]]] = [
            ("introduce-cards", {"backs": backs, "kind": kind, "seal": seal}),
            ("introduce-cards", {"backs": backs}),
            ("introduce-cards", {"backs": backs, "kind": "used"}),
            ("check-cards", {"correct": chance.random() < 0.8}),
            ("shuffle", {"how": chance.choice(("hand", "multishuffler", "shuffling device"))}),
            ("riffle-cards", {"asked_by": "Ann", "approval": chance.randrange(9)}),
            ("offer-cut", {"to": chance.choice(people), "approval": chance.randrange(9)}),
            ("refuse-cut", {}),
            ("nominate-cutter", {"person": chance.choice(people)}),
            ("cut-cards", {"depth": chance.randrange(0, 420)}),
            ("place-cutting-card", {"behind": chance.choice((5, 20, 26, 404, 416))}),
            ("load-shoe", {}),
            ("burn-cards", {}),
            ("burn-cards", {"option": "by the first card's value", "card": card, "approval": 3}),
            ("show-cutting-card", {}),
            ("reveal-shoe", {"nonce": "00", "order": card}),
            ("secure-cards", {"seal": seal, "backs": backs, "kind": "Angel pre-shuffled"}),
            ("replace-cards", {"same_backs": chance.random() < 0.5}),
            ("replace-unfit-cards", {"reason": "worn"}),
            ("direct-shuffle", {"reason": "runs"}),
            ("void-shoe", {"reason": "seen"}),
            ("report-dropped-cards", {}),
            ("confirm-collected", {"complete": chance.random() < 0.8}),
            ("order-card-check", {}),
            ("verify-cards", {"correct": chance.random() < 0.8}),
            ("report-handling", {"person": chance.choice(people)}),
            ("request-approval", {"key": chance.choice(("players-cut", "burn-by-value"))}),
            ("grant-approval", {"approval": chance.randrange(9)}),
            ("place-wager", {"wager": "player", "amount_cents": 1000}),
            ("deal-card", {"card": card}),
            ("announce", {}),
        ]
        for do, fields in chance.sample(choices, 3):
            yield chance.choice((*people, "Gus", "Gus", "Gus")), do, fields
        for who, usual, given in USUAL:
            for _ in range(chance.choice((0, 1, 1, 1))):
                dealt = {"card": name(chance.randrange(CARDS_IN_DECK))}
                yield who, usual, dealt if usual == "deal-card" else given


@pytest.mark.parametrize("rulebook", HOUSES)
@pytest.mark.parametrize("seed", range(4))
def test_cards_are_conserved_and_nothing_raises(rulebook: str, seed: int) -> None:
    chance = random.Random(seed)
    options: dict[str, Any] = {"scanning": True} if seed % 2 else {}
    if seed == 3 and rulebook == "star-baccarat":
        options["source"] = "shuffling device"
    floor = Floor(rulebook, **options)
    accepted = set()
    for _, (who, do, fields) in zip(range(6000), acts(chance), strict=False):
        if not isinstance(floor.do(who, do, **fields), Refusal):
            accepted.add(do)
    wanted = {"load-shoe", "void-shoe", "replace-unfit-cards", "settle"}
    assert wanted <= accepted
