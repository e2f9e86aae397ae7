"""Facts of situations in plain words."""

from __future__ import annotations

import pytest

from pitboss.book import rulebook
from pitboss.editions.words import ANY, any_said, as_sentence, asked, fact_words, said

BOOKS = ("star-baccarat", "star-premium-baccarat")


def facts_of(name: str) -> list[tuple[str, str]]:
    return [
        (fact, value)
        for situation in rulebook(name).edition.situations.values()
        for facts in (situation.told, situation.seen)
        for fact, values in facts.items()
        for value in values
    ]


@pytest.mark.parametrize("name", BOOKS)
def test_every_fact_of_an_edition_has_words(name: str) -> None:
    words = fact_words()
    found = facts_of(name)
    assert len(found) > 40
    assert [one for one in found if one not in words and (one[0], ANY) not in words] == []


@pytest.mark.parametrize("name", BOOKS)
def test_every_fact_that_is_told_is_asked_for_in_words(name: str) -> None:
    told = {fact for one in rulebook(name).edition.situations.values() for fact in one.told}
    assert len(told) > 2
    assert [fact for fact in told if len(asked(fact).split()) < 2] == []
    assert asked("some_fact") == "Some fact"


def test_no_words_are_of_a_fact_that_nobody_has() -> None:
    used = {fact for name in BOOKS for fact, _ in facts_of(name)}
    assert {fact for fact, _ in fact_words()} - used <= {"exposed"}  # seen, and in no table yet


def test_games_and_methods_are_called_as_the_edition_calls_them() -> None:
    edition = rulebook("star-baccarat").edition
    assert said(edition, "game", "even-money") == "the game in play is Even Money Baccarat"
    assert said(edition, "method", "B") == "the cards are dealt by Method B"
    assert any_said(edition, "method", ("B", "C")).endswith(
        "Method B or the cards are dealt by Method C"
    )


def test_a_fact_without_words_is_told_by_its_name() -> None:
    edition = rulebook("star-baccarat").edition
    assert said(edition, "some_fact", "odd") == "some fact is odd"
    assert as_sentence("some fact is odd") == "Some fact is odd."
