"""Strategies and games of blackjack made ready for the tests of this folder."""

from __future__ import annotations

from functools import cache
from typing import Any
from zlib import crc32

from pitboss.book import rulebook
from pitboss.cards import CARDS_IN_DECK
from pitboss.decision.compiled import Compiled
from pitboss.games.blackjack.odds import Play, Solution, Strategy, solve
from pitboss.games.blackjack.simulate.game import BlackjackGame, blackjack_game_of
from pitboss.refusal import Refusal
from pitboss.settle.setting import Setting
from pitboss.simulate.report import setting_of
from tests.second.cards import RANKS, SUITS

NAMES = [rank + suit for rank in RANKS for suit in SUITS]


class Wild:
    """Some legal action, as good as by chance, for everything that a strategy can see."""

    def __init__(self, play: Play) -> None:
        self.play = play

    def action(self, values: tuple[int, ...], up: int, after_split: int, pair: int = 0) -> str:
        legal = self.play.legal(values, after_split, pair)
        if "split" in legal and values[0] % 2:
            return "split"
        return legal[crc32(repr((values, up, after_split, pair)).encode()) % len(legal)]


def book() -> Compiled:
    return rulebook("star-blackjack").compiled


@cache
def solved(decks: int = 6) -> Solution:
    found = solve(book(), [decks] * CARDS_IN_DECK, setting(decks).sign)
    assert not isinstance(found, Refusal), found
    return found


def setting(decks: int = 6, **sign: str) -> Setting:
    given = {key.replace("_", "-"): value for key, value in sign.items()}
    found = setting_of(book(), None, decks, given, study=True)
    assert not isinstance(found, Refusal), found
    return found


def strategy(name: str, decks: int = 6) -> Strategy:
    rules = book().edition.rounds
    assert rules is not None
    if name == "wild":
        return Wild(Play(rules))
    return solved(decks).strategy if name == "best" else solved(decks).basic.table


@cache
def ready(name: str = "best", decks: int = 6, **asked: Any) -> BlackjackGame:
    found = blackjack_game_of(book(), setting(decks), strategy(name, decks), **asked)
    assert not isinstance(found, Refusal), found
    return found
