"""Two rulebooks by what people ask: answers come from editions and engines, and can be compared."""

from __future__ import annotations

import dataclasses
import json
import re
from itertools import combinations
from typing import Any

import msgspec
import pytest

from pitboss.book import Rulebook, rulebook
from pitboss.conformity.questions.beside import (
    MOST_ASKED,
    TOPIC,
    asked_of,
    beside,
    meaning,
)
from pitboss.editions.load import shelf
from pitboss.money import sum_of
from pitboss.refusal import Refusal
from pitboss.words.catalogue import LANGUAGES, UNKNOWN, spoken, words_of

STAR, PERTH, MELBOURNE = "star-baccarat", "crown-perth-baccarat", "crown-melbourne-baccarat"
BLACKJACK = "star-blackjack"
SEVEN_TO_NONE = {"player": "Td Kc 4h", "banker": "4c 3s"}
SIX_TO_NONE = {"player": "Td Kc 5h", "banker": "4c 2s"}


def sentences(book: Rulebook, key: str) -> str:
    return "; ".join(spoken(TOPIC, one.said) for one in asked_of(book)[key].answers)


@pytest.mark.parametrize("name", [STAR, "star-premium-baccarat", PERTH, MELBOURNE])
def test_what_100_dollars_on_banker_pays_is_what_settling_a_coup_pays(name: str) -> None:
    book = rulebook(name)
    told = asked_of(book)["pays.banker"].answers
    for game, one in book.edition.games.items():
        sign = {"tie-percent": "1"} if any(k.startswith("tie-p") for k in book.edition.sign) else {}
        keys = {key for key, rule in book.edition.sign.items() if game in (rule.games or [game])}
        given = {key: value for key, value in sign.items() if key in keys}
        mine = next(line for line in told if not line.games or one.title in line.games)
        for cards in (SEVEN_TO_NONE, SIX_TO_NONE):
            done = book.settle(bets={"banker": 100}, game=game, sign=given, **cards)  # type: ignore[arg-type]
            assert not isinstance(done, Refusal), done
            paid = sum_of(done.wagers[0].paid_cents)
            assert paid in spoken(TOPIC, mine.said), (game, cards)


def test_even_money_is_half_on_six_and_commission_is_said_as_it_is_taken() -> None:
    assert "$100.00; $50.00 with 6" in sentences(rulebook(STAR), "pays.banker")
    assert sentences(rulebook(STAR), "commission").startswith("None; Banker pays 19 to 20")
    assert sentences(rulebook(PERTH), "commission").startswith("5% of what Banker wins")
    assert "2.5%" in sentences(rulebook(MELBOURNE), "commission")


def test_blackjack_answers_what_a_round_pays() -> None:
    book = rulebook(BLACKJACK)
    done = book.settle(hand="Ah Kd", dealer="9d 8s", bets={"main": 100})
    assert not isinstance(done, Refusal)
    assert sentences(book, "pays.blackjack") == sum_of(done.wagers[0].paid_cents)
    assert sentences(book, "pays.equal") == "Nothing; the stake is returned"


def test_the_most_asked_come_first_and_differ() -> None:
    rows = beside(rulebook(STAR), rulebook(PERTH)).rows
    assert [row.key for row in rows[:3]] == ["pays.banker", "pays.player", "pays.tie"]
    assert all(row.differs for row in rows[:MOST_ASKED])
    flags = [row.differs for row in rows]
    assert flags == sorted(flags, reverse=True)
    assert {"close", "cut", "who.change-limits"} <= {row.key for row in rows if row.differs}
    assert "natural" in {row.key for row in rows if not row.differs}


@pytest.mark.parametrize("name", shelf())
def test_a_rulebook_differs_in_nothing_from_itself(name: str) -> None:
    found = beside(rulebook(name), rulebook(name))
    assert found.rows
    assert found.apart is None
    assert not any(row.differs for row in found.rows)


@pytest.mark.parametrize(("first", "second"), list(combinations(shelf(), 2)))
def test_the_order_makes_no_difference(first: str, second: str) -> None:
    one, other = (
        {row.key for row in beside(*pair).rows if row.differs}
        for pair in (
            (rulebook(first), rulebook(second)),
            (rulebook(second), rulebook(first)),
        )
    )
    assert one == other


def test_of_two_games_it_is_said_what_is_not_compared() -> None:
    found = beside(rulebook(STAR), rulebook(BLACKJACK))
    asked = asked_of(rulebook(STAR)).keys() | asked_of(rulebook(BLACKJACK)).keys()
    kept = {row.key for row in found.rows}
    assert found.apart is not None
    assert f"so {len(asked - kept)} questions" in found.apart
    assert "close" in kept
    assert not {key for key in kept if key.startswith(("pays.", "wager."))}


def test_what_an_edition_changes_an_answer_follows() -> None:
    book = rulebook(BLACKJACK)
    edition = book.edition
    close = msgspec.structs.replace(edition.close, at="call")
    decks = msgspec.structs.replace(edition.decks, permitted=(2,), default=2)
    rounds = edition.rounds
    assert rounds is not None
    dealer = msgspec.structs.replace(rounds.dealer, stands_soft=17)
    other = book.under(
        dataclasses.replace(
            edition, close=close, decks=decks, rounds=msgspec.structs.replace(rounds, dealer=dealer)
        )
    )
    differing = {row.key for row in beside(book, other).rows if row.differs}
    assert differing == {"close", "decks", "dealer-stands"}


@pytest.mark.parametrize("name", shelf())
def test_every_answer_has_clauses_there_are(name: str) -> None:
    book = rulebook(name)
    for one in asked_of(book).values():
        for answer in one.answers:
            assert set(answer.clauses) <= book.edition.clauses.keys(), one.key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", shelf())
def test_everything_asked_and_answered_is_whole_in_both_languages(name: str, language: str) -> None:
    for one in asked_of(rulebook(name)).values():
        texts = [spoken(TOPIC, one.question, language)]
        texts += [spoken(TOPIC, answer.said, language) for answer in one.answers]
        for text in texts:
            assert text.strip(), one.key
            assert UNKNOWN not in text, (one.key, text)
            assert not re.search(r"[{}\[\]]|\b(?:None|True|False)\b", text.replace("None;", "")), (
                text
            )


def test_both_languages_answer_under_the_same_keys() -> None:
    every = [set(words_of(TOPIC, language)) for language in LANGUAGES]
    # How several values are joined is a matter of each language.
    known = [{key for key in keys if not key.endswith(".and")} for keys in every]
    assert known[0] == known[1]


def test_what_is_only_called_otherwise_is_no_difference() -> None:
    one = asked_of(rulebook(STAR))["cut"].answers
    renamed: list[Any] = []
    for answer in one:
        said = msgspec.to_builtins(answer.said)
        if "label" in said.get("params", {}):
            said["params"]["label"] = "other words"
        renamed.append(
            msgspec.structs.replace(answer, said=msgspec.convert(said, type(answer.said)))
        )
    assert json.dumps(meaning(renamed)) == json.dumps(meaning(one))
