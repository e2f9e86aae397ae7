"""A clock that was wrong for a moment stops neither the tables nor those who sign in."""

from __future__ import annotations

import datetime as dt

from pitboss.service.clock import MOST_JUMP, Moments
from pitboss.service.people import codes as totp
from pitboss.service.people.accounts import Made
from tests.api.conftest import House

MINUTE = dt.timedelta(minutes=1)


class Machine:
    """A wall clock that somebody sets, and a counter that nobody does."""

    def __init__(self) -> None:
        self.wall = dt.datetime(2026, 11, 16, 20, 0, tzinfo=dt.UTC)
        self.counted = 0.0
        self.moments = Moments(lambda: self.wall)
        self.moments.watch(lambda: self.counted)

    def go(self, seconds: float) -> dt.datetime:
        self.wall += dt.timedelta(seconds=seconds)
        self.counted += seconds
        return self.moments.now()


def test_time_goes_on_by_the_counter_while_the_clock_is_far_ahead() -> None:
    machine = Machine()
    begun = machine.go(0)
    for ahead in (10 * MINUTE, dt.timedelta(days=3650)):
        machine.wall += ahead
        assert machine.go(2) - begun < MINUTE
        assert machine.moments.jumped() >= ahead - MINUTE
        machine.wall -= ahead
        before = machine.moments.now()
        assert machine.go(2) - before == dt.timedelta(seconds=2), "time stands still for nothing"
        assert not machine.moments.jumped()


def test_a_person_says_that_the_clock_is_right() -> None:
    machine = Machine()
    machine.go(0)
    machine.wall += 20 * MINUTE
    machine.go(1)
    assert machine.moments.confirm() == 20 * MINUTE
    assert machine.go(1) == machine.wall
    assert not machine.moments.jumped()


def test_a_clock_set_back_for_a_moment_comes_again_without_a_word() -> None:
    machine = Machine()
    machine.go(0)
    machine.wall -= 60 * MINUTE
    held = machine.go(1)
    assert machine.moments.held() > 59 * MINUTE
    machine.wall += 60 * MINUTE
    assert machine.go(1) > held
    assert not machine.moments.jumped()


def test_a_clock_is_followed_within_the_bound_and_as_it_drifts() -> None:
    machine = Machine()
    for _ in range(1000):
        machine.counted += 60
        machine.wall += MINUTE * 1.01
        assert machine.moments.now() == machine.wall
    machine.wall += MOST_JUMP - MINUTE
    assert machine.moments.now() == machine.wall


def test_codes_go_by_the_wall_clock_while_the_tables_wait_for_it(house: House) -> None:
    made = house.context.accounts.make("sue", "staff", "Dealer", coded=True)
    assert isinstance(made, Made)
    assert made.secret is not None
    house.clock.wait(600)
    house.context.now()
    house.clock.wait(-598)
    code = totp.code_at(made.secret, totp.step_of(house.clock.now.timestamp()))
    given = {"login": "sue", "password": made.password, "code": code}
    assert house.client.post("/api/session", json=given).status_code == 201
    health = house.client.get("/api/health").json()
    assert (health["status"], health["held_seconds"] > 590) == ("failing", True)
