"""A dealer of real cards at a console: a shuffled shoe, every card typed as it comes."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import House
from tests.browser.played import LONG_MS, next_key
from tests.second.cards import RANKS, SUITS
from tests.second.tableau import count, play
from tests.table.terminals.hall import SIDES, Hands, in_turn

SHOWS = "n => Number(document.querySelector('[data-console]').dataset.console) >= n"


class Dealer:
    """One who deals the cards of a table from a shoe that the house's seed has shuffled."""

    def __init__(self, house: House, table: str, staff: Sequence[str], decks: int) -> None:
        """`staff`: those who make a shoe ready, the dealer first."""
        self.house, self.table, self.staff, self.decks = house, table, staff, decks
        self.chance = random.Random(house.seed)
        self.shoe = [f"{rank}{suit}" for rank in RANKS for suit in SUITS] * decks
        self.chance.shuffle(self.shoe)
        self.told: list[str] = []

    @property
    def following(self) -> Any:
        """What the house asks for next, as the server has it."""
        return self.house.get(self.staff[0], f"/tables/{self.table}/console")["next"]

    @property
    def over(self) -> bool:
        """Whether the shoe is dealt out."""
        shoe = self.house.get(self.staff[0], f"/tables/{self.table}")["view"]["table"]["shoe"]
        return shoe is None or shoe["over"] is not None

    def ready(self) -> None:
        """A shoe is made ready by those who may; the card that is shown is told."""
        for _ in range(20):
            following = self.following
            if following is None or following["do"] == "call-bets":
                return
            card = {"card": self.shoe.pop()} if following["ask"] else {}
            for login in self.staff:
                fields = following["fields"] | card
                done = self.house.do(login, self.table, following["do"], **fields)
                if done.is_success:
                    break
            else:
                raise AssertionError(done.text)

    def comes(self) -> Hands:
        """The hands that the next cards of the shoe make."""
        player, banker = play(tuple(self.shoe[-1:-7:-1]))
        return {"player": player, "banker": banker}

    def dealt(self, console: Page, hands: Hands) -> None:
        """The cards of a coup, typed at a console as they come, and announced."""
        cards = in_turn(hands)
        self.told += cards
        for _ in range(20):
            following = self.following
            if following is None or following["do"] == "settle":
                break
            self.pressed(console, following, cards.pop(0) if following["ask"] else "")
        assert cards == []

    def pressed(self, console: Page, following: Any, card: str = "") -> None:
        """The console's next act by Enter, its card typed before; until another one follows.

        Others tell of themselves meanwhile, so that the table's sequence says nothing of it.
        """
        sequence = self.house.get(self.staff[0], f"/tables/{self.table}")["sequence"]
        console.wait_for_function(SHOWS, arg=sequence, timeout=LONG_MS)
        expect(next_key(console)).to_be_visible(timeout=LONG_MS)
        console.keyboard.type(card)
        console.keyboard.press("Enter")
        until = time.monotonic() + LONG_MS / 1_000
        while self.following == following:
            assert time.monotonic() < until, f"{following['do']} is not done"
            time.sleep(0.05)


def outcome(hands: Hands) -> str:
    """Who wins, or a tie."""
    player, banker = (count(hands[side]) for side in SIDES)
    return "tie" if player == banker else "player" if player > banker else "banker"
