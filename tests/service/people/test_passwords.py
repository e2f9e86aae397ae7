"""Passwords: what others try first is refused, passphrases and chance are not."""

from __future__ import annotations

import secrets

import pytest

from pitboss.service.people.passwords import LEAST, MOST, common, unfit


@pytest.mark.parametrize(
    "password",
    [
        "Password1234!",
        "passwordpassword",
        "P@ssw0rd2024!!",
        "iloveyou1234",
        "letmein-welcome1",
        "Summer2026!Summer",
        "ADMINISTRATOR99",
        "correct horse battery staple",
        "1q2w3e4r5t6y",
        "zaq12wsxcde3",
        "casino-pitboss-2026",
        "Pitboss2026!!",
        "Baccarat Casino!",
        "blackjack.casino.7",
    ],
)
def test_common_passwords_and_words_of_the_place_are_refused(password: str) -> None:
    refusal = unfit(password)
    assert refusal is not None
    assert refusal.code == "password-common"


@pytest.mark.parametrize(
    "password",
    [
        "123456789012",
        "qwertyuiopas",
        "abcdefghijklmn",
        "aaaaaaaaaaaa",
        "abababababab",
        "0987654321098",
    ],
)
def test_runs_of_keys_and_few_letters_are_refused(password: str) -> None:
    refusal = unfit(password)
    assert refusal is not None
    assert refusal.code == "password-weak"


@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("sue", "sue is her name!"),
        ("gaming-manager", "my gaming nights 7"),
        ("jane.doerr@house", "doerr the great 12"),
    ],
)
def test_the_owners_name_and_its_parts_are_refused(login: str, password: str) -> None:
    assert unfit(password) is None
    refusal = unfit(password, [login])
    assert refusal is not None
    assert refusal.code == "password-weak"


@pytest.mark.parametrize(
    "password",
    [
        "a long word of mine",
        "dragon summer monkey",  # words, but three of them
        "vier rote Stühle im Gang",
        "the quick red fox sat on a wall by the sea and thought of nothing ",
        "8264917350284716",  # nothing is asked of the kinds of characters
        "tarpaulin wombat 7",
        "長い秘密の言葉は安全なものです",
        "    spaces   count    too   ",
    ],
)
def test_passphrases_are_taken(password: str) -> None:
    assert unfit(password, ["dealer"]) is None


def test_what_is_drawn_by_chance_is_taken() -> None:
    assert [unfit(secrets.token_urlsafe(15)) for _ in range(300)] == [None] * 300


def test_length_is_bounded_and_counted_in_characters() -> None:
    for password in ("", "kq7Lm2Xv9Tz", "kq7Lm2Xv9Tz" * 12):
        refusal = unfit(password)
        assert refusal is not None
        assert refusal.code == "password-length"
        assert not LEAST <= len(password) <= MOST
    assert unfit("kq7Lm2Xv9Tzä") is None


def test_every_listed_password_that_is_long_enough_is_refused() -> None:
    assert len(common()) > 500
    assert [word for word in common() if len(word) >= LEAST and unfit(word) is None] == []
    doubled = [word * 3 for word in common() if LEAST <= 3 * len(word) <= MOST]
    assert [word for word in doubled if unfit(word) is None] == []
