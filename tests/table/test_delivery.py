"""Who receives a hand, and to whom the role of designated player is offered."""

from __future__ import annotations

import pytest

from pitboss.games.baccarat.play.own import Role
from pitboss.games.baccarat.play.receivers import DELIVERIES, role_offered
from pitboss.table.machine import replace
from pitboss.table.state import Person, Placed, Table


def table(**fields: object) -> Table:
    seats = {"Ann": 1, "Bob": 3, "Cal": 5}
    people = {name: Person(role="player", seat=seat) for name, seat in seats.items()}
    people["Zoe"] = Person(role="player")
    people["Gil"] = Person(role="player", seat=2, present=False)
    return Table(people=people, shoes=1, **fields)  # type: ignore[arg-type]


def wagers(*placed: tuple[str, str, int]) -> dict[int, Placed]:
    return {
        number: Placed(number=number, person=person, wager=wager, stake_cents=cents)
        for number, (person, wager, cents) in enumerate(placed, 1)
    }


@pytest.mark.clause("star-baccarat", "8.8", "8.10")
def test_8_8_all_that_one_player_wagered_on_the_hand_counts() -> None:
    placed = wagers(("Ann", "player", 60), ("Bob", "player", 100), ("Ann", "player", 50))
    order = DELIVERIES["highest-wager"].receivers(table(wagers=placed), "player")
    assert order == ("Ann", "Bob")


@pytest.mark.clause("star-premium-baccarat", "8.6.1", "8.10")
def test_8_10_standing_players_and_wagers_on_other_areas_do_not_count() -> None:
    placed = wagers(
        ("Zoe", "player", 900), ("Cal", "banker", 500), ("Ann", "player", 50), ("Bob", "player", 50)
    )
    order = DELIVERIES["highest-wager"].receivers(table(wagers=placed), "player")
    assert order == ("Bob", "Ann")


@pytest.mark.clause("star-baccarat", "8.17", "8.18", "8.26")
@pytest.mark.parametrize(
    ("start", "declined", "turn"),
    [
        (None, (), "Cal"),
        (None, ("Cal",), "Bob"),
        (5, (), "Bob"),
        (3, (), "Ann"),
        (1, (), "Cal"),
        (3, ("Ann", "Cal"), "Bob"),
        (4, (), "Bob"),
        (3, ("Ann", "Cal", "Bob"), None),
    ],
)
def test_8_26_the_role_goes_counter_clockwise_round_the_table(
    start: int | None, declined: tuple[str, ...], turn: str | None
) -> None:
    assert role_offered(table(own=Role(start=start, declined=declined, shoe=1))) == turn


@pytest.mark.clause("star-baccarat", "8.17")
def test_8_17_a_new_shoe_begins_at_the_dealers_right() -> None:
    before = Role(start=3, declined=("Cal",), shoe=1)
    assert role_offered(replace(table(own=before), shoes=2)) == "Cal"
