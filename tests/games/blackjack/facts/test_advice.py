"""What robots do with a hand is what the derived basic strategy says, word by word."""

from __future__ import annotations

import csv
from importlib import resources

from pitboss.book import rulebook
from pitboss.cards import CARDS_IN_DECK, Card, parse
from pitboss.games.blackjack.facts import advice as room
from pitboss.games.blackjack.facts.advice import advice
from pitboss.refusal import Refusal, sure
from pitboss.settle.setting import choose

WORDS = {
    "hit": "draw",
    "stand": "stand",
    "split": "split",
    "total": "",
    "double else hit": "double draw",
    "double else stand": "double stand",
}


def cards(text: str) -> tuple[Card, ...]:
    found = parse(text)
    assert not isinstance(found, Refusal)
    return tuple(found)


def words(hand: str, dealer: str) -> tuple[str, ...]:
    return tuple(advice(cards(hand), cards(dealer)))


def test_the_data_is_what_the_solver_derives() -> None:
    book = rulebook("star-blackjack")
    setting = sure(choose(book.edition, None, None, None, {}))
    counts = [setting.decks] * CARDS_IN_DECK
    best = sure(book.game.best_play(book.compiled, setting, counts))
    derived = best.figures(basic=True)["basic"]["table"]
    text = resources.files(room.__package__).joinpath("usual.csv").read_text(encoding="utf-8")
    kept = {(row.pop("kind"), row.pop("hand")): row for row in csv.DictReader(text.splitlines())}
    assert kept == {
        (kind, hand): {up: WORDS[word] for up, word in row.items()}
        for kind, rows in derived.items()
        for hand, row in rows.items()
    }


def test_hands_are_played_by_their_total_unless_a_pair_is_split() -> None:
    assert words("8c 8d", "Th") == ("split",)
    assert words("Tc 6d", "Th") == ("draw",)
    assert words("Tc 6d", "6h") == ("stand",)
    assert words("6c 5d", "6h") == ("double", "draw")
    assert words("Ac 7d 3h", "Th") == ("stand",)
    assert words("5c 5d", "Ah") == words("7c 3d", "Ah")
    assert words("Tc 6d", "") == ()
