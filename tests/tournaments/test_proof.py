"""Forged exports, signed again as if nothing had happened: each is found and named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.aggregates import TOURNAMENT
from pitboss.tournaments.lines import Written, export_of, signer_of
from pitboss.tournaments.proof import prove
from pitboss.tournaments.whole import STREAM, Whole
from tests.tournaments.test_whole import export, played

SEED = 11


@cache
def honest() -> Whole:
    return played("star-baccarat", 20, SEED)


def signed_again(events: Sequence[Any]) -> list[bytes]:
    """The tournament's stream with these events, chained and signed anew beside its tables'."""
    whole = honest()
    stream = Written(STREAM, TOURNAMENT, whole.rules)
    for event in events:
        stream.keep([event])
    return list(export_of([stream, *whole.written.values()], signer_of(SEED), whole.now))


def changed(kind: str, change: Callable[[Any], Any]) -> list[bytes]:
    """The same with the first event of a kind changed."""
    events = list(honest().events)
    place = next(n for n, one in enumerate(events) if type(one).__name__ == kind)
    events[place] = change(events[place])
    return signed_again(events)


def _other_nonce(one: Any) -> Any:
    return replace(one, nonce="00" * 32)


def _other_seats(one: Any) -> Any:
    first = one.sessions[0]
    people = list(first.boxes)
    boxes = {people[0]: first.boxes[people[1]], people[1]: first.boxes[people[0]]}
    return replace(
        one, sessions=(replace(first, boxes={**first.boxes, **boxes}), *one.sessions[1:])
    )


def _another_first(one: Any) -> Any:
    second, first, *rest = one.placings
    return replace(one, placings=(first, second, *rest))


def _more_for_the_second(one: Any) -> Any:
    first, second = one.awards
    paid = (replace(first, cents=first.cents - 100), replace(second, cents=second.cents + 100))
    return replace(one, awards=paid)


def _more_chips(one: Any) -> Any:
    person = next(iter(one.chips))
    return replace(one, chips={**one.chips, person: one.chips[person] + 2_500})


def test_what_is_signed_again_unchanged_holds() -> None:
    assert prove(signed_again(honest().events)).sound
    assert prove(export(honest(), SEED)).sound


@pytest.mark.parametrize(
    ("kind", "change", "code"),
    [
        ("SeatsDrawn", _other_nonce, "draw-broken"),
        ("SeatsDrawn", _other_seats, "draw-broken"),
        ("PlacingsAnnounced", _another_first, "wrong-placings"),
        ("PrizesAwarded", _another_first, "wrong-prizes"),
        ("PrizesAwarded", _more_for_the_second, "wrong-prizes"),
        ("CoupNoted", _more_chips, "other-chips"),
    ],
)
def test_a_forged_tournament_is_found(kind: str, change: Callable[[Any], Any], code: str) -> None:
    proof = prove(changed(kind, change))
    assert [one.code for one in proof.verdict.findings] == [code]


def test_a_placing_or_a_prize_announced_twice_is_found() -> None:
    for kind, code in (("PlacingsAnnounced", "wrong-placings"), ("PrizesAwarded", "impossible")):
        events = list(honest().events)
        place = next(n for n, one in enumerate(events) if type(one).__name__ == kind)
        events.insert(place + 1, events[place])
        assert [one.code for one in prove(signed_again(events)).verdict.findings] == [code]


def test_a_line_that_is_gone_is_found() -> None:
    lines = export(honest(), SEED)
    del lines[len(lines) // 2]
    assert not prove(lines).sound
