"""A session in any order of acts: chips are conserved, everybody is in it or out of it once."""

from __future__ import annotations

import hashlib
from typing import Any, ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pitboss.chaos.checks import check_journal
from pitboss.ledger import ASIDE, FLOAT, LAYOUT, TOURNAMENT, chips_of
from pitboss.refusal import Refusal
from pitboss.scenarios.run import Play
from pitboss.table import Event
from pitboss.table.machine import Query
from pitboss.table.play import Ask, Card, Do, Pay, Say
from pitboss.table.tournament.outs import TournamentPlayerOut
from pitboss.table.tournament.play import play_of, waiting
from pitboss.table.tournament.slips import slip_commitment
from tests.table.tournament.at_table import MAIN, PLAYERS, session
from tests.table.tournament.at_table import TOURNAMENT as STREAM

PERSON = st.sampled_from(PLAYERS)
UNITS = st.integers(1, 12)
NONCE = hashlib.sha256(b"machine").hexdigest()
REACHED = {
    *("TournamentCoupOver", "TournamentPlayerOut", "TournamentSessionOver", "PassCardPlayed"),
    *("SlipHandedIn", "SlipAnnounced", "WagerMadeUp", "TournamentChipsDeducted"),
}
"""What must have happened in some of the runs."""
TOLD = st.sampled_from(
    [
        {"do": "hold-tournament", "held": True},
        {"do": "hold-tournament", "held": False},
        {"do": "count-tournament-chips"},
        {"do": "limit-tournament-wagers", "minimum_cents": 5_000, "maximum_cents": 50_000},
        {"do": "limit-tournament-wagers", "minimum_cents": 2_500, "maximum_cents": 50_000},
    ]
)


