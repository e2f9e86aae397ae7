"""Tournaments: conditions item by item, whole ones with hundreds of players, what is refused."""

from __future__ import annotations

import hashlib
import itertools
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pitboss
from pitboss.aggregates.acts import ACTS
from pitboss.aggregates.tournament import TOURNAMENT, Tournament
from pitboss.aggregates.tournament.draws import SeatsDrawn, drawn_order
from pitboss.aggregates.tournament.ends import NotTaken, ToldInVain, untaken
from pitboss.aggregates.tournament.placings import outs_in_order
from pitboss.aggregates.tournament.prizes import PrizesAwarded, awards_of
from pitboss.aggregates.tournament.state import POOL, Award, Entrant, Out
from pitboss.aggregates.tournament.terms import (
    Conditions,
    Prize,
    as_file,
    missing,
    read_conditions,
)
from pitboss.errors import BadDataError
from pitboss.refusal import Refusal
from pitboss.scenarios.samples import conditions, sample
from pitboss.table import ENTRIES
from tests.aggregates.tournament.played import BOOK, Rig

BOOKS = [name for name in pitboss.shelf() if pitboss.rulebook(name).edition.items]
ITEMS = [(name, item) for name in BOOKS for item in pitboss.rulebook(name).edition.items]


@pytest.mark.parametrize("name", BOOKS)
def test_the_sample_has_every_item(name: str) -> None:
    edition = pitboss.rulebook(name).edition
    assert list(missing(edition, conditions(edition.folder, {}))) == []


@pytest.mark.parametrize(("name", "item"), ITEMS)
def test_each_item_that_is_left_out_is_named_with_its_clause(name: str, item: str) -> None:
    edition = pitboss.rulebook(name).edition
    gaps = list(missing(edition, conditions(edition.folder, {"without": item})))
    assert [gap.item for gap in gaps] == [item]
    assert gaps[0].clauses == edition.items[item].clauses


@pytest.mark.parametrize("name", BOOKS)
def test_conditions_written_as_a_file_are_the_same_when_read(name: str) -> None:
    one = conditions(pitboss.rulebook(name).edition.folder, {})
    assert read_conditions(as_file(one)) == one


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("entry_fee", "ten"),
        ("entry_fee", "-5"),
        ("entry_fee", "1.005"),
        ("minimum_players", 0),
        ("minimum_players", "many"),
        ("prizes", [{"place": 1, "share": "all"}]),
        ("prizes", [{"place": 0, "share": 100}]),
        ("prizes", [{"place": 1, "share": "33.333"}]),
        ("starts", "tomorrow"),
        ("colour", "red"),
        ("texts", {"payment": 5}),
        ("rounds", 3),
    ],
)
def test_what_is_no_condition_is_told_with_its_key(key: str, value: Any) -> None:
    data = {**sample(BOOK.edition.folder), key: value}
    with pytest.raises(BadDataError):
        read_conditions(data)


def _rounds(*sizes: tuple[int, int]) -> list[dict[str, int]]:
    return [{"tables": tables, "coups": 3, "advance": advance} for tables, advance in sizes]


