"""Rounds written as a line: wagers, then cards and calls, then what each person gains.

Wagers: `ann main 1 100 @2 !` is 100 dollars on box 1 at the second place of the line, seated.
Steps: `Kd` a card · `ann:double=100` a call (`/2` for box 2) · `bob:silence` · `void` · `forget`
(insurance is not offered) · `err:Kd>1` a card dealt in error (`>dealer-` unexposed).
`STEP!11.1` is refused under that clause and changes nothing. `?1=ann:draw+stand` is what is asked
now, `?card=dealer`, `?done` likewise. Announcements and payments are made as they fall due.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.games.blackjack.engine.layout import Line
from tests.games.blackjack.engine.table import Engine

PURSE = 1_000_000


@dataclass(frozen=True)
class Case:
    """One worked example. Dollars, except for the terms of the table, which are in cents."""

    title: str
    bets: str
    steps: str
    gains: str
    terms: dict[str, Any]


def read(path: Path) -> list[Case]:
    """The cases of a file, a line each."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [_case(line) for line in lines if line and line[0] != "#"]


def _case(line: str) -> Case:
    title, bets, steps, gains, terms = [*(part.strip() for part in line.split("|")), "", ""][:5]
    named = dict(term.split("=") for term in terms.split())
    return Case(title, bets, steps, gains, {name: int(value) for name, value in named.items()})


def cents(dollars: str) -> int:
    return int(Decimal(dollars) * 100)


class Played:
    """A case as it is played."""

    def __init__(self, bets: str, terms: dict[str, Any], others: Iterable[str] = ()) -> None:
        wagers = [line.split() for line in bets.split(",")]
        self.people = sorted({wager[0] for wager in wagers} | set(others))
        self.engine = Engine(money=dict.fromkeys(self.people, PURSE), **terms)
        self.moments: list[str] = []
        self.lines: list[Line] = []
        for person, wager, box, dollars, *rest in wagers:
            place = next((int(one[1:]) for one in rest if one[0] == "@"), 0)
            refused = self.engine.bet(
                person, wager, int(box), cents(dollars), seated="!" in rest, position=place
            )
            assert refused is None, refused

    def play(self, steps: str) -> None:
        for written in steps.split():
            if written != "forget":
                self.settle()
            self.step(written)
        self.settle()

    def settle(self) -> None:
        """Say and pay what is due."""
        while self.engine.next()[0] in {"say", "pay"}:
            kind, what = self.engine.next()
            self.moments.append(what)
            if kind == "say":
                assert self.engine.say() is None
            else:
                lines = self.engine.pay()
                assert isinstance(lines, list)
                self.lines += lines

    def step(self, written: str) -> None:
        if written[0] == "?":
            assert told(self.engine.next()) == written[1:]
            return
        act, _, clause = written.partition("!")
        before = snapshot(self.engine)
        refused = self.act(act)
        if clause:
            assert isinstance(refused, str), f"{written} was accepted"
            assert refused.split(":")[0] == clause, f"{written}: {refused}"
            assert snapshot(self.engine) == before
        else:
            assert not isinstance(refused, str), f"{written}: {refused}"

    def act(self, act: str) -> object:
        if act == "void":
            lines = self.engine.void()
            self.lines += lines if isinstance(lines, list) else []
            return lines
        if act == "forget":
            return self.engine.forget_insurance()
        if error := re.fullmatch(r"err:(..)>(\w+)(-?)", act):
            return self.engine.error(error[1], error[2], exposed=not error[3])
        call = re.fullmatch(r"(\w+):([a-z-]+)(?:=([\d.]+))?(?:/(\w+))?", act)
        if call is None:
            return self.engine.card(act)
        if call[2] == "silence":
            return self.engine.silence(call[1])
        return self.engine.choose(call[1], call[2], cents(call[3] or "0"), call[4])

    def gains(self) -> dict[str, int]:
        money = self.engine.money
        return {person: money[person] - PURSE for person in self.people if money[person] != PURSE}


def told(step: tuple[Any, ...]) -> str:
    """A step as the scripts write it."""
    if step[0] == "ask":
        asked = " ".join(f"{person}:{'+'.join(offers)}" for person, offers in step[2].items())
        return f"{step[1]}={asked.replace(' ', ',')}"
    return "=".join(step)


def expected(gains: str) -> dict[str, int]:
    """`ann +150, bob -50` in cents; who is not named gains nothing."""
    pairs = [one.split() for one in gains.split(",") if one.strip()]
    return {person: cents(dollars) for person, dollars in pairs}


def snapshot(engine: Engine) -> dict[str, Any]:
    """All of an engine's state, to see that a refusal changed nothing."""
    found = copy.deepcopy(vars(engine))
    found["_layout"] = vars(found["_layout"])
    found["_state"] = found["_state"].round
    return found