class SessionMachine(RuleBasedStateMachine):
    """Players, dealer and tournament act as they like; what is refused changes nothing."""

    book = "star-baccarat"
    seen: ClassVar[set[str]] = set()

    def __init__(self) -> None:
        super().__init__()
        self.play: Play
        self.events: list[Event] = []
        self.slips: dict[str, dict[str, Any]] = {}
        self.over = False

    @initialize(order=st.booleans(), allotment=st.sampled_from([100, 250, 1000]))
    def begin(self, order: bool, allotment: int) -> None:
        self.play = session(
            self.book, order=order, allotment=allotment, pass_cards=2, undisclosed=3
        )
        self.events = [
            event for told in self.play.told for event in told.events if isinstance(event, Event)
        ]
        self.aside = self.play.table.balances[ASIDE]

    def do(self, who: str, word: str, **fields: Any) -> bool:
        before = self.play.table
        done = self.play.act(who, word, **fields)
        if isinstance(done, Refusal):
            assert self.play.table is before
            return False
        self.events += [event for event in done if isinstance(event, Event)]
        return True

    @property
    def minimum(self) -> int:
        return self.play.table.sign.minimum_cents

    @rule(person=PERSON, units=UNITS)
    def wager(self, person: str, units: int) -> None:
        cents = self.minimum * units
        self.do(person, "place-wager", wager=MAIN[self.book], amount_cents=cents)

    @rule(person=PERSON, cents=st.integers(1, 60).map(lambda n: n * 500))
    def found(self, person: str, cents: int) -> None:
        fields = {"person": person, "wager": MAIN[self.book], "amount_cents": cents}
        self.do("Dee", "find-wager", **fields)

    @rule(person=PERSON)
    def pass_card(self, person: str) -> None:
        self.do(person, "play-pass-card")

    @rule(person=PERSON, cents=st.sampled_from([0, 100, 2_500, 5_000, 20_000, 900_000]))
    def slip(self, person: str, cents: int) -> None:
        wager = MAIN[self.book]
        commitment = slip_commitment(NONCE, wager, cents)
        if self.do(person, "hand-in-slip", commitment=commitment):
            self.slips[person] = {"nonce": NONCE, "wager": wager, "amount_cents": cents}
            self.do("Sue", "examine-slip", person=person)

    @rule(person=PERSON)
    def returned(self, person: str) -> None:
        self.do("Sue", "return-slip", person=person)

    @rule(person=PERSON, back=st.booleans())
    def absent(self, person: str, back: bool) -> None:
        self.do("Dee", "mark-absent", person=person, back=back)

    @rule(person=PERSON)
    def deducted(self, person: str) -> None:
        fields = {"tournament": STREAM, "person": person, "amount_cents": 2_500}
        self.do("clock", "deduct-tournament-chips", **fields)

    @rule(said=TOLD)
    def told(self, said: dict[str, Any]) -> None:
        fields = {key: value for key, value in said.items() if key != "do"}
        self.do("clock", said["do"], tournament=STREAM, **fields)

    @rule(person=PERSON)
    def no_wager(self, person: str) -> None:
        self.do("Dee", "record-no-wager", person=person)

    @rule()
    def goes_by(self) -> None:
        self.do("Dee", "pass-round")

    @rule(how=st.sampled_from(["found low", "sealed", "open"]))
    def everybody(self, how: str) -> None:
        """All who are waited for wager, or their wagers are found; the coup is dealt."""
        self.do("clock", "hold-tournament", tournament=STREAM, held=False)
        for person in list(waiting(self.play.table)) if play_of(self.play.table) else ():
            if how == "found low":
                self.found(person, 500)
            elif how == "sealed":
                self.slip(person, self.minimum)
            self.wager(person, 1)
        self.coup()

    @rule()
    def coup(self) -> None:
        """A whole coup as far as it may be dealt, slips announced in their time."""
        self.do("Dee", "call-bets", call="no more bets")
        self.announce()
        for _ in range(60):
            step = self.play.rules.play.next(Query(self.play.rules, self.play.table))
            if isinstance(step, Card):
                fields = {"card": self.play.next_card()} if step.up else {}
                shoe = self.play.table.shoe
                if shoe is not None and shoe.cutting_card == "ahead" and shoe.left == shoe.behind:
                    self.do("Dee", "show-cutting-card")
                went = self.do("Dee", "deal-card", **fields)
            elif isinstance(step, Say):
                went = self.do("Dee", "announce")
            elif isinstance(step, Ask):
                went = self.do("Dee", "record-silence", person=step.people[0])
            elif isinstance(step, Pay):
                self.announce()
                went = self.do("Dee", "settle")
            else:
                assert not isinstance(step, Do)
                return
            if not went or self.play.table.coup is None:
                return

    def announce(self) -> None:
        play = play_of(self.play.table)
        for person, slip in ({} if play is None else play.slips).items():
            if not slip.announced:
                self.do("Sue", "announce-slip", person=person, **self.slips[person])

    @precondition(lambda self: not self.over and len(self.events) > 60)
    @rule()
    def end(self) -> None:
        if self.play.table.coup is None:
            done = self.do("clock", "end-tournament-session", tournament=STREAM, session=1)
            self.over = self.over or done

    @invariant()
    def chips_are_conserved(self) -> None:
        balances = self.play.table.balances
        if self.over:
            assert not any(balances.get(chips_of(name)) for name in PLAYERS)
            assert balances[TOURNAMENT] == 0
            assert balances[ASIDE] == 0
            assert balances[FLOAT] == self.aside
            return
        held = sum(balances.get(chips_of(name), 0) for name in PLAYERS)
        on_table = held + balances[FLOAT] + balances.get(LAYOUT, 0)
        assert on_table + balances[TOURNAMENT] == 0
        assert balances[ASIDE] == self.aside

    @invariant()
    def everybody_is_in_or_out_once(self) -> None:
        out = [one.person for one in self.events if isinstance(one, TournamentPlayerOut)]
        assert len(out) == len(set(out))
        play = play_of(self.play.table)
        if play is not None:
            assert {*out, *play.boxes} == set(PLAYERS)
            assert set(out).isdisjoint(play.boxes)
            for name in play.boxes:
                assert play.passed.get(name, 0) <= play.pass_cards
                assert 0 <= play.sealed.get(name, 0) <= play.undisclosed

    def teardown(self) -> None:
        self.seen.update(type(event).__name__ for event in self.events)
        if self.events:
            check_journal(self.events, self.play.table)


class RoundMachine(SessionMachine):
    """The same at a table of boxes."""

    book = "star-blackjack"
    seen: ClassVar[set[str]] = set()


def test_sessions_in_any_order() -> None:
    for machine in (SessionMachine, RoundMachine):
        case = machine.TestCase
        case.settings = settings(
            max_examples=25, stateful_step_count=40, deadline=None, derandomize=True
        )
        case().runTest()
    assert SessionMachine.seen | RoundMachine.seen >= REACHED
