"""A state machine over both rulebooks: whatever is done in whatever order, the same things hold."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pitboss.book import load_plays, rulebook
from pitboss.chaos.chains.common import CHAINS
from pitboss.chaos.checks import (
    check_accepted,
    check_cards,
    check_journal,
    check_money,
    check_refusal,
)
from pitboss.chaos.dealer import Chaos
from pitboss.chaos.flow import WORDS, usual
from pitboss.chaos.leaks import check_views
from pitboss.chaos.world import Act
from pitboss.conformity.scenes import scenes_of
from pitboss.refusal import Refusal
from pitboss.scenarios.run import play
from pitboss.table import COMMANDS, act, read_event
from pitboss.table.machine import Event

ENTRIES = tuple(COMMANDS.values())


class AnyTable(RuleBasedStateMachine):
    """One table; hypothesis chooses what is done and by which chance its arguments come."""

    book = ""

    @initialize(seed=st.integers(0, 2**32))
    def begin(self, seed: int) -> None:
        self.chaos = Chaos(rulebook(self.book).rules, seed)
        self.world = self.chaos.world

    def give(self, chosen: Act) -> None:
        word, by, fields = chosen
        world = self.world
        before, written = world.table, msgspec.json.encode(world.table)
        done = act(world.rules, before, WORDS[word].kind(by=by, at=world.now, **fields))
        assert msgspec.json.encode(before) == written
        if isinstance(done, Refusal):
            check_refusal(done)
            return
        world.table, events = done
        check_accepted(before, events, world.table)
        world.events += events

    @rule(times=st.integers(1, 12))
    def the_usual_way(self, times: int) -> None:
        for _ in range(times):
            self.give(usual(self.world))

    @rule(entry=st.sampled_from(ENTRIES))
    def any_command(self, entry: Any) -> None:
        self.give(self.chaos.any_way(entry))

    @rule(entry=st.sampled_from(ENTRIES))
    def any_command_that_may_be_accepted(self, entry: Any) -> None:
        self.give(self.chaos.tried(lambda: self.chaos.any_way(entry)))

    @precondition(lambda self: not self.world.table.closed)
    @rule(chain=st.sampled_from(CHAINS))
    def acts_in_a_row(self, chain: Callable[[Any], Any]) -> None:
        for chosen in chain(self.world):
            self.give(chosen)

    @rule(minutes=st.sampled_from((1, 19, 20, 21, 600)))
    def time_passes(self, minutes: int) -> None:
        self.world.now += dt.timedelta(minutes=minutes)

    @invariant()
    def holds(self) -> None:
        if hasattr(self, "world"):
            check_money(self.world.table)
            check_cards(self.world.table)
            check_views(self.world.rules.play, self.world.table, self.world.chance)

    def teardown(self) -> None:
        if hasattr(self, "world"):
            check_journal(self.world.events, self.world.table)


class Star(AnyTable):
    book = "star-baccarat"


class Premium(AnyTable):
    book = "star-premium-baccarat"


FEW = settings(
    max_examples=25, stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck)
)
TestStar = Star.TestCase
TestStar.settings = FEW
TestPremium = Premium.TestCase
TestPremium.settings = FEW


def test_no_two_events_have_one_name() -> None:
    """An event is read back by its name, whatever game wrote it: a second one is refused."""
    with pytest.raises(TypeError, match="two events are called"):
        type("WagerPlaced", (Event,), {"__module__": "another.game"})


def test_an_answer_about_an_offered_wager_reads_back_beside_other_games() -> None:
    """Games are loaded together, and each reads its own events."""
    load_plays()
    book = rulebook("crown-melbourne-baccarat")
    found = [one for one in scenes_of(book.edition.folder) if "insurance" in one.name]
    told = [
        event for one in found for step in play(book, one.scenario).told for event in step.events
    ]
    words = {type(event).__name__ for event in told}
    assert "OfferAnswered" in words
    for event in told:
        if isinstance(event, Event):
            assert read_event(msgspec.json.encode(event)) == event
