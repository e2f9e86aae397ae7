"""The toy as the book finds it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pitboss.decision.compiled import Compiled
from pitboss.decision.space import Member, Space
from pitboss.editions.edition import Edition
from pitboss.editions.load import Problem
from pitboss.games.game import Game, Given, Run
from pitboss.refusal import Refusal
from pitboss.settle.model import Bet, Settlement
from pitboss.settle.setting import Setting
from pitboss.words.catalogue import Said

if TYPE_CHECKING:
    from pitboss.simulate.report import Report
    from pitboss.table.play import Play

NONE = Refusal(code="not-here", sentence="The toy is played at a table only.")


def _tell(member: Member) -> Said:
    return Said("member", {"member": str(member[0])})


class Toy(Game):
    """A game for tests: all that it has is its play."""

    name = "toy"
    section = "decks"
    unit = "rounds"
    decides = True
    space_names = ("toy", "first")
    mains = ("high",)
    example: Mapping[str, Any] = {}

    def lacks(self, edition: Edition) -> Iterator[Problem]:
        yield from ()

    def spaces(self, edition: Edition) -> Mapping[str, Space]:
        return {
            "toy": Space("toy", ("result",), [("high",), ("low",)], _tell),
            "first": Space("first", ("card",), [("ace",), ("other",)], _tell),
        }

    def counts(
        self, compiled: Compiled, composition: Sequence[int], space: str
    ) -> Mapping[Member, int]:
        return dict.fromkeys(self.spaces(compiled.edition)[space].members, 1)

    def settle(
        self, compiled: Compiled, given: Given, bets: Sequence[Bet], **setting: Any
    ) -> Settlement | Refusal:
        return NONE

    def odds(
        self,
        compiled: Compiled,
        setting: Setting,
        counts: Sequence[int],
        names: Sequence[str],
        stake_cents: int | None,
        *,
        asked: bool,
    ) -> list[dict[str, Any]]:
        return []

    def simulate(self, compiled: Compiled, setting: Setting, run: Run) -> Report | Refusal:
        return NONE

    def play(self) -> Play | None:
        from tests.toy.play import PLAY

        return PLAY


GAME = Toy()
