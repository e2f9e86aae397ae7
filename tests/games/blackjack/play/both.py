"""One table and the second engine, driven by the same steps and compared after each."""

from __future__ import annotations

import random
from typing import Any

from pitboss.book import rulebook
from pitboss.cards import full_shoe, name
from pitboss.ledger import chips_of
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Actor, Scenario
from pitboss.scenarios.run import Play
from pitboss.table.machine import Query
from pitboss.table.play import Ask, Card, Done, Pay, Say
from tests.games.blackjack.engine.table import Engine

PURSE = 50_000
PEOPLE = ("Ann", "Bob", "Cal", "Don", "Eve", "Fay")
SIDE = ("perfect-pairs", "any-pairs", "star-pairs", "lucky-lucky")
STAFF = (
    Actor(name="Dee", role="staff", rank="Dealer"),
    Actor(name="Gus", role="staff", rank="Gaming Manager"),
)


class Both:
    """A shoe of rounds, played at a table and by the second engine."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = random.Random(seed)
        self.boxes = chance.choice((5, 6, 7, 8, 9))
        self.third, self.ten = chance.random() < 0.5, chance.random() < 0.5
        self.lucky = chance.choice((1, 2, 3))
        self.maximum = chance.choice((None, 60_000, 100_000))
        self.chip = chance.choice((50, 100, 500))
        self.side = tuple(chance.sample(SIDE, 2))
        yes = {True: "yes", False: "no"}
        sign: dict[str, Any] = {
            "offered": self.side,
            "wagers": {wager: {"minimum_cents": 50} for wager in self.side},
            "values": {
                "third-hand": yes[self.third],
                "insurance-ten": yes[self.ten],
                "lucky-lucky": str(self.lucky),
                "chip": f"{self.chip / 100:.2f}",
            },
        }
        if self.maximum is not None:
            sign["area_maximum_cents"] = {"main": self.maximum}
        self.seats = dict(zip(PEOPLE[:3], chance.sample(range(1, self.boxes + 1), 3), strict=True))
        people = tuple(Actor(name=one, seat=self.seats.get(one), chips=PURSE) for one in PEOPLE)
        scenario = Scenario(
            title="both",
            rulebook="star-blackjack",
            people=(*STAFF, *people),
            ready=True,
            table={"seats": self.boxes},
            sign=sign,
        )
        self.play = Play(rulebook("star-blackjack"), scenario)
        self.play.set_up()
        self.shoe = list(full_shoe(6))
        chance.shuffle(self.shoe)
        self.engine = Engine(
            self.boxes,
            6,
            money={one: self.held(one) for one in PEOPLE},
            maximum=self.maximum,
            insurance_ten=self.ten,
            third_hand=self.third,
            lucky_table=self.lucky,
            chip_cents=self.chip,
        )

    def held(self, person: str) -> int:
        return self.play.table.balances.get(chips_of(person), 0)

    def give(self, who: str, word: str, **fields: Any) -> None:
        done = self.play.act(who, word, **fields)
        assert not isinstance(done, Refusal), (who, word, fields, done)

    def try_both(self, who: str, word: str, engine: str | None, **fields: Any) -> None:
        """Both accept it, or both refuse it; the engine's answer is given."""
        done = self.play.act(who, word, **fields)
        assert isinstance(done, Refusal) == (engine is not None), (who, fields, done, engine)

    @property
    def step(self) -> Any:
        return self.play.rules.play.next(Query(self.play.rules, self.play.table))

    def bet(self) -> None:
        """Random wagers; what one refuses the other must."""
        for _ in range(self.chance.randint(3, 14)):
            person = self.chance.choice(PEOPLE)
            box = self.chance.randint(1, min(self.boxes, 4))
            wager = "main" if self.chance.random() < 0.6 else self.chance.choice(self.side)
            cents = self.chip * self.chance.randint(1, 1000)
            if any(
                one.person == person and one.wager == wager and one.box == box
                for one in self.play.table.wagers.values()
            ):
                continue
            if self.maximum is not None and wager == "main":
                lying = sum(
                    one.stake_cents
                    for one in self.play.table.wagers.values()
                    if one.box == box and one.wager == wager
                )
                if lying + cents > self.maximum and self.held(person) >= cents:
                    self.find(person, box, cents)
                    continue
            answer = self.engine.bet(
                person, wager, box, cents, seated=self.seats.get(person) == box
            )
            self.try_both(person, "place-wager", answer, wager=wager, amount_cents=cents, box=box)
            self.agree()

    def find(self, person: str, box: int, cents: int) -> None:
        """What lies above a box's maximum is found, not placed."""
        answer = self.engine.bet(person, "main", box, cents, seated=self.seats.get(person) == box)
        if answer is None:
            self.give("Dee", "find-wager", person=person, wager="main", amount_cents=cents, box=box)
        self.agree()

    def agree(self) -> None:
        table = {one: self.held(one) for one in PEOPLE}
        assert table == self.engine.money, (table, self.engine.money)

    def round(self) -> bool:
        """One round; whether one was dealt."""
        self.bet()
        if not any(one.wager == "main" for one in self.play.table.wagers.values()):
            assert isinstance(self.step, Done)
            return False
        while self.turn():
            self.agree()
        self.agree()
        assert self.engine.new_round() is None
        return True

    def turn(self) -> bool:
        """One step of both; whether the round goes on."""
        ours, theirs = self.step, self.engine.next()
        if isinstance(ours, Card):
            assert theirs == ("card", ours.hand), (ours, theirs)
            card = name(self.shoe.pop())
            assert self.engine.card(card) is None
            self.give("Dee", "deal-card", card=card)
        elif isinstance(ours, Say):
            if theirs[0] == "ask":  # who insured a blackjack is asked on by the engine only
                for person, open_now in theirs[2].items():
                    assert set(open_now) == {"even-money"}, theirs
                    assert self.engine.silence(person) is None
                theirs = self.engine.next()
            assert theirs == ("say", ours.what), (ours, theirs)
            self.engine.say()
            self.give("Dee", "announce")
        elif isinstance(ours, Pay):
            return self.pay(ours, theirs)
        else:
            assert isinstance(ours, Ask), ours
            self.decide(ours, theirs)
        return True

    def pay(self, ours: Pay, theirs: Any) -> bool:
        if theirs == ("pay", ours.moment):
            assert not isinstance(self.engine.pay(), str)
        else:  # a round in which nothing is left is settled all the same
            assert (theirs, ours.moment) == (("done",), "end"), (ours, theirs)
        self.give("Dee", "settle")
        return self.play.table.coup is not None

    def decide(self, ours: Ask, theirs: Any) -> None:
        """One answer to what is asked."""
        query = Query(self.play.rules, self.play.table)
        person = self.chance.choice(ours.people)
        known = self.play.rules.play.choices(query, person)
        about = [one for one in known if ours.hand is None or one.hand == ours.hand]
        open_now = [one for one in about if one.closed is None]
        if ours.hand is not None and theirs[0] == "card":  # nothing but a card is possible
            assert [one.word for one in open_now] == ["draw"], (open_now, theirs)
            self.give(person, "choose", choice="draw", hand=ours.hand)
            return
        assert theirs[0] == "ask", (ours, theirs)
        if ours.hand is None:
            self.insure(person, open_now, theirs)
            return
        assert theirs[1] == ours.hand, (ours, theirs)
        bounds = {one.word: (one.least_cents, one.most_cents) for one in open_now}
        assert set(bounds) == set(theirs[2][person]), (ours.hand, bounds, theirs)
        for word, bound in bounds.items():
            assert not bound[1] or bound == theirs[2][person][word], (bounds, theirs)
        if self.chance.random() < 0.05:
            assert self.engine.silence(person) is None
            self.give("Dee", "record-silence", person=person)
            return
        for one in about:  # what is closed is refused by both
            if one.closed is not None and one.word not in bounds:
                cents = self.chip
                answer = self.engine.choose(person, one.word, cents, ours.hand)
                fields = {"choice": one.word, "hand": ours.hand, "amount_cents": cents}
                self.try_both(person, "choose", answer, **fields)
        self.choose(person, self.chance.choice(open_now), ours.hand)

    def choose(self, person: str, one: Any, hand: str) -> None:
        cents = 0
        if one.most_cents:
            chips = (one.most_cents - one.least_cents) // self.chip
            cents = one.least_cents + self.chip * self.chance.randint(0, chips)
        answer = self.engine.choose(person, one.word, cents, hand)
        self.try_both(person, "choose", answer, choice=one.word, amount_cents=cents, hand=hand)

    def insure(self, person: str, open_now: list[Any], theirs: Any) -> None:
        """Insurance, even money or neither, box by box."""
        offers = self.engine.offers()
        mine = {(person, int(one.hand)) for one in open_now if one.word == "insure"}
        assert mine <= {key for key in offers if key[0] == person}, (mine, offers, theirs)
        if self.chance.random() < 0.4:
            assert self.engine.silence(person) is None
            self.give("Dee", "record-silence", person=person)
            return
        one = self.chance.choice([one for one in open_now if one.word != "no-insurance"])
        if one.word == "even-money":
            assert self.engine.choose(person, "even-money", 0, one.hand) is None
            self.give(person, "choose", choice="even-money", hand=one.hand)
            return
        least, most = offers[person, int(one.hand)]["insure"]
        assert (one.least_cents, one.most_cents) == (least, most)
        self.choose(person, one, one.hand)
        blackjack = "even-money" in self.engine.offers().get((person, int(one.hand)), {})
        # The engine goes on asking who insured a blackjack; the table lets the bettor ask.
        if blackjack and self.chance.random() < 0.5:
            assert self.engine.choose(person, "even-money", 0, one.hand) is None
            self.give(person, "choose", choice="even-money", hand=one.hand)


def play_shoe(seed: int) -> int:
    """A shoe both ways; the number of rounds compared."""
    both = Both(seed)
    rounds = 0
    while len(both.shoe) > 120:
        rounds += both.round()
    return rounds
