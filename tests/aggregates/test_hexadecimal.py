"""What is no text of 64 hexadecimal digits opens nothing, and raises nothing."""

from __future__ import annotations

import hashlib

import pytest

from pitboss.aggregates.promotion.draw import committed
from pitboss.aggregates.promotion.draw import opens as opens_prizes
from pitboss.aggregates.tournament.draws import commitment_of
from pitboss.aggregates.tournament.draws import opens as opens_seats
from pitboss.hexadecimal import octets

GOOD = "0123456789abcdefABCDEF" + "0" * 42
BAD = ("", "x", "é", "a reason", "00", "0" * 63, "0" * 65, "0" * 64 + "\n", " 0" * 32, "²" * 64)
NOTHING = hashlib.sha256(b"").hexdigest()


def test_sixty_four_digits_are_thirty_two_bytes() -> None:
    assert octets(GOOD) == bytes.fromhex(GOOD)
    assert len(octets(GOOD) or b"") == 32


@pytest.mark.parametrize("text", BAD)
def test_any_other_text_is_none(text: str) -> None:
    assert octets(text) is None
    assert not opens_prizes(NOTHING, text)
    assert not opens_seats(NOTHING, text, GOOD)
    assert not opens_seats(NOTHING, GOOD, text)


def test_what_was_committed_to_opens_it() -> None:
    other = "f" * 64
    assert opens_prizes(committed(GOOD), GOOD)
    assert not opens_prizes(committed(other), GOOD)
    assert not opens_prizes(None, GOOD)
    assert opens_seats(commitment_of(GOOD, other), GOOD, other)
    assert not opens_seats(commitment_of(GOOD, other), other, GOOD)
