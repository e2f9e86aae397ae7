"""Settlements that are asked for in a way that means nothing: refused, with a code each."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.book import rulebook
from pitboss.games.baccarat.settle.coup import settle_coup
from pitboss.games.blackjack.settle.round import settle_round
from pitboss.refusal import Refusal

COUP: dict[str, Any] = {"player": "9h 8d", "banker": "2c 3c 4s"}
HAND: dict[str, Any] = {"hand": "Th 8d", "dealer": "Td 7s"}
RUN: dict[str, Any] = {"results": "P P"}

ASKED = {
    "a coup of a game of rounds": ("star-blackjack", COUP, "no-coups"),
    "a round of a game of coups": ("star-baccarat", HAND, "no-rounds"),
    "a game there is not": ("star-baccarat", {**COUP, "game": "poker"}, "unknown-game"),
    "a layout there is not": ("star-baccarat", {**COUP, "layout": "Z"}, "unknown-layout"),
    "a sign there is not": ("star-baccarat", {**COUP, "sign": {"chp": "1"}}, "unknown-sign"),
    "a chip that is no amount": (
        "star-baccarat",
        {**COUP, "sign": {"chip": "a"}},
        "malformed-amount",
    ),
    "a share that is none": (
        "star-premium-baccarat",
        {**COUP, "game": "tie", "sign": {"tie-percent": "five"}},
        "malformed-percentage",
    ),
    "a coup placed later": ("star-baccarat", {**COUP, "bets": ["tie=5@2"]}, "one-coup"),
    "a Run on one coup": (
        "crown-melbourne-baccarat",
        {**COUP, "bets": ["player-run-2=5"]},
        "spans-coups",
    ),
    "one coup's wager on results": (
        "crown-melbourne-baccarat",
        {**RUN, "bets": ["tie=5"]},
        "not-spanning",
    ),
    "a Run after the last result": (
        "crown-melbourne-baccarat",
        {**RUN, "bets": ["player-run-2=5@4"]},
        "no-such-coup",
    ),
    "a tail opened after the last result": (
        "crown-melbourne-baccarat",
        {**RUN, "tail_open": ["player@4"]},
        "unknown-tail",
    ),
    "a letter that is no result": (
        "crown-melbourne-baccarat",
        {"results": "P X"},
        "malformed-result",
    ),
    "the end of a shoe alone": ("crown-melbourne-baccarat", {"results": "/"}, "no-results"),
    "a sequence for a fixed Run": (
        "crown-melbourne-baccarat",
        {**RUN, "bets": ["player-run-2:PP=5"]},
        "nothing-to-nominate",
    ),
    "a round without a dealer": ("star-blackjack", {"hand": "Th 8d"}, "dealer-card-needed"),
    "a hand of one card": ("star-blackjack", {**HAND, "hand": "Th"}, "two-cards-needed"),
    "even money without a wager": (
        "star-blackjack",
        {"hand": "Ah Kd", "dealer": "As", "even_money": True},
        "main-needed",
    ),
    "a double written as a bet": (
        "star-blackjack",
        {**HAND, "bets": ["main=5", "double=5"]},
        "given-by-the-hands",
    ),
    "a double of nothing": (
        "star-blackjack",
        {"hand": "6h 5d Kc +5", "dealer": "Td 7s"},
        "main-needed",
    ),
    "two main wagers": ("star-blackjack", {**HAND, "bets": ["main=5", "main=6"]}, "one-main"),
    "an optional wager placed later": (
        "star-blackjack",
        {**HAND, "bets": ["main=5", "any-pairs=5@2"]},
        "one-round",
    ),
}


@pytest.mark.parametrize("what", ASKED)
def test_what_cannot_be_settled_is_refused(what: str) -> None:
    book, given, code = ASKED[what]
    told = rulebook(book).settle(**given)
    assert isinstance(told, Refusal)
    assert told.code == code


def test_what_settles_one_game_refuses_the_edition_of_another() -> None:
    baccarat, blackjack = (rulebook(f"star-{name}").compiled for name in ("baccarat", "blackjack"))
    coup = settle_coup(blackjack, COUP["player"], COUP["banker"], ())
    box = settle_round(baccarat, (HAND["hand"],), HAND["dealer"], ())
    assert [told.code for told in (coup, box) if isinstance(told, Refusal)] == [
        "no-coups",
        "no-rounds",
    ]
