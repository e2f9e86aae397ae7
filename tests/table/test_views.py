"""Views by role: nobody sees an unseen card, a player sees no one else's business."""

from __future__ import annotations

import datetime as dt
import time
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.games.baccarat.play.own import Delivery
from pitboss.games.baccarat.play.play import PLAY
from pitboss.table.cards.parts import Shoe, Slot
from pitboss.table.machine import replace
from pitboss.table.sight.roles import Audience, DisplayView, PlayerView, StaffView, view
from pitboss.table.state import (
    Betting,
    Duty,
    Granted,
    House,
    Matter,
    Person,
    Placed,
    Posted,
    Result,
    Round,
    SignState,
    Table,
)

NOW = dt.datetime(2026, 11, 16, 20, tzinfo=dt.UTC)
AUDIENCES: tuple[Audience, ...] = get_args(Audience)
CARDS = st.integers(0, 51)


def make(player: list[Slot], banker: list[Slot], aside: list[Slot], **shoe: Any) -> Table:
    """A full table in the middle of a coup."""
    people = {f"P{n}": Person(role="player", seat=n, order=n) for n in range(1, 11)}
    people["Dee"] = Person(role="staff", rank="Dealer")
    wagers = {
        n: Placed(number=n, person=f"P{n % 10 + 1}", wager="player", stake_cents=2500)
        for n in range(1, 31)
    }
    balances = {f"player:{name}": 7_777_01 + n for n, name in enumerate(people)}
    house = House(
        edition="x/1",
        fingerprint="f",
        game="baccarat",
        layout="A",
        seats=10,
        decks=8,
        method="B",
        source="card shoe",
        scanning=True,
    )
    duty = Duty(
        number=2,
        key="k",
        to="Surveillance",
        what="a secret duty",
        channel="direct",
        raised=NOW,
        due=None,
        clauses=(),
    )
    sign = SignState(minimum_cents=5000, maximum_cents=1_000_000, old_minimum_cents=2500)
    return Table(
        now=NOW,
        house=house,
        closed=False,
        sign=sign,
        people=people,
        shoe=Shoe(number=1, total=416, left=300, backs="red", aside=tuple(aside), coups=60, **shoe),
        shoes=1,
        betting=Betting(closed=True),
        coup=Round(number=61, method="B", hands={"player": tuple(player), "banker": tuple(banker)}),
        coups=61,
        wagers=wagers,
        balances=balances,
        approvals={1: Granted(number=1, key="both-hands", by="P3", whom="P3")},
        duties={2: duty},
        matters={1: Matter(number=1, kind="dispute", stage="raised", person="P4")},
        notices={"minimum": Posted(kind="minimum", shown=NOW, change=NOW, value="100")},
        results=tuple(
            Result(shoe=1, coup=n, outcome="banker", hands={"player": (1, 2), "banker": (30, 34)})
            for n in range(1, 61)
        ),
    )


@st.composite
def slots(draw: st.DrawFn) -> tuple[list[Slot], list[Slot]]:
    """The same cards on the table twice, the unexposed ones told otherwise or not at all."""
    first, second = [], []
    for number in range(draw(st.integers(0, 3))):
        exposed = draw(st.booleans())
        card = draw(CARDS)
        other = card if exposed else draw(st.none() | CARDS)
        told = card if exposed else draw(st.none() | st.just(card))
        first.append(Slot(card=told, exposed=exposed, number=number))
        second.append(Slot(card=other, exposed=exposed, number=number))
    return first, second


@given(
    slots(),
    slots(),
    slots(),
    st.lists(st.none() | CARDS, max_size=8),
    st.lists(st.none() | CARDS, max_size=8),
    st.permutations(list(range(52))),
    st.none() | st.tuples(st.sampled_from(["player", "banker", "tie"]), st.just("scan")),
)
@settings(max_examples=150, deadline=None)
def test_cards_nobody_has_seen_make_no_difference(
    player: tuple[list[Slot], list[Slot]],
    banker: tuple[list[Slot], list[Slot]],
    aside: tuple[list[Slot], list[Slot]],
    drawn: list[int | None],
    others: list[int | None],
    seen: list[int],
    says: tuple[str, str] | None,
) -> None:
    one = make(player[0], banker[0], aside[0], drawn=tuple(drawn), seen=(0,) * 52)
    two = make(player[1], banker[1], aside[1], drawn=tuple(others), seen=tuple(seen))
    assert two.coup is not None
    two = replace(two, coup=replace(two.coup, shoe_says=says))
    for role in AUDIENCES:
        for person in ("P1", None):
            assert msgspec.json.encode(view(PLAY, one, role, person)) == msgspec.json.encode(
                view(PLAY, two, role, person)
            )


@given(slots())
@settings(max_examples=50, deadline=None)
def test_an_exposed_card_is_seen_by_everyone_at_the_table(
    hand: tuple[list[Slot], list[Slot]],
) -> None:
    table = make(hand[0], [], [])
    for role in AUDIENCES[:-1]:
        seen = view(PLAY, table, role, "P1")
        assert isinstance(seen, PlayerView | StaffView)
        assert seen.table.coup is not None
        faces = [face is not None for face in seen.table.coup.hands[0].cards]
        assert faces == [slot.exposed for slot in hand[0]]


