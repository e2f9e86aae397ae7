"""Words for people: articles, what was meant, and what does not fit, never a library's sentence."""

from __future__ import annotations

import tomllib
from typing import Any

import msgspec
import pytest

from pitboss.table import read_command, unreadable
from pitboss.words import nearest, not_toml, with_article

HEAD = {"by": "Ann", "at": "2026-11-16T20:00:00+11:00"}


@pytest.mark.parametrize(
    ("noun", "said"),
    [
        ("Assistant Gaming Manager", "an Assistant Gaming Manager"),
        ("Gaming Manager", "a Gaming Manager"),
        ("inspector", "an inspector"),
        ("card shoe", "a card shoe"),
    ],
)
def test_an_article_suits_its_noun(noun: str, said: str) -> None:
    assert with_article(noun) == said


def test_the_nearest_word_is_offered_and_none_that_is_far() -> None:
    assert nearest("bankr", ("player", "banker")) == " Did you mean 'banker'?"
    assert nearest("GAMING MANAGER", ("Gaming Manager",)) == " Did you mean 'Gaming Manager'?"
    assert nearest("xyz", ("player", "banker")) == ""


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"do": "place-wager", "wager": "tie"}, "'amount_cents' is missing"),
        (
            {"do": "place-wager", "wager": "tie", "amount_cents": "ten"},
            "'amount_cents' must be a whole number, not text",
        ),
        (
            {"do": "place-wager", "wager": "tie", "amount_cents": 1.5},
            "'amount_cents' must be a whole number, not a number",
        ),
        (
            {"do": "place-wager", "wagr": "tie", "amount_cents": 1},
            "there is no 'wagr' (did you mean 'wager'?)",
        ),
        ({"do": "plce-wager"}, "'do' cannot be 'plce-wager' (did you mean 'place-wager'?)"),
        (
            {"do": "buy-in", "person": "Ann", "amount_cents": 1, "means": "gold"},
            "'means' cannot be 'gold'; it is one of cash, digital",
        ),
        (
            {"do": "open-table", "layout": "A", "chips": [100, "x"]},
            "'chips.2' must be a whole number, not text",
        ),
        (
            {"do": "open-table", "layout": "A", "sign": {"minimum": 5}},
            "there is no 'minimum' in 'sign'",
        ),
        (
            {"do": "open-table", "layout": "A", "sign": {"wagers": {"tie": {"least": 5}}}},
            "there is no 'least' in 'sign.wagers'",
        ),
        (
            {"do": "post-notice", "kind": "close-table", "change_at": "20:30"},
            "'change_at' is no time: write YYYY-MM-DDTHH:MM:SS with its time zone",
        ),
    ],
)
def test_what_does_not_fit_is_said_in_our_words(data: dict[str, Any], said: str) -> None:
    with pytest.raises(msgspec.ValidationError) as found:
        read_command({**HEAD, **data})
    assert unreadable(data, found.value) == said


def test_a_file_calls_amounts_by_their_own_name() -> None:
    data = {"do": "place-wager", "wager": "tie"}
    with pytest.raises(msgspec.ValidationError) as found:
        read_command({**HEAD, **data})
    said = unreadable(data, found.value, lambda name: name.removesuffix("_cents"))
    assert said == "'amount' is missing"


@pytest.mark.parametrize(
    ("text", "said"),
    [("a = 1\nb = = 2\n", "line 2 is not TOML"), ("a = [", "it ends in the middle of something")],
)
def test_a_text_that_is_not_toml(text: str, said: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError) as found:
        tomllib.loads(text)
    assert not_toml(found.value) == said