def _big(players: int, seed: int, **more: Any) -> Rig:
    tables = -(-players // 7)
    halved = -(-tables * 2 // 7)
    rig = Rig(
        rounds=_rounds((tables, 2), (halved, 1), (1, 1)),
        maximum_players=players,
        minimum_players=2,
        guarantee="1000",
        seats=7 if halved < 8 else 12,
        prizes=[
            {"place": 1, "share": 50},
            {"place": 2, "share": "33.33"},
            {"place": 3, "share": "16.67"},
        ],
        **more,
    )
    rig.ready([f"p{number}" for number in range(players)], tables)
    rig.run(seed)
    return rig


@pytest.mark.parametrize("seed", [1, 2])
def test_two_hundred_players_are_each_placed_once_and_the_pool_is_paid_to_the_cent(
    seed: int,
) -> None:
    rig = _big(200, seed)
    final = rig.state.final
    assert sorted(final) == sorted(rig.state.entrants)
    assert rig.state.balances[POOL] == 0
    last = rig.events[-1]
    assert isinstance(last, PrizesAwarded)
    assert list(last.awards) == _awards(final, 200 * 10_000)


def _awards(final: tuple[str, ...], pool: int) -> list[Award]:
    """The prizes, worked out by hand: thirds rounded down, the rest to the first."""
    second, third = pool * 3333 // 10_000, pool * 1667 // 10_000
    paid = [pool - second - third, second, third]
    return [Award(place=n, person=final[n - 1], cents=cents) for n, cents in enumerate(paid, 1)]


def test_one_seed_gives_the_same_placings() -> None:
    assert _big(60, 5).state.final == _big(60, 5).state.final
    assert _big(60, 5).state.final != _big(60, 6).state.final


def test_the_journal_finds_nothing_wrong_and_a_changed_draw_or_prize_is_found() -> None:
    rig = _big(40, 3)
    check, state = TOURNAMENT.check(), Tournament()
    wrong = []
    for event in rig.events:
        text = msgspec.json.encode(event)
        read = TOURNAMENT.decode(text)
        assert read == event
        assert check.follows(state, read) is None
        broken = _broken(event)
        if broken is not None:
            wrong.append((type(event).__name__, check.follows(state, broken)))
        if isinstance(event, SeatsDrawn):
            unread = msgspec.structs.replace(event, nonce="no digits")
            wrong.append((type(event).__name__, check.follows(state, unread)))
        after = TOURNAMENT.evolve(state, read)
        assert check.holds(state, read, after) is None
        state = after
    assert state == rig.state
    assert [name for name, found in wrong if found is None] == []
    assert {name for name, _ in wrong} == {"SeatsDrawn", "PlacingsAnnounced", "PrizesAwarded"}


def test_after_a_cancellation_only_what_a_table_tells_follows() -> None:
    rig = Rig()
    rig.ready(["ann", "bob", "cal", "don"], 2)
    rig.draw("cancelled")
    rig.do("max", "start-session", session=1)
    one = rig.state.sessions[1]
    rig.do("gus", "cancel-tournament", reason="the hall is flooded")
    assert rig.state.sessions[1].ended == "the tournament is cancelled"
    assert rig.state.sessions[2].ended is None
    over = rig.ask("gus", "end-session", session=1)
    assert isinstance(over, Refusal)
    assert over.code == "tournament-over"
    before = rig.state
    told = {"session": 1, "coup": 1, "chips": dict(one.chips), "outs": []}
    rig.do(one.table, "note-coup", "table", table=one.table, **told)
    check = TOURNAMENT.check()
    assert check.follows(before, rig.events[-1]) is None
    assert check.follows(before, rig.events[-2]) == ("impossible", "the tournament was over")


def _broken(event: Any) -> Any:
    match type(event).__name__:
        case "SeatsDrawn":
            first = event.sessions[0]
            boxes = dict(zip(first.boxes, reversed(first.boxes.values()), strict=True))
            changed = msgspec.structs.replace(first, boxes=boxes)
            return msgspec.structs.replace(event, sessions=(changed, *event.sessions[1:]))
        case "PlacingsAnnounced":
            return msgspec.structs.replace(event, placings=event.placings[::-1])
        case "PrizesAwarded":
            return msgspec.structs.replace(event, placings=event.placings[::-1])
    return None


def test_a_draw_is_worked_out_anew_by_anybody() -> None:
    seed, people = "ab" * 32, ["Ann", "Bob", "Cal", "周"]
    wanted = sorted(
        people, key=lambda one: hashlib.sha256(bytes.fromhex(seed) + one.encode()).hexdigest()
    )
    assert drawn_order(seed, people) == wanted


OUTS = st.lists(
    st.builds(
        Out,
        person=st.uuids().map(str),
        coup=st.integers(1, 3),
        residual_cents=st.sampled_from([0, 100, 2_400]),
        wager_cents=st.sampled_from([2_500, 5_000]),
        disqualified=st.booleans(),
    ),
    max_size=6,
    unique_by=lambda one: one.person,
)


@given(OUTS)
def test_whoever_is_out_is_placed_by_coup_chips_wager_and_removal(outs: list[Out]) -> None:
    order = outs_in_order(tuple(outs))
    known = {one.person: (number, one) for number, one in enumerate(outs)}
    assert sorted(order) == sorted(known)
    for higher, lower in itertools.pairwise(order):
        assert _above(known[higher], known[lower])


def _above(one: tuple[int, Out], other: tuple[int, Out]) -> bool:
    """By the text, one comparison after the other."""
    (first, a), (second, b) = one, other
    if a.disqualified is not b.disqualified:
        return b.disqualified
    if a.coup != b.coup:
        return a.coup > b.coup
    if a.residual_cents != b.residual_cents:
        return a.residual_cents > b.residual_cents
    if a.wager_cents != b.wager_cents:
        return a.wager_cents > b.wager_cents
    return first > second


SHARES = st.lists(st.integers(1, 5_000), min_size=1, max_size=6).map(
    lambda parts: [10_000 * part // sum(parts) for part in parts]
)


@given(
    shares=SHARES,
    pool=st.integers(0, 10_000_000),
    players=st.integers(1, 9),
    employees=st.sets(st.integers(0, 8)),
    guarantee=st.integers(0, 2_000_000),
)
@settings(max_examples=200)
def test_the_pool_is_paid_out_whoever_is_there_to_win_it(
    shares: list[int], pool: int, players: int, employees: set[int], guarantee: int
) -> None:
    shares[0] += 10_000 - sum(shares)
    names = tuple(f"p{number}" for number in range(players))
    state = Tournament(
        conditions=Conditions(
            title="x",
            prizes=tuple(Prize(place=n, share=share) for n, share in enumerate(shares, 1)),
            guarantee_cents=guarantee,
        ),
        entrants={
            name: Entrant(standing="entered", employee=number in employees)
            for number, name in enumerate(names)
        },
        balances={POOL: pool},
    )
    added, awards = awards_of(state, names)
    assert [one.place for one in awards] == list(range(1, len(awards) + 1))
    assert len({one.person for one in awards}) == len(awards)
    assert not {one.person for one in awards} & {f"p{number}" for number in employees}
    if awards:
        assert sum(one.cents for one in awards) == max(pool, guarantee) == pool + added


def test_a_rulebook_without_tournaments_refuses_them() -> None:
    rig = Rig()
    rig.book = pitboss.rulebook("star-premium-baccarat")
    done = rig.ask("gus", "publish-conditions")
    assert isinstance(done, Refusal)
    assert done.code == "no-tournaments"


def test_nothing_happens_before_the_last_event() -> None:
    rig = Rig()
    rig.now = rig.now.replace(year=2025)
    done = rig.ask("gus", "publish-conditions")
    assert isinstance(done, Refusal)
    assert done.code == "clock-backwards"


def test_what_a_table_did_not_take_is_recorded_and_changes_nothing_else() -> None:
    rig = Rig()
    refusal = Refusal.of("session-not-running", number=1)
    unread = NotTaken(by="table:1", role="table", table="table:1", at=rig.now)
    after, events = untaken(rig.book.rules, Tournament(), unread, "note-coup", refusal)
    (event,) = events
    assert isinstance(event, ToldInVain)
    assert (event.table, event.told, event.code) == ("table:1", "note-coup", refusal.code)
    assert event.sentence == refusal.sentence
    assert after == msgspec.structs.replace(Tournament(), events=1, now=rig.now)


def test_no_word_is_a_command_of_two() -> None:
    words = [word for acts in ACTS for word in acts.words]
    assert len(words) == len({*words})
    assert not {*words} & {*ENTRIES}
