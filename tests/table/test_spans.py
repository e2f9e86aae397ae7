"""Runs and Dragon Tails at a table against a second account of them, written from the text alone.

The second account knows no automaton and no edition: it keeps, for each wager, the results that
came since it was placed, and reads odds from the printed tables.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

import pytest

from pitboss.book import rulebook
from pitboss.ledger import chips_of
from pitboss.refusal import Refusal
from pitboss.scenarios.read import Actor, Scenario, Step
from pitboss.scenarios.run import Play

BOOK = "crown-melbourne-baccarat"
RUN_ODDS = {2: 3, 3: 8, 4: 20, 5: 45, 6: 100}
TIE_ODDS = {2: 100, 3: 1_000, 4: 10_000}
TAIL_ODDS = {
    "player": {2: 1, 3: 3, 4: 7, 5: 11, 6: 30},
    "banker": {2: 1, 3: 3, 4: 7, 5: 11, 6: 20},
}
LETTERS = {"player": "P", "banker": "B", "tie": "T"}
STAKE = 10
PEOPLE = (
    Actor(name="Dee", role="staff", rank="Dealer"),
    Actor(name="Sue", role="staff", rank="Game Supervisor"),
    Actor(name="Ann", seat=1, chips=10_000_000),
)
RUNS = [f"{side}-run-{n}" for side in ("player", "banker") for n in range(2, 7)]
TIES = [f"tie-run-{n}" for n in range(2, 5)]
TAILS = [f"{side}-dragon-tail-{when}" for side in TAIL_ODDS for when in ("early", "late")]


@dataclass
class Tail:
    """One tail of a side: its count, and what rides on it."""

    early: int = 0
    late: int = 0
    count: int = 0


@dataclass
class Paper:
    """What a clerk with the rules and a pencil would pay."""

    runs: list[list[str]] = field(default_factory=list)
    coming: dict[str, int] = field(default_factory=lambda: {"player": 0, "banker": 0})
    tails: dict[str, list[Tail]] = field(default_factory=lambda: {"player": [], "banker": []})

    def indicator(self, side: str) -> int:
        """What shows for the tail that others may still join."""
        return next((tail.count for tail in self.tails[side] if tail.count < 6), 0)

    def takes(self, wager: str) -> bool:
        """Early until a tail is established, late for the one coup after that."""
        side, _, _, when = wager.split("-")
        return self.indicator(side) == (0 if when == "early" else 1)

    def place(self, wager: str) -> None:
        side, kind, *rest = wager.split("-")
        if kind == "run":
            self.runs.append([LETTERS[side] * int(rest[0]), ""])
        elif rest[1] == "early":
            self.coming[side] += STAKE
        else:
            next(tail for tail in self.tails[side] if tail.count == 1).late += STAKE

    def counted(self, outcome: str, *, over: bool) -> int:
        """What goes back to the player, stakes included, after a coup that counts."""
        back = self._runs(LETTERS[outcome])
        for side in self.tails:
            back += self._tails(side, won=outcome == side)
        return back + (self._end() if over else 0)

    def _runs(self, letter: str) -> int:
        back, left = 0, []
        for wanted, seen in self.runs:
            seen_now = seen + letter
            if not wanted.startswith(seen_now):
                continue
            if wanted == seen_now:
                odds = TIE_ODDS if letter == "T" else RUN_ODDS
                back += STAKE + STAKE * odds[len(wanted)]
                continue
            left.append([wanted, seen_now])
        self.runs = left
        return back

    def _tails(self, side: str, *, won: bool) -> int:
        back, left = 0, []
        for tail in self.tails[side]:
            if won and tail.count == 6:
                back += self._pay(side, tail.late, 6)
            elif won:
                tail.count += 1
                if tail.count == 6:
                    back += self._pay(side, tail.early, 6)
                    tail.early = 0
                if tail.early or tail.late:
                    left.append(tail)
            else:
                back += self._broken(side, tail)
        if self.coming[side] and won:
            left.append(Tail(early=self.coming[side], count=1))
        self.coming[side] = 0
        self.tails[side] = left
        return back

    def _broken(self, side: str, tail: Tail) -> int:
        return self._pay(side, tail.early, tail.count) + self._pay(side, tail.late, tail.count - 1)

    def _end(self) -> int:
        back = sum(self._broken(side, tail) for side in self.tails for tail in self.tails[side])
        self.tails = {"player": [], "banker": []}
        return back

    def _pay(self, side: str, stake: int, results: int) -> int:
        odds = TAIL_ODDS[side].get(results)
        return stake + stake * odds if odds and stake else 0


def table(seed: int) -> Play:
    sign = {"minimum": 10, "maximum": 1000, "offered": [*RUNS, *TIES, *TAILS]}
    scenario = Scenario(
        title="spans", rulebook=BOOK, layout="A+D+E+G", sign=sign, people=PEOPLE, seed=seed
    )
    play = Play(rulebook(BOOK), scenario)
    play.set_up()
    return play


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_clerk_with_the_rules_pays_the_same(seed: int) -> None:
    chance, play, paper = random.Random(seed), table(seed), Paper()
    settled = 0
    for _ in range(150):
        shoe = play.table.shoe
        assert shoe is not None
        if shoe.over is not None:
            assert play.take(Step(number=0, who="Dee", do="new-shoe", fields={})).refusal is None
            shoe = play.table.shoe
            assert shoe is not None
        last = shoe.coups_left == 1
        if chance.random() < 0.15 and not last:
            play.must("Sue", "authorise-no-bet-coups", ground="any-time")
        else:
            for wager in chance.sample([*RUNS, *TIES, *TAILS], 6):
                answer = play.act("Ann", "place-wager", wager=wager, amount=STAKE)
                if wager in TAILS:
                    assert isinstance(answer, Refusal) == (last or not paper.takes(wager))
                if not isinstance(answer, Refusal):
                    paper.place(wager)
        before = play.table.balances[chips_of("Ann")]
        told = play.take(Step(number=0, who="Dee", do="play-coup", fields={}))
        assert told.refusal is None, told.refusal
        after, result = play.table.balances[chips_of("Ann")], play.table.results[-1]
        now = play.table.shoe
        assert now is not None
        due = 0
        if not result.no_bet:
            due = paper.counted(result.outcome, over=now.over == "last coup")
        assert after - before == due * 100, (result.coup, result.outcome)
        settled += due > 0
    assert settled > 20
