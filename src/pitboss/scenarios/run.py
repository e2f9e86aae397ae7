"""A scenario played on the core: every event and refusal, and what was expected but not so."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from pitboss.book import Rulebook
from pitboss.cards import Card as Face
from pitboss.cards import name
from pitboss.errors import BadScenarioError, NotSetUpError
from pitboss.ledger import unbalanced
from pitboss.money import dollars
from pitboss.refusal import Refusal
from pitboss.scenarios.amounts import KINDS, balance_cents, in_cents, in_files, nobody_can, sign_of
from pitboss.scenarios.expect import Told, bare, unmet
from pitboss.scenarios.read import Scenario, Step
from pitboss.scenarios.samples import filled
from pitboss.scenarios.shoe import order_of, usual_behind, usual_depth
from pitboss.scenarios.streams import Answer, Streams
from pitboss.table import Query, Rules, Table, act, evolve, read_command, unreadable
from pitboss.table.cards.cut import next_cutter, offered_first
from pitboss.table.cards.shoe import ShoeLoaded, commit, conserved, cutting_card_next
from pitboss.table.people.player_card import card_rule
from pitboss.table.play import Ask, Card, Do, Done, Pay, Say
from pitboss.table.usual.next_act import shuffles
from pitboss.table.usual.opening import FLOAT_CENTS, notices_shown

PATRONS = ("player", "spectator")
_RELATIVE = re.compile(r"\+(\d+)(s|m|h)")
_SECONDS = {"s": 1, "m": 60, "h": 3600}


@dataclass
class Play:
    """A scenario in progress: the state, the shoe's order, the clock.

    Without `citations` it is only looked at what happens, not under which clauses.
    """

    book: Rulebook
    scenario: Scenario
    citations: bool = True
    rules: Rules = field(init=False)
    table: Table = field(default_factory=Table)
    failures: list[str] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    order: list[Face] = field(default_factory=list)
    now: dt.datetime = field(init=False)
    beside: Streams = field(init=False)

    def __post_init__(self) -> None:
        edition, scenario = self.book.edition, self.scenario
        if not edition.rules:
            raise BadScenarioError(
                f"{edition.identity.rulebook} has no rules of procedure yet: "
                "no table can be opened under it. Write them in table/*.toml; "
                "'pitboss edition new' makes a first set"
            )
        self.rules = self.book.rules
        self.beside = Streams(self.rules, self.scenario.people)
        zone = ZoneInfo(edition.identity.time_zone)
        start = f"{scenario.date}T{scenario.start}"
        try:
            self.now = dt.datetime.fromisoformat(start).replace(tzinfo=zone)
        except ValueError as error:
            raise BadScenarioError(
                f"{scenario.title}: date '{scenario.date}' and start '{scenario.start}' cannot be "
                "read: write YYYY-MM-DD and HH:MM:SS"
            ) from error

    @property
    def decks(self) -> int:
        """The decks the table is played with."""
        house = self.table.house
        return self.book.edition.decks.default if house is None else house.decks

    # Acting -----------------------------------------------------------------------------

    def act(self, who: str, do: str, **fields: Any) -> Answer:
        """One command, decided and applied, with what it makes others do."""
        data = {"do": do, "at": self.now.isoformat(), **in_cents(fields, do)}
        return self.beside.give(who, data, self._at_table)

    def _at_table(self, who: str, given: dict[str, Any]) -> Answer:
        """One command at the table, decided and applied."""
        do, data = given["do"], {**given, "by": who}
        try:
            command = read_command(data)
        except msgspec.ValidationError as error:
            what = unreadable(data, error, in_files)
            return Refusal.of("bad-command.act", do=do, what=what)
        before = self.table
        done = act(self.rules, self.table, command)
        if isinstance(done, Refusal):
            return done
        self.table, events = done
        for event in events:
            before = evolve(before, event)
            if isinstance(event, ShoeLoaded):  # by steps of the file, too, the seed says the order
                self.order = self.shuffled(self.decks, event.number)
        if before != self.table:
            raise AssertionError(f"{do}: replaying its events gives another state")
        self._conserved(do)
        return events

    def _conserved(self, do: str) -> None:
        """Money and cards are conserved after every step."""
        wrong = unbalanced(self.table.balances)
        if wrong:
            raise AssertionError(f"{do}: {wrong}")
        shoe, coup = self.table.shoe, self.table.coup
        on_table = len(coup.slots) if coup else 0
        if shoe is not None and not conserved(shoe, on_table):
            raise AssertionError(f"{do}: cards are not conserved: {shoe}")

    def must(self, who: str, do: str, **fields: Any) -> None:
        """An act of the scenario's setting, which must be accepted."""
        try:
            done = self.act(who, do, **fields)
        except BadScenarioError as error:
            raise BadScenarioError(f"{do} by {who} in the setting: {error}") from error
        if isinstance(done, Refusal):
            raise NotSetUpError(self.scenario.title, do, done)
        self.told.append(Told(None, done))

    # The setting ------------------------------------------------------------------------

    def staff(self, rank: str | None = None) -> str:
        """A member of the staff of the file: the first, or the first of a rank that suffices."""
        ladder = self.book.edition.ranks
        for person in self.scenario.people:
            if person.role != "staff" or person.later or person.rank is None:
                continue
            if rank is None or ladder.meets(person.rank, rank):
                return person.name
        which = "on duty" if rank is None else f"of rank {rank}"
        raise BadScenarioError(f"{self.scenario.title}: it needs one of the staff {which}")

    def for_act(self, key: str) -> str:
        """A member of the staff who may do what this approval is about; anyone where it is free."""
        rule = self.book.edition.approvals.get(key)
        return self.staff(None if rule is None else rule.rank)

    def set_up(self) -> None:
        """People on duty, the table open, players there, the shoe ready."""
        here = [person for person in self.scenario.people if not person.later]
        for person in here:
            if person.role not in PATRONS:
                rank = {"rank": person.rank} if person.rank else {}
                self.must(person.name, "sign-on", role=person.role, **rank)
        if not self.scenario.opened:
            return
        self.must(self._opener(), "open-table", **self.opening())
        for person in here:
            if person.role == "player":
                seat = {"seat": person.seat} if person.seat is not None else {}
                self.must(person.name, "arrive", chips=person.chips, **seat)
                if not person.cardless and card_rule(Query(self.rules, self.table), self.now):
                    card = f"card of {person.name}"
                    self.must(self.staff(), "record-player-card", person=person.name, card=card)
            elif person.role == "spectator":
                self.must(person.name, "arrive", spectator=True)
        if self.scenario.ready:
            self.prepare_shoe()

    def _opener(self) -> str:
        """The first of the staff who may set up such a sign."""
        values = sign_of(self.scenario.sign).get("values", {})
        for what, key in self.book.edition.sign.items():
            if key.leave is not None and values.get(what, key.default) != key.default:
                return self.for_act(key.leave)
        return self.staff()

    def opening(self) -> dict[str, Any]:
        """The fields of the opening command, as the file sets them."""
        scenario, edition = self.scenario, self.book.edition
        game = scenario.game or edition.default_game
        return {
            "game": game,
            "layout": scenario.layout or next(iter(edition.layouts)),
            "decks": scenario.decks or edition.decks.default,
            "method": scenario.method,
            "float_cents": FLOAT_CENTS,
            "shown": notices_shown(edition, game),
            "sign": sign_of(scenario.sign),
            **scenario.table,
        }

    def prepare_shoe(self) -> None:
        """Introduce, shuffle, cut, load and burn, by the usual way of this table."""
        house = self.table.house
        if house is None:
            raise BadScenarioError("a shoe is made ready at a table that is open")
        rules, dealer = self.book.edition.shoe, self.staff()
        old = self.table.shoe
        if old is not None and old.commitment is not None and not old.revealed:
            order = " ".join(name(card) for card in self.order)
            self.must(dealer, "reveal-shoe", nonce=bytes(32).hex(), order=order)
        if old is not None and old.over == "last coup" and old.order is None:
            self.must(self.for_act("replace-cards"), "replace-cards")
        self.must(dealer, "introduce-cards", backs="blue" if self.table.shoes % 2 else "red")
        if "check-required" in self.book.edition.rules:
            self.must(dealer, "check-cards")
        device = house.source in rules.source.shuffling
        while (ready := self.table.stack) is not None:
            how = next(shuffles(Query(self.rules, self.table), ready), None)
            if how is None:
                break
            self.must(dealer, "shuffle", how=how)
        self.order = self.shuffled(house.decks, self.table.shoes + 1)
        if not device:
            cutter = self.for_act("cut-cards")
            query, ready = Query(self.rules, self.table), self.table.stack
            assert ready is not None  # it was shuffled just now
            player = next_cutter(query, ready) if offered_first(query) else None
            if player is not None:
                self.must(dealer, "offer-cut", to=player)
            depth = usual_depth(rules.cut, house.decks)
            self.must(player or cutter, "cut-cards", depth=depth)
            behind = usual_behind(rules.cutting_card[0], house.decks)
            self.must(dealer, "place-cutting-card", behind=behind)
        virtual = {"commitment": commit(bytes(32), tuple(self.order))} if house.virtual else {}
        self.must(dealer, "load-shoe", **virtual)
        shown = rules.burn[0].shown == "always"
        self.must(dealer, "burn-cards", **({"card": self.next_card()} if shown else {}))

    def shuffled(self, decks: int, shoe: int) -> list[Face]:
        """The order of a shoe, as the file and its seed say."""
        return order_of(self.scenario, decks, shoe, self.book.edition.shoe.burn[0])

    def next_card(self) -> str:
        """The card that comes out of the shoe next."""
        shoe = self.table.shoe
        if shoe is None or len(shoe.drawn) >= len(self.order):
            return "Ac"
        return name(self.order[len(shoe.drawn)])

    def lying(self, hand: str, place: int) -> str:
        """The card that lies face down at a place of a hand."""
        coup = self.table.coup
        slots = () if coup is None else coup.hand(hand)
        return name(self.order[slots[place].number]) if 0 <= place < len(slots) else "Ac"

    # Steps ------------------------------------------------------------------------------

    def run(self) -> None:
        """Play the whole scenario."""
        self.set_up()
        for step in self.scenario.steps():
            self.failures += unmet(step, self.take(step), citations=self.citations)
        for account, wanted in self.scenario.balances.items():
            cents = balance_cents(str(wanted), f"balances: {account}")
            key = account if account in self.table.balances else f"player:{account}"
            held = self.table.balances.get(key, 0)
            if held != cents:
                self.failures.append(f"{account} holds {dollars(held)}, not {dollars(cents)}")
        cited = {clause for told in self.told for clause in told.cited()}
        for clause in self.scenario.clauses if self.citations else ():
            if bare(clause) not in cited:
                self.failures.append(f"clause {clause} is cited by no event or refusal")

    def take(self, step: Step) -> Told:
        """One step of the file: time goes on, it is done, and what came of it is kept.

        What cannot be read in it is told with the step.
        """
        self._advance(step)
        told = Told(step)
        try:
            for done in MACROS.get(step.do, Play._given)(self, step):
                if isinstance(done, Refusal):
                    told.refusal = done
                    break
                told.events += done
        except BadScenarioError as error:
            where = step.where
            if str(error).startswith(where):
                raise
            raise BadScenarioError(f"{where} ({step.do} by {step.who}): {error}") from error
        told.at = self.now
        self.told.append(told)
        return told

    def _advance(self, step: Step) -> None:
        if step.at is None:
            self.now += dt.timedelta(seconds=1)
        elif relative := _RELATIVE.fullmatch(step.at):
            try:
                self.now += dt.timedelta(seconds=int(relative[1]) * _SECONDS[relative[2]])
            except OverflowError as error:
                raise BadScenarioError(f"{step.where}: '{step.at}' is too long") from error
        else:
            try:
                time = dt.time.fromisoformat(step.at)
            except ValueError as error:
                raise BadScenarioError(f"{step.where}: '{step.at}' is no time") from error
            self.now = dt.datetime.combine(self.now.date(), time, self.now.tzinfo)

    def _given(self, step: Step) -> Iterator[Answer]:
        """The one act that the step names."""
        if step.do not in KINDS:
            raise BadScenarioError(f"{step.where}: {nobody_can(step.do)}")
        fields = filled(step.do, dict(step.fields), self.book.edition.folder, self.scenario.seed)
        if fields.get("card") == "next":
            fields["card"] = self._coming()
        if step.do in ("turn-card", "expose-card") and "card" not in fields:
            place = fields.get("place")
            if isinstance(place, int):
                fields["card"] = self.lying(str(fields.get("hand")), place)
        yield self.act(step.who, step.do, **fields)

    # Macros: several house acts that a file need not spell out, up to the first refusal ---

    def deal_coup(self, step: Step) -> Iterator[Answer]:
        """Deal on by the table's method, up to a settlement or somebody's decision."""
        while True:
            following = self.rules.play.next(Query(self.rules, self.table))
            if isinstance(following, Pay | Done | Ask):
                return
            yield from self._follow(step, following)

    def _follow(self, step: Step, following: Card | Say | Do) -> Iterator[Answer]:
        """Do what comes next in the coup."""
        if isinstance(following, Card):
            shoe = self.table.shoe
            lies = following.aside or self.table.coup is None
            aside = shoe.aside if lies and shoe is not None else ()
            known = bool(aside) and aside[0].card is not None
            yield from self._deal(step, face_up=following.up and not known)
        elif isinstance(following, Do):
            fields = dict(following.fields)
            if following.place is not None:
                fields["card"] = name(self.order[following.place])
            yield self.act(following.by or step.who, following.word, **fields)
        else:
            yield self.act(step.who, "announce")

    def _deal(self, step: Step, *, face_up: bool) -> Iterator[Answer]:
        """The next card; the cutting card before it, unless the step says it is passed."""
        fields: dict[str, Any] = {"card": self._coming()} if face_up else {}
        shoe = self.table.shoe
        if shoe is not None and not self._from_aside():
            cutting_card = cutting_card_next(shoe)
            if (cutting_card or shoe.over) and step.fields.get("past") is True:
                fields["past"] = True
            elif cutting_card:
                yield self.act(step.who, "show-cutting-card")
        yield self.act(step.who, "deal-card", **fields)

    def _from_aside(self) -> bool:
        """Whether the card that lies aside is dealt next: it begins a coup, or was ruled so."""
        coup, shoe = self.table.coup, self.table.shoe
        if shoe is None or not shoe.aside:
            return False
        if coup is None or not coup.slots:
            return True
        following = self.rules.play.next(Query(self.rules, self.table))
        return isinstance(following, Card) and following.aside

    def _coming(self) -> str:
        """The card dealt next: one that lies aside, otherwise the shoe's next."""
        shoe = self.table.shoe
        if shoe is not None and self._from_aside():
            return name(self.order[shoe.aside[0].number])
        return self.next_card()

    def deal_cards(self, step: Step, *, face_up: bool) -> Iterator[Answer]:
        """Deal the next `cards` cards of the shoe, all face up or all face down."""
        for _ in range(_number(step, "cards", 1)):
            while self.table.coup is None:
                following = self.rules.play.next(Query(self.rules, self.table))
                if not isinstance(following, Do):
                    break
                yield from self._follow(step, following)
            yield from self._deal(step, face_up=face_up)

    def play_coup(self, step: Step) -> Iterator[Answer]:
        """Deal on and settle at each moment, to the end of the coup or somebody's decision."""
        while True:
            yield from self.deal_coup(step)
            if not isinstance(self.rules.play.next(Query(self.rules, self.table)), Pay):
                return
            yield self.act(step.who, "settle")
            if self.table.coup is None:
                return

    def play_down(self, step: Step) -> Iterator[Answer]:
        """Play coups, `player` wagering on each, until `left` cards or fewer are in the shoe.

        Who is asked anything says nothing.
        """
        fields = dict(step.fields)
        left, player = _number(step, "left"), str(fields.pop("player", step.who))
        del fields["left"]
        fields.pop("past", None)
        while self.table.shoe is not None and self.table.shoe.left > left:
            yield self.act(player, "place-wager", **fields)
            yield from self.play_coup(step)
            while isinstance(asked := self.rules.play.next(Query(self.rules, self.table)), Ask):
                yield self.act(step.who, "record-silence", person=asked.people[0])
                yield from self.play_coup(step)

    def new_shoe(self, _step: Step) -> Iterator[Answer]:
        """Make a new shoe ready by the usual way."""
        before = len(self.told)
        self.prepare_shoe()
        made, self.told[before:] = self.told[before:], []
        for told in made:
            yield told.events


def _number(step: Step, key: str, usual: int | None = None) -> int:
    """A number that a macro's step gives, or the usual one."""
    number = step.fields.get(key, usual)
    if not isinstance(number, int):
        raise BadScenarioError(f"{step.where}: '{step.do}' needs a number as '{key}'")
    return number


Macro = Callable[[Play, Step], Iterator[Answer]]
MACROS: dict[str, Macro] = {
    "deal-coup": Play.deal_coup,
    "deal-up": partial(Play.deal_cards, face_up=True),
    "deal-down": partial(Play.deal_cards, face_up=False),
    "play-coup": Play.play_coup,
    "play-down": Play.play_down,
    "new-shoe": Play.new_shoe,
}


def play(book: Rulebook, scenario: Scenario, *, citations: bool = True) -> Play:
    """Play a scenario to its end; without `citations` no expected clause is looked at."""
    going = Play(book, scenario, citations)
    going.run()
    return going
