"""Forged exports, signed again as if nothing had happened: each is found and named."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.journal.record import read_line
from pitboss.tournaments.lines import Written, export_of, signer_of
from pitboss.tournaments.proof import prove
from pitboss.tournaments.whole import STREAM, Whole
from tests.tournaments.test_whole import BOOKS, export, played

SEED = 11


@cache
def honest() -> Whole:
    return played("star-baccarat", 20, SEED)


Batch = tuple[str, list[Any]]


def batches(one: Written) -> list[Batch]:
    """The events of a stream under their commands."""
    found: list[Batch] = []
    for line in one.bodies:
        record = read_line(line)
        event = one.chain.aggregate.read(record)
        if not found or found[-1][0] != record.command:
            found.append((record.command, []))
        found[-1][1].append(event)
    return found


def signed_again(given: Sequence[Batch], name: str = STREAM) -> list[bytes]:
    """The file with these events of one stream, chained and signed anew beside the others."""
    streams = []
    for one in honest().streams():
        if one.chain.name == name:
            again = Written(name, one.chain.aggregate, honest().rules)
            for command, events in given:
                again.keep(events, command)
            streams.append(again)
        else:
            streams.append(one)
    return list(export_of(streams, signer_of(SEED), honest().now))


def stream_of(name: str) -> Written:
    return next(one for one in honest().streams() if one.chain.name == name)


def changed(kind: str, change: Callable[[Any], Any], name: str = STREAM) -> list[bytes]:
    """The same with the first event of a kind changed."""
    given = batches(stream_of(name))
    batch, place = next(
        (events, place)
        for _, events in given
        for place, one in enumerate(events)
        if type(one).__name__ == kind
    )
    batch[place] = change(batch[place])
    return signed_again(given, name)


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


def _other_wager(one: Any) -> Any:
    return replace(one, wager="banker" if one.wager == "player" else "player")


def _more_written(one: Any) -> Any:
    return replace(one, amount_cents=one.amount_cents + 2_500)


def _more_counted(one: Any) -> Any:
    return replace(one, counts_cents=one.counts_cents + 2_500)


def _other_commitment(one: Any) -> Any:
    return replace(one, commitment="00" * 32)


def table_with(kind: str) -> str:
    """A table at which something of a kind happened."""
    return next(
        name
        for name, one in honest().written.items()
        if any(type(each).__name__ == kind for _, events in batches(one) for each in events)
    )


@pytest.mark.parametrize("name", BOOKS)
def test_every_sealed_wager_is_opened_from_the_export_alone(name: str) -> None:
    (one,) = prove(export(played(name, 20, SEED), SEED)).tournaments
    opened = [slip for slip in one.slips if slip.became == "announced"]
    assert opened
    for slip in opened:
        content = json.dumps([slip.wager, slip.amount_cents], separators=(",", ":")).encode()
        digest = hashlib.sha256(bytes.fromhex(slip.nonce or "") + content).hexdigest()
        assert digest == slip.commitment
    assert all(slip.nonce is None for slip in one.slips if slip.became != "announced")


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("SlipAnnounced", _other_nonce),
        ("SlipAnnounced", _other_wager),
        ("SlipAnnounced", _more_written),
        ("SlipAnnounced", _more_counted),
        ("SlipAnnounced", _other_commitment),
        ("SlipHandedIn", _other_commitment),
    ],
)
def test_a_changed_slip_or_nonce_is_named(kind: str, change: Callable[[Any], Any]) -> None:
    table = table_with("SlipAnnounced")
    (finding,) = prove(changed(kind, change, table)).verdict.findings
    assert (finding.code, finding.stream) == ("slip-broken", table)
    assert "slip of" in finding.sentence or "that player-" in finding.sentence


def swapped(first: str, second: str) -> list[bytes]:
    """An act of one kind behind the act of another kind that came right after it."""
    table = table_with("SlipHandedIn")
    given = batches(stream_of(table))
    place = next(
        place
        for place, ((_, one), (_, other)) in enumerate(pairwise(given))
        if type(one[0]).__name__ == first and type(other[0]).__name__ == second
    )
    (name, one), (after, other) = given[place : place + 2]
    at = one[0].at
    given[place] = (name, [replace(each, at=at) for each in other])
    given[place + 1] = (after, [replace(each, at=other[0].at) for each in one])
    return signed_again(given, table)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("WagerPlaced", "WagerPlaced"),
        ("WagerPlaced", "SlipHandedIn"),
        ("BetsCalled", "SlipAnnounced"),
        ("SlipHandedIn", "SlipExamined"),
    ],
)
def test_acts_in_another_order_are_named(first: str, second: str) -> None:
    (finding,) = prove(swapped(first, second)).verdict.findings
    assert finding.code == "out-of-order"


def test_a_slip_may_be_examined_after_another_has_wagered() -> None:
    assert prove(swapped("SlipExamined", "WagerPlaced")).sound


def test_what_is_signed_again_unchanged_holds() -> None:
    assert prove(signed_again(batches(stream_of(STREAM)))).sound
    assert prove(export(honest(), SEED)).sound


@pytest.mark.parametrize(
    ("kind", "change", "code"),
    [
        ("SeatsDrawn", _other_nonce, "draw-broken"),
        ("SeatsDrawn", _other_seats, "draw-broken"),
        ("PlacingsAnnounced", _another_first, "wrong-placings"),
        ("PrizesAwarded", _another_first, "wrong-prizes"),
        ("PrizesAwarded", _more_for_the_second, "wrong-prizes"),
        ("CoupNoted", _more_chips, "otherwise-told"),
    ],
)
def test_a_forged_tournament_is_found(kind: str, change: Callable[[Any], Any], code: str) -> None:
    proof = prove(changed(kind, change))
    assert [one.code for one in proof.verdict.findings] == [code]


def test_chips_that_a_table_never_had_are_found_though_the_tournament_says_the_same() -> None:
    table = next(name for name in honest().written)
    lines = changed("TournamentCoupOver", _more_chips, table)
    codes = [one.code for one in prove(lines).verdict.findings]
    assert codes in (["other-chips"], ["otherwise-told"])


def test_a_placing_or_a_prize_announced_twice_is_found() -> None:
    for kind, code in (("PlacingsAnnounced", "wrong-placings"), ("PrizesAwarded", "impossible")):
        given = batches(stream_of(STREAM))
        command, event = next(
            (command, one) for command, many in given for one in many if type(one).__name__ == kind
        )
        given.insert([name for name, _ in given].index(command) + 1, ("again/1", [event]))
        assert [one.code for one in prove(signed_again(given)).verdict.findings] == [code]


def test_a_line_that_is_gone_is_found() -> None:
    lines = export(honest(), SEED)
    del lines[len(lines) // 2]
    assert not prove(lines).sound
