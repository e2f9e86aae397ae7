"""A scenario that is being made: a table run live, of which every act is kept as a step."""

from __future__ import annotations

from typing import Any

import msgspec

from pitboss.book import Rulebook
from pitboss.cards import name
from pitboss.money import dollars
from pitboss.scenarios.expect import Told
from pitboss.scenarios.read import Scenario, Step
from pitboss.scenarios.run import Play
from pitboss.table.usual.next_act import Proposal, propose

UNREAD = "bad-command"


class Session:
    """A table opened from a scenario's setting; what is done at it becomes the steps.

    Played again, the file gives the same events, refusals and balances.
    """

    def __init__(self, book: Rulebook, setting: Scenario, *, physical: bool = False) -> None:
        self.play = Play(book, setting)
        self.play.set_up()
        self.setting = setting
        self.physical = physical
        self.steps: list[dict[str, Any]] = []
        self.waited = 0

    def face(self, place: int) -> str | None:
        """The card at a place of the shoe; real cards are told by the dealer."""
        if self.physical or place >= len(self.play.order):
            return None
        return name(self.play.order[place])

    def wait(self, seconds: int) -> None:
        """Let time pass before the next act."""
        self.waited += seconds

    def proposal(self) -> Proposal | None:
        """The next house act, or a player's part of the deal."""
        return propose(self.play.rules, self.play.table, self, self.play.now, players=True)

    def do(self, who: str, word: str, fields: dict[str, Any]) -> Told:
        """One act, accepted or refused; kept as a step unless it cannot be read at all."""
        at = f"+{self.waited + 1}s" if self.waited else None
        step = Step(number=len(self.steps) + 1, who=who, do=word, fields=fields, at=at)
        before = self.play.now
        told = self.play.take(step)
        if told.refusal is not None and told.refusal.code == UNREAD:
            self.play.now = before  # as if nothing had been said
            self.play.told.pop()
            return told
        self.waited = 0
        kept = {"at": at} if at else {}
        self.steps.append({**kept, "who": who, "do": word, **fields, **_came(told)})
        return told

    def scenario(self) -> Scenario:
        """What was done so far, with the balances it came to."""
        balances: dict[str, str | int | float] = {
            account.removeprefix("player:"): dollars(cents).replace(",", "")
            for account, cents in self.play.table.balances.items()
        }
        return msgspec.structs.replace(self.setting, step=tuple(self.steps), balances=balances)


def _came(told: Told) -> dict[str, Any]:
    """What came of a step, as a file expects it."""
    if told.refusal is not None:
        refused = {"code": told.refusal.code}
        if told.refusal.clauses:
            refused["clause"] = told.refusal.clauses[0]
        return {"refused": refused}
    words = (msgspec.to_builtins(event)["event"] for event in told.events)
    return {"expect": list(dict.fromkeys(words))}
