"""Reasons by key: every language has each sentence with the same places, and none is unused."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

import pitboss
from pitboss.book import rulebook
from pitboss.cards import PAIR_KINDS
from pitboss.decision.space import TOPIC, Space
from pitboss.editions.load import shelf
from pitboss.games.baccarat.facts.draws import draws
from pitboss.table.rulings.rule import CARRIED_ON
from pitboss.words.catalogue import LANGUAGES, PLACE, UNKNOWN, spoken, words_of

HOME = Path(pitboss.__file__).parent
WORDS = words_of(TOPIC, "en")


def spaces() -> dict[str, Space]:
    found: dict[str, Space] = {}
    for name in shelf():
        found |= rulebook(name).compiled.spaces
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_have_the_same_sentences_with_the_same_places(language: str) -> None:
    words = words_of(TOPIC, language)
    assert set(WORDS) <= set(words)
    for key, text in WORDS.items():
        assert set(PLACE.findall(text)) == set(PLACE.findall(words[key])), key
    for key in set(words) - set(WORDS):  # the words of a value that is its own word in English
        assert not PLACE.findall(words[key]), key


def test_no_sentence_is_of_something_that_nobody_says() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in HOME.rglob("*.py"))
    made = {"draws.player.draws", "draws.player.stands"}
    made |= {f"ruling.{key}" for key in WORDS if key.startswith("draws.")}
    made |= {f"ruling.follow.{act}" for act in CARRIED_ON.values()}
    places = {place for words in WORDS.values() for place in PLACE.findall(words)}
    for key in set(WORDS) - made:
        of_value = len(key.split(".")) > 1 and key.split(".")[-2] in places
        assert of_value or f'"{key}"' in text, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fact_that_can_come_true_is_told(language: str) -> None:
    kinds = {*PAIR_KINDS, "diamonds", "suited", "True", "False", "player", "banker"}
    for name, space in spaces().items():
        if name in ("stake", "results"):
            continue  # no table asks why of these: they are told as they are
        for member in space.members:
            told = spoken(TOPIC, space.tell(member), language)
            assert UNKNOWN not in told
            assert language == "en" or not kinds & set(told.split()), told


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_turn_of_the_third_card_rule_is_told(language: str) -> None:
    tableau = rulebook("star-baccarat").edition.tableau
    assert tableau is not None
    found = set()
    for player, banker, third in product(range(10), range(10), (None, *range(10))):
        # A king counts nothing; the rank of the other card is the count.
        hands = [(48, 4 * (one - 1) if one else 44) for one in (player, banker)]
        cards = hands[0] if third is None else (*hands[0], 4 * (third - 1) if third else 40)
        for turn in (
            draws(tableau, cards, hands[1]).player,
            draws(tableau, cards, hands[1]).banker,
        ):
            if turn.said is not None:
                found.add(turn.said.key)
                told = spoken(TOPIC, turn.said, language)
                assert UNKNOWN not in told
                assert (told == turn.sentence) == (language == "en")
    assert found == {key for key in WORDS if key.startswith("draws.") and ".other." not in key}
