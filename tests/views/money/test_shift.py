"""A shift has what the events say, to the cent, under every rulebook; spans add up."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest

from pitboss.journal.memory import MemoryStore
from pitboss.refusal import Refusal
from pitboss.views.money.shift import TableShift, first_within, shift_of, shift_since
from pitboss.views.money.span import Span, read_span
from pitboss.views.states import States
from tests.service.play import BOOK, DEE, SUE, TABLE, ZONE, Rig, player
from tests.views.money.recounted import LATER, Played, played, recount

RULEBOOKS = (
    "crown-melbourne-baccarat",
    "crown-perth-baccarat",
    "star-baccarat",
    "star-blackjack",
    "star-premium-baccarat",
)
ALL = Span(dt.datetime.fromisoformat("2000-01-01T00:00"))


def shift(table: Played) -> TableShift:
    found = shift_of(table.name, table.lines, ALL, lambda _: table.book.rules, LATER)
    assert found is not None
    return found


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_every_cent_is_that_of_the_events_counted_again(rulebook: str) -> None:
    common = settled = 0
    for table in played(rulebook):
        found, again = shift(table), recount(table.events)
        assert found.agrees, table.name  # whatever happened, the float is accounted for
        if again.tournament:
            continue
        assert (found.hold.coups, found.hold.handle_cents) == (again.rounds, again.handle)
        assert (found.fills_cents, found.credits_cents) == (again.fills, again.credits)
        ratings = {one.person: one for one in found.ratings}
        assert sum(one.handle_cents for one in found.ratings) == again.handle
        for person, stakes in again.stakes.items():
            assert ratings[person].handle_cents == sum(cents for _, cents in stakes)
        worth = sum((Fraction(one.theoretical_win) for one in found.ratings), Fraction(0))
        assert worth == Fraction(found.expected_win), table.name
        if again.common:
            common += 1
            settled += bool(again.handle)
            assert found.hold.win_cents == again.win, table.name
            assert found.hold.drop_cents + found.digital_cents == again.drop
            results = {name: one.result_cents for name, one in ratings.items() if one.rounds}
            assert results == dict(again.by_player)
    assert common > 40
    assert settled > 20


@pytest.fixture
def evening() -> Rig:
    """A table over three hours: a fill before midnight, a credit after it."""
    rig = Rig(MemoryStore())
    rig.clock.now = dt.datetime(2026, 11, 16, 22, tzinfo=ZONE)
    rig.open(players=2)
    rig.do(DEE, "buy-in", person="p0", amount_cents=50_000)
    for _ in range(3):
        rig.coup(wager="banker", cents=2_500)
    rig.clock.now = dt.datetime(2026, 11, 16, 23, tzinfo=ZONE)
    rig.do(SUE, "fill", amount_cents=10_000, slip="7")
    rig.coup(wager="tie", cents=1_000)
    rig.clock.now = dt.datetime(2026, 11, 17, 0, 30, tzinfo=ZONE)
    rig.do(SUE, "credit", amount_cents=4_000)
    rig.do(player(1), "leave")
    rig.coup(cents=5_000)
    rig.clock.now = dt.datetime(2026, 11, 17, 1, tzinfo=ZONE)
    return rig


def of(rig: Rig, text: str) -> TableShift:
    span = read_span(text)
    assert isinstance(span, Span)
    lines = [line for _, line in rig.store.read(TABLE)]
    found = shift_of("1", lines, span, rig.tables.rules, rig.clock.now)
    assert found is not None
    return found


def test_parts_of_a_night_add_up_to_it(evening: Rig) -> None:
    whole = of(evening, "2026-11-16T21:00/2026-11-17T01:00")
    parts = [
        of(evening, "2026-11-16T21:00/23:00"),
        of(evening, "2026-11-16T23:00/00:00"),
        of(evening, "2026-11-17T00:00/01:00"),
    ]
    assert [one.hold.coups for one in parts] == [3, 1, 1]
    assert [one.fills_cents for one in parts] == [0, 10_000, 0]
    assert [one.credits_cents for one in parts] == [0, 0, 4_000]
    assert [one.hold.drop_cents for one in parts] == [50_000, 0, 0]
    assert sum(one.hold.win_cents for one in parts) == whole.hold.win_cents
    assert sum(Fraction(one.expected_win) for one in parts) == Fraction(whole.expected_win)
    assert all(one.agrees for one in parts)
    assert [one.float_ends_cents for one in parts[:2]] == [
        one.float_begins_cents for one in parts[1:]
    ]
    (slip,) = parts[1].slips
    assert (slip.kind, slip.number, slip.amount_cents) == ("fill", "7", 10_000)
    assert slip.after_cents - slip.before_cents == 10_000
    times = {one.person: one.seconds for one in parts[2].ratings}
    assert 1_800 <= times["p1"] < 1_900  # left at half past twelve
    assert times["p0"] == 3_600
    assert parts[1].open_seconds == 3_600
    assert parts[1].rounds_an_hour == 1
    evening.close()


def test_from_the_state_before_it_a_shift_is_the_same(evening: Rig) -> None:
    store, rules = evening.store, evening.tables.rules
    follower = evening.tables.table(TABLE).follower
    head, edition = store.head(TABLE), BOOK.edition.name
    for text in ("2026-11-16T21:00/23:00", "2026-11-16T23:00/00:00", "2026-11-17T00:40/"):
        span = read_span(text)
        assert isinstance(span, Span)
        begins, _ = span.within(ZONE.key, evening.clock.now)
        first = first_within(lambda n: store.read(TABLE, n - 1, 1)[0][1], head, begins)
        before = follower.of(States).before(first)
        lines = [line for _, line in store.read(TABLE, first - 1)]
        now = evening.clock.now
        found = shift_since("1", (edition, before), lines, span, rules, now)
        assert found == of(evening, text)
    evening.close()


def test_a_rating_is_the_average_bet_the_time_and_the_exact_edge(evening: Rig) -> None:
    rating = next(one for one in of(evening, "2026-11-16T22:00/23:00").ratings if one.rounds)
    odds = BOOK.odds(wagers=["banker"], stake="25")
    assert isinstance(odds, dict)
    edge = -Fraction(odds["banker"]["at_stake"]["expectation"])
    assert (rating.person, rating.rounds, rating.handle_cents) == ("p0", 3, 7_500)
    assert rating.average_cents == 2_500
    assert Fraction(rating.theoretical_win) == edge * 7_500
    assert rating.edge is not None
    assert rating.edge.exact == str(edge)
    evening.close()


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("2026-11-04T14:00/22:00", "2026-11-04T22:00"),
        ("2026-11-04T22:00/06:00", "2026-11-05T06:00"),
        ("2026-11-04T22:00/2026-11-06T06:00", "2026-11-06T06:00"),
        ("2026-11-04T22:00/", None),
    ],
)
def test_a_span_is_read(text: str, ends: str | None) -> None:
    found = read_span(text)
    assert isinstance(found, Span)
    assert str(found) == f"{text[:16]}/{ends or ''}"
    assert read_span(str(found)) == found


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad-span.written"),
        ("2026-11-04", "bad-span.written"),
        ("2026-13-04T14:00/22:00", "bad-span.written"),
        ("2026-11-04T25:00/", "bad-span.written"),
        ("2026-11-04T14:00/99:00", "bad-span.written"),
        ("2026-11-04T14:00/2026-11-04T14:00", "bad-span.backwards"),
        ("2026-11-04T14:00/2026-12-04T14:00", "bad-span.long"),
    ],
)
def test_what_is_no_span_is_refused_in_a_sentence(text: str, code: str) -> None:
    found = read_span(text)
    assert isinstance(found, Refusal)
    assert found.code == code.partition(".")[0]
    assert found.sentence.endswith(".")