def full() -> Table:
    up = [Slot(card=0, exposed=True, number=1), Slot(card=4, exposed=True, number=3)]
    down = [Slot(card=8, exposed=False, number=2), Slot(number=4)]
    return make(up, down, [])


def test_a_player_sees_their_own_chips_and_nobody_elses() -> None:
    table = full()
    seen = view(PLAY, table, "player", "P2")
    assert isinstance(seen, PlayerView)
    assert seen.own is not None
    assert seen.own.chips_cents == table.balances["player:P2"]
    text = msgspec.json.encode(seen).decode()
    for account, cents in table.balances.items():
        assert (str(cents) in text) == (account == "player:P2")
    for hidden in ("a secret duty", "both-hands", "dispute", "balances", "approvals", "duties"):
        assert hidden not in text


def test_changing_what_is_not_theirs_changes_no_players_view() -> None:
    table = full()
    changed = replace(
        table,
        balances={**table.balances, "player:P5": 1, "float": 9},
        approvals={},
        duties={},
        matters={},
        marks={"told:Surveillance:x": "Dee"},
    )
    assert view(PLAY, table, "player", "P2") == view(PLAY, changed, "player", "P2")
    assert view(PLAY, table, "display") == view(PLAY, changed, "display")
    assert view(PLAY, table, "staff") != view(PLAY, changed, "staff")


def test_a_stranger_and_staff_have_no_chips_of_their_own() -> None:
    for person in (None, "Nobody", "Dee"):
        seen = view(PLAY, full(), "player", person)
        assert isinstance(seen, PlayerView)
        assert seen.own is None


def test_the_display_shows_history_limits_notices_both_minimums_and_the_announcement() -> None:
    table = full()
    shown = view(PLAY, table, "display")
    assert isinstance(shown, DisplayView)
    assert len(shown.results) == 60
    assert (shown.minimum_cents, shown.old_minimum_cents) == (5000, 2500)
    assert shown.sign.maximum_cents == 1_000_000
    assert shown.notices["minimum"].value == "100"
    assert shown.announcement is None  # nothing of this coup is announced yet
    assert table.coup is not None
    between = view(PLAY, replace(table, coup=None), "display")
    assert isinstance(between, DisplayView)
    assert between.announcement == "Banker wins, 7 to 2"
    text = msgspec.json.encode(shown).decode()
    assert "P1" not in text


def test_the_display_is_told_the_coup_in_play_as_it_lies_on_the_layout() -> None:
    table = full()
    shown, seen = view(PLAY, table, "display"), view(PLAY, table, "player", "P1")
    assert isinstance(shown, DisplayView)
    assert isinstance(seen, PlayerView)
    assert shown.coup is not None
    assert shown.coup == seen.table.coup
    assert seen.display.coup is None  # once is enough
    between = view(PLAY, replace(table, coup=None), "display")
    assert isinstance(between, DisplayView)
    assert between.coup is None


@pytest.mark.parametrize(
    ("player", "banker", "said"),
    [
        ((0, 4), (0, 4), "Tie, 3 each"),
        ((28, 0), (0, 4), "Player wins, 9 to 3"),
        ((0, 4), (28, 0), "Banker wins, 9 to 3"),
    ],
)
def test_the_result_is_announced(
    player: tuple[int, int], banker: tuple[int, int], said: str
) -> None:
    hands = [[Slot(card=card, exposed=True) for card in hand] for hand in (player, banker)]
    table = make(hands[0], hands[1], [])
    assert table.coup is not None
    counted = replace(table, coup=replace(table.coup, own=Delivery(counts_announced=True)))
    shown = view(PLAY, counted, "display")
    assert isinstance(shown, DisplayView)
    assert shown.announcement is not None
    assert shown.announcement.startswith("Player ")
    assert counted.coup is not None
    done = replace(counted, coup=replace(counted.coup, complete=True))
    shown = view(PLAY, done, "display")
    assert isinstance(shown, DisplayView)
    assert shown.announcement == said


def test_staff_inspector_and_surveillance_see_everything_else() -> None:
    for role in ("staff", "inspector", "surveillance"):
        seen = view(PLAY, full(), role)
        assert isinstance(seen, StaffView)
        assert seen.balances_cents == full().balances
        assert [one.key for one in seen.approvals] == ["both-hands"]
        assert [one.what for one in seen.duties] == ["a secret duty"]
        assert seen.matters
        assert seen.people["P4"].seat == 4


def test_only_this_shoes_results_are_shown() -> None:
    table = full()
    old = tuple(replace(one, shoe=0) for one in table.results)
    shown = view(PLAY, replace(table, results=(*old, *table.results[:3])), "display")
    assert isinstance(shown, DisplayView)
    assert len(shown.results) == 3


def test_an_empty_table_has_views_too() -> None:
    for role in AUDIENCES:
        assert msgspec.json.encode(view(PLAY, Table(), role, "Ann"))


def test_a_view_takes_less_than_200_microseconds() -> None:
    table = full()
    for role in AUDIENCES:
        times = []
        for _ in range(50):
            began = time.perf_counter()
            view(PLAY, table, role, "P1")
            times.append(time.perf_counter() - began)
        assert min(times) < 200e-6, role
