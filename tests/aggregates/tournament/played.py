"""A tournament for tests, played without tables: coups are told, and all their chips add up."""

from __future__ import annotations

import datetime as dt
import hashlib
import random
from typing import Any, cast

import msgspec

import pitboss
from pitboss.aggregates.acts import ACTS
from pitboss.aggregates.tournament import (
    TOURNAMENT,
    Tournament,
    TournamentCommand,
    TournamentEvent,
    act,
    evolve,
)
from pitboss.aggregates.tournament.draws import commitment_of
from pitboss.ledger import unbalanced
from pitboss.refusal import Refusal
from pitboss.scenarios.samples import conditions

BOOK = pitboss.rulebook("star-baccarat")
START = dt.datetime(2026, 11, 20, 9, tzinfo=dt.UTC)
WORDS = next(one for one in ACTS if one.aggregate is TOURNAMENT).words
MINIMUM = 2_500


class Rig:
    """A tournament in hand; `do` insists on being accepted, `ask` gives the refusal."""

    def __init__(self, book: pitboss.Rulebook = BOOK, **given: Any) -> None:
        self.book = book
        self.state = Tournament()
        self.events: list[TournamentEvent] = []
        self.now = START
        terms = conditions(book.edition.folder, given)
        self.do("gus", "set-conditions", conditions=msgspec.to_builtins(terms))

    def ask(
        self, by: str, do: str, role: str = "staff", **fields: Any
    ) -> tuple[TournamentEvent, ...] | Refusal:
        self.now += dt.timedelta(seconds=1)
        said = {**fields, "by": by, "role": role, "rank": "Gaming Manager", "at": self.now}
        before = self.state
        command = cast(TournamentCommand, msgspec.convert(said, WORDS[do]))
        done = act(self.book.rules, before, command)
        if isinstance(done, Refusal):
            return done
        state, events = done
        for event in events:
            before = evolve(before, event)
        assert before == state
        assert unbalanced(state.balances) is None
        self.state = state
        self.events += events
        return events

    def do(self, by: str, do: str, role: str = "staff", **fields: Any) -> None:
        done = self.ask(by, do, role, **fields)
        assert not isinstance(done, Refusal), (do, fields, done)

    def ready(self, players: list[str], tables: int) -> None:
        """Published, everybody entered, the tables designated."""
        self.do("gus", "publish-conditions")
        self.do("gus", "appoint-manager", person="max")
        self.do("max", "designate-tables", tables=[f"table:{n}" for n in range(1, tables + 1)])
        for person in players:
            self.do("gus", "enter", person=person, fee_cents=self.state.terms.entry_fee_cents)
        self.do("max", "close-tournament")

    def draw(self, seed: str) -> None:
        """A round is drawn."""
        secret = hashlib.sha256(seed.encode()).hexdigest()
        self.do("max", "commit-draw", commitment=commitment_of("00" * 32, secret))
        self.do("max", "open-draw", nonce="00" * 32, seed=secret)

    def play(self, number: int, generator: random.Random) -> None:
        """A session to its end: chips go from losers to winners, whoever is short is out."""
        self.do("max", "start-session", session=number)
        one = self.state.sessions[number]
        chips, coup = dict(one.chips), 0
        while self.state.sessions[number].ended is None:
            coup += 1
            outs = []
            for person in [name for name in one.boxes if chips[name] >= MINIMUM]:
                wager = min(chips[person], MINIMUM * generator.randint(1, 20))
                chips[person] += wager if generator.random() < 0.49 else -wager
                if chips[person] < MINIMUM:
                    out = {"person": person, "coup": coup, "residual_cents": chips[person]}
                    outs.append({**out, "wager_cents": wager})
            told = {"session": number, "coup": coup, "chips": chips, "outs": outs}
            self.do(one.table, "note-coup", "table", table=one.table, **told)
            session = self.state.sessions[number]
            if session.ended is None and (coup >= 3 or len(session.left) <= 1):
                ended = self.ask("gus", "end-session", session=number)
                assert session.kind == "play-off" or not isinstance(ended, Refusal)
            if coup > 200:
                raise AssertionError("a play-off without an end")
        for person in self.state.sessions[number].left:
            counted = chips[person]
            self.do("dee", "total-chips", session=number, person=person, amount_cents=counted)
        self.do("dee", "return-chips", session=number)
        self.do("max", "announce-placings", session=number)

    def run(self, seed: int) -> None:
        """All rounds, each session of them with its play-offs, and the prizes."""
        generator = random.Random(seed)
        for number in range(1, len(self.state.terms.rounds or ()) + 1):
            self.draw(f"{seed}/{number}")
            while waiting := [one for one in self.state.sessions.values() if not one.placings]:
                fresh = [one.number for one in waiting if one.started is None]
                self.play(fresh[0], generator)
        self.do("max", "award-prizes")
